"""Which domains there are. A domain's module is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from evolving_intent_env.domains.base import Domain
from evolving_intent_env.errors import ConfigError

_PLACES = {
    "gsm8k": ("evolving_intent_env.domains.gsm8k.domain", "GSM8K"),
    "grade_school": ("evolving_intent_env.domains.grade_school.bank", "GradeSchool"),
}

DOMAINS: tuple[str, ...] = tuple(_PLACES)
"""The names of all domains."""

ENV_IDS: dict[str, str] = {
    "EvolvingIntent-GSM8K-v0": "gsm8k",
    "EvolvingIntent-GradeSchool-v0": "grade_school",
}
"""The domain of each environment id."""


def get_domain(name: str) -> Domain:
    """The domain of this name.

    Raises:
        ConfigError: There is none.
    """
    try:
        module, attribute = _PLACES[name]
    except KeyError:
        raise ConfigError(f"domain {name!r} is unknown; domains are {', '.join(DOMAINS)}") from None
    return cast(Domain, getattr(import_module(module), attribute)())
