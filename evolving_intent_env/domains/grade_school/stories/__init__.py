"""Every story of the embedded bank, by kind of situation, all written by hand for it."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.stories import (
    animals,
    building,
    cooking,
    crafts,
    festivals,
    gardens,
    reading,
    school,
    shopping,
    sports,
    travel,
    wages,
)
from evolving_intent_env.domains.grade_school.story import Story

STORIES: tuple[Story, ...] = (
    *animals.STORIES,
    *building.STORIES,
    *cooking.STORIES,
    *crafts.STORIES,
    *festivals.STORIES,
    *gardens.STORIES,
    *reading.STORIES,
    *school.STORIES,
    *shopping.STORIES,
    *sports.STORIES,
    *travel.STORIES,
    *wages.STORIES,
)
