"""Converts objects by the conversion rules of their CRD: a strategy of KEP-2876 that v1.37 does not have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kapivara.apis.groups.apiextensions.validation.conversion_rules import ConversionRule, convert_by_rules, read_rules
from kapivara.cel.errors import CelError
from kapivara.registry.conversion.converter import ConversionError
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonObject


class RuleConverter:
    """Converts with the converters of a CRD; `schema_of` returns the schema of a version."""

    waits = False

    def __init__(self, converters: Sequence[JsonObject], schema_of: Callable[[str], Structural | None]):
        self._converters = {(each["fromVersion"], each["toVersion"]): each for each in converters}
        self._schema_of = schema_of
        self._rules: dict[tuple[str, str], list[ConversionRule]] = {}

    def convert(self, objects: Sequence[JsonObject], api_version: str) -> list[JsonObject | ConversionError]:
        """Returns objects at a version; fields without a rule stay unchanged."""
        return [self._converted(each, api_version) for each in objects]

    def _converted(self, obj: JsonObject, api_version: str) -> JsonObject | ConversionError:
        pair = obj["apiVersion"].rpartition("/")[2], api_version.rpartition("/")[2]
        try:
            made = convert_by_rules(obj, self._rules_for(pair))
        except CelError as error:
            return ConversionError(f"conversion rules from {pair[0]} to {pair[1]} failed: {error}")
        return {**made, "apiVersion": api_version}

    def _rules_for(self, pair: tuple[str, str]) -> list[ConversionRule]:
        known = self._rules.get(pair)
        if known is None:
            converter = self._converters.get(pair)
            known = self._rules[pair] = [] if converter is None else read_rules(converter, self._schema_of(pair[0]))
        return known
