"""The embedded bank: hand-written stories, each with thousands of instances, made when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

from evolving_intent_env.domains.base import check_split
from evolving_intent_env.domains.grade_school.instance import DOMAIN, make_chain
from evolving_intent_env.domains.grade_school.stories import STORIES
from evolving_intent_env.domains.grade_school.story import Story
from evolving_intent_env.domains.numeric import NumericDomain
from evolving_intent_env.errors import BankError, SourceError
from evolving_intent_env.intent.chain import Chain

INSTANCES = 10_000
"""How many instances of each story have a task id."""


class StoryIds(Sequence[str]):
    """Task ids of some stories, computed instead of stored: each story's first instance, then each one's second, ..."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self._names = tuple(story.id for story in stories)
        self._places = {name: place for place, name in enumerate(self._names)}

    def __len__(self) -> int:
        return len(self._names) * INSTANCES

    @overload
    def __getitem__(self, position: int) -> str: ...
    @overload
    def __getitem__(self, position: slice) -> tuple[str, ...]: ...
    def __getitem__(self, position: int | slice) -> str | tuple[str, ...]:
        if isinstance(position, slice):
            return tuple(self[i] for i in range(*position.indices(len(self))))
        if position < 0:
            position += len(self)
        if not 0 <= position < len(self):
            raise IndexError(f"there are {len(self)} tasks, no number {position}")
        instance, place = divmod(position, len(self._names))
        return f"{self._names[place]}-{instance:05d}"

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))

    def __contains__(self, task_id: object) -> bool:
        return isinstance(task_id, str) and self.parse(task_id) is not None

    def parse(self, task_id: str) -> tuple[str, int] | None:
        """The story's id and the instance; None if this is not one of the task ids."""
        name, _, number = task_id.rpartition("-")
        if name not in self._places or len(number) != 5 or not (number.isascii() and number.isdigit()):
            return None
        return (name, int(number)) if int(number) < INSTANCES else None


class StoryBank:
    """Chains of the stories of one split.

    Attributes:
        domain: ``"grade_school"``.
        source: ``"builtin"``.
        split: The split.
        task_ids: Every task id; :data:`INSTANCES` for each story.
    """

    def __init__(self, split: str, stories: Sequence[Story]) -> None:
        self.domain = DOMAIN
        self.source = "builtin"
        self.split = split
        self.task_ids = StoryIds(stories)
        self._stories = {story.id: story for story in stories}

    def __contains__(self, task_id: object) -> bool:
        """Whether the split has this task."""
        return task_id in self.task_ids

    def chain(self, task_id: str) -> Chain:
        """The chain of one task, the same one at every call.

        Raises:
            BankError: The split has no such task.
        """
        parsed = self.task_ids.parse(task_id)
        if parsed is None:
            raise BankError(
                f"split {self.split!r} has no such task; ids look like {self.task_ids[0]}",
                file=self.source,
                task=task_id,
            )
        name, instance = parsed
        return _chain(self._stories[name], instance)


@lru_cache(maxsize=4096)
def _chain(story: Story, instance: int) -> Chain:
    return make_chain(story, instance)


class GradeSchool(NumericDomain):
    """Word problems of the embedded bank.

    Splits are disjoint by story, so that training never sees a test story: ``test`` and ``train``, and each of them at
    one level, such as ``test-easy``.
    """

    name = DOMAIN
    splits = (
        "test",
        "train",
        *(f"{split}-{level}" for split in ("test", "train") for level in ("easy", "medium", "hard")),
    )
    builtin = True

    def load(self, source: str, split: str) -> StoryBank:
        """The bank of one split.

        Raises:
            ConfigError: There is no such split.
            SourceError: The source is not ``"builtin"``.
        """
        check_split(self.name, self.splits, split)
        if source not in ("builtin", "auto"):
            raise SourceError(f"grade_school is built in; use source='builtin', not {source!r}")
        side, _, level = split.partition("-")
        return StoryBank(split, [story for story in STORIES if story.split == side and level in ("", story.level)])
