"""Type inference: type parameters and their bindings, assignability, generality, substitution.

The checker tests whether types are assignable; success may bind type parameters, failure binds none. Work and sizes are
limited: a type with more than `MAX_TYPE_NODES` nodes becomes `dyn`, and types that are not distinguished after
`_MAX_STEPS` steps count as assignable. Only hostile expressions reach these limits; for them, the reference
implementation takes exponential time.
Upstream: cel-go checker/types.go, checker/mapping.go (0.29).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.cel.types import DYN, CelKind, Type, unwrapped

MAX_TYPE_NODES = 100
_MAX_STEPS = 200

_BASIC = frozenset(
    {
        CelKind.BOOL,
        CelKind.BYTES,
        CelKind.DOUBLE,
        CelKind.INT,
        CelKind.STRING,
        CelKind.UINT,
        CelKind.DURATION,
        CelKind.TIMESTAMP,
        CelKind.OBJECT,
    }
)
_NULLABLE = frozenset(
    {CelKind.OPAQUE, CelKind.OBJECT, CelKind.DURATION, CelKind.TIMESTAMP, CelKind.WRAPPER, CelKind.NULL}
)
_WILD = frozenset({CelKind.DYN, CelKind.ERROR})
_PARAMETERISED = frozenset({CelKind.OPAQUE, CelKind.LIST, CelKind.MAP})


def is_dyn_or_error(of: Type) -> bool:
    """Returns whether a type is assignable to and from every other."""
    return of.kind in _WILD


def is_optional(of: Type) -> bool:
    """Returns whether a type is a type of optional values."""
    return of.kind is CelKind.OPAQUE and of.name == "optional_type"


def same(one: Type, other: Type) -> bool:
    """Returns whether two types are equal; a wrapper equals the type that it wraps."""
    if one is other:
        return True
    if one.kind is CelKind.WRAPPER or other.kind is CelKind.WRAPPER:
        return same(unwrapped(one), unwrapped(other))
    return (
        one.kind is other.kind
        and one.name == other.name
        and len(one.params) == len(other.params)
        and all(map(same, one.params, other.params))
    )


def most_general(one: Type, other: Type) -> Type:
    """Returns the less specific of two assignable types; the first one where they are equally specific."""
    return one if _equal_or_less_specific(one, other) else other


def _equal_or_less_specific(one: Type, other: Type) -> bool:
    if one.kind is CelKind.DYN or one.kind is CelKind.TYPE_PARAM:
        return True
    if other.kind is CelKind.DYN or other.kind is CelKind.TYPE_PARAM:
        return False
    if one.kind is CelKind.TYPE and other.kind is CelKind.TYPE:
        return True
    if one.kind not in _PARAMETERISED:
        return same(one, other)
    return (
        one.kind is other.kind
        and one.name == other.name
        and len(one.params) == len(other.params)
        and all(map(_equal_or_less_specific, one.params, other.params))
    )


class Inference:
    """The bindings of the type parameters of one expression."""

    def __init__(self) -> None:
        self._bound: dict[str, Type] = {}
        self._undo: list[tuple[str, Type | None]] = []
        self._fresh = 0
        self._steps = 0

    def fresh(self) -> Type:
        """Returns a new, unbound type parameter."""
        name = f"_var{self._fresh}"
        self._fresh += 1
        return Type(CelKind.TYPE_PARAM, name)

    def skip(self, count: int) -> None:
        """Skips fresh type parameters that were not needed this time: messages may contain the names of later ones."""
        self._fresh += count

    def assignable(self, one: Type, other: Type) -> bool:
        """Returns whether one type is assignable to another; binds the type parameters that this requires."""
        return self.all_assignable((one,), (other,))

    def all_assignable(self, ones: Sequence[Type], others: Sequence[Type]) -> bool:
        """Returns whether types are assignable pairwise; binds nothing where one pair is not."""
        if len(ones) != len(others):
            return False
        undo = self._undo
        for one, other in zip(ones, others, strict=True):
            self._steps = 0
            if one is not other and not self._assign(one, other):
                while undo:
                    name, before = undo.pop()
                    if before is None:
                        del self._bound[name]
                    else:
                        self._bound[name] = before
                return False
        undo.clear()
        return True

    def _assign(self, one: Type, other: Type) -> bool:
        self._steps += 1
        if one is other or self._steps > _MAX_STEPS:
            return True
        kind, other_kind = one.kind, other.kind
        if other_kind is CelKind.TYPE_PARAM:
            valid, bound = self._stands_for(one, other)
            if valid or bound:
                return valid
        if kind is CelKind.TYPE_PARAM:
            return self._stands_for(other, one)[0]
        if kind in _WILD or other_kind in _WILD:
            return True
        if kind is CelKind.NULL:
            return other_kind in _NULLABLE
        if other_kind is CelKind.NULL:
            return kind in _NULLABLE
        if kind is CelKind.WRAPPER or other_kind is CelKind.WRAPPER:
            return self._assign(unwrapped(one), unwrapped(other))
        if kind is not other_kind:
            return False
        if kind in _BASIC:
            return one.name == other.name
        if kind is CelKind.TYPE:
            return True
        return one.name == other.name and self._assign_params(one.params, other.params)

    def _assign_params(self, ones: tuple[Type, ...], others: tuple[Type, ...]) -> bool:
        if len(ones) != len(others):
            return False
        # A plain loop: a comprehension would need one more Python frame per level.
        for one, other in zip(ones, others, strict=True):  # noqa: SIM110
            if not self._assign(one, other):
                return False
        return True

    def _stands_for(self, one: Type, param: Type) -> tuple[bool, bool]:
        """Returns whether `param` may be bound to a type, and whether it was bound before."""
        if one.kind is CelKind.TYPE_PARAM and one.name == param.name:
            return True, True
        known = self._bound.get(param.name)
        if known is None:
            if self._absent_from(param, one):
                self._bind(param.name, one)
                return True, False
            return False, False
        if same(one, known):
            return True, True
        if not self._assign(one, known):
            return False, True
        general = most_general(one, known)
        if self._absent_from(param, general):
            self._bind(param.name, general)
        return True, True

    def _bind(self, name: str, to: Type) -> None:
        self._undo.append((name, self._bound.get(name)))
        self._bound[name] = to

    def _absent_from(self, param: Type, within: Type) -> bool:
        """Returns whether a parameter occurs neither in a type, nor in the bindings of the type's own parameters."""
        waiting = [within]
        while waiting:
            self._steps += 1
            if self._steps > _MAX_STEPS:
                return False
            part = waiting.pop()
            if part.kind is not CelKind.TYPE_PARAM:
                waiting.extend(part.params)
            elif part.name == param.name:
                return False
            elif (known := self._bound.get(part.name)) is not None:
                waiting.append(known)
        return True

    def resolve(self, of: Type) -> Type:
        """Returns the type with its bound parameters replaced."""
        if not of.params and of.kind is not CelKind.TYPE_PARAM:
            return of
        return _Substitution(self._bound, free_to_dyn=False).apply(of)

    def resolve_fully(self, of: Type) -> Type:
        """Returns the type with all its parameters replaced: bound ones by their bindings, others by `dyn`."""
        if not of.params and of.kind is not CelKind.TYPE_PARAM:
            return of
        return _Substitution(self._bound, free_to_dyn=True).apply(of)

    def instantiate(self, types: Sequence[Type], params: Sequence[str]) -> tuple[Type, ...]:
        """Returns types with named parameters replaced by fresh ones, equal names by the same one."""
        replacement = {name: self.fresh() for name in params}
        apply = _Substitution(replacement, free_to_dyn=False).apply
        return tuple([apply(one) for one in types])


