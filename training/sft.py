"""Supervised warm-up: a model learns to answer users who tell what they know at once or bit by bit, and keep to it.

The replies are the symbolic solver's, with brief working. Every question of a task is taught, the source's and its
predecessors' alike, alone, with facts that it does not need, and one question after another; but in no conversation
does the user take back a fact or a question. What the model then makes of users who do is what GRPO starts from.

    python -m training.sft configs/sft/tiny_cpu.yaml [--set name=value ...]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from torch.utils.data import Dataset
from transformers import PreTrainedModel, Trainer, TrainingArguments

from evolving_intent_env.domains.registry import get_domain
from evolving_intent_env.errors import ConfigError
from evolving_intent_env.integrations.cached import CachedGenerator
from evolving_intent_env.integrations.chat import ChatTokens
from evolving_intent_env.integrations.demonstrations import (
    MISSING,
    program_of,
    question_alone,
    solver_replies,
    worked_answer,
    worked_steps,
)
from evolving_intent_env.integrations.rollout import Limits
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.seeding import Draws
from evolving_intent_env.simulate.render import render
from evolving_intent_env.simulate.scenario import Scenario
from evolving_intent_env.simulate.schedule import schedule
from training.command import told_in_one_line
from training.config import SFTSettings, read_settings, scenario_named, trainer_arguments
from training.files import write_json
from training.measure import measure
from training.models import chat_template, load_model, load_tokenizer, lora_config, new_model, train_tokenizer
from training.tasks import bank_of, distinct_tasks, task_stream

Talk = list[tuple[str, str]]
"""A conversation: the user's turn and the reply, turn by turn."""


def main(settings: SFTSettings) -> None:
    """Trains, saves and measures."""
    torch.manual_seed(settings.seed)
    output = Path(settings.output)
    bank = bank_of(settings.tasks)
    domain = get_domain(bank.domain)
    talks = demonstrations(settings)

    arguments = trainer_arguments(TrainingArguments, settings.trainer, output_dir=str(output), seed=settings.seed)
    if arguments.train_sampling_strategy != "sequential":
        raise ConfigError(
            "demonstrations are made in the order of the steps: set trainer.train_sampling_strategy: sequential"
        )
    per_step = sum(settings.step_mix.values())
    parts = arguments.per_device_train_batch_size * arguments.gradient_accumulation_steps
    if parts != per_step:
        raise ConfigError(f"step_mix holds {per_step} conversations, the trainer takes {parts} a step")

    # The model, and how it reads a conversation.
    if settings.model.new is not None:
        sample = islice(demonstrations(settings), settings.model.new.sample)
        texts = (text for talk in sample for turn in talk for text in turn)
        tokenizer = train_tokenizer(texts, settings.model.new.vocabulary, domain.frame(""))
        model: PreTrainedModel = new_model(settings.model.new, tokenizer, settings.seed)
    else:
        tokenizer, model = load_tokenizer(settings.model), load_model(settings.model)
    if settings.model.lora is not None:
        from peft import get_peft_model

        model = get_peft_model(model, lora_config(settings.model.lora))
    chat = ChatTokens(tokenizer, template=chat_template(settings.model), options=settings.model.template_options)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters, {len(tokenizer):,} tokens")

    # Training. Conversations of a step are sorted by length, so that its parts hold little padding.
    examples = _Examples(talks, chat, per_step, arguments.max_steps)
    trainer = _ReplyTrainer(
        model=model,
        args=arguments,
        train_dataset=examples,
        data_collator=lambda batch: _padded(batch, tokenizer.pad_token_id),
    )
    trainer.train()
    trainer.save_model(str(output / "model"))
    tokenizer.save_pretrained(str(output / "model"))
    write_json(output / "losses.json", trainer.state.log_history)

    # What came of it.
    evaluation = settings.evaluation
    scenarios = {name: scenario_named(name) for name in evaluation.scenarios}
    ids = distinct_tasks(bank, evaluation.tasks, evaluation.count, list(scenarios.values()), "sft evaluation")
    limits = Limits(settings.limits.turn_tokens, settings.limits.total_tokens)
    generate = CachedGenerator(trainer.model, stops=chat.stops, max_new_tokens=limits.turn_tokens, temperature=0.0)
    measured = measure(generate, chat, limits, bank, ids, scenarios, batch=evaluation.batch)
    write_json(output / "measured.json", measured.to_json())
    for name, right in measured.right.items():
        print(f"{name}: {100 * sum(right) / len(right):.1f}% of {len(right)} right")


