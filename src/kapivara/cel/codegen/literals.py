"""Prints literals of lists, maps and messages; long lists are printed in parts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kapivara.cel.codegen.access import keyed, optional_item, paid_fields, present_entries
from kapivara.cel.tree.ast import Entry, Expr, ListExpr, MapExpr, StructExpr
from kapivara.cel.values import make_map
from kapivara.emit.source import literal

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter

_WIDE = 200
"""The number of elements of a list that are printed together."""


def emit_list(emitter: Emitter, node: ListExpr) -> str:
    """Prints a list."""
    if len(node.elements) > _WIDE and not node.optional:
        return _wide_list(emitter, node)
    printed = emitter.operands(node.elements)
    if not node.optional:
        return f"[{', '.join(printed)}]"
    parts = [
        f"*{emitter.bind(optional_item)}({each})" if place in node.optional else each
        for place, each in enumerate(printed)
    ]
    return f"[{', '.join(parts)}]"


def _wide_list(emitter: Emitter, node: ListExpr) -> str:
    parts = [node.elements[place : place + _WIDE] for place in range(0, len(node.elements), _WIDE)]
    return f"[*{', *'.join([emitter.function(partial(_elements, emitter, part)) for part in parts])}]"


def _elements(emitter: Emitter, nodes: tuple[Expr, ...]) -> str:
    return f"[{', '.join(emitter.operands(nodes))}]"


def emit_map(emitter: Emitter, node: MapExpr) -> str:
    """Prints a map."""
    entries = node.entries
    if emitter.failures.has_unsure_keys(node):
        pairs = [_checked_entry(emitter, entry) for entry in entries]
    else:
        printed = emitter.operands(tuple(part for entry in entries for part in (entry.key, entry.value)))
        pairs = [f"({key}, {value})" for key, value in zip(printed[::2], printed[1::2], strict=True)]
    if not any(entry.optional for entry in entries):
        return f"{emitter.bind(make_map)}([{', '.join(pairs)}])"
    flagged = [f"(*{pair}, {entry.optional})" for pair, entry in zip(pairs, entries, strict=True)]
    return f"{emitter.bind(make_map)}({emitter.bind(present_entries)}([{', '.join(flagged)}]))"


def _checked_entry(emitter: Emitter, entry: Entry) -> str:
    """Prints an entry whose key is checked before the next entry is evaluated: it may end the evaluation."""
    key, value = emitter.operands((entry.key, entry.value))
    return emitter.assign(f"{emitter.bind(keyed)}({key}, {value})")


def emit_message(emitter: Emitter, node: StructExpr) -> str:
    """Prints a message."""
    from kapivara.cel.messages.well_known import COPYING, message_name

    printed = emitter.operands(tuple(entry.value for entry in node.entries))
    flagged = [
        f"({literal(entry.key)}, {value}, {entry.optional})" for entry, value in zip(node.entries, printed, strict=True)
    ]
    message = message_name(node.type_name, emitter.type_of(node)) or node.type_name
    construct = emitter.bind(partial(emitter.provider.construct, message))
    fields = f"dict({emitter.bind(present_entries)}([{', '.join(flagged)}]))"
    if message in COPYING:
        fields = f"{emitter.bind(paid_fields)}({emitter.budget}, {fields})"
    return f"{construct}({fields})"
