"""Compares `explain` with the recorded server: every field with an error has a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from conformance.recordings import read_lines
from kapivara import Api
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.cli.fields.built_in import TypeNode
from kapivara.cli.fields.hand_written_rules import HandWrittenRules
from kapivara.cli.fields.tree import FieldNode

pytestmark = pytest.mark.slow
RECORDINGS = ("native_core", "native_apps", "native_cluster", "native_fuzz")
TEMPLATE = re.compile(r"\btemplate\.spec\.")
"""The rules of pods repeat below it: these are looked up in Pod alone."""
LEAST = 1200


def recorded_errors() -> dict[tuple[str, str], set[str]]:
    """Returns the fields that errors name, by API version and kind, without indexes and keys."""
    found: dict[tuple[str, str], set[str]] = {}
    for name in RECORDINGS:
        for scenario in read_lines(name) or ():
            for step in scenario["steps"]:
                sent, answer = step.get("body"), step.get("expect", {}).get("body")
                if not isinstance(sent, dict) or not isinstance(answer, dict) or "kind" not in sent:
                    continue
                for cause in (answer.get("details") or {}).get("causes") or ():
                    field = re.sub(r"\[[^]]*]", "", cause.get("field", ""))
                    found.setdefault((sent.get("apiVersion", ""), sent["kind"]), set()).add(field)
    return found


def find(root: FieldNode, place: tuple[str, ...]) -> FieldNode | None:
    """Returns a field; None where messages use another name, or where it is an option of the request."""
    node: FieldNode | None = root
    for name in place:
        node = node.children.get(name) if node is not None else None
    return node


def fields_without_rules(kind: Kind, fields: set[str]) -> Iterator[tuple[str, bool]]:
    """Yields the fields that the kind has, and whether `explain` lists no rule for them."""
    root = TypeNode.of_kind(kind)
    rules = HandWrittenRules(kind.gvk)
    for field in sorted(fields):
        place = tuple(field.split("."))
        node = find(root, place)
        if node is not None and not TEMPLATE.search(field):
            yield field, not rules.about(place) and not node.facts().rules


def test_every_field_that_the_server_found_wrong_has_a_rule() -> None:
    looked_at, without = 0, []
    with Api() as api:
        for (version, name), fields in sorted(recorded_errors().items()):
            kind = api.registry.find_kind(version, name)
            if kind is not None and not kind.api.custom:
                for field, is_bare in fields_without_rules(kind, fields):
                    looked_at += 1
                    without += [f"{version} {name} {field}"] if is_bare else []
    assert without == []
    assert looked_at > LEAST
