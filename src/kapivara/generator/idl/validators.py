"""Prints the validators of built-in kinds from the tags in their declarations, of all stability levels.

A package requests them with `+k8s:validation-gen` in its `doc.go`; the functions of `+k8s:customValidation` are in
`validations.py` in the same folder. A package whose kinds have no rules gets no file, and `VALIDATED = ()` in its
table.

`[]OwnerReference` is in the same package, `*meta.v1.Time` in `kapivara/meta/v1`, `map[string]string` in none;
`types.UID:string` is a string type with a name of another package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kapivara.generator.emission.module import print_module
from kapivara.generator.emission.printing import printed
from kapivara.generator.emission.shape_printing import NameTable
from kapivara.generator.emission.wrapping import wrapped
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import Package, Type, TypeKind, Universe
from kapivara.generator.plan.package_plan import PackagePlan, TypePlan
from kapivara.generator.plan.rule_calls import FunctionCall, HandWritten, RuleCall, TypeCall
from kapivara.generator.planning.plan_sources import plan_packages
from kapivara.generator.sources.handwritten import canonical_name
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import is_generated
from kapivara.values.record import record, replace

ANY = "any"
"""A type about which nothing is known: it accepts every value."""
_OPAQUE = (TypeKind.INTERFACE, TypeKind.CHAN, TypeKind.FUNC, TypeKind.UNSUPPORTED)


def _is_enumerated(kind: Type) -> bool:
    return any(line.text == "+enum" for line in kind.comments)


class References:
    """Names types from the point of view of one package; `folders` has the other packages' folders by import path."""

    def __init__(self, package: str, folders: Mapping[str, str]):
        self._package = package
        self._folders = folders

    def name(self, kind: Type) -> str:
        """Returns the name of a type; raises AuthorError for one that tables do not support."""
        if kind.name.package:
            return self._named(kind)
        elem = kind.elem
        match kind.kind:
            case TypeKind.BUILTIN:
                return kind.name.name
            case TypeKind.POINTER if elem is not None:
                return f"*{self.name(elem)}"
            case TypeKind.SLICE if elem is not None:
                return f"[]{self.name(elem)}"
            case TypeKind.MAP if elem is not None and kind.key is not None:
                return f"map[{self.name(kind.key)}]{self.name(elem)}"
        if kind.kind in _OPAQUE:
            return ANY
        raise AuthorError(f"type {kind} cannot stand in a table", kind.place, hint="give the type a name of its own")

    def underlying(self, kind: Type) -> str:
        """Returns the name of the underlying type of a named type that is not a struct."""
        made_of = kind.written or kind.underlying
        return ANY if made_of is None else self.name(made_of)

    def _named(self, kind: Type) -> str:
        path = kind.name.package
        if path == self._package:
            return kind.name.name
        native = native_type(kind)
        if native.kind is TypeKind.BUILTIN and not _is_enumerated(
            kind
        ):  # a scalar with a name: not worth loading its package
            return f"{path.rpartition('/')[2]}.{kind.name.name}:{native.name.name}"
        if path not in self._folders:
            hint = "declare the package: a types.go in a folder of meta or apis"
            raise AuthorError(f"type {kind} is declared nowhere here", kind.place, hint=hint)
        return f"{self._folders[path]}.{kind.name.name}"


class DescribedShapes:
    """Refers to types by their names in the tables; `folder` is the folder of the package."""

    def __init__(self, package: Package, universe: Universe, folder: str, references: References):
        self._names = NameTable(package, universe, ("TYPES", "SHAPES", "DESCRIBED"))
        self._references = references
        self._folder = folder
        self._constants: dict[str, str] = {}

    def expression(self, kind: Type) -> str:
        """Returns the name of the constant of a type's shape."""
        text = self._references.name(kind)
        constant = self._constants.get(text)
        if constant is None:
            constant = self._constants[text] = self._names.free(_constant_name(text))
        return constant

    def declarations(self) -> list[str]:
        """Returns the lines that define the constants of all requested types."""
        lines = [f"{name} = DESCRIBED.shape({printed(text)})" for text, name in self._constants.items()]
        return [f"DESCRIBED = described({printed(self._folder)})", *lines] if lines else []

    def imports(self) -> str:
        """Returns the import statement for the shapes."""
        return "from kapivara.codec.typed.described import described"

    def table(self, kinds: Iterable[Type]) -> list[str]:  # noqa: ARG002  the tables contain them all
        """Returns no lines: the tables contain all types."""
        return []


