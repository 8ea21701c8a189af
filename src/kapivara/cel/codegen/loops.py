"""Common code for printing loops: their ranges, and the names of their variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cel.library.standard.dynamic import foldable, iterable
from kapivara.cel.tree.ast import Comprehension
from kapivara.cel.types import CelKind

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter


class VariablesNamed:
    """Binds variables of the language to Python names while a block is printed."""

    def __init__(self, emitter: Emitter, names: dict[str, str]):
        self._scope = emitter.scope
        self._names = names
        self._hidden: dict[str, str] = {}

    def __enter__(self) -> None:
        self._hidden = {name: self._scope[name] for name in self._names if name in self._scope}
        self._scope.update(self._names)

    def __exit__(self, *_exception: object) -> None:
        for name in self._names:
            del self._scope[name]
        self._scope.update(self._hidden)


def _variables(node: Comprehension) -> list[str]:
    return [node.iter_var, node.iter_var2] if node.iter_var2 else [node.iter_var]


def loop_head(emitter: Emitter, node: Comprehension) -> tuple[str, dict[str, str]]:
    """Prints the range; returns the head of the `for` statement, and the names of the loop's variables."""
    source, names = loop_range(emitter, node)
    return f"for {', '.join(names.values())} in {source}", names


def loop_range(emitter: Emitter, node: Comprehension) -> tuple[str, dict[str, str]]:
    """Prints the range; returns its expression, and the names of the loop's variables."""
    kind = emitter.type_of(node.iter_range).kind
    source = emitter.expr(node.iter_range)
    if node.iter_var2:
        source = f"{'enumerate' if kind is CelKind.LIST else emitter.bind(foldable)}({source})"
    elif kind not in (CelKind.LIST, CelKind.MAP):
        source = f"{emitter.bind(iterable)}({source})"
    return source, {name: emitter.new_name() for name in _variables(node)}
