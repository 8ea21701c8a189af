"""Zero values that count as none: `x-kubernetes-strip-zero` (KEP-4153).

Go writes the zero value of a field that is no pointer as nothing, and reads nothing as the zero value. A document says
so of a field, and whoever judges by it takes such values away before defaults are filled in, so that `has()`, required
fields and rules see what they would see on the server.
"""

from __future__ import annotations

from kapivara.openapi.nodes import DocumentNode
from kapivara.schema.structural import Structural
from kapivara.values import JsonValue


def strip_zeros(value: JsonValue, node: Structural | None) -> None:
    """Removes zero values, in place, from fields that say so."""
    if not isinstance(node, DocumentNode) or not node.holds_zeros:
        return
    if type(value) is dict:
        for name in list(value):
            below, item = node.child(name), value[name]
            if below is not None and below.strips_zero and not item:
                del value[name]
            elif item:
                strip_zeros(item, below)
    elif type(value) is list:
        for item in value:
            strip_zeros(item, node.items)
