"""The expressions of benchmarks, with the types and values of their variables; each is true for its values."""

from __future__ import annotations

from typing import Any

from kapivara import cel
from kapivara.values.record import record


@record(eq=False)
class Case:
    """An expression, the types of its variables, and their values."""

    text: str
    types: dict[str, cel.Type]
    bindings: dict[str, Any]


_ITEMS = [f"item-{number}.example" for number in range(20)]
_ROWS = [[row * column for column in range(16)] for row in range(16)]
_STRINGS = cel.list_of(cel.STRING)
_POD = {
    "metadata": {"name": "web-1", "namespace": "prod", "labels": {"app": "web", "tier": "front"}},
    "spec": {
        "replicas": 3,
        "containers": [
            {
                "name": f"c-{number}",
                "image": f"registry.example.com/app:{number}",
                "ports": [{"containerPort": 8080 + number}],
                "resources": {"limits": {"cpu": "1"}},
            }
            for number in range(4)
        ],
    },
}

COMPARE = Case("self.min <= self.max", {"self": cel.map_of(cel.STRING, cel.INT)}, {"self": {"min": 1, "max": 5}})
STARTS = Case("items.all(x, x.startsWith('item-') && x.size() < 64)", {"items": _STRINGS}, {"items": _ITEMS})
ENDS = Case("items.all(x, x.endsWith('.example') && x.size() < 64)", {"items": _STRINGS}, {"items": _ITEMS})
NESTED = Case(
    "rows.all(row, row.all(x, x >= 0 && x < 1000))", {"rows": cel.list_of(cel.list_of(cel.INT))}, {"rows": _ROWS}
)
POLICY = Case(
    "object.metadata.namespace == 'prod' && object.metadata.labels.app in ['web', 'db'] && "
    "object.spec.replicas < 10 && object.spec.containers.all(c, "
    "c.image.startsWith('registry.example.com/') && has(c.resources.limits) && c.ports.all(p, p.containerPort > 1024))",
    {"object": cel.DYN},
    {"object": _POD},
)
DYN_ITEMS = Case(STARTS.text, {"items": cel.DYN}, {"items": _ITEMS})
DYN_NESTED = Case(NESTED.text, {"rows": cel.DYN}, {"rows": _ROWS})
