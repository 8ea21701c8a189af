"""The declarations that lint examines: types and fields with the tags of their comments, in the order of the sources.

Parsing is lenient: tags of a name are left out where one of their lines is malformed, because the generator reports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.model.types import CommentLine, Comments, Member, Position, Type
from kapivara.generator.tags.all_tags import read_tag
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_NEEDLESS_QUOTES = lazy_pattern(r'="(?!true"|false")([A-Za-z_][\w.-]*)"$')


@record(eq=False)
class Declaration:
    """A type, or a field of a struct, with all tags of its comment, sorted by name."""

    type: Type
    """The declared type, or the struct with the field."""
    member: Member | None
    tags: tuple[Tag, ...]

    @property
    def value_type(self) -> Type:
        """The type of the values to which the tags apply."""
        return self.type if self.member is None else self.member.type

    @property
    def place(self) -> Position | None:
        """The place of the name of the type or field."""
        return self.type.place if self.member is None else self.member.place

    @property
    def plain_tags(self) -> tuple[Tag, ...]:
        """The tags without their level prefixes."""
        leveled = ("k8s:alpha", "k8s:beta")
        return tuple(tag.value_tag if tag.name in leveled and tag.value_tag else tag for tag in self.tags)

    @property
    def comments(self) -> Comments:
        """The comment with the tags."""
        return self.type.comments if self.member is None else self.member.comments

    def finding(
        self,
        message: str,
        *,
        tag: Tag | str | None = None,
        place: Position | None = None,
        hint: str = "",
        severity: Severity | None = None,
    ) -> Finding:
        """Returns a finding about the declaration, with the place of the tag, if one is given."""
        name, at = (tag.name, tag.place) if isinstance(tag, Tag) else (tag or "", None)
        return Finding(
            message,
            place or at or self.place,
            type_name=str(self.type),
            field=self.member.name if self.member is not None else "",
            tag=name,
            hint=hint,
            severity=severity,
        )


def readable_tags(comments: Comments) -> tuple[Tag, ...]:
    """Returns the tags of a comment, sorted by name, unknown ones included."""
    by_name: dict[str, list[CommentLine]] = {}
    for name, line in grammar.tag_lines(comments):
        by_name.setdefault(name, []).append(line)
    found: list[Tag] = []
    for name in sorted(by_name):
        try:
            found += [read_tag(name, line) for line in by_name[name]]
        except grammar.GrammarError:
            continue
    return tuple(found)


def declarations_of(kind: Type) -> Iterator[Declaration]:
    """Yields a type, and then each of its fields."""
    yield Declaration(kind, None, readable_tags(kind.comments))
    for member in kind.members:
        yield Declaration(kind, member, readable_tags(member.comments))


def written(tag: Tag | str) -> str:
    """Returns a tag in the notation of authors: with quotes only where they are necessary."""
    return _NEEDLESS_QUOTES.sub(r"=\1", f"+{tag}")


def chain_of(tag: Tag) -> Iterator[Tag]:
    """Yields a tag and the tags inside it, outermost first."""
    link: Tag | None = tag
    while link is not None:
        yield link
        link = link.value_tag


def all_links(tags: Iterable[Tag]) -> Iterator[Tag]:
    """Yields all tags and all tags inside them."""
    for tag in tags:
        yield from chain_of(tag)