def demonstrations(settings: SFTSettings) -> Iterator[Talk]:
    """Conversations without end, in the order in which the steps take them."""
    bank = bank_of(settings.tasks)
    frame = get_domain(bank.domain).frame
    chains = task_stream(bank, settings.tasks, "sft", settings.seed)
    kinds = [kind for kind, count in settings.step_mix.items() for _ in range(count)]
    for number in count():
        draws = Draws("demonstration", settings.seed, number)
        kind = kinds[number % len(kinds)]
        if kind == "drill":
            yield _drill(next(chains), draws)
            continue
        make = _several if kind == "several" else partial(_talk, kind=kind)
        talk = make(next(chains), longest=settings.longest, draws=draws)
        user, reply = talk[0]
        yield [(frame(user), reply), *talk[1:]]


def _talk(chain: Chain, kind: str, longest: int, draws: Draws) -> Talk:
    """One of the chain's questions, with the facts it needs and some that it does not."""
    function = draws.choice(list(chain.functions.values()))
    also = [argument.id for argument in chain.arguments if draws.below(2)]
    task = question_alone(chain, function.id, also)
    if kind == "original":
        return [(task.question, solver_replies(schedule(task, Scenario()))[0])]
    if kind == "reveal" and len(task.arguments) > 1:
        return _told_bit_by_bit(task, frozenset(function.arguments), longest, draws)
    trajectory = schedule(task, Scenario(), draws)
    return [(render(trajectory, draws)[0], solver_replies(trajectory)[0])]


def _several(chain: Chain, longest: int, draws: Draws) -> Talk:
    """Two or three of the chain's questions one after the other, each fact told once, some before it is needed.

    What is told before its question changes nothing yet, so the answer to the last question is given again.
    """
    functions = list(chain.functions.values())
    said: dict[str, str] = {}
    talk: Talk = []
    answer = MISSING
    for function in draws.sample(functions, min(len(functions), 2 + draws.below(2))):
        facts = {id_: text for id_, text in chain.truth(function.arguments).items() if id_ not in said}
        texts = list(facts.values())
        # Some of the facts may stand in a turn of their own.
        apart = draws.choice((None, "before", "after"))
        first, last = draws.below(len(texts) + 1), len(texts) - draws.below(len(texts) + 1)
        first, last = first if apart == "before" else 0, last if apart == "after" else len(texts)
        said |= facts
        if first:
            talk.append((" ".join(texts[:first]), answer))
        answer = worked_answer(program_of(chain, function), chain.values(said))
        talk.append((" ".join([function.text, *texts[first:last]]), answer if last == len(texts) else MISSING))
        if last < len(texts):
            talk.append((" ".join(texts[last:]), answer))
    return talk[:longest]


def _told_bit_by_bit(task: Chain, needed: frozenset[str], longest: int, draws: Draws) -> Talk:
    """Facts over several turns, some of them told twice, and the question in any of them; it ends when it is answered.

    Were the question always in the first turn, a model would look nowhere else for it; and were there turns after the
    answer, it would learn to give its earlier answer again, whatever has been said since.
    """
    telling = 2 + draws.below(min(longest, len(task.arguments)) - 1)
    repeats = draws.below(longest - telling + 1)
    trajectory = schedule(task, Scenario(turns=telling + repeats, repeats=repeats), draws)
    question = task.source.text
    facts = [turn.replace(question, "").strip() for turn in render(trajectory, draws)]
    asking = draws.below(len(facts)) if facts[0] else 0
    turns = [*facts[:asking], f"{question} {facts[asking]}".strip(), *facts[asking + 1 :]]
    known = [needed <= said.keys() for _, said in trajectory.progress()]
    answered = known.index(True, asking)
    return [*((turn, MISSING) for turn in turns[:answered]), (turns[answered], solver_replies(trajectory)[-1])]


