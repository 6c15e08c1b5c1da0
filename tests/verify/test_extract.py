"""Which answer a reply meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.intent.program import format_number
from evolving_intent_env.verify import extract_answer
from evolving_intent_env.verify.extract import find_answer


def meant(reply: str) -> str | None:
    """The number of the answer in plain form, else its text."""
    answer = find_answer(reply)
    if answer is None:
        return None
    return answer.text if answer.value is None else format_number(answer.value)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (r"\boxed{5}", "5"),
        (r"first \boxed{4}, then \boxed{5}", "5"),
        (r"\boxed{5}, that is 7 less than 12", "5"),
        (r"The answer is 7. \boxed{5} #### 9", "5"),
        (r"$$\boxed{5}$$", "5"),
        (r"\boxed{\frac{1}{\text{2}}}", "0.5"),
        (r"\boxed{\text{so } {\bf \{x\}} = 3}", "3"),
        (r"\boxed{ 5 }", "5"),
        (r"\boxed {5}", "5"),
        (r"\boxed 5 apples", "5"),
        (r"\boxed5", "5"),
        (r"\fbox{7}", "7"),
        (r"\boxed{\boxed{5}}", "5"),
        (r"\boxed{12} or, with 7 more, \boxed{13", "12"),
        (r"Put it into \boxed{}. The answer is 12", "12"),
        (r"Use the \boxed notation: 12", "12"),
        (r"\boxed{\text{Total: } 18}", "18"),
        (r"\boxed{\text{USD } 5}", "5"),
        (r"\boxed{9 \times 2 = 18}", "18"),
        (r"\boxed{9 \times 2}", "18"),
        (r"\boxed{12, 5}", "12, 5"),
        (r"\boxed{5 \text{ or } 6}", r"5 \text{ or } 6"),
        (r"\boxed{not 5}", "not 5"),
        (r"\boxed{\text{unknown}}", r"\text{unknown}"),
        (r"\boxed{9^{9^{9^9}}}", "9^{9^{9^9}}"),
    ],
)
def test_boxes(reply: str, answer: str) -> None:
    assert meant(reply) == answer


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("#### 18", "18"),
        ("####18", "18"),
        ("####\n18", "18"),
        ("#### -1,234.50", "-1234.5"),
        ("#### **18** eggs", "18"),
        ("#### $\\frac{1}{2}$", "0.5"),
        ("#### 18 (since 9*2 = 18)", "18"),
        ("#### 5\n#### 18\nwhich beats 7", "18"),
        ("#### 5\n#### Explanation\nWe had 7.", "5"),
        ("#### Step 3: add\nso 12", "12"),
        ("#### 3. Compute the total\nso 12", "12"),
        ("##### 5\n6", "6"),
    ],
)
def test_hashes(reply: str, answer: str) -> None:
    assert meant(reply) == answer


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("The answer is 18.", "18"),
        ("The answer is 18. Each of the 7 hens lays 2.", "18"),
        ("The answer is 3.5 apples. All 7 are red.", "3.5"),
        ("the answer is:18", "18"),
        ("The answer is **18**.", "18"),
        ("The answer is $18$.", "18"),
        (r"The answer is \(18\).", "18"),
        ("The answer is ($18).", "18"),
        ("The answer is \u22125.", "-5"),
        ("The answer is 1,234,567.", "1234567"),
        ("The answer is twelve.", "12"),
        ("The answer is 9 * 2 = 18 dollars", "18"),
        ("The answer is $9 \\times 2$.", "18"),
        ("The answer is: Ines makes 9 * 2 = $18 every day", "18"),
        ("The answer is 5, since 3 = 8 - 5", "5"),
        ("The answer is 5, not 7", "5"),
        ("The answer is not 5 but 7", "7"),
        ("The answer is 2 1/2 cups of the 7", "2.5"),
        (r"The answer is $2\sqrt{3}$.", r"2\sqrt{3}"),
        ("Answer: 18", "18"),
        ("ANSWER: 18", "18"),
        ("**Answer:** 18", "18"),
        ("**Answer**: **18 apples**, as 7 are gone", "18"),
        ("### Final Answer\n\n18", "18"),
        ("**Final Answer**\n18 apples", "18"),
        ("### Final Answer\nOf the 20 she sold 2.", "2"),
        ("Final answer: $1,234.50.", "1234.5"),
        ("The final answer to your question, after everything, is 3.5. I used 7 facts.", "3.5"),
        ("The answer would be 7, as 9 are gone", "7"),
        ("The answer is 4. No: the answer is 5 of 9", "5"),
        ("The answer is 12 of the 20. I hope this answer is helpful!", "12"),
        ("To answer this, we need to know what is 5 * 3. So she has 20 eggs.", "20"),
        ("To answer in full, what is 5 * 3? She has 20 eggs.", "20"),
        ("The answer is " + "so " * 79 + "12345678 eggs", "12345678"),
        ("She answered 7 questions and got 5 right", "5"),
    ],
)
def test_announcements(reply: str, answer: str) -> None:
    assert meant(reply) == answer


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("16 - 3 - 4 = 9 eggs, and 9 * 2 = $18.", "18"),
        ("It takes 5km", "5"),
        ("So 7, not 5", "7"),
        ("So 7 instead of 5", "7"),
        ("So 7 by 3:30", "7"),
        ("We have 12.\n1. Add\n2. Stop", "12"),
        ("She gets 7 of covid19", "7"),
        ("答案是18元", "18"),
        ("&= 18\n\\end{align*}", "18"),
        ("Twelve", "12"),
        ("18", "18"),
        ("It is 18. " + "Well, that is that. " * 150, "18"),
    ],
)
def test_last_number(reply: str, answer: str) -> None:
    assert meant(reply) == answer


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (r"<think>so \boxed{5}</think> It is 7", "7"),
        ("5</think>7", "7"),
        ("<think>4</think>5<think>6</think>It is 7", "7"),
        (r"<think>so \boxed{5}", None),
        (r"\boxed{4} <think>so \boxed{5}", None),
        (r"<think>so \boxed{5}</think>", None),
    ],
)
def test_only_what_follows_the_thoughts_counts(reply: str, answer: str | None) -> None:
    assert meant(reply) == answer


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "What is the price?",
        "The answer is not 5.",
        "The answer is 3:30 pm",
        "The answer is 2:1",
        "The answer depends on the price of a1.",
        r"The answer is \boxed{18",
        r"\boxed{" + "and so on " * 200 + "}",
        "It is 18. " + "Well, that is that. " * 300,
    ],
)
def test_no_answer(reply: str) -> None:
    assert extract_answer(reply) is None


def test_the_text_is_what_was_written() -> None:
    assert extract_answer(r"so \boxed{\$1{,}000}") == r"\$1{,}000"
    assert extract_answer("The answer is 1,000 dollars.") == "1,000 dollars"


@given(st.text(alphabet="ab {}\\", max_size=30), st.integers(0, 12))
def test_a_box_ends_at_its_own_brace(inner: str, depth: int) -> None:
    balanced = "{" * depth + inner.replace("{", "").replace("}", "").replace("\\", "") + "q" + "}" * depth
    assert extract_answer(f"7 \\boxed{{{balanced}}} 8}}") == balanced.strip()


@given(st.text())
def test_nothing_raises(reply: str) -> None:
    answer = extract_answer(reply)
    assert answer is None or isinstance(answer, str)


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot answer yet: you told me about 16 eggs but not the price.",
        "You said 16 eggs a day; what does one cost?",
        "There is not enough information: I only know that there are 16 eggs.",
        "The price is missing, I only know of 16 eggs.",
        "I still need to know the price of the 16 eggs.",
        "With 16 eggs I can't say.",
    ],
)
def test_a_number_in_a_question_or_a_refusal_is_no_answer(reply: str) -> None:
    assert extract_answer(reply) is None
    assert extract_answer(f"{reply} \\boxed{{16}}") == "16"
