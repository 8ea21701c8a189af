"""Converts field paths of older API versions to those of the newest version, by patterns and replacements.

Upstream: apimachinery/pkg/util/validation/field/error_matcher.go NormalizationRule (1.37); the patterns and the
replacements are those of Go's regexp package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import re2

from kapivara.languages.re2.patterns import PatternError
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_REFERENCE = lazy_pattern(r"\$(?:(\$)|(\w+)|\{(\w+)\})")


@record
class NormalizationRule:
    """Replaces the matches of `pattern` in a field path; `$1`, `${1}` and `${name}` are groups, `$$` is a dollar."""

    pattern: str
    replacement: str

    def applied(self, path: str) -> str:
        """Returns the path with every match replaced; raises PatternError for an invalid pattern."""
        pieces, end, matched = [], 0, False
        for found in _compiled(self.pattern).finditer(path):
            if matched and found.start() == found.end() == end:
                continue  # an empty match right behind another match does not count
            pieces += [path[end : found.start()], self._expanded(found)]
            end, matched = found.end(), True
        return "".join(pieces) + path[end:]

    def _expanded(self, found: Any) -> str:
        names: dict[str, int] = found.re.groupindex
        groups: tuple[str | None, ...] = (found.group(), *found.groups())

        def text_of(reference: Any) -> str:
            if reference[1]:
                return "$"
            name = reference[2] or reference[3]
            index = int(name) if name.isascii() and name.isdigit() else names.get(name, len(groups))
            return (groups[index] or "") if index < len(groups) else ""

        return _REFERENCE.sub(text_of, self.replacement)


@cache_short_texts(256, longest=256)
def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options=options)
    except re2.error as problem:
        raise PatternError(f"{pattern}: {problem}") from None


def normalized(path: str, rules: Iterable[NormalizationRule]) -> str:
    """Returns the path converted by the first rule that changes it; unchanged where no rule does."""
    for rule in rules:
        made = rule.applied(path)
        if made != path:
            return made
    return path
