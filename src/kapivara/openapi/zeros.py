"""Strips zero values: `x-kubernetes-strip-zero` (KEP-4153).

Go omits the zero value of a field that is no pointer, and reads a missing field as zero. A document marks such fields,
and their zero values are removed before defaulting, so that `has()`, required fields and rules see the same as in the
server.
"""

from __future__ import annotations

from kapivara.openapi.nodes import DocumentNode
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue


def strip_zeros(value: JsonValue, node: Structural | None) -> None:
    """Removes zero values of marked fields, in place."""
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
