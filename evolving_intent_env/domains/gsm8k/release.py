"""Files of the paper's official release, loaded as they are: extracted arguments, counterfactuals, predecessors.

They carry no programs: the gold answer of the last turn is the file's, earlier turns have none. The release stores
predecessors farthest first; a :class:`~evolving_intent_env.intent.chain.Chain` has the nearest first.

An item that is not what the release says it is stops the loading, since the rest of the file is then in doubt. Two
things are left out and counted instead: items that the release itself marks as not verified, and single
counterfactuals whose two values do not turn the true text into the wrong one, since the release lets some pass (``an``
for ``a``, another apostrophe) and the task is as good without them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from evolving_intent_env.domains.gsm8k.paper_ids import PAPER_IDS
from evolving_intent_env.domains.gsm8k.source import Placed
from evolving_intent_env.errors import BankError
from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function, Relation
from evolving_intent_env.intent.chain_rules import is_local_edit

_RELATIONS: dict[str, Relation] = {"T1": "apply", "T2": "narrow", "T3": "extend", "T4": "reframe"}
_SPLIT_OF_ID = re.compile(r"gsm8k-(test|train)-")
_NOT_VERIFIED = "marked as not verified"
_NO_REPLACEMENT = "only a counterfactual, which is not its argument with one value replaced"

Json = Mapping[str, object]


def are_items(documents: Sequence[Placed]) -> bool:
    """Whether these are items of the release rather than rows of GSM8K, which have neither of two fields."""
    return any(isinstance(item, dict) and ("function" in item or "arguments" in item) for _, item in documents)


def chains_in(documents: Sequence[Placed], split: str, file: str) -> tuple[list[Chain], Counter[str]]:
    """The chains of a release file, and what was left out by reason.

    Args:
        documents: The file's items, each with its place.
        split: The split asked for; of ``paper`` only the items whose ``original_id`` is one of the paper's rows.
        file: Its name, for messages.

    Raises:
        BankError: An item is wrong, belongs to another split, or none is of the paper.
    """
    items = [_Item(document, file, place) for place, document in documents]
    for item in items:
        item.check_split("test" if split == "paper" else split)
    if split == "paper":
        wanted = frozenset(map(str, PAPER_IDS))
        items = [item for item in items if item.original_id in wanted]
        if not items:
            raise BankError("no original_id is one of the paper's 200 rows; load the file as split 'test'", file=file)
    left_out = Counter[str]()
    chains = []
    for item in items:
        if item.is_verified():
            chains.append(item.chain(left_out))
        else:
            left_out[_NOT_VERIFIED] += 1
    return chains, left_out


class _Item:
    """One item of a release file; every fault found in it names the file, the task and the field.

    Args:
        document: What stands in the file.
        file: The file's name.
        place: Where in the file, for an item without an id.
    """

    def __init__(self, document: object, file: str, place: str) -> None:
        self._file = file
        self._task = place
        if not isinstance(document, dict):
            raise BankError("a task must be a JSON object", file=file, task=place)
        self._fields: Json = document
        self.task_id = self._task = self._id(document, "task_id")
        self.original_id = self._id(document, "original_id")

    def check_split(self, split: str) -> None:
        """Refuses an id that says another split."""
        named = _SPLIT_OF_ID.search(self.task_id)
        if named is not None and named[1] != split:
            raise self._wrong("task_id", f"the id says {named[1]}; load the file as split {named[1]!r}, not {split!r}")

    def is_verified(self) -> bool:
        """Whether the release marks nothing of the item as failed; files of its earlier stages mark nothing."""
        passed = True
        for name in ("verification_passed", "independence_passed"):
            value = self._fields.get(name)
            if value is not None and not isinstance(value, bool):
                raise self._wrong(name, "must be true, false or left out")
            passed = passed and value is not False
        return passed

    def chain(self, left_out: Counter[str]) -> Chain:
        """The item as a chain; counterfactuals that are dropped are counted."""
        arguments: dict[str, Argument] = {}
        own = self._objects(self._fields, "arguments")
        ids = [self._add(arguments, entry, path, left_out) for path, entry in own]
        if not ids or len(arguments) < len(ids):
            raise self._wrong("arguments", "must be a list of at least one argument, each argument_id once")
        source = Function("source", self._text(self._fields, "function"), tuple(ids))
        predecessors = []
        stored = list(self._objects(self._fields, "predecessor_functions"))
        for number, (path, entry) in enumerate(reversed(stored), 1):
            inner = self._objects(entry, "counterfactual_arguments", path)
            needed = [self._add(arguments, part, part_path, left_out) for part_path, part in inner]
            text = self._text(entry, "predecessor_function", path)
            relation = self._relation(entry, path)
            predecessors.append(Function(f"p{number}", text, tuple(dict.fromkeys(needed)), relation=relation))
        return Chain(
            task_id=self.task_id,
            domain="gsm8k",
            source=source,
            predecessors=tuple(predecessors),
            arguments=tuple(arguments.values()),
            answer=self._answer(),
            question="" if self._fields.get("question") is None else self._text(self._fields, "question", empty=True),
            original_id=self.original_id,
        )

    def _add(self, arguments: dict[str, Argument], entry: Json, path: str, left_out: Counter[str]) -> str:
        """Adds an argument unless its id is known, and returns the id."""
        id_, text = self._id(entry, "argument_id", path), self._text(entry, "argument", path)
        if id_ not in arguments:
            arguments[id_] = Argument(id_, text, counterfactuals=self._counterfactuals(entry, text, path, left_out))
        elif arguments[id_].text != text:
            raise self._wrong(f"{path}argument", f"argument {id_} is {arguments[id_].text!r} elsewhere in this task")
        return id_

    def _counterfactuals(self, entry: Json, text: str, path: str, left_out: Counter[str]) -> tuple[Counterfactual, ...]:
        made = []
        for inner_path, inner in self._objects(entry, "counterfactual_arguments", path):
            wrong = Counterfactual(
                text=self._text(inner, "counterfactual_argument", inner_path),
                original=self._text(inner, "original_value", inner_path, empty=True),
                replacement=self._text(inner, "counterfactual_value", inner_path, empty=True),
            )
            if is_local_edit(text, wrong):
                made.append(wrong)
            else:
                left_out[_NO_REPLACEMENT] += 1
        return tuple(made)

    def _relation(self, entry: Json, path: str) -> Relation:
        value = entry.get("taxonomy_type")
        if value is not None and not isinstance(value, str):
            raise self._wrong(f"{path}taxonomy_type", "must be a text such as T1")
        return _RELATIONS.get(value or "", "other")

    def _answer(self) -> str:
        value = self._fields.get("answer")
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not number and not (isinstance(value, str) and value.strip()):
            raise self._wrong("answer", "must be a number or a text that is not empty")
        return str(value).replace(",", "")

    def _text(self, entry: Json, name: str, path: str = "", *, empty: bool = False) -> str:
        value = entry.get(name)
        if not isinstance(value, str) or not (empty or value.strip()):
            raise self._wrong(path + name, "must be a text" if empty else "must be a text that is not empty")
        return value

    def _id(self, entry: Json, name: str, path: str = "") -> str:
        value = entry.get(name)
        if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).strip():
            raise self._wrong(path + name, "must be a text that is not empty or a whole number")
        return str(value)

    def _objects(self, entry: Json, name: str, path: str = "") -> Iterator[tuple[str, Json]]:
        """The objects of a list with the path of each; a list that is left out is empty."""
        value = entry.get(name)
        if value is not None and not isinstance(value, list):
            raise self._wrong(path + name, "must be a list of JSON objects")
        for index, inner in enumerate(value or ()):
            if not isinstance(inner, dict):
                raise self._wrong(f"{path}{name}[{index}]", "must be a JSON object")
            yield f"{path}{name}[{index}].", inner

    def _wrong(self, field: str, problem: str) -> BankError:
        return BankError(f"{problem}; correct the item or remove it", file=self._file, task=self._task, field=field)
