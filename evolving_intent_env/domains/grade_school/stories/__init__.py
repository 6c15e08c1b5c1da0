"""Every story of the embedded bank, by kind of situation. Written by hand; nothing in them comes from another dataset."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.stories import gardens
from evolving_intent_env.domains.grade_school.story import Story

STORIES: tuple[Story, ...] = (*gardens.STORIES,)
