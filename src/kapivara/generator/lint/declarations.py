"""What lint looks at: types and fields with the tags in their comments, in the order of the sources.

Tags are read leniently: a tag name whose lines do not all parse is left out, as the generator tells about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.model import CommentLine, Comments, Member, Position, Type
from kapivara.generator.tags import grammar
from kapivara.generator.tags.catalog import read_tag
from kapivara.generator.tags.tag import Tag
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_NEEDLESS_QUOTES = lazy_pattern(r'="(?!true"|false")([A-Za-z_][\w.-]*)"$')


@record(eq=False)
class Declaration:
    """A type, or a field of a struct, with all tags of its comment, sorted by name."""

    type: Type
    """The type that is declared, or the struct that holds the field."""
    member: Member | None
    tags: tuple[Tag, ...]

    @property
    def value_type(self) -> Type:
        """The type of the values that the tags are about."""
        return self.type if self.member is None else self.member.type

    @property
    def place(self) -> Position | None:
        """Where the name of the type or field stands."""
        return self.type.place if self.member is None else self.member.place

    @property
    def plain_tags(self) -> tuple[Tag, ...]:
        """The tags without the levels in front of them."""
        leveled = ("k8s:alpha", "k8s:beta")
        return tuple(tag.value_tag if tag.name in leveled and tag.value_tag else tag for tag in self.tags)

    @property
    def comments(self) -> Comments:
        """The comment that the tags stand in."""
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
        """Makes a finding about the declaration; it stands at the tag, if one is given."""
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
    """Reads the tags of a comment, sorted by name; unknown ones too."""
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
    """Gives a type, and then each of its fields."""
    yield Declaration(kind, None, readable_tags(kind.comments))
    for member in kind.members:
        yield Declaration(kind, member, readable_tags(member.comments))


def written(tag: Tag | str) -> str:
    """Prints a tag as authors write it: text in quotes only where it needs them."""
    return _NEEDLESS_QUOTES.sub(r"=\1", f"+{tag}")


def chain_of(tag: Tag) -> Iterator[Tag]:
    """Walks a tag and the tags inside it, outermost first."""
    link: Tag | None = tag
    while link is not None:
        yield link
        link = link.value_tag


def all_links(tags: Iterable[Tag]) -> Iterator[Tag]:
    """Walks all tags and all tags inside them."""
    for tag in tags:
        yield from chain_of(tag)
