"""What makes a short command short. Most of what it costs is what other packages import, so:

- The collector waits: what is being imported is no garbage. That saves 11 of 283 million instructions.
- `inspect` is loaded when something is asked of it. orjson imports `dataclasses`, which imports `inspect`, and with it
  the compiler's tables and a tokenizer, and nobody asks: 38 of 310 million.
- The patterns that PyYAML compiles while it loads are compiled on first use. They belong to its Python half, which its
  C half imports and never asks: 79 of 351 million.

Counted by valgrind in `kapivara validate` of one object, where `python -c pass` takes 49; that of a few objects in YAML
does without orjson by now (`codec.light_json`), all others do not. All of this happens to the process of a command
alone, never to a program that imports kapivara.
"""

from __future__ import annotations

import gc
import re
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from kapivara.values.lazy_pattern import lazy_pattern

_OBJECTS = 200_000  # a command that makes more of them is long, and collects as usual from there on


def prepare_process() -> None:
    """Prepares the process of a short command."""
    gc.set_threshold(_OBJECTS, 10, 10)
    sys.modules.setdefault("inspect", _Postponed("inspect"))


def load_yaml() -> None:
    """Loads PyYAML, with its patterns postponed."""
    if "yaml" in sys.modules:
        return
    compile_now = re.compile
    re.compile = lazy_pattern  # type: ignore[assignment]
    try:
        import_module("yaml")
    finally:
        re.compile = compile_now


class _Postponed(ModuleType):
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
