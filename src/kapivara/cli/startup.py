"""What makes a short command short; imported before anything else.

The bound is a few times `python -c pass`, and most of what a command costs is what it imports. So:
the collector waits, because what is being imported is no garbage; `inspect`, which click names but hardly ever uses,
is loaded when something is asked of it; patterns that other packages compile while they load, and that a run
never matches, are compiled on first use. `kapivara.cli.main` leaves without taking the interpreter apart.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from kapivara.values.lazy_pattern import lazy_pattern

_OBJECTS = 200_000  # a command that makes more of them is long, and collects as usual from there on


class Postponed(ModuleType):
    """Stands for a module until something is asked of it.

    The standard library's LazyLoader does not do: a second `import` of the module makes it load.
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        self.__dict__.update(import_module(self.__name__).__dict__)
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(name) from None


def _platform() -> ModuleType:
    """Stands for `platform`, of which `uuid` asks the system's name while it loads, and nobody anything else."""
    module = Postponed("platform")
    if hasattr(os, "uname"):
        module.system = lambda: os.uname().sysname  # type: ignore[attr-defined]
    return module


@contextmanager
def patterns_postponed() -> Iterator[None]:
    """Has the patterns of modules imported meanwhile compiled on first use."""
    compile_now = re.compile
    re.compile = lazy_pattern  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = compile_now


def load_yaml() -> None:
    """Loads PyYAML, whose Python half compiles patterns that its C half, which we use, never asks for."""
    with patterns_postponed():
        import_module("yaml")


def start_lean() -> None:
    """Prepares the interpreter for a short command."""
    gc.set_threshold(_OBJECTS, 10, 10)
    sys.modules.setdefault("inspect", Postponed("inspect"))
    sys.modules.setdefault("platform", _platform())


start_lean()
