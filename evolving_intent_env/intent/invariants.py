"""What must hold of every chain and of every trajectory, as far as that can be told without reading their words.

``check_chain`` and ``check_trajectory`` return what is violated, in the order of the rules below, each with the field
at fault; nothing is returned for what is right. A chain or trajectory whose ids do not fit together is checked no
further.
"""

from __future__ import annotations

from evolving_intent_env.intent import chain_rules, trajectory_rules
from evolving_intent_env.intent.chain import Chain
from evolving_intent_env.intent.trajectory import Trajectory
from evolving_intent_env.intent.violation import Violation

__all__ = ["Violation", "check_chain", "check_trajectory"]


def check_chain(chain: Chain) -> tuple[Violation, ...]:
    """Everything that is wrong with a chain, by these rules.

    * ``ids``: they are unique, and those referred to exist.
    * ``program``: it can be read, evaluates under the true values, and reads only values of its function's arguments.
    * ``preserved-answer``: the source's program reads no value of a predecessor-only argument.
    * ``gold``: the source's program gives the answer, where that is a number.
    * ``distinct-answers``: a predecessor's answer differs from the source's and from its neighbours'.
    * ``local-edit``: a counterfactual is its argument with one span replaced and exactly one value changed.
    * ``edit-matters``: it changes the source's answer, and no function loses its answer by it.
    * ``value-names``: each belongs to one argument.
    * ``leaning``: an argument leans on arguments that stand before it, and that are said wherever it is.
    * ``distinct-texts``: no two functions ask the same, no two wordings say the same.
    * ``numbers-in-question``: a function's text holds no number that stands in a wording of an argument.
    """
    broken = tuple(chain_rules.ids(chain))
    return broken or tuple(violation for rule in chain_rules.RULES for violation in rule(chain))


def check_trajectory(trajectory: Trajectory, *, events_per_turn: int = 1) -> tuple[Violation, ...]:
    """Everything that is wrong with a trajectory of a valid chain, by these rules.

    * ``events``: only reveals, revisions and switches, of the chain's own functions, arguments and wordings, each with
      an id of its own and in the turn that it names.
    * ``order``: at most one switch in a turn and none in the first; then revisions, then reveals.
    * ``events-per-turn``: no turn holds more switches and revisions than allowed. A turn without events is a repeat.
    * ``functions``: they go from far to near and end with the nearest predecessor and the source.
    * ``introduced-once``: each argument that some function of the trajectory needs, itself or for what leans on it, not
      after the last of these was left; and no other argument.
    * ``wrong-first``: a correction replaces a wrong wording that an earlier turn said.
    * ``corrected-in-time``: where a later function shares an argument with an earlier one, its last correction comes no
      later than the switch to that function, unless it was first said under that very function.
    * ``leaning``: no argument is said before those that its words lean on.
    * ``anchor``: the last state is the source function, with its arguments in force, every value true, and no others.

    Args:
        trajectory: The trajectory.
        events_per_turn: How many switches and revisions one turn may hold together.
    """
    broken = tuple(trajectory_rules.events(trajectory))
    if broken:
        return broken
    story = trajectory_rules.Story(trajectory)
    return (
        *trajectory_rules.order(trajectory, events_per_turn),
        *(violation for rule in trajectory_rules.RULES for violation in rule(story)),
    )
