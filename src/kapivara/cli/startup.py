"""Shortens the start of a command, which mostly consists of imports of other packages:

- The garbage collector waits: imported objects are no garbage. That saves 11 of 283 million instructions.
- `inspect` is imported on first use. orjson imports `dataclasses`, which imports `inspect`, and with it the compiler's
  tables and a tokenizer, which are never used: 38 of 310 million.
- The patterns that PyYAML compiles when it is imported are compiled on first use. They belong to its Python half, which
  its C half imports and never uses: 79 of 351 million, for a text that requires PyYAML.

Counted by valgrind in `kapivara validate` of one object, where `python -c pass` takes 49. A few objects in YAML do
without orjson (`codec.json.plain.light_encoding`), other runs do not. All of this applies to the process of a command
only, never to a program that imports kapivara.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from kapivara.values.lazy_pattern import lazy_pattern

_OBJECTS = 200_000  # commands that allocate more are long, and collect as usual from then on


def prepare_process() -> None:
    """Prepares the process of a command."""
    gc.set_threshold(_OBJECTS, 10, 10)
    sys.modules.setdefault("inspect", _Postponed("inspect"))
    sys.meta_path.insert(0, _YamlFinder)


class _YamlFinder:
    """Finds PyYAML like other finders, and defers compiling its patterns."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "yaml":
            return None
        found = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not cls)
        spec = next(filter(None, found), None)
        if spec is not None and spec.loader is not None:
            load = partial(_load_with_lazy_patterns, spec.loader.exec_module)
            spec.loader.exec_module = load  # type: ignore[method-assign]
        return spec


def _load_with_lazy_patterns(load: Callable[[ModuleType], None], module: ModuleType) -> None:
    compile_now = re.compile

    def compile_later(pattern: Any, flags: Any = 0) -> re.Pattern[Any]:
        asked_by = sys._getframe(1).f_globals.get("__name__", "")  # other threads may compile patterns at the same time
        return lazy_pattern(pattern, flags) if asked_by.startswith("yaml.") else compile_now(pattern, flags)

    re.compile = compile_later
    try:
        load(module)
    finally:
        re.compile = compile_now


class _Postponed(ModuleType):
    """Stands for a module that is imported on first use of an attribute.

    The standard library's LazyLoader is no alternative: a second `import` of the module would load it.
    """

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        self.__dict__.update(import_module(self.__name__).__dict__)
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(name) from None
