"""Finds the rules, junctors and counts of a new schema that see a value below them.

They matter if a value changes without a write, because its default or its type changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kapivara.cel.errors import CelIssuesError
from kapivara.cel.reads import Read, reads
from kapivara.schema.changes.change import Steps
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.schema.expressions.data.escaping import unescape
from kapivara.schema.structural.subschemas import JUNCTORS, children
from kapivara.values import JsonObject
from kapivara.values.caches import cache_short_texts
from kapivara.values.record import record

_COUNTS: Final = ("minProperties", "maxProperties", "enum")
_RULES: Final = "x-kubernetes-validations"
_LONGEST: Final = 60


@record(eq=False)
class Watcher:
    """A rule with the paths that it reads, or a keyword with the field names that it sees (None: all).

    `compared` is the field that must be unchanged for ratcheting to forgive its failures, or None; `certain` is True if
    that field can always be compared. A `new` rule is a change of its own.
    """

    words: str
    steps: Steps
    compared: str | None
    certain: bool = True
    rule: bool = False
    new: bool = False
    paths: tuple[tuple[Steps, bool], ...] = ()
    names: frozenset[str] | None = None

    def sees(self, steps: Steps) -> bool:
        """Returns True if it sees the value at these steps from the root, or the value that contains it."""
        below = steps[len(self.steps) :]
        if self.rule:
            return any(Read("self", path, whole).touches(below) for path, whole in self.paths)
        return self.names is None or any(step in self.names for step in below if step is not None)


def watchers_of(
    new: JsonObject, old: JsonObject, steps: Steps, compared: str | None, *, certain: bool
) -> Iterator[Watcher]:
    """Yields the watchers of a schema."""
    known = [each.get("rule") for each in old.get(_RULES) or ()]
    for rule in new.get(_RULES) or ():
        text = rule.get("rule") or ""
        words, paths = f"the rule {shortened(text)}", paths_read(text)
        yield Watcher(words, steps, compared, certain, rule=True, new=text not in known, paths=paths)
    for keyword in (*JUNCTORS, "not"):
        found = new.get(keyword)
        if found:
            names = _named(found if isinstance(found, list) else [found])
            yield Watcher(keyword, steps, compared, certain, names=names)
    for keyword in _COUNTS:
        if new.get(keyword) is not None and new.get("type") == "object":
            yield Watcher(keyword, steps, compared, certain)


def shortened(text: str) -> str:
    """Returns a rule on one line of limited length."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def paths_read(text: str) -> tuple[tuple[Steps, bool], ...]:
    """Returns the paths that a rule reads of its new and old value, each with True if it reads everything below."""
    return tuple(
        (tuple(None if step is None else unescape(step) or step for step in each.path), each.whole)
        for each in _reads(text)
        if each.variable in (SELF, OLD_SELF)
    )


def looks_back(text: str) -> bool:
    """Returns True if a rule reads the old value."""
    return any(each.variable == OLD_SELF for each in _reads(text))


@cache_short_texts(512, longest=1024)
def _reads(text: str) -> frozenset[Read]:
    from kapivara.cel.environments import kubernetes_env

    try:
        return reads(kubernetes_env((1, 37)).parse(text).expr)
    except CelIssuesError:
        return frozenset()


def _named(branches: list[Any]) -> frozenset[str] | None:
    """Returns the fields that branches name; None if they also count fields."""
    names: set[str] = set()
    waiting = list(branches)
    while waiting:
        branch = waiting.pop()
        if any(keyword in branch for keyword in _COUNTS[:2]):
            return None
        names.update(branch.get("required") or (), branch.get("properties") or ())
        waiting.extend(children(branch))
    return frozenset(names)
