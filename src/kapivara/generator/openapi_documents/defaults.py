"""The defaults that types declare: `+default=<json>`, or `+default=ref(NAME)` for a constant.

Upstream: kube-openapi/pkg/generators/openapi.go defaultFromComments, parseSymbolReference (1.37).
"""

from __future__ import annotations

import json

from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.own_json import has_own_json
from kapivara.generator.model.symbol_reference import constant_named
from kapivara.generator.model.types import Member, Type, TypeKind, Universe
from kapivara.generator.tags.fields.presence import DEFAULT_TAGS
from kapivara.values import ABSENT, Absent, JsonValue

_ZEROS: dict[str, JsonValue] = {"string": "", "bool": False}


def default_of(member: Member, owner: Type, universe: Universe) -> JsonValue | Absent:
    """Returns the default of a field, declared or zero; ABSENT where it has none. Raises AuthorError."""
    for name, line in tag_lines(member.comments):
        if name in DEFAULT_TAGS:
            return _declared(line.text.partition("=")[2].strip(), member, owner, universe)
    native = native_type(member.type)
    if native.kind is TypeKind.STRUCT and not has_own_json(native):
        return {}
    if native.kind is TypeKind.BUILTIN and not member.json.omit_empty:
        return _ZEROS.get(native.name.name, 0)
    return ABSENT


def _declared(text: str, member: Member, owner: Type, universe: Universe) -> JsonValue:
    try:
        constant = constant_named(text, owner.name.package, universe)
        if constant is not None:
            return constant.value
        value: JsonValue = json.loads(text)
    except ValueError:
        hint = "a default is JSON, or ref(NAME) of a constant: ref(PATH.NAME) of one of another package"
        message = f"cannot read the default {text}"
        raise AuthorError(
            message, member.place, type_name=str(owner), field=f"{owner}.{member.json.name}", hint=hint
        ) from None
    return value
