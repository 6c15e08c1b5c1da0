"""Hypothesis strategies for whole chains: every chain drawn satisfies ``check_chain``.

``chains()`` draws chains with exact programs: one to seven source arguments (with one or two numbers, or with none),
leaning arguments, zero to four predecessors that share arguments with the source and with each other in every pattern,
words of many scripts and numbers inside words ("B2B", "7th"). ``chains_without_programs()`` draws the same without
programs and values. ``trajectories()`` draws schedules of such chains, each of which satisfies ``check_trajectory``, by
means of its own: it knows nothing of the scheduler.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

from evolving_intent_env.intent.chain import Argument, Chain, Counterfactual, Function, Relation
from evolving_intent_env.intent.events import Event, Reveal, Revise, Switch
from evolving_intent_env.intent.program import Number, exact, format_number, parse_program
from evolving_intent_env.intent.trajectory import Trajectory

PEOPLE = ("Zoë", "Łukasz", "Ana María", "Noor", "Søren", "陳さん", "D'Arcy", "Иван", "O'Neil", "Priya", "the 7th owner")
THINGS = (
    "pens",
    "crêpes",
    "B2B leads",
    "7th-grade workbooks",
    "MP3 files",
    "łódki",
    "пряники",
    "茶碗",
    'jars of "Omega" oil',
    "4x4 cars",
    "bus tickets",
    "farmer's cheeses",
    "Åland stamps",
    "roses",
    "bricks",
    "H2O bottles",
    "e-mails",
    "violins",
    "lanterns",
    "half-price coats",
    "Café-Crème tins",
    "maps",
    "kites",
    "oak boards",
    "2nd-hand chairs",
    "yarn balls",
)
"""No one of these stands inside another, and every argument has its own: so no sentence stands inside another."""

ONE_NUMBER = (
    "{who} has {a} {thing} in stock.",
    "There are {a} {thing} on the list of {who}.",
    "{who} paid ${a} for the {thing} last week.",
    "About {a}% of the {thing} went to {who}.",
)
TWO_NUMBERS = (
    "{who} packs {a} boxes with {b} {thing} each.",
    "Each of the {a} shelves of {who} holds {b} {thing} today.",
)
LEANING = ("Besides those there are {a} {thing} as well.", "That one also sold {a} of the {thing} again.")
NO_NUMBER = ("{who} keeps the {thing} in Zürich.", "The {thing} belong to {who}.")
QUESTIONS = (
    "What is the grand total for the B2B fair?",
    "How much does everything come to?",
    "How many are left over at the 7th stop?",
    "What would the smaller order have cost?",
    "Combien cela ferait-il pour l'été?",
    "How large is the whole stock?",
    "What does one share amount to?",
)
RELATIONS: tuple[Relation, ...] = ("apply", "narrow", "extend", "reframe", "other")


@st.composite
def chains(draw: st.DrawFn, *, repeated_numbers: bool = True) -> Chain:
    """Random valid chains with exact programs.

    Args:
        draw: Given by hypothesis.
        repeated_numbers: Whether two arguments, or a wrong and a true value, may happen to hold the same number.
    """
    maker = _Maker(draw, repeated_numbers)
    count = draw(st.integers(1, 7))
    source_arguments = [maker.argument(f"a{i + 1}", maker.made) for i in range(count)]
    questions = _rotated(QUESTIONS, draw(st.integers(0, len(QUESTIONS) - 1)))
    source = Function("source", questions[0], tuple(a.id for a in source_arguments), maker.program(source_arguments))
    answer = _answer(source, source_arguments)
    if draw(st.integers(0, 4)):
        source_arguments = [maker.with_counterfactuals(a, source, source_arguments, answer) for a in source_arguments]

    predecessors: list[Function] = []
    own_arguments: list[Argument] = []
    taken = [answer]
    for number in range(1, draw(st.integers(0, 4)) + 1):
        new = maker.own(number, source_arguments)
        pool = [*source_arguments, *own_arguments]
        chosen = draw(st.integers(0, 2 ** len(pool) - 1))
        shared = [argument for bit, argument in enumerate(pool) if chosen >> bit & 1]
        own_arguments += new
        members = _with_what_they_lean_on([*shared, *new], own_arguments)
        program = maker.program(members)
        function = Function(
            f"p{number}", questions[number], tuple(a.id for a in members), program, draw(st.sampled_from(RELATIONS))
        )
        if program is not None:
            function = _with_new_answer(function, members, taken)
            taken = [answer, _answer(function, members)]
        predecessors.append(function)

    return Chain(
        task_id=f"toy-{draw(st.integers(0, 999))}",
        domain="toy",
        source=source,
        predecessors=tuple(predecessors),
        arguments=(*source_arguments, *own_arguments),
        answer=format_number(answer),
        question=" ".join((*(a.text for a in source_arguments), source.text)),
        original_id=str(draw(st.integers(0, 9_999))),
    )


def chains_without_programs() -> st.SearchStrategy[Chain]:
    """Random valid chains as of a domain whose answers no program computes."""
    return chains().map(without_programs)


def without_programs(chain: Chain) -> Chain:
    """The chain with its words alone."""
    return replace(
        chain,
        source=replace(chain.source, program=None),
        predecessors=tuple(replace(function, program=None) for function in chain.predecessors),
        arguments=tuple(
            replace(a, values=(), counterfactuals=tuple(replace(c, values=()) for c in a.counterfactuals))
            for a in chain.arguments
        ),
    )


@st.composite
def trajectories(draw: st.DrawFn, of: st.SearchStrategy[Chain] | None = None) -> Trajectory:
    """Random valid trajectories: any of the nearest predecessors, any revisions, empty turns anywhere but at the start.

    Args:
        draw: Given by hypothesis.
        of: Where chains come from.
    """
    chain = draw(chains() if of is None else of)
    functions = (*reversed(chain.predecessors[: draw(st.integers(0, len(chain.predecessors)))]), chain.source)
    needed = {id_ for function in functions for id_ in function.arguments}
    for argument in reversed(chain.arguments):
        if argument.id in needed:
            needed.update(argument.leans_on)
    said = [argument for argument in chain.arguments if argument.id in needed]

    # Scheduled events in order: switches first, then each correction at some place before its deadline.
    events: list[Event] = [
        Switch(event_id=f"switch-{f.id}", target_id=f.id, task=chain.task_id, shares=f.arguments) for f in functions[1:]
    ]
    wordings = {argument.id: [argument.text] for argument in said}
    for argument in said:
        wrong = (
            draw(st.lists(st.sampled_from(argument.counterfactuals), unique=True)) if argument.counterfactuals else []
        )
        users = [f.id for f in functions if argument.id in f.arguments]
        deadline = next((i for i, e in enumerate(events) if e.target_id in users[1:]), len(events))
        wordings[argument.id] = [*(w.text for w in wrong), argument.text]
        at = sorted(draw(st.integers(0, deadline)) for _ in wrong)
        for step in reversed(range(len(wrong))):
            value = wordings[argument.id][step + 1]
            events.insert(at[step], Revise(event_id=f"{argument.id}-{step}", target_id=argument.id, value=value))

    turns: list[list[Event]] = [[]]
    for event in events:
        turns += [[] for _ in range(draw(st.integers(0, 1)))]
        turns.append([replace(event, source_turn=len(turns))])
    turns += [[] for _ in range(draw(st.integers(0, 2)))]
    _say(draw, functions, said, wordings, turns)
    return Trajectory(chain, functions[0].id, tuple(map(tuple, turns)))


def _say(
    draw: st.DrawFn,
    functions: tuple[Function, ...],
    said: list[Argument],
    wordings: dict[str, list[str]],
    turns: list[list[Event]],
) -> None:
    """Adds every reveal: while it matters, before its first correction, after what it leans on, in time for others."""
    source = functions[-1].arguments
    starts = [turn for turn, events in enumerate(turns) if any(isinstance(event, Switch) for event in events)]
    latest: dict[str, int] = {}
    for function, end in zip(functions, (*starts, len(turns)), strict=True):
        latest.update((argument.id, end - 1) for argument in said if argument.id in function.arguments)
    for argument in said:
        for id_ in argument.leans_on:
            latest.setdefault(id_, latest[argument.id])
    for turn, events in reversed(list(enumerate(turns))):
        latest.update((event.target_id, turn - 1) for event in events if isinstance(event, Revise))
    for argument in reversed(said):
        for id_ in argument.leans_on:
            latest[id_] = min(latest[id_], latest[argument.id])
    earliest: dict[str, int] = {}
    for argument in said:
        first = max((earliest[id_] for id_ in argument.leans_on), default=0)
        earliest[argument.id] = turn = draw(st.integers(first, latest[argument.id]))
        turns[turn].append(
            Reveal(
                event_id=f"say-{argument.id}",
                target_id=argument.id,
                scope="task" if argument.id in source else "function",
                source_turn=turn,
                value=wordings[argument.id][0],
            )
        )


@dataclass
class _Sentence:
    """How an argument's text is made again with other numbers."""

    template: str
    who: str
    thing: str

    def text(self, numbers: tuple[Number, ...]) -> str:
        """The sentence with these numbers in it."""
        spelled = dict(zip("ab", map(_spell, numbers), strict=False))
        text = self.template.format(who=self.who, thing=self.thing, **spelled)
        return text[0].upper() + text[1:]