class _Substitution:
    """One replacement of type parameters; returns `dyn` for types that grow too large."""

    def __init__(self, bound: Mapping[str, Type], *, free_to_dyn: bool):
        self._bound = bound
        self._free_to_dyn = free_to_dyn
        self._left = MAX_TYPE_NODES

    def apply(self, of: Type) -> Type:
        """Returns the type after replacement."""
        self._left = MAX_TYPE_NODES
        made = self._apply(of)
        return DYN if self._left < 0 else made

    def _apply(self, of: Type) -> Type:
        self._left -= 1
        if self._left < 0:
            return DYN
        if of.kind is CelKind.TYPE_PARAM:
            known = self._bound.get(of.name)
            if known is not None:
                return self._apply(known)
            return DYN if self._free_to_dyn else of
        if not of.params:
            return of
        params = tuple([self._apply(param) for param in of.params])
        # Types keep their identity where possible, which makes comparisons cheap.
        if all(map(_is, params, of.params)):
            return of
        return Type(of.kind, of.name, params)


def _is(one: Type, other: Type) -> bool:
    return one is other


def bounded(of: Type) -> Type:
    """Returns the type, or `dyn` where it exceeds the size limit."""
    count = 0
    waiting = [of]
    while waiting:
        part = waiting.pop()
        count += 1
        if count > MAX_TYPE_NODES:
            return DYN
        waiting.extend(part.params)
    return of


def type_params(types: Sequence[Type]) -> tuple[str, ...]:
    """Returns the names of the type parameters in types, in the order of their first occurrence."""
    found: dict[str, None] = {}
    waiting = list(reversed(types))
    while waiting:
        part = waiting.pop()
        if part.kind is CelKind.TYPE_PARAM:
            found.setdefault(part.name)
        waiting.extend(reversed(part.params))
    return tuple(found)
