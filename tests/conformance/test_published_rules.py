"""Validates recorded objects by our documents with declared rules.

Recorded conversations are replayed on a server in this process. Each object that its kinds validate is validated again
by the document of the kind, as an update where it was one: stored objects must pass, and objects that a declared rule
rejects must be rejected there, too (KEP-4153).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from conformance.client import Client
from conformance.conversation import play
from conformance.recordings import read_lines
from kapivara.api import Api
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.feature_gates import DECLARATIVE_VALIDATION_IN_OPENAPI
from kapivara.apis.machinery.validation.declared_rules import OPTIONS
from kapivara.field import ErrorList, Operation
from kapivara.meta import GroupVersionKind
from kapivara.openapi import Validator
from kapivara.testing import Server
from kapivara.values import ABSENT

pytestmark = pytest.mark.slow

SAMPLE = (("native_cluster", 5), ("native_fuzz", 8), ("native_apps", 9), ("native_core", 20))
"""Recordings, with the share of their scenarios; `--update` replays all of them."""
LEAST_REFUSED, LEAST_STORED = 50, 400
"""The least number of rejected and stored objects in the sample."""
SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Judged:
    """An object that a kind validated, and the answer of the recorded server."""

    scenario: str
    code: int
    kind: GroupVersionKind
    new: dict[str, Any]
    old: Any
    declared: tuple[tuple[str, str], ...]
    """The errors of declared rules that were reported: types and fields."""

    def errors(self) -> ErrorList:
        """The errors by the document of the kind."""
        identity = {"apiVersion": self.kind.api_version, "kind": self.kind.kind}
        old = self.old if self.old is ABSENT else {**identity, **self.old}
        return validator_of(self.kind).validate({**identity, **self.new}, old)


@cache
def published() -> Any:
    return Api(feature_gates={DECLARATIVE_VALIDATION_IN_OPENAPI: True})._registry.openapi()


@cache
def document_at(path: str) -> Validator:
    return Validator(json.loads(published().document(path).text))


def validator_of(kind: GroupVersionKind) -> Validator:
    return document_at(f"apis/{kind.group}/{kind.version}" if kind.group else f"api/{kind.version}")


@pytest.fixture(scope="module")
def judged(request: pytest.FixtureRequest) -> list[Judged]:
    """Everything that kinds validated as the server did while the sample was replayed."""
    seen: list[tuple[Any, ...]] = []
    original = Kind.verdict

    def verdict_of(self: Kind, operation: Operation, new: Any, old: Any, sound: Any = None) -> Any:
        verdict = original(self, operation, new, old, sound)
        declared = Operation(operation.verb, operation.subresource, OPTIONS, operation.deadline)
        rules = self.declared_rules
        found = [] if rules is None else rules._validate(rules._type, declared, new, None if old is ABSENT else old)
        told = {(each.type, each.field) for each in verdict.errors}
        errors = tuple((each.type, each.field) for each in found if (each.type, each.field) in told)
        seen.append((self.gvk, copy.deepcopy(new), old if old is ABSENT else copy.deepcopy(old), errors))
        return verdict

    with pytest.MonkeyPatch.context() as patch, Server(tls=False) as server:
        patch.setattr(Kind, "verdict", verdict_of)
        client = Client(server.url, token=server.token)
        every = bool(request.config.getoption("--update"))
        try:
            return [each for name, step in SAMPLE for each in _played(name, 1 if every else step, client, seen)]
        finally:
            client.close()


def _played(name: str, step: int, client: Client, seen: list[tuple[Any, ...]]) -> Iterator[Judged]:
    for scenario in (read_lines(name) or [])[::step]:
        seen.clear()
        answers = play(scenario, client)
        for each in scenario["steps"]:
            try:
                answer = next(answers)
            except (KeyError, StopIteration):  # later steps cannot use a value that the answer lacks
                break
            expected = each.get("expect", {}).get("code")
            if answer is not None and answer.code == expected:
                for kind, new, old, declared in seen:
                    if kind.group != "apiextensions.k8s.io":
                        yield Judged(scenario["id"], expected, kind, new, old, declared)
            seen.clear()


def test_what_was_stored_passes(judged: list[Judged]) -> None:
    stored = [each for each in judged if each.code in (200, 201)]
    assert len(stored) >= LEAST_STORED
    refused = [(each.scenario, str(each.kind), list(map(str, found))) for each in stored if (found := each.errors())]
    assert refused == []


def test_what_declared_rules_refuse_is_refused(judged: list[Judged]) -> None:
    refused = [each for each in judged if each.code == 422 and each.declared]
    assert len(refused) >= LEAST_REFUSED
    passed = [(each.scenario, str(each.kind), each.declared) for each in refused if not each.errors()]
    assert len(passed) <= (1 - SHARE) * len(refused), passed


def test_the_fields_that_rules_refuse_are_blamed(judged: list[Judged]) -> None:
    refused = [each for each in judged if each.code == 422 and each.declared]
    same = [each for each in refused if {field for _, field in each.declared} & {one.field for one in each.errors()}]
    assert len(same) >= SHARE * len(refused)
