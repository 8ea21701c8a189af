"""The tag customValidation, which calls a hand-written function.

The function is found by its name, `ValidateCustom_<Type>` or `ValidateCustom_<Type>_<Field>`; a function with such a
name but without a tag is an error. Upstream: code-generator/cmd/validation-gen/validators/customvalidation.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import AuthorError, TagError
from kapivara.generator.model.natives import is_nilable
from kapivara.generator.model.types import Comments, Function, Package, Type, TypeKind, pointer_to
from kapivara.generator.plan.rule_calls import FunctionCall, HandWritten, RuleCall, Rules
from kapivara.generator.sources.handwritten import PREFIX, PYTHON_FILE, canonical_name, is_python, python_name
from kapivara.generator.tags.contract.handler import Context, Scope, Session, Stability, TagHandler
from kapivara.values.lazy_pattern import lazy_pattern

_QUALIFIER = lazy_pattern(r"[A-Za-z_]\w*\.")
_PYTHON_PARAMETERS = 4
_META, _CORE = "k8s.io/apimachinery/pkg/apis/meta/v1", "k8s.io/api/core/v1"
_KNOWN = {
    (_META, f"{PREFIX}Condition_LastTransitionTime"): FunctionCall("required_time", nil_fails=True),
    (_CORE, f"{PREFIX}EvictionResponder_Name"): FunctionCall("unreserved_responder"),
    (_CORE, f"{PREFIX}EvictionResponder_Priority"): FunctionCall("unreserved_priority"),
}
"""Built-in replacements for hand-written functions of common types, whose packages are seldom available."""


class ClaimedFunctions:
    """The hand-written functions that tags call (state of a `Session`)."""

    def __init__(self) -> None:
        self._claimed: set[tuple[str, str]] = set()

    def claim(self, package: str, name: str) -> None:
        """Records that a tag calls a function."""
        self._claimed.add((package, name))

    def has(self, package: str, name: str) -> bool:
        """Returns whether a tag calls a function."""
        return (package, name) in self._claimed


class CustomValidation(TagHandler):
    """`+k8s:customValidation`: calls a hand-written function."""

    name = "k8s:customValidation"
    scopes = frozenset((Scope.TYPE, Scope.FIELD))
    stability = Stability.STABLE
    description = "Calls a hand-written function from the generated code to validate the value."
    docs = (
        "The function belongs to the package: ValidateCustom_<Type> for a type, ValidateCustom_<Type>_<Field> "
        "for a field, both by their names in the source. In Go it takes (ctx context.Context, op "
        "operation.Operation, fldPath *field.Path, value, oldValue T) and returns field.ErrorList, where T is "
        "the nilable form of the type: a pointer, list or map itself, otherwise a pointer to the type. In "
        "Python (validations.py beside the types) it may be called validate_custom_<Type>_<field>, takes (op, "
        "path, new, old) and returns a list. On update a field's function is not called where the field did "
        "not change; that of a type always is."
    )
    examples = ("+k8s:customValidation",)
    schema_docs = "nothing: schemas cannot express hand-written code"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the tag has no content
        """Returns a call of the function, which must exist and have the right signature."""
        owner = context.parent_type if context.scope is Scope.FIELD else context.type
        if owner is None:
            raise TagError("must be used on a type or a struct field")
        name = PREFIX + owner.name.name
        if context.scope is Scope.FIELD and context.member is not None:
            name += f"_{context.member.name}"
        session, home = context.session, owner.name.package
        if session.describes:
            return Rules(RuleCall(self.name, HandWritten(name, home, home)))  # descriptions call no functions
        package = session.universe.packages.get(session.generated_in.get(home, home))
        if package is None:
            unread = f"cannot resolve generated package for {home}"
            raise TagError(f"{unread} (is it being processed by validation-gen?)", hint=f"write the tag on {owner}")
        known = _KNOWN.get((home, name))
        if known is not None and all(canonical_name(each) != name for each in package.functions):
            return Rules(RuleCall(self.name, known))
        self._check(package, name, context.type)
        session.state(ClaimedFunctions).claim(package.path, name)
        return Rules(RuleCall(self.name, HandWritten(name, package.path, home)))

    def _check(self, package: Package, name: str, kind: Type) -> None:
        found = next((each for spelt, each in package.functions.items() if canonical_name(spelt) == name), None)
        nilable = kind if is_nilable(kind) else pointer_to(kind)
        wanted = (
            "func(ctx context.Context, op operation.Operation, fldPath *field.Path, "
            f"value, oldValue {_rendered(nilable)}) field.ErrorList"
        )
        if found is None:
            hint = f"def {python_name(name)}(op, path, new, old) in {PYTHON_FILE} beside the types"
            if not package.files or not package.files[0].endswith(".py"):
                hint = f"{wanted.replace('func(', f'func {name}(', 1)}, or {hint}"
            expected = f"expected hand-written function {package.path}.{name} was not found"
            raise TagError(f"+{self.name}: {expected}", hint=f"write {hint}")
        if is_python(found):
            if len(found.parameters) != _PYTHON_PARAMETERS:
                raise TagError(f"+{self.name}: {package.path}.{found.name} must take (op, path, new, old)")
        elif not _signature_fits(found, _rendered(nilable)):
            raise TagError(f"+{self.name}: {package.path}.{name} must have signature {wanted}")


def untagged_functions(session: Session, packages: Iterable[Package], *, lenient: bool = False) -> list[AuthorError]:
    """Returns an error for functions with names of hand-written validation that no tag calls; run it at the end.

    Functions beside types whose validation is generated into another package count as not called, too. One error, at
    the first function, lists them all, as in the reference. With `lenient`, when tags could not be read, functions that
    such tags might call are left out.
    """
    meant = _meant(session) if lenient else ()
    found = [
        (f"{package.path}.{name}: {why}", function.place)
        for package in packages
        for name, function in package.functions.items()
        if (why := _why_not_called(session, package, canonical_name(name))) and canonical_name(name) not in meant
    ]
    found.sort()
    message = f"+{CustomValidation.name}: {'; '.join(text for text, _ in found)}"
    return [AuthorError(message, found[0][1], tag=CustomValidation.name)] if found else []


def _meant(session: Session) -> set[str]:
    """Returns the names of functions that comments may call, even in malformed tags."""
    found = set()
    for path in session.included:
        for kind in session.universe.packages[path].types.values():
            name = PREFIX + kind.name.name
            found |= {name} if _mentions(kind.comments) else set()
            found |= {f"{name}_{member.name}" for member in kind.members if _mentions(member.comments)}
    return found


def _mentions(comments: Comments) -> bool:
    return any(CustomValidation.name in line.text for line in comments)


def _why_not_called(session: Session, package: Package, name: str | None) -> str:
    """Returns why a function is not called; empty where it is called, or where it is no hand-written validation."""
    if name is None or session.state(ClaimedFunctions).has(package.path, name):
        return ""
    home = session.generated_in.get(package.path, package.path)
    if home != package.path:
        return f"move to the generated package {home}"
    return f"no matching tag (add +{CustomValidation.name}, or rename if not a custom validation)"


def _signature_fits(function: Function, value: str) -> bool:
    """Compares types by their texts, without the names that the source gives to imported packages."""
    given = [_QUALIFIER.sub("", kind).replace(" ", "") for _, kind in function.parameters]
    results = [_QUALIFIER.sub("", kind).strip() for kind in function.results]
    value = value.replace("uint8", "byte")
    given = [each.replace("uint8", "byte") for each in given]
    return given == ["Context", "Operation", "*Path", value, value] and results == ["ErrorList"]


def _rendered(kind: Type) -> str:
    """Returns the name of a type without packages."""
    if kind.elem is None or kind.kind is TypeKind.ALIAS:
        return kind.name.name
    below = _rendered(kind.elem)
    if kind.kind is TypeKind.POINTER:
        return f"*{below}"
    return f"map[{_rendered(kind.key)}]{below}" if kind.key is not None else f"[]{below}"


HANDLERS: tuple[TagHandler, ...] = (CustomValidation(),)
