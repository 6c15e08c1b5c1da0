"""What a domain is: where its chains come from, how it words its first turn, and how it scores an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from evolving_intent_env.errors import BankError, ConfigError
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.verify.verdict import Verdict


class Bank(Protocol):
    """A set of chains, each found by its task id.

    Attributes:
        domain: The name of the domain.
        source: Where the chains come from: ``"builtin"``, a path or a hub id.
        split: The split that was loaded.
    """

    domain: str
    source: str
    split: str

    @property
    def task_ids(self) -> Sequence[str]:
        """Every task id, in the bank's order."""
        ...

    def __contains__(self, task_id: object) -> bool:
        """Whether the bank has this task; unlike ``in task_ids``, never a search."""
        ...

    def chain(self, task_id: str) -> Chain:
        """The chain of one task.

        Raises:
            BankError: The bank has no such task.
        """
        ...


class Domain(Protocol):
    """One source benchmark.

    Attributes:
        name: Its name, such as ``"gsm8k"``.
        splits: The names of its splits, the default first.
        builtin: Whether the package itself holds a bank of it.
    """

    name: str
    splits: tuple[str, ...]
    builtin: bool

    def load(self, source: str, split: str) -> Bank:
        """Loads a bank.

        Args:
            source: ``"builtin"``, a path, or a hub id.
            split: One of ``splits``.

        Raises:
            SourceError: The source is missing or out of reach.
            BankError: The source holds something that is not a bank of this domain.
        """
        ...

    def frame(self, text: str) -> str:
        """The first user turn around the user's own words: the answer format, a schema, whatever the task needs."""
        ...

    def score(self, reply: object, gold: str) -> Verdict:
        """Scores a reply against a gold answer with the source benchmark's own verifier; never raises on a reply."""
        ...


class ChainBank:
    """A bank held in memory.

    Args:
        chains: The chains; their ids must be unique.
        left_out: How many source rows were left out, by reason.

    Raises:
        BankError: Two chains have the same id, or there is none at all.
    """

    def __init__(
        self,
        chains: Iterable[Chain],
        *,
        domain: str,
        source: str,
        split: str,
        left_out: Mapping[str, int] | None = None,
    ) -> None:
        self.domain = domain
        self.source = source
        self.split = split
        self.left_out = dict(left_out or {})
        self._chains: dict[str, Chain] = {}
        for chain in chains:
            if chain.task_id in self._chains:
                raise BankError("two chains have this id", file=source, task=chain.task_id)
            self._chains[chain.task_id] = chain
        if not self._chains:
            raise BankError(f"no task of split {split!r} became a chain: {self.left_out or 'it is empty'}", file=source)

    @cached_property
    def task_ids(self) -> Sequence[str]:
        """Every task id, in the bank's order."""
        return tuple(self._chains)

    def __contains__(self, task_id: object) -> bool:
        """Whether the bank has this task."""
        return task_id in self._chains

    def chain(self, task_id: str) -> Chain:
        """The chain of one task.

        Raises:
            BankError: The bank has no such task.
        """
        try:
            return self._chains[task_id]
        except KeyError:
            first = ", ".join(self.task_ids[:3])
            raise BankError(
                f"the {self.domain} bank has no such task; it holds {len(self._chains)}, such as {first}",
                file=self.source,
                task=task_id,
            ) from None


def check_split(domain: str, splits: Sequence[str], split: str) -> None:
    """Refuses an unknown split.

    Args:
        domain: The domain's name, for the message.
        splits: The splits it has.
        split: The split that was asked for.

    Raises:
        ConfigError: The split is not one of ``splits``.
    """
    if split not in splits:
        raise ConfigError(f"split={split!r} is not a split of {domain}; allowed are {', '.join(splits)}")