def _drill(chain: Chain, draws: Draws) -> Talk:
    """One of the calculations that a question takes, by itself: a small model finds them harder than the story."""
    function = draws.choice(list(chain.functions.values()))
    steps = worked_steps(program_of(chain, function), chain.true_values)
    if not steps:
        return [(f"What is {chain.answer}?", f"\\boxed{{{chain.answer}}}")]
    asked, _, result = draws.choice(steps).partition(" = ")
    return [(f"What is {asked}?", f"{asked} = {result}. \\boxed{{{result}}}")]


class _ReplyTrainer(Trainer):  # type: ignore[misc]  # transformers counts as untyped
    """Computes logits where a reply's token is predicted and nowhere else: most tokens are the user's.

    It looks inside the model, so it is for one process.
    """

    def compute_loss(
        self,
        model: Any,
        inputs: dict[str, torch.Tensor],
        return_outputs: bool = False,
        num_items_in_batch: torch.Tensor | int | None = None,
    ) -> Any:
        """Cross entropy summed over the batch's reply tokens, divided by those of the whole step."""
        targets = inputs["labels"][:, 1:]
        kept = targets != -100
        decoded = model.get_decoder()(inputs["input_ids"], attention_mask=inputs["attention_mask"], use_cache=False)
        logits = model.get_output_embeddings()(decoded.last_hidden_state[:, :-1][kept])
        count = kept.sum() if num_items_in_batch is None else num_items_in_batch
        loss = torch.nn.functional.cross_entropy(logits.float(), targets[kept], reduction="sum") / count
        return (loss, None) if return_outputs else loss


class _Examples(Dataset[dict[str, list[int]]]):
    """Demonstrations as tokens, made one step at a time; a trainer asks for them in order."""

    def __init__(self, talks: Iterator[Talk], chat: ChatTokens, per_step: int, steps: int) -> None:
        self._talks = talks
        self._chat = chat
        self._per_step = per_step
        self._count = per_step * steps
        self._step = -1
        self._held: list[dict[str, list[int]]] = []

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> dict[str, list[int]]:
        step, place = divmod(index, self._per_step)
        while self._step < step:
            held = [tokens_of(talk, self._chat) for talk in islice(self._talks, self._per_step)]
            self._held = sorted(held, key=lambda example: len(example["input_ids"]))
            self._step += 1
        return self._held[place]


def tokens_of(talk: Talk, chat: ChatTokens) -> dict[str, list[int]]:
    """A conversation as ``input_ids`` and ``labels``, both of one length; the loss is on the replies alone."""
    ids: list[int] = []
    labels: list[int] = []
    for turn, (user, reply) in enumerate(talk):
        said = [{"role": "user", "content": user}]
        before = chat.opening(said) if turn == 0 else chat.following(said, ended=True)
        answer = [*chat.tokenizer(reply, add_special_tokens=False)["input_ids"], chat.end]
        ids += before + answer
        labels += [-100] * len(before) + answer
    return {"input_ids": ids, "labels": labels}


def _padded(batch: list[dict[str, list[int]]], pad: int) -> dict[str, torch.Tensor]:
    width = max(len(example["input_ids"]) for example in batch)

    def filled(name: str, value: int) -> torch.Tensor:
        return torch.tensor([example[name] + [value] * (width - len(example[name])) for example in batch])

    mask = [[1] * len(example["input_ids"]) + [0] * (width - len(example["input_ids"])) for example in batch]
    return {
        "input_ids": filled("input_ids", pad),
        "labels": filled("labels", -100),
        "attention_mask": torch.tensor(mask),
    }


def command(
    settings: Annotated[Path, typer.Argument(help="A settings file, such as configs/sft/tiny_cpu.yaml.")],
    change: Annotated[list[str] | None, typer.Option("--set", help="Change one setting: name=value.")] = None,
) -> None:
    """Teaches a model to answer users who do not change their minds."""
    with told_in_one_line():
        main(read_settings(SFTSettings, settings, change))


if __name__ == "__main__":
    typer.run(command)
