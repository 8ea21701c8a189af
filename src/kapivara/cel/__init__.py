"""The Common Expression Language: parser, type checker, cost estimation, and compiler to Python.

>>> from kapivara import cel
>>> variables = {"items": cel.list_of(cel.STRING), "prefix": cel.STRING}
>>> program = cel.compile("items.all(i, i.startsWith(prefix))", variables)
>>> program.evaluate({"items": ["ab", "ac"], "prefix": "a"})
True
>>> str(program.result_type)
'bool'

Compilation reports all errors with their places; an evaluation that fails raises `CelError`.

>>> cel.compile("1 + 'a'")
Traceback (most recent call last):
kapivara.cel.errors.CelIssuesError: ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'
 | 1 + 'a'
 | ..^
>>> cel.compile("[1, 2][i]", {"i": cel.INT}).evaluate({"i": 5})
Traceback (most recent call last):
kapivara.cel.errors.CelError: index out of bounds: 5

Values are Python's own: None, bool, int, float, str, bytes, list and dict; `UInt`, `Timestamp`, `Duration` and
`OptionalValue` represent types that Python lacks. A program may be evaluated repeatedly, and by several threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kapivara.cel.types import (
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    STRING,
    TIMESTAMP,
    UINT,
    Type,
    list_of,
    map_of,
    optional_of,
)

if TYPE_CHECKING:
    from kapivara.cel.env import Env
    from kapivara.cel.environments import kubernetes_env, standard_env
    from kapivara.cel.errors import CelError, CelIssuesError, CostExceededError, Issue
    from kapivara.cel.program import Program
    from kapivara.cel.values import Duration, OptionalValue, Timestamp, UInt

__all__ = [
    "BOOL",
    "BYTES",
    "DOUBLE",
    "DURATION",
    "DYN",
    "INT",
    "STRING",
    "TIMESTAMP",
    "UINT",
    "CelError",
    "CelIssuesError",
    "CostExceededError",
    "Duration",
    "Env",
    "Issue",
    "OptionalValue",
    "Program",
    "Timestamp",
    "Type",
    "UInt",
    "compile",
    "kubernetes_env",
    "list_of",
    "map_of",
    "optional_of",
    "standard_env",
]

_HOMES = {
    "CelError": "kapivara.cel.errors",
    "CelIssuesError": "kapivara.cel.errors",
    "CostExceededError": "kapivara.cel.errors",
    "Duration": "kapivara.cel.values",
    "Env": "kapivara.cel.env",
    "Issue": "kapivara.cel.errors",
    "OptionalValue": "kapivara.cel.values",
    "Program": "kapivara.cel.program",
    "Timestamp": "kapivara.cel.values",
    "UInt": "kapivara.cel.values",
    "kubernetes_env": "kapivara.cel.environments",
    "standard_env": "kapivara.cel.environments",
}


def compile(text: str, variables: Mapping[str, Type] | None = None, *, env: Env | None = None) -> Program:
    """Compiles an expression over variables of the given types; raises `CelIssuesError`.

    The default environment is the language with all its extensions.
    """
    from kapivara.cel.environments import standard_env
    from kapivara.cel.program import Program

    env = (standard_env() if env is None else env).extend(variables=variables)
    return Program(env, env.compile(text))


def __getattr__(name: str) -> Any:
    """Imports a public name on first access, because few programs need the whole language."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
