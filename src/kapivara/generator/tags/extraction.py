"""From comments to rules: parses the tags, checks their use, and calls their handlers.

Upstream: code-generator/cmd/validation-gen/validators/registry.go (1.37).
"""

from __future__ import annotations

from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter

from kapivara.content.nearest import nearest
from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError, together
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import CommentLine, Comments, Position, Type, TypeKind
from kapivara.generator.plan.rule_calls import Deferred, Rules
from kapivara.generator.tags.all_tags import HANDLERS, read_tag
from kapivara.generator.tags.contract.handler import Context, Scope, TagHandler
from kapivara.generator.tags.fields.native import mark_native
from kapivara.generator.tags.schema_markers import PREFIX, marker_tags
from kapivara.values.record import replace
from kapivara.values.rendering import quote


class TagExtractor:
    """Parses tags and calls the handlers of the catalog."""

    def __init__(self) -> None:
        self._made: dict[tuple[tuple[str, ...], Scope, Type], Rules] = {}
        """The rules of comments with simple tags only, by their lines, scope and type."""
        self._tags: dict[tuple[str, ...], list[Tag]] = {}
        """The tags of comments, by their lines; their places are relative to the comment."""

    def read_tags(self, comments: Comments) -> list[Tag]:
        """Returns the known tags of a comment, sorted by name; unknown ones are ignored."""
        tags, errors = _read_lines(comments)
        if errors:
            raise together(errors)
        return tags

    def rules_of(self, comments: Comments, context: Context) -> Rules:
        """Returns the rules of a comment's tags; equal comments may share one object."""
        texts = tuple([line.text for line in comments])
        key = texts, context.scope, context.type
        rules = self._made.get(key)
        if rules is None:
            tags, errors = self._tags_of(texts)
            has_markers = any(PREFIX in text for text in texts)
            try:
                rules = self.extract_rules(context, *tags)
                if has_markers:
                    made = self.extract_rules(context, *marker_tags(comments, context.type))
                    rules.add(made.wrapped(lambda call, _: replace(call, in_schema=True)))
            except TagError as error:
                errors = [*errors, error, *error.others]
            if rules is None or errors:
                raise _all_of(errors, comments)
            if not has_markers and all(_is_simple(tag, context.type) for tag in tags):
                rules = self._made[key] = _with_deferred(rules)
            elif rules.deferred:
                rules.deferred = [Deferred(each.scope, partial(_placed, each, comments)) for each in rules.deferred]
        return rules

    def _tags_of(self, texts: tuple[str, ...]) -> tuple[list[Tag], list[TagError]]:
        """Returns the tags of a comment, and the errors of malformed ones."""
        tags = self._tags.get(texts)
        if tags is not None:
            return tags, []
        tags, errors = _read_lines(tuple(CommentLine(text, Position("", row, 0)) for row, text in enumerate(texts)))
        if not errors:
            self._tags[texts] = tags
        return tags, errors

    def extract_rules(self, context: Context, *tags: Tag) -> Rules:
        """Calls the handlers of tags, in the order of their names, and returns their rules."""
        if len(tags) == 1:
            return mark_native(context, tags, _rules_of(context, tags[0]), HANDLERS)
        rules = Rules()
        errors: list[TagError] = []
        for tag in sorted(tags, key=attrgetter("name")):
            try:
                rules.add(_rules_of(context, tag))
            except TagError as error:
                errors.append(error)
        if errors:
            raise together(errors)
        return mark_native(context, tags, rules, HANDLERS)


def _is_simple(tag: Tag, kind: Type) -> bool:
    """Returns whether a tag has the same rules wherever it occurs in an equal comment on the same type.

    For maps, this includes tags around simple ones: values of maps are paired with old values by key, whatever other
    tags there are.
    """
    handler = HANDLERS[tag.name]
    if tag.args or not handler.simple:
        return False
    inner = tag.value_tag
    return inner is None or (
        value_type(kind).kind is TypeKind.MAP and inner.value_tag is None and _is_simple(inner, kind)
    )


def _with_deferred(rules: Rules) -> Rules:
    """Makes the deferred rules of simple tags, which depend on no other tags."""
    deferred, rules.deferred = rules.deferred, []
    for each in deferred:
        rules.add(each.resolve())
    return rules


