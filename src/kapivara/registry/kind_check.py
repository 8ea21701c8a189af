"""Checks that every built-in kind works: it loads, its validator compiles, and its stub can be created.

Kinds load on first use, so that a server starts at once; a broken kind shows only with its first request. This check
finds it earlier; all kinds together take about a second. Upstream: KEP-4153 has a server end at its start where a
validator cannot be made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files

from kapivara.apis.catalog.rows import CATALOG, Row
from kapivara.codec import Decoded
from kapivara.meta import GroupVersionKind
from kapivara.registry.registry import Registry
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage
from kapivara.values import JsonObject
from kapivara.values.record import record


@record
class BrokenKind:
    """A kind that does not work, and the reason."""

    kind: GroupVersionKind
    problem: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.problem}"


def stubs() -> dict[tuple[str, str], JsonObject]:
    """Returns a small valid object of every built-in kind that can be created, by `apiVersion` and `kind`."""
    read: list[JsonObject] = json.loads(files("kapivara.apis").joinpath("stubs.json").read_text())
    return {(each["apiVersion"], each["kind"]): each for each in read}


def check_kinds(catalog: Iterable[Row] = CATALOG) -> list[BrokenKind]:
    """Returns the kinds of a catalog that do not work; tries every kind."""
    rows = [(row, version) for row in catalog for version in row.versions]
    known = stubs()
    order = {identity: number for number, identity in enumerate(known)}
    registry = Registry(MemoryStorage(), assume_namespaces=True, catalog=[row for row, _ in rows])
    try:
        ranked = sorted(rows, key=lambda each: order.get(_identity(*each), 0))  # some stubs refer to others
        found = [(row, version, _problem(registry, row, version, known)) for row, version in ranked]
    finally:
        registry.close()
    kinds = ((GroupVersionKind(row.group, version, row.kind), problem) for row, version, problem in found)
    return [BrokenKind(kind, problem) for kind, problem in kinds if problem]


def _identity(row: Row, version: str) -> tuple[str, str]:
    return f"{row.group}/{version}" if row.group else version, row.kind


def _problem(registry: Registry, row: Row, version: str, known: dict[tuple[str, str], JsonObject]) -> str:
    """Returns the problem of a kind; empty if it works."""
    try:
        kind = registry.kind(row.gvr(version))
        if kind is None:
            return "is not served"
        if "create" not in row.verbs:
            return ""
        stub = known.get(_identity(row, version))
        if stub is None:
            return "the kind has no stub"
        namespace = "default" if row.namespaced else ""
        outcome = registry.handle(Request("create", kind.gvr, namespace=namespace, body=Decoded(stub)))
    except Exception as failure:  # whatever it is, the other kinds are tried, too
        return f"{type(failure).__name__}: {failure}"
    return "" if outcome.ok or outcome.status is None else f"its stub is refused: {outcome.status.message}"
