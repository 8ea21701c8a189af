"""Rules behind gates that build values too large for any machine: defaults, and conversions between versions."""

from __future__ import annotations

from typing import Any

from tests.limited_process import play
from tests.unit.registry.conversion.test_rules import api_with, definition, service

_LISTS = "[dyn(['a'])]" + ".map(y, dyn([y, y]))" * 46
_FREE: dict[str, Any] = {
    "type": "object",
    "x-kubernetes-preserve-unknown-fields": True,
    "properties": {"y": {"type": "string"}},
}
_SPEC = {"type": "object", "properties": {"a": {"type": "string"}, "free": _FREE}}


def _default() -> str:
    rule = {"rule": f"{{'x': {_LISTS}}}", "field": "free"}
    with api_with("CRDDefaultRules") as api:
        created = api.create(definition({"v1": {**_SPEC, "x-kubernetes-default": [rule]}}))
        assert created.ok, created.status
        made = api.create(service("a", {"a": "b"}))
        assert made.object is not None, made.status
        return str(made.object["spec"])


def _conversion() -> str:
    rules = [{"rule": f"{{'x': {_LISTS}}}", "field": "spec.free"}]
    converters = [{"fromVersion": "v1", "toVersion": "v2", "rules": rules}]
    conversion = {"strategy": "ConversionRules", "converters": converters}
    with api_with("CRDConversionRules") as api:
        created = api.create(definition({"v1": _SPEC, "v2": _SPEC}, conversion))
        assert created.ok, created.status
        assert api.create(service("a", {"a": "b"})).ok
        status = api.get("zoo.example.com/v2", "ZooService", "a").status
        return "converted" if status is None else status.message


if __name__ == "__main__":
    play([("a default", _default), ("a conversion", _conversion)])
