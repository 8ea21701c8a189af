"""Type parameters: assignability, and bindings."""

import pytest

from kapivara.cel import types as t
from kapivara.cel.checker.inference import MAX_TYPE_NODES, Inference, bounded, most_general, same, type_params
from kapivara.cel.types import DYN, ERROR, INT, NULL, STRING, Type, list_of, map_of, optional_of, type_of, wrapper_of

A = t.type_param("A")
B = t.type_param("B")
POINT = t.object_type("Point")

ASSIGNABLE = {
    "same": (INT, INT, True),
    "different": (INT, STRING, False),
    "dyn": (DYN, INT, True),
    "to dyn": (INT, DYN, True),
    "inner dyn": (list_of(DYN), list_of(INT), True),
    "error": (ERROR, INT, True),
    "null to int": (NULL, INT, False),
    "null to a list": (NULL, list_of(INT), False),
    "null to an object": (NULL, POINT, True),
    "null to a timestamp": (t.TIMESTAMP, NULL, True),
    "null to a wrapper": (NULL, wrapper_of(INT), True),
    "null to an opaque type": (NULL, optional_of(INT), True),
    "null to null": (NULL, Type(NULL.kind, "null"), True),
    "wrapper to its type": (wrapper_of(INT), INT, True),
    "type to its wrapper": (INT, wrapper_of(INT), True),
    "wrapper to another type": (wrapper_of(INT), STRING, False),
    "objects": (POINT, t.object_type("Line"), False),
    "types of types": (type_of(INT), type_of(STRING), True),
    "opaque, other name": (t.opaque("x", INT), t.opaque("y", INT), False),
    "opaque, other number": (t.opaque("x", INT), t.opaque("x"), False),
    "maps": (map_of(STRING, INT), map_of(STRING, STRING), False),
    "list and map": (list_of(INT), map_of(INT, INT), False),
}


@pytest.mark.parametrize(("one", "other", "expected"), ASSIGNABLE.values(), ids=ASSIGNABLE.keys())
def test_assignable(one: Type, other: Type, expected: bool) -> None:
    """Types are assignable, or not."""
    assert Inference().assignable(one, other) is expected


def test_parameters_are_bound() -> None:
    """A parameter is bound to the first type, and must stay assignable to it."""
    inference = Inference()
    assert inference.assignable(list_of(INT), list_of(A))
    assert inference.resolve(map_of(A, B)) == map_of(INT, B)
    assert inference.resolve_fully(map_of(A, B)) == map_of(INT, DYN)
    assert not inference.assignable(STRING, A)


def test_parameters_become_more_general() -> None:
    """A parameter that is bound to a type becomes `dyn` once it meets it."""
    inference = Inference()
    assert inference.assignable(INT, A)
    assert inference.assignable(DYN, A)
    assert inference.resolve(A) == DYN


def test_disagreement_binds_nothing() -> None:
    """Where one pair of several is not assignable, the others bind no parameter."""
    inference = Inference()
    assert not inference.all_assignable((INT, INT), (A, STRING))
    assert inference.resolve(A) is A
    assert inference.assignable(STRING, A)


def test_a_parameter_does_not_contain_itself() -> None:
    """No type is a list of itself."""
    inference = Inference()
    assert not inference.assignable(list_of(A), A)
    assert inference.assignable(A, A)


def test_loops_through_other_parameters_are_seen() -> None:
    """Nor through another parameter."""
    inference = Inference()
    assert inference.assignable(list_of(B), A)
    assert not inference.assignable(list_of(A), B)


GENERAL = {
    "dyn wins": (INT, DYN, DYN),
    "first wins": (wrapper_of(INT), INT, wrapper_of(INT)),
    "inside": (list_of(INT), list_of(DYN), list_of(DYN)),
    "mixed": (map_of(DYN, INT), map_of(INT, DYN), map_of(INT, DYN)),
    "parameter wins": (list_of(INT), list_of(A), list_of(A)),
    "types": (type_of(INT), type_of(STRING), type_of(INT)),
}


@pytest.mark.parametrize(("one", "other", "expected"), GENERAL.values(), ids=GENERAL.keys())
def test_most_general(one: Type, other: Type, expected: Type) -> None:
    """The less specific of two types is kept."""
    assert most_general(one, other) == expected


def test_same() -> None:
    """Equality ignores wrappers, and compares parameters."""
    assert same(list_of(wrapper_of(INT)), list_of(INT))
    assert not same(list_of(INT), list_of(DYN))
    assert not same(list_of(INT), optional_of(INT))


def test_instantiate() -> None:
    """The parameters of an overload are replaced by fresh ones, equal ones in all of its types."""
    inference = Inference()
    first, second = inference.instantiate((A, map_of(A, B)), ("A", "B"))
    assert second.params[0] == first != A
    assert type_params((map_of(B, A), A)) == ("B", "A")


def test_large_types_are_dyn() -> None:
    """The number of a type's nodes is limited, whether it is written out or composed from bindings."""
    deep = INT
    for _ in range(MAX_TYPE_NODES - 1):
        deep = list_of(deep)
    assert bounded(deep) is deep
    assert bounded(list_of(deep)) == DYN
    inference = Inference()
    for name in ("P", "Q"):
        for n in range(40):
            later = t.type_param(f"{name}{n + 1}")
            assert inference.assignable(map_of(later, later), t.type_param(f"{name}{n}"))
    assert inference.resolve_fully(t.type_param("P0")) == DYN
    assert inference.assignable(t.type_param("P0"), t.type_param("Q0"))