def _constant_name(text: str) -> str:
    """Returns a Python name for a type: `META_V1_TIME`, `LIST_OF_PART`."""
    for prefix, word in (("*", ""), ("[]", "LIST_OF_"), ("map[", "MAP_OF_")):
        if text.startswith(prefix):
            inner = text[len(prefix) :] if prefix != "map[" else text.partition("]")[2]
            return word + _constant_name(inner)
    return "".join(each if each.isalnum() else "_" for each in text.partition(":")[0]).upper()


_INNERMOST = (FunctionCall, TypeCall, HandWritten)


@record(eq=False)
class Validators:
    """The validators of a package: their source, and the names of their kinds."""

    source: str
    kinds: tuple[str, ...]


def print_validators(sources: Sources, folders: Mapping[str, str]) -> dict[str, Validators]:
    """Returns the validators of all packages that request them, by import path; raises AuthorErrors."""
    found: dict[str, Validators] = {}
    asking = tuple(path for path in sources.packages if is_generated(sources.universe.packages[path]))
    for plan in plan_packages(replace(sources, packages=asking)):
        path = plan.package.path
        kinds = ruled_roots(plan)
        if not kinds:
            continue
        wanted = replace(plan, roots=tuple(root for root in plan.roots if root.type in kinds))
        shapes = DescribedShapes(plan.declaring, sources.universe, folders[path], References(path, folders))
        names = tuple(sorted(kind.name.name for kind in kinds))
        source = wrapped(print_module(wanted, sources.universe, shapes)) + _hand_written(plan.package, folders[path])
        found[path] = Validators(source, names)
    return found


def _hand_written(package: Package, folder: str) -> str:
    """Returns the code that registers the functions of `validations.py`; empty where there are none."""
    functions = {name: each.name for each in package.functions.values() if (name := canonical_name(each.name))}
    if not functions:
        return ""
    lines = [f"    {printed(name)}: validations.{function}," for name, function in sorted(functions.items())]
    return "\n".join(["", "", f"from kapivara.{folder} import validations", "", "HAND_WRITTEN |= {", *lines, "}", ""])


def ruled_roots(plan: PackagePlan) -> set[Type]:
    """Returns the root types with a rule, their own or one of a type that they refer to."""
    plans = {each.type: each for each in plan.types}
    found: set[Type] = set()
    for root in plan.roots:
        waiting, seen = [root.type], {root.type}
        while waiting:
            each = plans.get(waiting.pop())
            if each is None:
                continue
            calls = list(_calls_of(each))
            if any(map(_can_refuse, calls)):
                found.add(root.type)
                break
            below = [check.type for call in calls if isinstance(check := _innermost(call), TypeCall)]
            below += [field.type_call for field in each.fields if field.type_call is not None]
            waiting += [kind for kind in below if kind not in seen]
            seen.update(below)
    return found


def _calls_of(plan: TypePlan) -> Iterable[RuleCall]:
    yield from (*plan.calls, *plan.iterations)
    for field in plan.fields:
        yield from (*field.calls, *field.iterations)


def _can_refuse(call: RuleCall) -> bool:
    """Returns whether a call can return errors itself, and not only through the rules of another type."""
    return not call.non_error and not isinstance(_innermost(call), TypeCall)


def _innermost(call: RuleCall) -> FunctionCall | TypeCall | HandWritten:
    check = call.check
    while not isinstance(check, _INNERMOST):
        check = check.inner.check
    return check
