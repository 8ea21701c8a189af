"""Types that hold at run time, and values with other types than the checker assigned."""

import pytest

from kapivara.cel import types
from kapivara.cel.codegen.soundness import join, with_sound_types
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelError
from kapivara.cel.program import Program
from kapivara.cel.types import DYN, INT, STRING, Type, list_of, map_of, optional_of

ENV = kubernetes_env().extend(
    variables={"any": DYN, "n": INT, "s": STRING, "ints": list_of(INT), "map": map_of(STRING, INT)}
)
DATA = {"any": "text", "n": 1, "s": "a", "ints": [1, 2], "map": {"a": 1}}

TYPES = [
    ("n + 1", INT),
    ("ints", list_of(INT)),
    ("any", DYN),
    ("optional.of(n).orValue(any)", DYN),
    ("optional.of(n).orValue(n)", INT),
    ("optional.of(n).or(any)", DYN),
    ("(any ? n : any)", DYN),
    ("(any ? n : n)", INT),
    ("ints + any", DYN),
    ("ints + [any]", list_of(DYN)),
    ("(ints + [any])[0]", DYN),
    ("optional.of(any).value() + 1", DYN),
    ("any < 1", types.BOOL),
    ("ints.filter(x, any)", list_of(INT)),
    ("(ints + [any]).filter(x, true)", list_of(DYN)),
    ("ints.map(x, any)", list_of(DYN)),
    ("ints.map(x, x + n)", list_of(INT)),
    ("(ints + any).map(x, x)[0]", DYN),
    ("map.map(k, any)", list_of(DYN)),
    ("map.transformList(k, v, v)", list_of(INT)),
    ("ints[?any]", optional_of(INT)),
    ("{'a': any}.a", DYN),
    ("{'a': n}.a", INT),
    ("any.size()", INT),
    ("optional.of(any).optMap(x, x)", optional_of(DYN)),
    ("[any, any].sortBy(x, x)", list_of(DYN)),
]


@pytest.mark.parametrize(("text", "wanted"), TYPES, ids=[text for text, _ in TYPES])
def test_types(text: str, wanted: Type) -> None:
    checked = with_sound_types(ENV.compile(text))
    assert checked.result_type == wanted


def test_without_dyn_nothing_changes() -> None:
    checked = ENV.compile("n + 1 > 2")
    assert with_sound_types(checked) is checked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("optional.of(n).orValue(any) + 1", None),
        ("optional.none().orValue(optional.of(n).or(any).value())", None),
        ("optional.ofNonZeroValue(0).orValue(any) + 1", "no such overload"),
        ("optional.none().or(any).hasValue()", "no such overload: hasValue(string)"),
        ("(['a'] + [any, dyn(n)])[2].contains('a')", "no such overload"),
        ("(ints + [any]).map(x, -x)", "no such overload"),
        ("semver((['a'] + [dyn(n)])[1]).major()", "no such overload: semver(int)"),
        ("(false ? s : dyn(n)).size()", "no such overload: size"),
        ("(optional.of(any).value() + dyn(optional.of('b')).value()).size()", None),
        ("'text' in dyn(optional.of({any: 1})).value()", None),
    ],
)
def test_values_are_asked(text: str, message: str | None) -> None:
    program = Program(ENV, ENV.compile(text))
    if message is None:
        program.evaluate(DATA)
        return
    with pytest.raises(CelError) as caught:
        program.evaluate(DATA)
    assert str(caught.value) == message


def test_join() -> None:
    assert join(INT, INT) == INT
    assert join(INT, STRING) == DYN
    assert join(list_of(INT), list_of(STRING)) == list_of(DYN)
    assert join(map_of(STRING, INT), map_of(STRING, types.BOOL)) == map_of(STRING, DYN)
