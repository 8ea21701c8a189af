"""Helps other people's tests: servers, a pytest plugin, a tester for types, and comparisons of validators.

`server.py` runs a server on a thread for a `with` block, `server_process.py` runs one in a process that ends with the
test, and `pytest_plugin.py` has the fixtures. `types.py` tests tagged types, `equivalence.py` compares a hand-written
validator with a declarative one, and `twins.py` compares both sides of a built-in kind.

Each name is imported on first use, so that a test of an operator does not load the tester of types.
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
