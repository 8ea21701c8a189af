"""Reads the fields of dataclasses: names, types, JSON tags and comments; bases become embedded structs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import Comments, JsonName, Member, Type, TypeKind
from kapivara.generator.python.words import NO_FIELDS
from kapivara.generator.sources.python.annotations import AnnotationContext, AnnotationReader, dotted
from kapivara.generator.sources.python.json_names import JsonTagError, go_name, read_json_tag, tag_in_comment
from kapivara.generator.sources.python.module import Module
from kapivara.generator.sources.python_source import source_of

_PLAIN_BASES = frozenset(("object", "ABC"))
_TAG_FORM = 'write "name", "name,omitempty", ",inline" or "-"'
_INLINE = JsonName(given=True, inline=True)


class StructReader:
    """Fills in the members of dataclasses; an error in one field does not hide those in the next."""

    def __init__(self, module: Module, reader: AnnotationReader, errors: list[AuthorError]):
        self._module = module
        self._file = module.file
        self._reader = reader
        self._errors = errors

    def fill(self, node: ast.ClassDef, struct: Type) -> None:
        """Reads the bases and fields of a class."""
        for base in node.bases:
            with self._noting(struct):
                self._embed(base, struct)
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                with self._noting(struct, statement.target.id):
                    self._add_field(statement, statement.target.id, struct)

    @contextmanager
    def _noting(self, struct: Type, field: str = "") -> Iterator[None]:
        try:
            yield
        except AuthorError as error:
            error.type_name = error.type_name or str(struct)
            error.field = error.field or field
            self._errors.append(error)

    def _embed(self, base: ast.expr, struct: Type) -> None:
        place = self._file.place(base)
        if self._reader.word(base, self._module) in _PLAIN_BASES or self._is_mixin(base):
            return
        if not dotted(base):
            raise AuthorError(f"unsupported base {source_of(base)[:60]}", place, hint="derive from dataclasses only")
        kind = self._reader.read(base, AnnotationContext(self._module))
        self._reader.complete(kind)
        if kind.kind is not TypeKind.STRUCT:
            raise AuthorError(f"unsupported base {kind.name.name}", place, hint="derive from dataclasses only")
        if not any(each.embedded and each.type is kind for each in struct.members):
            struct.members.append(Member(kind.name.name, kind, _INLINE, place, embedded=True, comments=()))

    def _is_mixin(self, base: ast.expr) -> bool:
        """Returns whether a base is a class of the project that has only methods."""
        found = self._reader.find_class(base, self._module)
        return found is not None and not (
            found.bases or found.decorator_list or any(isinstance(each, ast.AnnAssign) for each in found.body)
        )

    def _add_field(self, node: ast.AnnAssign, name: str, struct: Type) -> None:
        head = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
        if self._reader.word(head, self._module) in NO_FIELDS:
            return
        place = self._file.place(node)
        comments = self._file.comments.above(node.lineno)
        self._refuse_tags_behind(node)
        json = self._json_name(node, name, comments)
        kind = self._reader.read(node.annotation, AnnotationContext(self._module))
        if json.inline:
            self._reader.complete(inner := non_pointer(kind))
            if inner.kind is not TypeKind.STRUCT:
                raise AuthorError("only a dataclass can stand in line", place, hint="give the field a JSON name")
            made = Member(inner.name.name, kind, json, place, embedded=True, comments=comments)
        else:
            made = Member(go_name(name), kind, json, place, embedded=False, comments=comments)
        self._refuse_duplicate(made, struct)
        struct.members.append(made)

    def _refuse_duplicate(self, made: Member, struct: Type) -> None:
        for each in struct.members:
            if made.json.name and each.json.name == made.json.name:
                message = f'duplicate JSON name "{made.json.name}": {each.place} has it already'
                raise AuthorError(message, made.place, hint="give one of the fields another name")
            if each.name == made.name and not (each.embedded or made.embedded):
                message = f"{each.place} has a field of nearly the same name"
                raise AuthorError(message, made.place, hint="tell the names apart by more than underscores")

    def _refuse_tags_behind(self, node: ast.AnnAssign) -> None:
        for line in {node.lineno, node.end_lineno or node.lineno}:
            behind = self._file.comments.behind(line)
            if behind is not None and behind.text.lstrip().startswith("+k8s:"):
                message = f"the tag behind the field is not read: {behind.text.strip()}"
                raise AuthorError(message, behind.place, hint="put it on a line of its own, above the field")

    def _json_name(self, node: ast.AnnAssign, name: str, comments: Comments) -> JsonName:
        """Returns the JSON name of a field: from its metadata, a comment, or its own name."""
        if name.startswith("_"):
            return JsonName()
        has_default, metadata = self._default(node.value)
        texts = [] if metadata is None else [metadata]
        behind = self._file.comments.behind(node.end_lineno or node.lineno)
        for comment in (*comments, *([behind] if behind else ())):
            if (text := tag_in_comment(comment.text)) is not None:
                texts.append(text)
        if len(texts) > 1:
            raise AuthorError("the field has two JSON tags", self._file.place(node), hint="leave one of them")
        try:
            return read_json_tag(texts[0] if texts else "", name, has_default=has_default)
        except JsonTagError as error:
            raise AuthorError(str(error), self._file.place(node), hint=_TAG_FORM) from None

    def _default(self, value: ast.expr | None) -> tuple[bool, str | None]:
        """Returns whether a field has a default, and the JSON tag in its metadata."""
        if not isinstance(value, ast.Call) or self._module.word(value.func) != "field":
            return value is not None, None
        given = {each.arg: each.value for each in value.keywords}
        has_default = "default" in given or "default_factory" in given
        metadata = given.get("metadata")
        if not isinstance(metadata, ast.Dict):
            return has_default, None
        for key, tag in zip(metadata.keys, metadata.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "json":
                if isinstance(tag, ast.Constant) and isinstance(tag.value, str):
                    return has_default, tag.value
                raise AuthorError("the JSON tag is no plain text", self._file.place(tag), hint=_TAG_FORM)
        return has_default, None
