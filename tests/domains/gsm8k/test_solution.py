from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.domains.gsm8k.annotations import equations, literal, parse
from evolving_intent_env.domains.gsm8k.counterfactual import Sense, variants
from evolving_intent_env.domains.gsm8k.numbers import numbers
from evolving_intent_env.domains.gsm8k.text import stems
from evolving_intent_env.domains.gsm8k.trace import Reading, readings, value_names


def read(task: list[str], *lines: str) -> list[Reading] | None:
    spans = [span for text in task for span in numbers(text)]
    contexts = [stems(text) for text in task for _ in numbers(text)]
    return readings(equations(list(lines)), spans, contexts, stems(" ".join((*task, *lines))))


def program(task: list[str], *lines: str) -> str:
    found = read(task, *lines)
    assert found is not None
    return str(found[0].programs()[-1])


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("He has 3*4=<<3*4=12>>12 pens", 12),
        ("He has 3 boxes x 4 pens = 12 pens", 12),
        ("60 pens / 150 pens * 100% = 40%", 40),
        ("First find the rest: 100% - 70% = 30%", 30),
        ("The total is 5,000 + 1,000 = <<6000=6000>>6,000 pens", 6000),
        ("It sinks to 3-5=<<3-5=-2>>-2 degrees", -2),
        ("The cost is 20*.5=$<<20*.5=10>>10", 10),
    ],
)
def test_equations_are_read_from_annotations_and_from_words(line: str, result: int) -> None:
    (equation,) = equations([line])
    assert equation.result == result


@given(st.text(alphabet="0123456789+-*/().%$ x=<>", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    tree = parse(text)
    assert tree is None or Fraction(tree.result()) == tree.result()
    assert literal(text) is None or text.strip()[0] in "-$.0123456789"


@pytest.mark.parametrize(
    ("task", "lines", "expected"),
    [
        (["Nora has 7 boxes.", "Each box holds 5 pens."], ["7*5=<<7*5=35>>35"], "n0 * n1"),
        (
            ["Nora has $80.", "Nora spends 20% of it."],
            ["80*.2=<<80*.2=16>>16", "80-16=<<80-16=64>>64"],
            "n0 - n0 * (n1 / 100)",
        ),
        (["Nora has 30 pens.", "Half of them are red."], ["30/2=<<30/2=15>>15 red pens"], "n0 / n1_over"),
        (["Nora has 30 pens.", "She gives 2/5 away."], ["30*2/5=<<30*2/5=12>>12"], "n0 * n1 / n1_over"),
        (["Nora runs 3 hours."], ["3*60=<<3*60=180>>180 minutes"], "n0 * 60"),
        (["Nora has 3 dozen eggs."], ["3*12=<<3*12=36>>36 eggs"], "n0 * n1"),
        (["Nora packs 54 pens.", "A box holds 8 pens."], ["54/8=<<54/8=7>>7 boxes"], "ceil(n0 / n1)"),
        (["Nora runs 3 laps 3 times a day."], ["3*3=<<3*3=9>>9 laps"], "n0 * n1"),
    ],
)
def test_operands_are_traced(task: list[str], lines: list[str], expected: str) -> None:
    assert program(task, *lines) in (expected, expected.replace("n0 * n1", "n1 * n0"))


def test_an_operand_from_nowhere_is_not_traced() -> None:
    assert read(["Nora has 7 boxes."], "7*13=<<7*13=91>>91") is None


def test_a_value_is_not_revised_where_readings_come_apart() -> None:
    task = ["Nora has 6 pens.", "Nora has 6 cups.", "Nora loses 2 pens."]
    found = read(task, "6-2=<<6-2=4>>4", "4*6=<<4*6=24>>24", "24+6=<<24+6=30>>30")
    assert found is not None
    spans = [span for text in task for span in numbers(text)]
    sense = Sense(found, (), value_names(spans))
    assert len(found) > 1
    assert not sense.holds({"n0": 8}) or not sense.holds({"n1": 8})


@given(st.integers(3, 60), st.integers(2, 59), st.integers(2, 9))
def test_variants_keep_the_task_sensible(whole: int, part: int, price: int) -> None:
    if not part < whole or len({whole, part, price}) < 3:
        return
    task = [f"Nora has {whole} pens.", f"Nora loses {part} pens.", f"Each pen costs ${price}."]
    rest = whole - part
    if rest in (whole, part, price):
        return
    found = read(
        task,
        f"{whole}-{part}=<<{whole}-{part}={rest}>>{rest} pens",
        f"{rest}*{price}=<<{rest}*{price}={rest * price}>>",
    )
    assert found is not None
    spans = [span for text in task for span in numbers(text)]
    chosen = variants(spans, [0, 1, 2], task, [0, 1, 2], Sense(found, (), value_names(spans)))
    values = [{"n0": whole, "n1": part, "n2": price}]
    for here in chosen.values():
        for variant in here:
            values.append({**values[0], **{name: int(value) for name, value in variant.values}})
            assert variant.change.text != spans[variant.span].text
    for one in values[1:]:
        for other in values[1:]:
            both = {name: one[name] if one[name] != values[0][name] else other[name] for name in one}
            assert both["n0"] > both["n1"] > 1
            assert both["n2"] > 0
