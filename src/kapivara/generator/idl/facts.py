"""Reads the properties of declared types: JSON fields, merge strategies, protobuf numbers and descriptions.

Properties come from Go's field tags and from the `+` lines of comments; all other lines are the description.
"""

from __future__ import annotations

import json

from kapivara.codec.typed.described import pack
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.symbol_reference import read_reference
from kapivara.generator.model.types import Comments, Member, Package, Type
from kapivara.generator.sources.go.struct_tags import tag_value
from kapivara.generator.sources.go.whole_comments import WholeComments, text_of
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.values.record import record, replace

KEEP_EMPTY = "kapivara:keepEmpty"
"""A list or map with this marker keeps the difference between empty and missing until the kind drops it."""
UNDESCRIBED = "kapivara:undescribed"
"""A field with this marker has only its type in published documents, as in the reference."""
OWN_JSON = "kapivara:json"
"""A type with its own JSON encoding: names its shape, or, with `()` at the end, a function that returns it."""


_DISCRIMINATOR = "unionDiscriminator"
_MARKS = ((KEEP_EMPTY, "keepempty"), (UNDESCRIBED, "undescribed"), (_DISCRIMINATOR, "discriminator"))
_WRAPPED = "protobuf.nullable"
"""The marker of a list type that is a message of its own in protobuf."""


@record(eq=False)
class FieldFacts:
    """One field: its JSON name, which is empty for a struct whose fields belong to the outer struct."""

    name: str
    member: Member
    words: tuple[str, ...]
    """The properties of the field, in the notation of the tables."""
    text: str
    tags: tuple[str, ...] = ()
    """The validation tags of the field, as written."""


@record(eq=False)
class TypeFacts:
    """One type. `words` are its properties, in the notation of the tables."""

    type: Type
    words: tuple[str, ...]
    own_json: str
    fields: tuple[FieldFacts, ...]
    text: str
    tags: tuple[str, ...] = ()


class FactReader:
    """Reads the properties of a package's types."""

    def __init__(self, package: Package):
        self._package = package
        self._comments = WholeComments()

    def read(self, kind: Type) -> TypeFacts:
        """Returns the properties of a type and of its fields."""
        said = self._comments.of(kind)
        tags = _tags_of(said)
        if OWN_JSON in tags:
            return TypeFacts(kind, (), tags[OWN_JSON], tuple(_wire_fields(kind)), text_of(said))
        fields = [self._field(each) for each in kind.members if each.exported and not each.json.ignored]
        words = [f"map={tags[tag]}" for tag in ("structType", "mapType") if tag in tags]
        words += ["message"] if _WRAPPED in tags else []
        if "union" in tags:
            words.append("union")
            fields = [_in_union(each) for each in fields]
        if "enum" in tags:
            words.append(f"enum={','.join(sorted(map(pack, set(self._constants(kind)))))}")
        return TypeFacts(kind, tuple(words), "", tuple(fields), text_of(said), _validation_tags(said))

    def _field(self, member: Member) -> FieldFacts:
        said = self._comments.of(member)
        name = "" if member.embedded and not member.json.name else member.json.name or member.name
        tags = _tags_of(said)
        words = [*_field_words(member, tags), *self._default(member, tags), *_go_name(member, name)]
        return FieldFacts(name, member, tuple(words), text_of(said), _validation_tags(said))

    def _default(self, member: Member, tags: dict[str, str]) -> list[str]:
        """Returns the default of a field: JSON, or the value of a constant in `ref(DefaultPort)`."""
        if "default" not in tags:
            return []
        said = tags["default"]
        try:
            named = read_reference(said, self._package.path)
            value = json.loads(said) if named is None else self._constant(named.name)
        except ValueError:
            hint = "a default is JSON, or ref(NAME) of a constant of the package"
            raise AuthorError(f"cannot read the default {said}", member.place, hint=hint) from None
        # Blanks separate words, so those in strings are escaped.
        return [f"default={json.dumps(value, separators=(',', ':'))}".replace(" ", "\\u0020")]

    def _constant(self, name: str) -> str | int | bool | float:
        """Returns the value of a constant of the package; raises ValueError where there is none of that name."""
        for each in self._package.constants:
            if each.name.name == name:
                return each.value
        raise ValueError(name)

    def _constants(self, kind: Type) -> list[str]:
        return [str(each.value) for each in self._package.constants if each.type is kind]


def _wire_fields(kind: Type) -> list[FieldFacts]:
    """Returns the protobuf fields of a type with its own JSON encoding, with their Go names or protobuf names."""
    numbered = [each for each in kind.members if number_of(each) != "0"]
    return [FieldFacts(_protobuf_tag(each, "name=") or each.name, each, (), "") for each in numbered]


def _in_union(field: FieldFacts) -> FieldFacts:
    """Marks an optional field of a union as a member of the union."""
    words = (*field.words, "member") if "optional" in field.words else field.words
    return replace(field, words=words)


def number_of(member: Member) -> str:
    """Returns the protobuf number of a field, 0 where it has none."""
    parts = tag_value(member.tag, "protobuf").split(",")
    return next((part for part in parts if part.isdigit()), "0")


def _protobuf_tag(member: Member, prefix: str) -> str:
    parts = tag_value(member.tag, "protobuf").split(",")
    return next((part.removeprefix(prefix) for part in parts if part.startswith(prefix)), "")


def _field_words(member: Member, tags: dict[str, str]) -> list[str]:
    options = tag_value(member.tag, "json").split(",")[1:]
    words: list[str] = [option for option in ("omitempty", "omitzero") if option in options]
    words += [tag for tag in ("optional", "required") if tag in tags]
    words += [word for tag, word in _MARKS if tag in tags]
    for tag, word in (("listType", "list"), ("listMapKey", "keys"), ("mapType", "map"), ("structType", "map")):
        words += [f"{word}={tags[tag]}"] if tag in tags else []
    for key, word in (("patchStrategy", "patch"), ("patchMergeKey", "mergekey")):
        said = tag_value(member.tag, key)
        words += [f"{word}={said}"] if said else []
    return words


def _go_name(member: Member, name: str) -> list[str]:
    """Returns the Go name of a field, unless it is the JSON name with a capital letter."""
    return [f"go={member.name}"] if name and member.name != name[0].upper() + name[1:] else []


def _tags_of(said: Comments) -> dict[str, str]:
    """Returns the markers of a comment by name; several values of one name are joined by commas."""
    found: dict[str, str] = {}
    for line in said:
        if line.text.startswith("+"):
            name, _, value = line.text[1:].partition("=")
            found[name] = f"{found[name]},{value}" if name in found else value
    return found


def _validation_tags(said: Comments) -> tuple[str, ...]:
    """Returns the validation tags of a comment."""
    return tuple(f"+{line.text}" for name, line in tag_lines(said) if name in HANDLERS)
