"""What makes a short command short; imported before anything else.

The bound is a few times `python -c pass`, and most of what a command costs is what it imports. So the collector waits
(what is being imported is no garbage), and `inspect`, which click names but hardly ever uses, is loaded when something
is asked of it. `kapivara.cli.main` leaves without taking the interpreter apart, for the same reason.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_OBJECTS = 200_000  # a command that makes more of them is long, and collects as usual from there on


class Postponed(ModuleType):
    """Stands for a module until something is asked of it.

    The standard library's LazyLoader does not do: a second `import` of the module makes it load.
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        self.__dict__.update(import_module(self.__name__).__dict__)
        return self.__dict__[name]


def start_lean() -> None:
    """Prepares the interpreter for a short command."""
    gc.set_threshold(_OBJECTS, 10, 10)
    sys.modules.setdefault("inspect", Postponed("inspect"))


start_lean()
