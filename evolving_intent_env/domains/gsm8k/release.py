"""Files of the paper's official release, loaded as they are: extracted arguments, counterfactuals, predecessors.

They carry no programs: the gold answer of the last turn is the file's, earlier turns have none. The release stores
predecessors farthest first; a :class:`~evolving_intent_env.intent.chain.Chain` has the nearest first.
"""

from __future__ import annotations

import json
from collections import Counter

from evolving_intent_env.errors import BankError
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function, Relation

_RELATIONS: dict[object, Relation] = {"T1": "apply", "T2": "narrow", "T3": "extend", "T4": "reframe"}

Json = dict[str, object]


def chains_in(text: str, file: str) -> tuple[list[Chain], Counter[str]]:
    """The chains of a release file, and how many items were left out by reason.

    Args:
        text: The file: a list of items, ``{"results": [...]}`` or one item.
        file: Its name, for messages.

    Raises:
        BankError: It is not JSON, or none of these three.
    """
    try:
        document = json.loads(text)
    except ValueError as error:
        raise BankError(f"neither JSON lines of GSM8K nor a JSON file of the release: {error}", file=file) from error
    if isinstance(document, dict):
        document = document.get("results", [document])
    if not isinstance(document, list):
        raise BankError('expected a list of tasks, {"results": [...]} or one task', file=file)
    chains, left_out = [], Counter[str]()
    for item in document:
        made = _chain(item)
        if isinstance(made, str):
            left_out[made] += 1
        else:
            chains.append(made)
    return chains, left_out


def _chain(item: object) -> Chain | str:
    if not isinstance(item, dict) or not item.get("function") or not item.get("arguments"):
        return "no function or no arguments"
    if item.get("verification_passed") is False or item.get("independence_passed") is False:
        return "marked as not verified"
    arguments: dict[str, Argument] = {}
    own = _objects(item["arguments"])
    for entry in own:
        argument = _argument(entry)
        if argument is None or argument.id in arguments:
            return "an argument without a text or with a doubtful id"
        arguments[argument.id] = argument
    source = Function("source", str(item["function"]), tuple(arguments))
    predecessors = []
    stored = _objects(item.get("predecessor_functions"))
    for number, entry in enumerate(reversed(stored), 1):
        text = entry.get("predecessor_function")
        if not isinstance(text, str) or not text.strip():
            return "a predecessor without a text"
        needed = []
        for part in _objects(entry.get("counterfactual_arguments")):
            argument = _argument(part)
            if argument is None:
                return "an argument without a text or with a doubtful id"
            arguments.setdefault(argument.id, argument)
            needed.append(argument.id)
        relation = _RELATIONS.get(entry.get("taxonomy_type"), "other")
        predecessors.append(Function(f"p{number}", text, tuple(dict.fromkeys(needed)), relation=relation))
    return Chain(
        task_id=str(item.get("task_id", f"gsm8k-release-{item.get('original_id', '')}")),
        domain="gsm8k",
        source=source,
        predecessors=tuple(predecessors),
        arguments=tuple(arguments.values()),
        answer=str(item.get("answer", "")).replace(",", ""),
        question=str(item.get("question", "")),
        original_id=str(item.get("original_id", "")),
    )


def _objects(value: object) -> list[Json]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _argument(entry: Json) -> Argument | None:
    """One argument; the release also has a field of this name for a predecessor's whole argument list."""
    id_, text = entry.get("argument_id"), entry.get("argument")
    if id_ is None or not isinstance(text, str) or not text.strip():
        return None
    wrong = []
    for other in _objects(entry.get("counterfactual_arguments")):
        wording = other.get("counterfactual_argument")
        if isinstance(wording, str) and wording and wording != text:
            wrong.append(
                Counterfactual(
                    wording, str(other.get("original_value", "")), str(other.get("counterfactual_value", ""))
                )
            )
    return Argument(str(id_), text, counterfactuals=tuple(wrong))