def _read_lines(comments: Comments) -> tuple[list[Tag], list[TagError]]:
    """Returns the known tags of a comment, sorted by name, and the errors of malformed ones."""
    lines = [each for each in grammar.tag_lines(comments) if each[0] in HANDLERS]
    lines.sort(key=itemgetter(0))
    tags, errors = [], []
    for name, group in groupby(lines, itemgetter(0)):
        same = [line for _, line in group]
        for line in same:
            try:
                tags.append(read_tag(name, line))
            except grammar.GrammarError as error:
                message = f"failed to parse tags: {error}: {grammar.listed(each.text for each in same)}"
                errors.append(TagError(message, hint=error.hint, place=line.place))
    return tags, errors


def _rules_of(context: Context, tag: Tag) -> Rules:
    handler = HANDLERS.get(tag.name)
    if handler is None:
        near = nearest(tag.name, HANDLERS)
        hint = f"did you mean +{near}?" if near else "see `kapivara docs tags` for all tags"
        raise TagError(f'unknown tag "{tag.name}"', hint=hint, place=tag.place)
    if context.scope not in handler.scopes:
        raise TagError(f'tag "{tag.name}" cannot be specified on {context.scope}', place=tag.place)
    try:
        if tag.args or handler.args or tag.value_type is not handler.payload:
            check_usage(tag, handler)
        rules = handler.plan(context, tag)
    except TagError as error:
        error.place = error.place or tag.place
        raise error.inside(tag.name) from None
    if rules.deferred:
        rules.deferred = [Deferred(each.scope, partial(_resolved, each, tag)) for each in rules.deferred]
    return rules


def _resolved(deferred: Deferred, tag: Tag) -> Rules:
    """Makes the deferred rules of a tag; errors get the place of the tag."""
    try:
        return deferred.resolve()
    except TagError as error:
        error.place = error.place or tag.place
        raise


def _placed(deferred: Deferred, comments: Comments) -> Rules:
    """Makes the deferred rules of a comment; errors get places in the file."""
    try:
        return deferred.resolve()
    except TagError as error:
        error.place = _in_file(error.place, comments)
        raise


def _all_of(errors: list[TagError], comments: Comments) -> TagError:
    """Joins the errors of a comment, with their places in the file."""
    for each in errors:
        each.place, each.others = _in_file(each.place, comments), ()
    return together(errors)


def _in_file(place: Position | None, comments: Comments) -> Position | None:
    """Converts a place in a comment to a place in the file."""
    if place is None or place.file:
        return place
    start = comments[place.line].place
    return Position(start.file, start.line, start.column + place.column)


def check_usage(tag: Tag, handler: TagHandler) -> None:
    """Checks the arguments and the payload of a tag; raises TagError."""
    _check_args(tag, handler)
    if tag.value_type is ValueType.NONE:
        if handler.payload_required and not any(
            each.replaces_payload and tag.named(each.name) for each in handler.args
        ):
            raise TagError(f"missing required tag value of type {handler.payload}")
    elif tag.value_type is not handler.payload and handler.payload is not ValueType.RAW and not _is_words(tag, handler):
        raise TagError(f"tag value has wrong type: got {tag.value_type}, want {handler.payload}")


def _is_words(tag: Tag, handler: TagHandler) -> bool:
    return tag.value_type is ValueType.WORDS and handler.takes_words


def _check_args(tag: Tag, handler: TagHandler) -> None:
    for wanted in handler.args:
        given = tag.positional() if not wanted.name else tag.named(wanted.name)
        if given is None:
            if wanted.required and not wanted.name:
                raise TagError(f"missing required positional argument of type {wanted.type}")
            if wanted.required:
                raise TagError(f'missing named argument "{wanted.name}" of type {wanted.type}')
        elif given.type is not wanted.type:
            raise TagError(f"argument {quote(str(given))} has wrong type: got {given.type}, want {wanted.type}")
    for given in tag.args:
        if not handler.accepts_unknown_args and all(given.name != each.name for each in handler.args):
            raise TagError(f"unrecognized named argument {quote(str(given))}")
