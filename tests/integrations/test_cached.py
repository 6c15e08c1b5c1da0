"""Sampling with a kept cache gives what plain generation gives."""

from __future__ import annotations

import random
from collections import Counter

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.cached import CachedGenerator

VOCABULARY = 60
STOP = 1


def tiny_model(vocabulary: int = VOCABULARY) -> transformers.PreTrainedModel:
    torch.manual_seed(0)
    config = transformers.Qwen3Config(
        vocab_size=vocabulary,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        intermediate_size=48,
        tie_word_embeddings=True,
        initializer_range=0.5,
    )
    return transformers.Qwen3ForCausalLM(config).eval()


@pytest.fixture
def model() -> transformers.PreTrainedModel:
    return tiny_model()


def plain(model: transformers.PreTrainedModel, contexts: list[list[int]], length: int) -> list[list[int]]:
    """Each context by itself, without any cache of ours."""
    found = []
    for context in contexts:
        ids = torch.tensor([context])
        output = model.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            do_sample=False,
            max_new_tokens=length,
            eos_token_id=STOP,
            pad_token_id=0,
        )
        found.append(output[0, len(context) :].tolist())
    return found


def some_contexts(count: int, draws: random.Random) -> list[list[int]]:
    return [[draws.randrange(2, VOCABULARY) for _ in range(draws.randrange(1, 30))] for _ in range(count)]


