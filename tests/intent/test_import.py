"""What ``evolving_intent_env.intent`` exports, and what it costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from evolving_intent_env import intent

HEAVY = ("torch", "transformers", "datasets", "pandas", "sqlglot", "sympy", "numpy", "gymnasium", "pydantic")


def test_every_exported_name_exists_and_is_listed_once() -> None:
    assert len(set(intent.__all__)) == len(intent.__all__)
    assert all(getattr(intent, name) is not None for name in intent.__all__)


def test_the_package_of_pure_values_imports_nothing_but_itself_and_the_standard_library() -> None:
    program = (
        "import sys, types\n"
        # The parent package registers environments; here only what this package itself asks for counts.
        "parent = types.ModuleType('evolving_intent_env')\n"
        f"parent.__path__ = [{str(Path(intent.__file__).parents[1])!r}]\n"
        "sys.modules['evolving_intent_env'] = parent\n"
        "import evolving_intent_env.intent\n"
        "print(*sorted(name for name in sys.modules if name.startswith('evolving_intent_env.')))\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    own, heavy = done.stdout.split("\n")[:2]
    assert heavy == ""
    outside = [name for name in own.split() if not name.startswith("evolving_intent_env.intent")]
    assert outside == ["evolving_intent_env.errors"]
