"""The Common Expression Language: parse, check, estimate, compile to Python.

It knows nothing of Kubernetes objects; rules of schemas are in `schema.expressions`.

Folders
- `checker/`: assigns a type to each node, or returns issues
- `checks/`: checks after types are known: literals, constants, format strings
- `codegen/`: prints checked expressions as Python source
- `cost/`: the cost of expressions: one table for estimation and run time
- `hints/`: hints beside issues: frequent mistakes and their remedies
- `library/`: libraries of functions
- `macros/`: macros: calls that the parser expands
- `messages/`: types with fields, and the messages that every environment knows
- `parsing/`: parses text to a syntax tree
- `possible/`: predicts results: always true, never true, failing on missing data
- `tree/`: the syntax tree and walks over it
- `values/`: values at run time

Steps
- `errors.py`: issues before a run, and errors of a run
- `display.py`: prints issues with place and caret
- `budget.py`: limits on bytes and time of evaluations
- `types.py`: static types
- `functions.py`: a function with overloads, implementation, cost and documentation
- `env.py`: an environment: names, and compilation of text
- `environments.py`: environments of the language and of the server
- `program.py`: compiled expressions
- `reasons.py`: explains a false result by its parts
- `completion.py`: completes an expression
- `reads.py`: paths that an expression reads
- `json_data.py`: JSON data as variables
- `json_form.py`: converts values to JSON within a budget
- `reference.py`: docs/cel.md, from functions and macros

Entry point: `compile`, `Env.compile` and `Program`.
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
