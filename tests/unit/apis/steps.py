"""The steps of a write to a built-in kind, without a server."""

from __future__ import annotations

from typing import Any

from tests.unit.apis.alone import Alone, kind_of, read

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json

Object = dict[str, Any]


def kind_named(name: str, group: str | None = None, surroundings: Alone | None = None) -> Kind:
    """Returns a built-in kind by its name."""
    [row] = [each for each in CATALOG if each.kind == name and group in (None, each.group)]
    kind: Kind = kind_of(row, surroundings)
    return kind


def sent(kind: Kind, **parts: Any) -> Object:
    """Returns a decoded object with its defaults, by default named `one`."""
    obj: Object = read(kind, copy_json({"metadata": {"name": "one"}, **parts})).value
    kind.apply_defaults(obj)
    return obj


def prepared(kind: Kind, **parts: Any) -> Object:
    """Runs the steps of a create before validation."""
    obj = sent(kind, **parts)
    kind.prepare_for_create(obj)
    return obj


def created(kind: Kind, **parts: Any) -> Object:
    """Runs the steps of a create except storage; validates only the shared rules."""
    obj = prepared(kind, **parts)
    errors = Kind.validate(kind, Operation(Verb.CREATE), obj, ABSENT)
    assert not errors, errors
    kind.canonicalize(obj)
    return obj


def updated(kind: Kind, old: Object, subresource: str = "", **parts: Any) -> Object:
    """Runs the steps of an update before validation; the parts replace those of the old object."""
    new = sent(kind, **{**old, **parts})
    kind.subresources[subresource].prepare(new, old)
    return new


def columns(kind: Kind) -> list[str]:
    """Returns the names of the columns of a kind's Table."""
    return [each.name for each in kind.table.columns]


def cells(kind: Kind, obj: Object) -> list[Any]:
    """Returns an object's row in a Table."""
    return [each.cell(obj) for each in kind.table.columns]
