"""An OpenAPI document, v2 or v3: its definitions, their kinds, and schema nodes built from them.

Everything is computed on demand: a document of a thousand definitions is ready at once.

Each definition is scanned once; then the references between definitions are followed, each once per search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import count as counter
from typing import Final

from kapivara.openapi.endless_defaults import refuse_endless
from kapivara.openapi.errors import DocumentError, UnknownKindError
from kapivara.openapi.flattening import STRUCTURE, adds_structure, flatten, only_structure
from kapivara.openapi.nodes import BranchNode, DocumentNode
from kapivara.openapi.own_types import as_own_type, is_own_type
from kapivara.openapi.references import DEFINITIONS, children, find, place_of, pointer
from kapivara.schema.structural.combining import LIST_TYPE, RULES, STRIP_ZERO
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.record import record

_ASKED: Final = ("default", "nullable", "x-kubernetes-embedded-resource", RULES, LIST_TYPE, STRIP_ZERO)
_JUNCTORS: Final = frozenset(("anyOf", "oneOf", "not"))


@record(eq=False)
class _Survey:
    """The content of a schema and its children: the values of keywords, and the schemas with references."""

    said: dict[str, list[JsonValue]]
    references: list[JsonObject]


class Mentions:
    """Searches the schemas of one document; `in_junctors` includes anyOf, oneOf and not."""

    def __init__(self, document: Document, *, in_junctors: bool = False):
        self._document = document
        self._in_junctors = in_junctors
        self._surveys: dict[int, tuple[JsonObject, _Survey]] = {}
        self._silent: set[tuple[object, str]] = set()

    def found(
        self, raw: JsonObject, keyword: str, matters: Callable[[JsonValue], bool], *, itself: bool = True
    ) -> bool:
        """Returns True if a keyword with a matching value is at a schema or below; `itself=False` skips the schema."""
        question = keyword, getattr(matters, "__code__", matters)
        seen: set[str] = set()
        waiting = [self._survey(raw, itself=itself)]
        while waiting:
            survey = waiting.pop()
            if any(map(matters, survey.said.get(keyword, ()))):
                return True
            for each in survey.references:
                reference = each["$ref"]
                if reference not in seen and (question, reference) not in self._silent:
                    seen.add(reference)
                    waiting.append(self._surveyed(self._document.resolve(each)))
        self._silent.update((question, reference) for reference in seen)
        return False

    def _surveyed(self, raw: JsonObject) -> _Survey:
        """Returns the cached survey of a definition."""
        known = self._surveys.get(id(raw))
        if known is None:
            known = self._surveys[id(raw)] = raw, self._survey(raw, itself=True)
        return known[1]

    def _survey(self, raw: JsonObject, *, itself: bool) -> _Survey:
        said: dict[str, list[JsonValue]] = {}
        references: list[JsonObject] = []
        waiting: list[tuple[JsonObject, bool]] = [(raw, itself)]
        while waiting:
            each, counts = waiting.pop()
            if counts:
                for keyword in _ASKED:
                    if keyword in each:
                        said.setdefault(keyword, []).append(each[keyword])
            if STRUCTURE in each:
                waiting.append((each[STRUCTURE], counts))
            if "$ref" in each:
                references.append(each)
            for path, below in children(each):
                if isinstance(below, dict) and (self._in_junctors or path[0] not in _JUNCTORS):
                    waiting.append((below, counts or path[0] != "allOf"))
        return _Survey(said, references)


GROUP_VERSION_KIND: Final = "x-kubernetes-group-version-kind"
_MOST_STEPS: Final = 100
"""The maximum length of a chain of references for one node."""
_MOST_PARTS: Final = 1_000
"""The maximum number of schemas for one node."""
_numbers = counter(1)


class Document:
    """One document; `source` is its name in errors."""

    def __init__(self, raw: JsonObject, source: str = ""):
        if not isinstance(raw, dict):
            raise DocumentError("a document must be an object", source=source)
        self.raw = raw
        self.source = source
        self.name = f"document {next(_numbers)}"
        """A unique name of the document in this process."""
        self._numbers = counter()
        self._flat: dict[int, tuple[JsonObject, JsonObject]] = {}
        self._nodes: dict[int, tuple[JsonObject, DocumentNode]] = {}
        self._branches: dict[tuple[int, int], BranchNode] = {}
        self._ending: set[int] = set()
        self._read: dict[int, JsonObject] = {}
        self.mentions = Mentions(self)
        """Looks up keywords in the structure of schemas."""
        self._all_mentions = Mentions(self, in_junctors=True)

    @cached_property
    def definitions(self) -> Mapping[str, JsonObject]:
        """The definitions by name; raises DocumentError if there are none."""
        for path in DEFINITIONS:
            found = find(self.raw, pointer(*path))
            if isinstance(found, dict):
                return found
        raise DocumentError(
            "no definitions: neither components.schemas (OpenAPI v3) nor definitions (v2)",
            cure="give it a document such as those below /openapi/v3, or /openapi/v2",
            source=self.source,
        )

    @cached_property
    def kinds(self) -> Mapping[tuple[str, str], str]:
        """The name of the definition for each apiVersion and kind."""
        found: dict[tuple[str, str], str] = {}
        for name, raw in self.definitions.items():
            for api_version, kind in _kinds_of(raw):
                found.setdefault((api_version, kind), name)
        return found

    def definition_of(self, api_version: str, kind: str) -> JsonObject:
        """Returns the schema of a kind; raises UnknownKindError."""
        name = self.kinds.get((api_version, kind))
        if name is not None:
            return self.definitions[name]
        others = sorted({version for version, each in self.kinds if each == kind})
        raise UnknownKindError(
            f"no schema has {GROUP_VERSION_KIND} of {api_version}, Kind={kind}",
            cure=f"the document knows {kind} of {', '.join(others)}" if others else "",
            source=self.source,
        )

    def node(self, raw: JsonObject) -> DocumentNode:
        """Returns the node of a schema of the document, or of a derived one."""
        known = self._nodes.get(id(raw))
        if known is None:
            made = DocumentNode(self.flat(raw), self, next(self._numbers))
            known = self._nodes.setdefault(id(raw), (raw, made))
            self._nodes.setdefault(id(made.raw), (made.raw, made))
        return known[1]

    def branch(self, raw: JsonObject, holder: JsonObject) -> DocumentNode:
        """Returns the node of a schema in a junctor of another schema.

        A branch with rules but without types takes the structure of the other schema.
        """
        key = id(raw), id(holder)
        known = self._branches.get(key)
        if known is None:
            said = self.flat(raw)
            if "type" not in said and self._all_mentions.found(raw, RULES, bool):
                said = flatten([*map(only_structure, self.parts(holder)), *self.parts(raw)])
                self._flat[id(said)] = said, said
            known = self._branches.setdefault(key, BranchNode(said, self, next(self._numbers)))
        return known

    def flat(self, raw: JsonObject) -> JsonObject:
        """Returns a schema with its references resolved; raises DocumentError if one is invalid."""
        known = self._flat.get(id(raw))
        if known is None:
            made = flatten(list(self.parts(raw)))
            known = self._flat.setdefault(id(raw), (raw, made))
            self._flat.setdefault(id(made), (made, made))
        return known[1]

    def parts(self, raw: JsonObject) -> Iterator[JsonObject]:
        """Yields the schemas that apply to one node, the outermost last: targets of references, `allOf`, itself."""
        for count, part in enumerate(self._parts(raw, {})):
            if count >= _MOST_PARTS:
                raise DocumentError(
                    f"more than {_MOST_PARTS} schemas are about one value",
                    place=self.place_of(raw),
                    cure="refer to each of them once",
                    source=self.source,
                )
            yield part

    def _parts(self, raw: JsonObject, within: dict[int, JsonObject]) -> Iterator[JsonObject]:
        if id(raw) in within:
            raise DocumentError(
                "a reference that leads back to itself, and to no content",
                place=self.place_of(raw),
                cure="give one of the schemas that refer to each other a type",
                source=self.source,
            )
        if len(within) >= _MOST_STEPS:
            raise DocumentError(
                f"more than {_MOST_STEPS} schemas refer to each other for one value",
                place=self.place_of(raw),
                cure="refer to the last of them at once",
                source=self.source,
            )
        within = {**within, id(raw): raw}
        if STRUCTURE in raw:
            yield from (only_structure(each) for each in self._parts(raw[STRUCTURE], within))
            return
        own = raw
        if "$ref" in raw:
            yield from self._parts(self.resolve(raw), within)
            own = {keyword: value for keyword, value in raw.items() if keyword != "$ref"}
        branches = []
        for entry in raw.get("allOf") or ():
            if adds_structure(own, entry):
                yield from self._parts(entry, within)
            else:
                branches.append(entry)
        if "allOf" in own and len(branches) < len(own["allOf"]):
            own = {**own, "allOf": branches}
            if not branches:
                del own["allOf"]
        yield own

    @cached_property
    def _own_types(self) -> dict[int, str]:
        """The names of Kubernetes' own types, by the ids of their definitions."""
        found = self.definitions if any(find(self.raw, pointer(*each)) is not ABSENT for each in DEFINITIONS) else {}
        return {id(raw): name for name, raw in found.items() if is_own_type(name)}

    def read(self, raw: JsonObject) -> JsonObject:
        """Returns a definition with only its effective keywords."""
        name = self._own_types.get(id(raw))
        if name is None:
            return raw
        known = self._read.get(id(raw))
        if known is None:
            known = self._read.setdefault(id(raw), as_own_type(name, raw))
        return known

    def resolve(self, raw: JsonObject) -> JsonObject:
        """Returns the target of a reference with only its effective keywords; raises DocumentError."""
        return self.read(self.find(raw))

    def find(self, raw: JsonObject) -> JsonObject:
        """Returns the target of a reference; raises DocumentError."""
        reference = raw["$ref"]
        found = find(self.raw, reference) if isinstance(reference, str) else ABSENT
        if isinstance(found, dict):
            return found
        raise DocumentError(
            f"$ref {reference!r} leads to no schema",
            place=self.place_of(raw),
            cure="references must lead to a schema of the same document, as in #/components/schemas/NAME",
            source=self.source,
        )

    def refuse_endless_defaults(self, node: DocumentNode) -> None:
        """Raises DocumentError if defaults would fill an object endlessly."""
        refuse_endless(node, self._ending, source=self.source)

    def place_of(self, part: object) -> str:
        """Returns the pointer to a part of the document."""
        return place_of(self.raw, part)


def _kinds_of(raw: JsonValue) -> Iterator[tuple[str, str]]:
    """Yields the apiVersions and kinds of a definition."""
    named = raw.get(GROUP_VERSION_KIND) if isinstance(raw, dict) else None
    for each in named if isinstance(named, list) else [named]:
        if isinstance(each, dict) and isinstance(each.get("kind"), str):
            group, version = each.get("group") or "", each.get("version") or ""
            yield f"{group}/{version}" if group else str(version), each["kind"]
