"""The types of a package for tests: read from Go or Python sources, with validators generated in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kapivara.codec import DecodeError
from kapivara.codec.shapes import Shape
from kapivara.codec.typed.reader import MismatchError, Reader
from kapivara.field import ErrorList, Operation
from kapivara.generator.emission.module import print_module
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import Type
from kapivara.generator.pipeline import GeneratedModule, load_generated
from kapivara.generator.planning.plan_sources import GenerateOptions, plan_all_types
from kapivara.generator.sources.loading import Root, SourceOptions, read_sources
from kapivara.testing.attempt import Attempt
from kapivara.testing.changes import Change, ChangeSource
from kapivara.testing.hints import HintTable
from kapivara.values import ABSENT

HandWritten = Callable[..., ErrorList]


class TestedType:
    """A type of a package, whose values can be validated and generated."""

    __test__ = False  # prevents pytest from collecting it as a test class

    def __init__(self, kind: Type, module: GeneratedModule, shape: Shape, hints: HintTable):
        self._kind = kind
        self._module = module
        self._shape = shape
        self._hints = hints

    @property
    def name(self) -> str:
        """The name of the type."""
        return self._kind.name.name

    @property
    def package(self) -> str:
        """The import path of the type's package."""
        return self._kind.name.package

    def value(self, value: Any) -> Attempt:
        """Returns an attempt to validate a value, given as JSON."""
        return Attempt(self, value)

    def validate(self, op: Operation, new: Any, old: Any = ABSENT) -> ErrorList:
        """Returns the errors of a value; raises ValueError if the type cannot have it, also for unknown fields."""
        before = None if old is ABSENT else self.normal(old)
        return self._module.validate(self.name, op, self.normal(new), before)

    def normal(self, value: Any, *, strict: bool = True) -> Any:
        """Returns a value as validators receive it; raises ValueError if the type cannot have it.

        Unless `strict`, unknown fields are dropped.
        """
        reader = Reader(in_memory=True)
        try:
            normal = reader.read(value, self._shape)
        except (DecodeError, MismatchError) as error:
            raise ValueError(f"not a value of {self.name}: {error.message}") from None
        if strict and reader.notes:
            complaint, path = reader.notes[0]
            raise ValueError(f'not a value of {self.name}: {complaint} "{path}"')
        return normal

    def examples(self, count: int = 100, *, seed: int = 0) -> list[Change]:
        """Returns generated values, and pairs of old and new values, around the limits of the type's rules.

        The same seed gives the same values.
        """
        source = ChangeSource(self._kind, self._hints, seed)
        return [source.change() for _ in range(count)]

    def __repr__(self) -> str:
        return f"TestedType({self.package}.{self.name})"


class TypeSet(Mapping[str, TestedType]):
    """The exported types of a package, by name.

    Access to a type that the generator rejects raises AuthorErrors, even if nothing selects the type for validation.
    """

    def __init__(self, path: str, types: Mapping[str, TestedType], refused: Mapping[str, list[AuthorError]]):
        self.path = path
        self._types = dict(types)
        self._refused = refused

    def __getitem__(self, name: str) -> TestedType:
        found = self._types.get(name)
        if name in self._refused:
            raise AuthorErrors(self._refused[name])
        if found is None:
            near = get_close_matches(name, self._types, 1)
            hint = f"did you mean {near[0]}?" if near else f"valid types are {', '.join(sorted(self._types)) or 'none'}"
            raise KeyError(f"no type {name} in {self.path}: {hint}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __len__(self) -> int:
        return len(self._types)


def load_types(
    path: str | Path,
    *,
    roots: Mapping[str, str | Path] | None = None,
    readonly: Sequence[str] = (),
    hand_written: Mapping[str, HandWritten] | None = None,
    typedef_chains: bool = False,
) -> TypeSet:
    """Returns the types of the package in a folder (Go files, or a Python file of types), with generated validators.

    `roots` maps beginnings of import paths to folders; `readonly` names packages whose types are read where others use
    them. `hand_written` holds the functions that `+k8s:customValidation` calls, by name. Raises AuthorErrors for
    invalid sources.
    """
    found = tuple(Root(prefix, Path(folder)) for prefix, folder in (roots or {}).items())
    sources = read_sources([Path(path)], SourceOptions(roots=found, readonly=tuple(readonly)))
    found_types = plan_all_types(sources, GenerateOptions(typedef_chains=typedef_chains))
    plan, refused = found_types.plan, found_types.refused
    module = load_generated(print_module(plan, sources.universe), f"validators of {plan.package.path}", hand_written)
    hints = HintTable(plan)
    types = {}
    for name, kind in plan.declaring.types.items():
        shape = module.shape(name)
        if shape is not None and name not in refused:
            types[name] = TestedType(kind, module, shape, hints)
    return TypeSet(plan.declaring.path, types, refused)
