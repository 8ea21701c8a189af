"""Constants that fail before evaluation."""

import pytest

from kapivara.cel import types as t
from kapivara.cel.checks.instantiation import instantiation_failure
from kapivara.cel.env import Env
from kapivara.cel.library.extensions.regex import REGEX
from kapivara.cel.library.standard.language import STANDARD, STANDARD_TYPES
from kapivara.cel.macros import STANDARD_MACROS, macro_table
from kapivara.cel.messages.well_known import WellKnownTypes
from kapivara.cel.types import DYN, STRING

ENV = Env(
    variables={"s": STRING, "any": DYN, "m": t.map_of(DYN, DYN)},
    types=STANDARD_TYPES,
    libraries=[STANDARD, REGEX],
    macros=macro_table(STANDARD_MACROS),
    provider=WellKnownTypes(),
)

CASES = {
    "fine": ("int('1') == 1 && s.find('a*') == '' && m[1] == m['a']", None),
    "division waits": ("1 / 0 == 1", None),
    "index waits": ("[1][5] == 1", None),
    "twice the same key waits": ("{'a': 1, 'a': 2}.size() == 1", None),
    "variables wait": ("int(s) == 1", None),
    "conversion": ("int('x') == 1", "type conversion error from 'string' to 'int'"),
    "conversion of a conversion": ("int(string('x')) == 1", "type conversion error from 'string' to 'int'"),
    "conversion of dyn": ("int(dyn('x')) == 1", "type conversion error from 'string' to 'int'"),
    "overflow": ("int(1e300) == 1", "integer overflow"),
    "unsigned overflow": ("uint(-1) == 1u", "unsigned integer overflow"),
    "bytes": ("string(b'\\xff') == ''", "invalid UTF-8 in bytes, cannot convert to string"),
    "null": ("int(null) == 1", "no such overload: int(null_type)"),
    "list": ("int(dyn([1])) == 1", "no such overload: int(list)"),
    "the first in order": ("[int('x'), int(1e300)].size() == 1", "type conversion error from 'string' to 'int'"),
    "in a macro": ("[1].all(x, int('x') == x)", "type conversion error from 'string' to 'int'"),
    "not evaluated, but folded": ("true || int('x') == 1", "type conversion error from 'string' to 'int'"),
    "pattern": ("s.find('[') == ''", "error parsing regexp: missing closing ]: `[`"),
    "patterns": ("s.findAll('(', 1) == []", "error parsing regexp: missing closing ): `(`"),
    "folded pattern": ("matches(s, string('*'))", "error parsing regexp: missing argument to repetition operator: `*`"),
    "null as a key": ("any[null]", "invalid qualifier type: types.Null"),
    "type as a key": ("any[int]", "invalid qualifier type: *types.Type"),
    "bytes as a key": ("any[b'a']", "invalid qualifier type: types.Bytes"),
    "list as a key": ("any[[1]]", "invalid qualifier type: *types.baseList"),
    "map as a key": ("any[{1: 2}]", "invalid qualifier type: *types.baseMap"),
    "variable in a list as a key": ("any[[s]]", None),
    "message type": (
        "google.protobuf.Int64Value == type(1)",
        "reference to undefined type: google.protobuf.Int64Value",
    ),
    "a variable that holds types": ("[int].all(x, x == int)", "reference to undefined type: x"),
    "one that does, and is not used": ("[int].all(x, true)", None),
    "bytes in a map of constants": ("{b'a': 1}.size() == 1", "runtime error: hash of unhashable type types.Bytes"),
    "bytes in a map": ("{b'a': s}.size() == 1", None),
    "nothing is in an empty list": ("any[1 in []]", None),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_failure(text: str, expected: str | None) -> None:
    """Folding constants fails as upstream, and at the same constant first."""
    assert instantiation_failure(ENV.compile(text), ENV) == expected
