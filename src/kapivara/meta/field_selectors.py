"""Field selectors: `metadata.name=one,spec.x!=y`, with escaped commas, equals signs and backslashes.

Upstream: apimachinery/pkg/fields/selector.go, apimachinery/pkg/runtime/conversion.go
DefaultMetaV1FieldSelectorConversion (1.37).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from kapivara.meta.selector_error import SelectorError
from kapivara.values.record import record
from kapivara.values.rendering import quote

GENERIC_FIELDS = ("metadata.name", "metadata.namespace")
"""The fields by which objects of every kind can be selected."""

UNSUPPORTED_FIELD = "field label not supported: {field}"
"""The error text of most kinds for an unsupported field."""

_TERM = r"(?s)[^\\,]*+(?:\\.[^\\,]*+)*\\?"
_OPERATOR = "!=|==|="


@record
class FieldRequirement:
    """One term of a field selector: the field has the value, or if `negated` any other value."""

    field: str
    value: str
    negated: bool = False

    def matches(self, fields: Mapping[str, str]) -> bool:
        """Returns True if a set of fields meets the requirement; a missing field counts as empty."""
        return (fields.get(self.field, "") == self.value) is not self.negated

    def __str__(self) -> str:
        escaped = re.sub(r"([\\,=])", r"\\\1", self.value)
        return f"{self.field}{'!=' if self.negated else '='}{escaped}"


@record
class FieldSelector:
    """A parsed field selector: all requirements must be met; without requirements it selects everything."""

    requirements: tuple[FieldRequirement, ...] = ()

    def matches(self, fields: Mapping[str, str]) -> bool:
        """Returns True if a set of fields is selected."""
        return all(requirement.matches(fields) for requirement in self.requirements)

    def exact_match(self, field: str) -> str | None:
        """Returns the value that a field must have; None if the selector does not determine it."""
        for requirement in self.requirements:
            if requirement.field == field and not requirement.negated:
                return requirement.value
        return None

    @property
    def fields(self) -> set[str]:
        """Returns the names of the fields in the selector."""
        return {requirement.field for requirement in self.requirements}

    def check_fields(self, known: Collection[str] | None = None, refusal: str = UNSUPPORTED_FIELD) -> None:
        """Raises SelectorError for the first unsupported field, with a text that names it.

        None stands for the many built-in kinds that support only GENERIC_FIELDS, with their own error text.
        """
        for requirement in self.requirements:
            if requirement.field in (GENERIC_FIELDS if known is None else known):
                continue
            if known is not None:
                raise SelectorError(refusal.format(field=requirement.field))
            only = ", ".join(map(quote, GENERIC_FIELDS))
            raise SelectorError(f"{quote(requirement.field)} is not a known field selector: only {only}")

    def __bool__(self) -> bool:
        return bool(self.requirements)

    def __str__(self) -> str:
        return ",".join(map(str, self.requirements))


def parse_field_selector(text: str) -> FieldSelector:
    """Parses a field selector; raises SelectorError with the server's text if it is malformed."""
    requirements = []
    for term in sorted(_split(text)):
        if not term:
            continue
        operator = re.search(_OPERATOR, term)
        if not operator:
            raise SelectorError(f"invalid selector: '{text}'; can't understand '{term}'")
        field, value = term[: operator.start()], _unescape(term[operator.end() :])
        if field or value:  # kept: an empty term selects everything
            requirements.append(FieldRequirement(field, value, operator[0] == "!="))
    return FieldSelector(tuple(requirements))


def _split(text: str) -> list[str]:
    """Splits a selector at its unescaped commas."""
    terms = []
    pattern, position = re.compile(_TERM), 0
    while match := pattern.match(text, position):
        terms.append(match[0])
        position = match.end() + 1
        if position > len(text):
            break
    return terms


def _unescape(text: str) -> str:
    if not re.search(r"[\\,=]", text):
        return text
    for match in re.finditer(r"\\(.?)|[,=]", text, re.S):
        if match[1] is None:
            raise SelectorError(f"invalid field selector: unescaped character in value: {ord(match[0])}")
        if match[1] not in ("\\", ",", "="):
            raise SelectorError(f"invalid field selector: invalid escape sequence: {match[0]}")
    return re.sub(r"\\(.)", r"\1", text, flags=re.S)
