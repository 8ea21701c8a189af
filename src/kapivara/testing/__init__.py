"""Fixtures and matchers for other people's tests: servers, a pytest plugin, testers of types and of validators.

Each name is imported on first use, so that a test of an operator does not load the tester of types.

Steps:

- `server_base.py`: the part that all test servers share: a `with` block, and how clients find the server
- `server.py`: a server on a thread of the test
- `server_process.py`: a server in a process that ends with the test
- `pytest_plugin.py`: the fixtures, with a clean store for each test that asks for one
- `types.py`: the types of a package with validators made in memory
- `attempt.py`: one validation of a value, built step by step
- `expectations.py`: compares expected errors with reported ones
- `hints.py`: the limits, enums, formats and keys in the rules of a type that are worth trying
- `samples.py`: valid and invalid texts for each format
- `changes.py`: generates writes: new values, and updates near, far or equal;
  generates values of types, many of them near the limits of their rules
- `equivalence.py`: checks that a hand-written and a declarative validator report the same errors;
  makes a counterexample small
- `twins.py`: compares the hand-written and the declarative rules of built-in kinds;
  changes objects at random within their types
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kapivara.testing.attempt import Attempt
    from kapivara.testing.changes import Change, update
    from kapivara.testing.equivalence import TWINS, Version, expect_equivalent
    from kapivara.testing.expectations import ExpectedError, error
    from kapivara.testing.server import Server
    from kapivara.testing.server_process import ServerProcess
    from kapivara.testing.twins import TwinDifference, TwinRun, compare_twins
    from kapivara.testing.types import TestedType, TypeSet, load_types
    from kapivara.validate.error_matcher import ErrorMatcher
    from kapivara.validate.normalization import NormalizationRule

__all__ = [
    "TWINS",
    "Attempt",
    "Change",
    "ErrorMatcher",
    "ExpectedError",
    "NormalizationRule",
    "Server",
    "ServerProcess",
    "TestedType",
    "TwinDifference",
    "TwinRun",
    "TypeSet",
    "Version",
    "compare_twins",
    "error",
    "expect_equivalent",
    "load_types",
    "update",
]

_MODULES = {
    "kapivara.testing.attempt": ("Attempt",),
    "kapivara.testing.changes": ("Change", "update"),
    "kapivara.testing.equivalence": ("TWINS", "Version", "expect_equivalent"),
    "kapivara.testing.expectations": ("ExpectedError", "error"),
    "kapivara.testing.server": ("Server",),
    "kapivara.testing.server_process": ("ServerProcess",),
    "kapivara.testing.twins": ("TwinDifference", "TwinRun", "compare_twins"),
    "kapivara.testing.types": ("TestedType", "TypeSet", "load_types"),
    "kapivara.validate.error_matcher": ("ErrorMatcher",),
    "kapivara.validate.normalization": ("NormalizationRule",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
