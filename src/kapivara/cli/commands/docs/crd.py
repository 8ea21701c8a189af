"""`kapivara docs crd`: prints the reference page of a CRD, with examples that the server accepts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.cli.commands.docs.crd_examples import Examples, ExampleSearch
from kapivara.cli.fields.custom import schema_type
from kapivara.cli.findings import EXIT_GOOD, EXIT_INVALID, EXIT_UNREADABLE, Unreadable
from kapivara.cli.framework.command import Argument, Example, command
from kapivara.cli.framework.errors import CommandError
from kapivara.cli.framework.terminal import write_error, write_out
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.reports.result_text import result_lines, unreadable_lines
from kapivara.cli.validation.results import judge
from kapivara.schema.expressions.compiling.compilation import OLD_SELF
from kapivara.schema.expressions.data.places import SchemaPlace, places_below
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonObject, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.values.rendering import to_json_text
from kapivara.values.stack import deep_stack

_RULES: Final = "x-kubernetes-validations"
_LONGEST: Final = 120
_OF_ALL_OBJECTS: Final = ("apiVersion", "kind", "metadata")
_BACKTICKS = lazy_pattern("`+")


@record(eq=False)
class DescribedVersion:
    """A version, the places of its schema, and example objects."""

    raw: JsonObject
    places: tuple[SchemaPlace, ...]
    examples: Examples

    @property
    def name(self) -> str:
        """The name of the version."""
        return str(self.raw["name"])


def render_page(crd: JsonObject, versions: tuple[DescribedVersion, ...]) -> str:
    """Returns the page of a CRD as Markdown; `crd` is defaulted as the server does."""
    lines = [*_head(crd, versions)]
    for version in versions:
        lines += _version(crd, version, several=len(versions) > 1)
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(crd: JsonObject, versions: tuple[DescribedVersion, ...]) -> Iterator[str]:
    spec, names = crd["spec"], crd["spec"]["names"]
    yield from (f"# {names['kind']}", "")
    description = (
        next((text for each in versions if (text := _description(each.places[0].raw))), "") if versions else ""
    )
    if description:
        yield from (description, "")
    yield from ("| | |", "|---|---|", f"| group | `{spec['group']}` |")
    served = [f"`{each['name']}`{_remarks(each)}" for each in spec["versions"] or () if each["served"]]
    yield f"| versions | {', '.join(served)} |"
    yield f"| scope | {spec['scope']} |"
    yield f"| plural | `{names['plural']}` |"
    if names.get("shortNames"):
        yield f"| short names | {', '.join(f'`{each}`' for each in names['shortNames'])} |"
    yield ""


def _remarks(version: JsonObject) -> str:
    words = (["stored"] if version["storage"] else []) + (["deprecated"] if version.get("deprecated") else [])
    return f" ({', '.join(words)})" if words else ""


def _version(crd: JsonObject, version: DescribedVersion, *, several: bool) -> Iterator[str]:
    level = "##" if not several else "###"
    if several:
        yield from (f"## {version.name}", "")
    if version.raw.get("deprecated"):
        warning = version.raw.get("deprecationWarning") or "This version is deprecated."
        yield from (_cell(str(warning)), "")
    yield from _subresources(version.raw)
    yield from (f"{level} Fields", "", "| field | type | | description |", "|---|---|---|---|")
    shown = [each for each in version.places[1:] if each.field.partition(".")[0] not in _OF_ALL_OBJECTS]
    yield from map(_field_row, shown)
    yield ""
    rules = [*_rules(version.places)]
    if rules:
        yield from (f"{level} Rules", "", *rules, "")
    yield from _examples(version, crd["spec"]["names"]["kind"], level)


def _subresources(version: JsonObject) -> Iterator[str]:
    found = version.get("subresources") or {}
    if "status" in found:
        yield from ("Write its status through `/status` only.", "")
    if found.get("scale"):
        yield from (f"It can be scaled: `{found['scale']['specReplicasPath']}` holds the number of replicas.", "")


def _field_row(place: SchemaPlace) -> str:
    words = " ".join(filter(None, (_description(place.raw), _demands(place.raw))))
    return f"| `{place.field}` | {_cell(schema_type(Structural(place.raw)))} | {_presence(place)} | {_cell(words)} |"


def _presence(place: SchemaPlace) -> str:
    default = place.raw.get("default")
    if default is not None:
        return f"default `{_cell(_short(default))}`"
    if place.holder is not None and place.name in (place.holder.raw.get("required") or ()):
        return "required"
    return ""


def _description(raw: JsonObject) -> str:
    return " ".join(str(raw.get("description") or "").split())


def _demands(raw: JsonObject) -> str:
    """Returns the constraints of a schema as a sentence; "" if there are none."""
    demands = "; ".join((*_demands_of_value(raw), *_demands_of_size(raw)))
    return f"{demands[:1].upper()}{demands[1:]}." if demands else ""


def _demands_of_value(raw: JsonObject) -> Iterator[str]:
    if raw.get("enum"):
        yield f"one of {', '.join(f'`{_short(each)}`' for each in raw['enum'])}"
    low, high = raw.get("minimum"), raw.get("maximum")
    if low is not None:
        yield f"{'more than' if raw.get('exclusiveMinimum') else 'at least'} {_short(low)}"
    if high is not None:
        yield f"{'less than' if raw.get('exclusiveMaximum') else 'at most'} {_short(high)}"
    if raw.get("multipleOf"):
        yield f"a multiple of {_short(raw['multipleOf'])}"
    if raw.get("format"):
        yield f"of the format `{raw['format']}`"
    if raw.get("pattern"):
        yield f"matches `{_short(raw['pattern'])}`"
    if raw.get("nullable"):
        yield "may be null"
    if raw.get("x-kubernetes-preserve-unknown-fields"):
        yield "may have any fields"
    if raw.get("x-kubernetes-embedded-resource"):
        yield "a complete object of any kind"


def _demands_of_size(raw: JsonObject) -> Iterator[str]:
    for what, least, most in (
        (("character", "characters"), "minLength", "maxLength"),
        (("item", "items"), "minItems", "maxItems"),
        (("entry", "entries"), "minProperties", "maxProperties"),
    ):
        for words, bound in (("at least", least), ("at most", most)):
            if raw.get(bound) or (bound == most and raw.get(bound) is not None):
                yield f"{words} {raw[bound]} {what[raw[bound] != 1]}"
    if raw.get("x-kubernetes-list-type") == "set":
        yield "no item twice"
    if raw.get("x-kubernetes-list-type") == "map":
        keys = [f"`{each}`" for each in raw.get("x-kubernetes-list-map-keys") or ()]
        yield f"items are identified by {', '.join(keys)}"
    for branch in raw.get("oneOf") or ():
        if branch.get("required"):
            named = [f"`{name}`" for each in raw["oneOf"] for name in each.get("required") or ()]
            yield f"exactly one of {', '.join(dict.fromkeys(named))}"
            return


def _rules(places: tuple[SchemaPlace, ...]) -> Iterator[str]:
    """Yields the CEL rules, each with its place, message and expression."""
    for place in places:
        for rule in place.raw.get(_RULES) or ():
            where = f"`{place.field}`" if place.field else "the whole object"
            text = " ".join(str(rule.get("rule") or "").split())
            message = rule.get("message") or (
                "see the expression" if not rule.get("messageExpression") else "the rule computes its message"
            )
            when = " (on updates)" if OLD_SELF in text and not rule.get("optionalOldSelf") else ""
            fence = "`" * (max(map(len, _BACKTICKS.findall(text)), default=0) + 1)
            yield f"- {where}{when}: {' '.join(str(message).split())}: {fence}{text}{fence}"


def _examples(version: DescribedVersion, kind: str, level: str) -> Iterator[str]:
    found = version.examples
    if found.small is None:
        if not version.raw.get("deprecated"):
            yield from (f"{level} Examples", "", "kapivara found no object that passes all rules.", "")
        return
    yield from (f"{level} Examples", "", f"A minimal {kind}:", "", "```yaml")
    yield from (*_yaml(found.small), "```", "")
    if found.full is not None:
        yield from ("With more of its fields:", "", "```yaml", *_yaml(found.full), "```", "")


def _yaml(value: JsonObject) -> list[str]:
    from kapivara.server.responses.yaml_text import to_yaml

    return to_yaml(value).decode().rstrip("\n").split("\n")


def _cell(text: str) -> str:
    """Escapes a text for a cell of a table, which a bar would end."""
    return text.replace("|", "\\|").replace("<", "&lt;") if "`" not in text else text.replace("|", "\\|")


def _short(value: JsonValue) -> str:
    if value is ABSENT:
        return ""
    text = value if isinstance(value, str) and value.strip() else to_json_text(value)  # a blank text needs its quotes
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


@command(
    Argument("paths", "PATH...", takes_all=True),
    examples=(Example("The page of a CRD:", "kapivara docs crd volumes/crd.yaml"),),
)
@deep_stack()
def crd(paths: tuple[str, ...]) -> int:
    """Print the reference page of CustomResourceDefinitions as Markdown.

    A PATH is a file, a folder or - for standard input. For every served version, the page lists the fields with types,
    defaults and constraints, the CEL rules with their messages, and examples, which are generated from the schema and
    accepted by the server.

    Exits 0 if all pages were printed, 1 if the server rejects a CRD, 2 if input could not be read.
    """
    unreadable: list[Unreadable] = []
    definitions = [each for each in read_manifests(paths, unreadable) if each.is_definition]
    if not definitions and not unreadable:
        raise CommandError(f"{', '.join(paths)}: no CustomResourceDefinitions in this input")
    pages, refused = [], False
    for manifest in definitions:
        page = _page(manifest)
        refused = refused or page is None
        pages += [page] if page is not None else []
    write_out("\n".join(pages))
    for line in unreadable_lines(tuple(unreadable), colour=False):
        write_error(f"{line}\n")
    return EXIT_UNREADABLE if unreadable else EXIT_INVALID if refused else EXIT_GOOD


def _page(manifest: Manifest) -> str | None:
    """Returns the page of a CRD; None if the server rejects it, with the errors on standard error."""
    with Api(assume_namespaces=True) as api:
        outcome = api.create(manifest.decoded, field_validation="Strict")
        crd = read_definition(manifest.value)
        if not outcome.ok or crd is None:
            for line in result_lines(judge(manifest, outcome), colour=False):
                write_error(f"{line}\n")
            return None
        return render_page(crd, tuple(_versions(api, crd)))


def _versions(api: Api, crd: JsonObject) -> list[DescribedVersion]:
    """Returns the served versions, the storage version first."""
    group, kind = crd["spec"]["group"], crd["spec"]["names"]["kind"]
    described = []
    for position, version in enumerate(crd["spec"]["versions"] or ()):
        schema = (version.get("schema") or {}).get("openAPIV3Schema")
        if not version["served"] or schema is None:
            continue
        path = SPEC.child("versions").index(position).child("schema", "openAPIV3Schema")
        search = ExampleSearch(api, f"{group}/{version['name']}", kind, Structural(schema))
        places = tuple(places_below(SchemaPlace(schema, path)))
        found = search.find() if not version.get("deprecated") else Examples()
        described.append(DescribedVersion(version, places, found))
    return sorted(described, key=lambda each: not each.raw["storage"])
