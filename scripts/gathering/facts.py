"""Selects the facts in upstream's declarations, and keeps our own comments beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scripts.gathering.reading import GoConstant, GoField, GoSource, GoType

from kapivara.generator.sources.go.struct_tags import tag_value

_TAGS = re.compile(
    r"\+(?:optional|required|default|enum|union|unionDiscriminator|listType|listMapKey|mapType|structType"
    r"|featureGate|protobuf\.nullable|kubebuilder:(?:validation|default)|k8s:(?!\w+(?:-\w+)*-gen\b)\w+)\b"
)
"""The starts of comment lines that are facts; names that end in -gen are for Go generators only."""
OWN = "+kapivara:"
_RULE = "+k8s:"
_NATIVE = "+k8s:declarativeValidationNative"
_REFERENCE = re.compile(r"=ref\((\w+)\)")
_ENUM = re.compile(r"\+(?:.*\+k8s:|k8s:)?enum\b")
_STRUCT_TAGS = ("json", "patchStrategy", "patchMergeKey", "protobuf")


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Our own comments: those above package clauses by file, and those of types and fields by name."""

    heads: dict[str, tuple[str, ...]]
    comments: dict[tuple[str, str], tuple[str, ...]]

    def beside(self, facts: Iterable[str], *key: str) -> tuple[str, ...]:
        """Returns the facts about a type or a field, with our own comments around them."""
        name, field = (*key, "")[:2]
        own = self.comments.get((name, field), ())
        told = tuple(facts)
        return (
            *(line for line in own if not line.startswith("+")),
            *told,
            *_native_rules(own, told),
            *(line for line in own if line.startswith(OWN)),
        )


def _native_rules(own: Sequence[str], facts: Sequence[str]) -> tuple[str, ...]:
    """Returns the rules that only kapivara declares for a field; upstream's declarations replace them."""
    if _NATIVE not in own or any(line.startswith(_RULE) for line in facts):
        return ()
    return tuple(line for line in own if line.startswith(_RULE))


def own_words(sources: dict[str, GoSource]) -> OwnWords:
    """Collects our own comments from files, given by their names."""
    comments: dict[tuple[str, str], tuple[str, ...]] = {}
    for source in sources.values():
        for each in source.types:
            comments[each.name, ""] = each.said
            comments |= {(each.name, field.key): field.said for field in each.fields}
    return OwnWords({name: source.head for name, source in sources.items()}, comments)


def gather_type(declared: GoType, own: OwnWords) -> GoType:
    """Keeps the facts of a type and adds our own comments."""
    said = [line for line in declared.said if _TAGS.match(line)]
    union = "+union" in said
    fields = [_gather_field(field, union=union) for field in declared.fields]
    return replace(
        declared,
        said=own.beside(said, declared.name),
        fields=tuple(replace(each, said=own.beside(each.said, declared.name, each.key)) for each in fields),
    )


def _gather_field(field: GoField, *, union: bool) -> GoField:
    tag = " ".join(f'{key}:"{value}"' for key in _STRUCT_TAGS if (value := _tag_fact(field, key)))
    said = [line for line in field.said if _TAGS.match(line)]
    # Optional is written once; in a union it also marks the field as a member.
    if not union and "omitempty" in tag_value(field.tag, "json"):
        said = [line for line in said if line != "+optional"]
    return replace(field, tag=tag, said=tuple(said))


def _tag_fact(field: GoField, key: str) -> str:
    """Returns the value of a key in a field's tag; for protocol buffers only the number: the rest follows from it."""
    value = tag_value(field.tag, key)
    if key == "json" and not value and not field.name:
        return ",inline"  # the default for an embedded struct without a name, which some files omit
    if key != "protobuf":
        return value
    return next((part for part in value.split(",") if part.isdigit()), "-" if value == "-" else "")


def gather_constants(constants: Sequence[GoConstant], types: Sequence[GoType]) -> list[GoConstant]:
    """Keeps the constants that are values of an enum or that a default refers to."""
    enums = {each.name for each in types if any(_ENUM.match(line) for line in each.said)}
    said = [line for each in types for field in each.fields for line in field.said]
    referred = {name for line in said for name in _REFERENCE.findall(line)}
    kept = [each for each in constants if each.type in enums or each.name in referred]
    return [replace(each, said=tuple(line for line in each.said if _TAGS.match(line))) for each in kept]
