"""A story: a hand-written word problem, everything that can precede it, and slots for names, things and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from evolving_intent_env.intent.chain import Relation
from evolving_intent_env.intent.program import Expr, Number, exact, parse_program

Level = Literal["easy", "medium", "hard"]
Split = Literal["train", "test"]


@dataclass(frozen=True, slots=True)
class Person:
    """A name with its pronouns: ``{who}``, ``{who.she}``, ``{who.her}`` (whose), ``{who.them}`` (to whom)."""

    name: str
    she: str
    her: str
    them: str

    def __str__(self) -> str:
        """The name."""
        return self.name


@dataclass(frozen=True, slots=True)
class Noun:
    """A countable thing: ``{fruit}`` is one, ``{fruit.many}`` more than one, ``{fruit.a}`` one with its article."""

    one: str
    many: str

    @property
    def a(self) -> str:
        """The singular with "a" or "an"."""
        return f"{'an' if self.one[0] in 'aeiou' else 'a'} {self.one}"

    def __str__(self) -> str:
        """The singular."""
        return self.one


Filler = Person | Noun | str


@dataclass(frozen=True, slots=True)
class Fact:
    """One argument of a story: a sentence with exactly one number.

    Attributes:
        id: The argument's id, and the name under which programs read its number.
        text: The whole sentence; ``{id}`` is the number, ``{id:money}`` writes 1.5 as "1.50" and 3 as "3".
        values: What the number may be.
        revisable: Whether the user may first say a wrong number.
    """

    id: str
    text: str
    values: Sequence[Number]
    revisable: bool = True


@dataclass(frozen=True, slots=True)
class Before:
    """An earlier, related question: a predecessor.

    Attributes:
        text: The question; it holds no number.
        program: Arithmetic over ids of facts.
        relation: How the function that follows it relates to it.
        money: Whether its answer may have cents.
    """

    text: str
    program: str
    relation: Relation
    money: bool = False


class Task(NamedTuple):
    """A question with its parsed program."""

    text: str
    expr: Expr
    money: bool
    relation: Relation


class Comparison(NamedTuple):
    """``left < right``, or ``left <= right`` where ``or_equal``."""

    left: Expr
    or_equal: bool
    right: Expr


@dataclass(frozen=True, eq=False)
class Story:
    """A template of chains.

    Attributes:
        id: Unique in the bank.
        situation: The kind of situation, such as ``"cooking"``.
        level: By number of arguments, steps and size of numbers.
        split: The split that the story, with all its instances, belongs to.
        cast: What each slot may be filled with; two person slots never get the same person.
        facts: The source's arguments, in the order a person would tell them.
        question: The source question; it holds no number and stands alone.
        program: Arithmetic over ids of facts.
        before: The predecessors, the nearest to the source first.
        asides: Arguments that only predecessors need.
        given: Comparisons that must hold, such as ``"sold < picked * 2"``; every function's result and every difference
            is positive without saying so here.
        money: Whether the answer may have cents.
    """

    id: str
    situation: str
    level: Level
    split: Split
    cast: Mapping[str, Sequence[Filler]]
    facts: tuple[Fact, ...]
    question: str
    program: str
    before: tuple[Before, ...]
    asides: tuple[Fact, ...] = ()
    given: tuple[str, ...] = ()
    money: bool = False

    @cached_property
    def all_facts(self) -> tuple[Fact, ...]:
        """The source's facts, then the asides."""
        return (*self.facts, *self.asides)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """The source, then the predecessors from near to far."""
        source = Task(self.question, parse_program(self.program), self.money, "other")
        return (source, *(Task(b.text, parse_program(b.program), b.money, b.relation) for b in self.before))

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """``given``, parsed."""
        parsed = []
        for text in self.given:
            left, sign, right = re.split(r"(<=|<)", text)
            parsed.append(Comparison(parse_program(left), sign == "<=", parse_program(right)))
        return tuple(parsed)


def cents(start: int, stop: int, step: int) -> tuple[Number, ...]:
    """Amounts of money from ``start`` to below ``stop`` cents, in dollars."""
    return tuple(exact(f"{value}/100") for value in range(start, stop, step))


SHE = ("she", "her", "her")
HE = ("he", "his", "him")

PEOPLE: tuple[Person, ...] = tuple(
    Person(name, *pronouns)
    for names, pronouns in (
        (
            "Ada Amira Bea Carla Chiara Dalia Elif Esra Farah Greta Hana Ines Ivy Jana Kaya Lena Lucia Maya Mina Nadia "
            "Nora Olga Petra Priya Rosa Saida Sofia Tara Uma Vera Wanda Yuki Zara",
            SHE,
        ),
        (
            "Abel Amir Boris Carlos Dario Diego Emre Felix Goran Hugo Ivan Jonas Kofi Leon Luca Marek Milo Nils Omar "
            "Otto Pablo Quinn Rafi Ravi Samir Stefan Tariq Tomas Umar Victor Wei Yusuf Zoran",
            HE,
        ),
    )
    for name in names.split()
)
"""Sixty-six short names from many places."""