def grown(contexts: list[list[int]], replies: list[list[int]], draws: random.Random) -> list[list[int]]:
    """The contexts after a reply and some words of a user."""
    return [
        context + reply + [draws.randrange(2, VOCABULARY) for _ in range(draws.randrange(1, 20))]
        for context, reply in zip(contexts, replies, strict=True)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_equals_plain_generation_turn_by_turn(model: transformers.PreTrainedModel, seed: int) -> None:
    draws = random.Random(seed)
    generate = CachedGenerator(model, stops=[STOP], max_new_tokens=12, temperature=0)
    contexts = some_contexts(9, draws)
    contexts.append(list(contexts[0]))  # members of a group begin alike
    for turn in range(5):
        replies = [list(sample.ids) for sample in generate(contexts)]
        assert replies == plain(model, contexts, 12), turn
        contexts = grown(contexts, replies, draws)
        contexts = [context for context in contexts if draws.random() < 0.8] or contexts[:1]


def test_the_cache_is_used_and_only_where_it_holds(model: transformers.PreTrainedModel) -> None:
    draws = random.Random(7)
    read: list[int] = []
    model.register_forward_pre_hook(
        lambda _, args, kwargs: read.append((args[0] if args else kwargs["input_ids"]).shape[1]), with_kwargs=True
    )
    generate = CachedGenerator(model, stops=[STOP], max_new_tokens=4, temperature=0)
    contexts = some_contexts(5, draws)
    replies = [list(sample.ids) for sample in generate(contexts)]
    assert read[0] == max(map(len, contexts))
    longer = grown(contexts, replies, draws)
    read.clear()
    generate(longer)
    new = [len(b) - len(a) - len(reply) + 1 for a, reply, b in zip(contexts, replies, longer, strict=True)]
    assert read[0] == max(new)  # what was said since, and the last token sampled
    read.clear()
    others = some_contexts(5, draws)
    assert [list(sample.ids) for sample in generate(others)] == plain(model, others, 4)
    assert read[0] == max(map(len, others))


def test_changed_weights_make_the_cache_void(model: transformers.PreTrainedModel) -> None:
    draws = random.Random(3)
    generate = CachedGenerator(model, stops=[STOP], max_new_tokens=8, temperature=0)
    contexts = some_contexts(4, draws)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    for _ in range(3):
        replies = [list(sample.ids) for sample in generate(contexts)]
        assert replies == plain(model, contexts, 8)
        contexts = grown(contexts, replies, draws)
        model(torch.tensor([[3, 4, 5]]), labels=torch.tensor([[3, 4, 5]])).loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def test_adapters_are_part_of_the_model() -> None:
    peft = pytest.importorskip("peft")
    base = tiny_model()
    adapted = peft.get_peft_model(base, peft.LoraConfig(r=4, target_modules="all-linear", init_lora_weights=False))
    draws = random.Random(5)
    generate = CachedGenerator(adapted.eval(), stops=[STOP], max_new_tokens=8, temperature=0)
    contexts = some_contexts(4, draws)
    replies = [list(sample.ids) for sample in generate(contexts)]
    assert replies == plain(adapted, contexts, 8)
    assert replies != plain(tiny_model(), contexts, 8)


def test_log_probabilities_are_those_of_a_full_pass(model: transformers.PreTrainedModel) -> None:
    draws = random.Random(2)
    generate = CachedGenerator(
        model, stops=[STOP], max_new_tokens=10, temperature=0.7, random=torch.Generator().manual_seed(1)
    )
    contexts = some_contexts(6, draws)
    for _ in range(3):
        samples = generate(contexts)
        for context, sample in zip(contexts, samples, strict=True):
            ids = torch.tensor([context + list(sample.ids)])
            with torch.no_grad():
                logits = model(ids).logits[0] / 0.7
            expected = [
                logits[len(context) - 1 + place].log_softmax(-1)[token].item() for place, token in enumerate(sample.ids)
            ]
            assert sample.logprobs == pytest.approx(expected, abs=1e-4)
        contexts = grown(contexts, [list(sample.ids) for sample in samples], draws)


def test_tokens_follow_the_softmax() -> None:
    stats = pytest.importorskip("scipy.stats")
    model = tiny_model(vocabulary=12)
    generate = CachedGenerator(model, stops=[], max_new_tokens=1, random=torch.Generator().manual_seed(0))
    count = 20_000
    drawn = Counter(sample.ids[0] for sample in generate([[3, 5, 7]] * count))
    with torch.no_grad():
        chances = model(torch.tensor([[3, 5, 7]])).logits[0, -1].double().softmax(-1)
    expected = [count * chance.item() for chance in chances]
    often = [token for token in range(12) if expected[token] >= 5]
    rest = count - sum(expected[token] for token in often)
    observed = [drawn[token] for token in often] + [count - sum(drawn[token] for token in often)]
    assert rest < 30
    assert stats.chisquare(observed, [*(expected[token] for token in often), rest], sum_check=False).pvalue > 0.001


def test_the_same_seed_gives_the_same_tokens(model: transformers.PreTrainedModel) -> None:
    contexts = some_contexts(5, random.Random(1))

    def sampled(seed: int) -> list[list[int]]:
        random_ = torch.Generator().manual_seed(seed)
        generate = CachedGenerator(model, stops=[STOP], max_new_tokens=20, random=random_)
        return [list(sample.ids) for sample in generate(contexts)]

    assert sampled(0) == sampled(0) != sampled(1)


def test_replies_end_at_a_stop_or_at_the_limit_and_the_mode_stays() -> None:
    model = tiny_model().train()
    generate = CachedGenerator(model, stops=[STOP, 2], max_new_tokens=15, random=torch.Generator().manual_seed(4))
    lengths = set()
    for sample in generate([[5, 6]] * 60):
        assert not set(sample.ids[:-1]) & {STOP, 2}
        assert sample.ids[-1] in (STOP, 2) or len(sample.ids) == 15
        lengths.add(len(sample.ids))
    assert len(lengths) > 3
    assert model.training
    assert generate([]) == []


@pytest.mark.parametrize(("length", "temperature"), [(0, 1.0), (5, -0.1)])
def test_numbers_that_are_not_allowed(model: transformers.PreTrainedModel, length: int, temperature: float) -> None:
    with pytest.raises(ConfigError, match="at least"):
        CachedGenerator(model, stops=[STOP], max_new_tokens=length, temperature=temperature)