class _Maker:
    """Draws the parts of one chain."""

    def __init__(self, draw: st.DrawFn, repeated_numbers: bool) -> None:
        self.draw = draw
        self.repeated_numbers = repeated_numbers
        self.things = list(_rotated(THINGS, draw(st.integers(0, len(THINGS) - 1))))
        self.made: list[Argument] = []
        self.sentences: dict[str, _Sentence] = {}
        self.used: set[Number] = set()
        self.names = 0

    def number(self) -> Number:
        """A positive number as people write it."""
        value: Number = self.draw(
            st.one_of(
                st.integers(1, 99),
                st.integers(1, 99),
                st.integers(100, 20_000),
                st.integers(1, 399).map(lambda n: exact(Fraction(n, 4))),
            )
        )
        while not self.repeated_numbers and value in self.used:
            value += 1
        self.used.add(value)
        return value

    def argument(self, id_: str, may_lean_on: list[Argument]) -> Argument:
        """A new argument without counterfactuals; the first of a chain always has a number and leans on nothing."""
        choices = [ONE_NUMBER, ONE_NUMBER, TWO_NUMBERS]
        if may_lean_on:
            choices += [LEANING, NO_NUMBER]
        templates = self.draw(st.sampled_from(choices))
        sentence = _Sentence(
            self.draw(st.sampled_from(templates)), self.draw(st.sampled_from(PEOPLE)), self.things.pop()
        )
        numbers = tuple(self.number() for slot in ("{a}", "{b}") if slot in sentence.template)
        names = [f"n{self.names + i}" for i in range(len(numbers))]
        self.names += len(numbers)
        leans_on: tuple[str, ...] = ()
        if templates is LEANING:
            leans_on = (self.draw(st.sampled_from(may_lean_on)).id,)
        made = Argument(id_, sentence.text(numbers), tuple(zip(names, numbers, strict=True)), leans_on=leans_on)
        self.sentences[id_] = sentence
        self.made.append(made)
        return made

    def own(self, number: int, source_arguments: list[Argument]) -> list[Argument]:
        """The arguments that a predecessor is the first to need."""
        new: list[Argument] = []
        for _ in range(self.draw(st.integers(0, 2))):
            new.append(self.argument(f"b{number}{len(new) + 1}", [*source_arguments, *new]))
        return new

    def with_counterfactuals(
        self, argument: Argument, source: Function, source_arguments: list[Argument], answer: Number
    ) -> Argument:
        """The argument with up to three wrong wordings, each of which changes the source's answer."""
        if not argument.values:
            return argument
        wrong: dict[str, Counterfactual] = {}
        for _ in range(self.draw(st.integers(0, 3))):
            place = self.draw(st.integers(0, len(argument.values) - 1))
            numbers = [value for _, value in argument.values]
            original, numbers[place] = numbers[place], self.number()
            text = self.sentences[argument.id].text(tuple(numbers))
            values = tuple((name, value) for (name, _), value in zip(argument.values, numbers, strict=True))
            others = [replace(a, values=values) if a.id == argument.id else a for a in source_arguments]
            if text != argument.text and _answer(source, others) != answer:
                wrong[text] = Counterfactual(text, _spell(original), _spell(numbers[place]), values)
        return replace(argument, counterfactuals=tuple(wrong.values()))

    def program(self, members: list[Argument]) -> str | None:
        """A random program that reads every value of ``members``; no divisor can be zero under any wording."""
        parts = [name for argument in members for name, _ in argument.values]
        if not parts:
            return None
        if self.draw(st.integers(0, 3)) == 0:
            parts.append(str(self.draw(st.integers(1, 12))))
        if self.draw(st.integers(0, 5)) == 0:
            parts.append(parts[0])
        while len(parts) > 1:
            left = parts.pop(self.draw(st.integers(0, len(parts) - 1)))
            right = parts.pop(self.draw(st.integers(0, len(parts) - 1)))
            operator = self.draw(st.sampled_from("++--**/"))
            if operator == "/" and not right.isalnum():
                operator = "+"
            parts.append(f"({left} {operator} {right})")
        if self.draw(st.integers(0, 9)) == 0:
            parts[0] = f"{self.draw(st.sampled_from(('floor', 'ceil')))}({parts[0]})"
        return str(parse_program(parts[0]))


def _rotated(names: tuple[str, ...], start: int) -> tuple[str, ...]:
    return (*names[start:], *names[:start])


def _spell(number: Number) -> str:
    return f"{number:,}" if isinstance(number, int) else format_number(number)


def _answer(function: Function, members: list[Argument]) -> Number:
    assert function.expr is not None
    return function.expr.evaluate({name: value for argument in members for name, value in argument.values})


def _with_what_they_lean_on(members: list[Argument], own_arguments: list[Argument]) -> list[Argument]:
    """Members, and the predecessors' arguments they lean on; a source argument may be said before it is needed."""
    needed = {argument.id for argument in members}
    for argument in reversed(own_arguments):
        if argument.id in needed:
            needed.update(argument.leans_on)
    return [*(a for a in members if a not in own_arguments), *(a for a in own_arguments if a.id in needed)]


def _with_new_answer(function: Function, members: list[Argument], taken: list[Number]) -> Function:
    """The function with the smallest whole number added that makes its answer another one than those taken."""
    more = 0
    program = function.program
    while _answer(function, members) in taken:
        more += 1
        function = replace(function, program=str(parse_program(f"{program} + {more}")))
    return function
