"""The sizes of an expression's nodes, from the expression itself, from declarations and from types.

Upstream: cel-go checker/cost.go computeSize, computeEntrySize, getPath (0.29).
"""

from __future__ import annotations

from kapivara.cel.cost.calls import Operand, SizeEstimator
from kapivara.cel.cost.local_variables import NO_PATH, EntrySize, Local, LocalVariables, Path
from kapivara.cel.cost.ranges import UNKNOWN_SIZE, SizeEstimate, fixed_size
from kapivara.cel.tree.ast import Const, Expr, Ident, ListExpr, MapExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import DYN, CelKind, Type

ACCUMULATORS = ("__result__", "@result")
_SCALARS = frozenset((CelKind.BOOL, CelKind.DOUBLE, CelKind.DURATION, CelKind.INT, CelKind.TIMESTAMP, CelKind.UINT))
_ONE = fixed_size(1)


class KnownSizes:
    """The sizes known so far, which grow while the estimation walks the expression."""

    is_sure = True
    """Whether no run can have larger sizes than those known so far."""

    def __init__(self, checked: CheckedAst, sizes: SizeEstimator):
        self.sizes = sizes
        self.locals = LocalVariables()
        self._types = checked.types
        self._paths: dict[int, Path] = {}
        self._sizes: dict[int, SizeEstimate] = {}
        self._entry_sizes: dict[int, EntrySize] = {}

    def type_of(self, node: Expr) -> Type:
        """Returns the type of a node."""
        return self._types.get(node.id, DYN)

    def path(self, node: Expr) -> Path:
        """Returns the path of a node, or the empty path."""
        if isinstance(node, Ident) and (local := self.locals.find(node.name)) is not None:
            return local.path
        return self._paths.get(node.id, NO_PATH)

    def names(self, path: Path) -> tuple[str, ...]:
        """Returns the steps of a path, as upstream reads them."""
        found = path.names()
        if found != path.sure:
            self.is_sure = False
        return found

    def set_path(self, node: Expr, path: Path) -> None:
        """Stores the path of a node."""
        self._paths[node.id] = path

    def size(self, node: Expr) -> SizeEstimate | None:
        """Returns the size of a node: computed, literal, declared, given by its type, or that of its variable."""
        known = self._sizes.get(node.id) or _written_size(node)
        if known is not None:
            return known
        names = self.names(self.path(node))
        if names and (declared := self.sizes.size_at(names)) is not None:
            self._sizes[node.id] = declared
            return declared
        if _is_scalar(self.type_of(node)):
            return _ONE
        local = self.locals.find(node.name) if isinstance(node, Ident) else None
        return local.size if local else None

    def size_or_unknown(self, node: Expr) -> SizeEstimate:
        """Returns the size of a node, or the widest range."""
        return self.size(node) or UNKNOWN_SIZE

    def set_size(self, node: Expr, size: SizeEstimate | None) -> None:
        """Stores the size of a node, if it is known."""
        if size is not None:
            self._sizes[node.id] = size

    def entry_size(self, node: Expr) -> EntrySize | None:
        """Returns the sizes of the elements of a list or map that the expression creates."""
        known = self._entry_sizes.get(node.id)
        if known is not None or not isinstance(node, Ident):
            return known
        local = self.locals.find(node.name)
        return local.entry_size if local else None

    def set_entry_size(self, node: Expr, entry_size: EntrySize | None) -> None:
        """Stores the sizes of the elements of a node, if they are known."""
        if entry_size is not None:
            self._entry_sizes[node.id] = entry_size

    def copy(self, target: Expr, source: Expr) -> None:
        """Copies the sizes of one node to another."""
        self.set_size(target, self.size(source))
        self.set_entry_size(target, self.entry_size(source))

    def bind(self, name: str, value: Expr) -> None:
        """Brings a variable for a value into scope."""
        entry_size = self.entry_size(value)
        self.locals.push(name, Local(self.path(value), self.size(value), entry_size))

    def operand(self, node: Expr) -> Operand:
        """Returns a node as the operand of a call; accumulators have no path."""
        names = self.names(self.path(node))
        if names and names[0] in ACCUMULATORS:
            names = ()
        return Operand(node, self.type_of(node), names, self.size(node))


class SureSizes(KnownSizes):
    """The known sizes without upstream's confusion of paths."""

    def names(self, path: Path) -> tuple[str, ...]:
        """Returns the true steps of a path."""
        return path.sure


def _written_size(node: Expr) -> SizeEstimate | None:
    match node:
        case Const(value=str() | bytes() as text):
            return fixed_size(len(text))
        case Const():
            return _ONE
        case ListExpr(elements=parts) | MapExpr(entries=parts):
            return fixed_size(len(parts))
    return None


def _is_scalar(kind: Type) -> bool:
    while kind.kind is CelKind.WRAPPER or (
        kind.kind is CelKind.OPAQUE and kind.name == "optional_type" and kind.params
    ):
        kind = kind.params[0]
    return kind.kind in _SCALARS
