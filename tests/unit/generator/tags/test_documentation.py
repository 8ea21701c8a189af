"""The reference of tags: search by name, JSON and Markdown."""

from __future__ import annotations

from typing import ClassVar

import pytest

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.plan.rule_calls import Rules
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.handler import ArgDoc, Context, PayloadDoc, Scope, Stability, TagHandler
from kapivara.generator.tags.documentation import UnknownTagError, find_handlers, render_markdown, to_json, usage_of


class Documented(TagHandler):
    def plan(self, context: Context, tag: Tag) -> Rules:
        return Rules()


class Sample(Documented):
    name = "k8s:sample"
    scopes = frozenset((Scope.FIELD, Scope.TYPE))
    stability = Stability.BETA
    args = (
        ArgDoc("", ValueType.STRING, required=True, description="<field-json-name>", docs="Which <field>."),
        ArgDoc("since", ValueType.STRING, docs="From a|b on.", default="1.30"),
    )
    payload = ValueType.TAG
    payload_required = True
    description = "Does it to a <field>."
    docs = "More of `<it>`."
    warning = "Not so."
    examples: ClassVar[tuple[str, ...]] = ("+k8s:sample(a)=+k8s:required",)


class Choice(Documented):
    name = "k8s:choice"
    scopes = frozenset((Scope.MAP_KEY,))
    stability = Stability.STABLE
    payload = ValueType.STRING
    payloads = (PayloadDoc("one", "The first."), PayloadDoc("two", "The second."))
    description = "Chooses."
    examples = ("+k8s:choice=one",)
    upstream = False


CATALOG = {each.name: each for each in (Sample(), Choice())}


def test_all_tags_are_sorted() -> None:
    assert [each.name for each in find_handlers([], CATALOG)] == ["k8s:choice", "k8s:sample"]


@pytest.mark.parametrize("name", ["sample", "k8s:sample", "+k8s:sample"])
def test_a_tag_is_found_however_it_is_written(name: str) -> None:
    assert find_handlers([name, name], CATALOG) == [CATALOG["k8s:sample"]]


def test_an_unknown_tag_is_told_with_those_like_it() -> None:
    with pytest.raises(UnknownTagError) as told:
        find_handlers(["Sampel"], CATALOG)
    assert (told.value.name, told.value.near) == ("Sampel", ("k8s:sample",))


def test_usage() -> None:
    assert usage_of(Sample()) == "+k8s:sample(<field-json-name>, [since: <string>])=+<tag>"
    assert usage_of(Choice()) == "+k8s:choice[=one|two]"


@pytest.mark.parametrize(
    ("name", "usage", "payload"),
    [
        (
            "minimum",
            "+k8s:minimum=<integer> or +k8s:minimum(constraint: <field>)",
            "required unless `constraint` is given",
        ),
        ("update", "+k8s:update=NoSet|NoUnset|NoModify|NoAddItem|NoRemoveItem", "string, required"),
        ("item", "+k8s:item(<key>: <value>, …)=+<tag>", "tag, required"),
        ("validateError", "+k8s:validateError[=<string>]", "may be left out"),
        ("required", "+k8s:required", "none"),
    ],
)
def test_how_tags_are_written(name: str, usage: str, payload: str) -> None:
    handler = HANDLERS[f"k8s:{name}"]
    assert usage_of(handler) == usage
    assert f"{payload} |" in render_markdown([handler])


def test_arguments_that_the_reference_does_not_know() -> None:
    assert "v1.37 does not know it." in render_markdown([HANDLERS["k8s:minimum"]])
    assert "v1.37 does not know it." not in render_markdown([HANDLERS["k8s:exclusiveMinimum"], HANDLERS["k8s:item"]])


def test_names_are_suggested_by_what_follows_the_prefix() -> None:
    with pytest.raises(UnknownTagError) as none:
        find_handlers(["nothing"])
    with pytest.raises(UnknownTagError) as some:
        find_handlers(["k8s:maxlenght"])
    assert (none.value.near, some.value.near[0]) == ((), "k8s:maxLength")


def test_data() -> None:
    assert to_json(Sample()) == {
        "tag": "k8s:sample",
        "description": "Does it to a <field>.",
        "docs": "More of `<it>`.",
        "warning": "Not so.",
        "usage": "+k8s:sample(<field-json-name>, [since: <string>])=+<tag>",
        "scopes": ["struct fields", "type definitions"],
        "stability": "Beta",
        "args": [
            {
                "name": "",
                "type": "string",
                "required": True,
                "description": "<field-json-name>",
                "docs": "Which <field>.",
                "default": "",
            },
            {
                "name": "since",
                "type": "string",
                "required": False,
                "description": "",
                "docs": "From a|b on.",
                "default": "1.30",
            },
        ],
        "acceptsUnknownArgs": False,
        "payloadsType": "tag",
        "payloadsRequired": True,
        "payloads": [],
        "examples": ["+k8s:sample(a)=+k8s:required"],
        "schema": "",
        "upstream": True,
        "upstreamName": "k8s:sample",
        "renamedFrom": [],
    }


def test_markdown_of_one_tag() -> None:
    assert render_markdown([Sample()]) == (
        "### k8s:sample\n\nDoes it to a \\<field>.\n\nMore of `<it>`.\n\n> **Mind:** Not so.\n\n"
        "| | |\n|---|---|\n"
        "| usage | `+k8s:sample(<field-json-name>, [since: <string>])=+<tag>` |\n"
        "| where | type definitions, struct fields |\n"
        "| stability | Beta |\n"
        "| payload | tag, required |\n"
        "| in schemas | nothing |\n"
        "| v1.37 | knows it |\n\n"
        "| argument | type | required | meaning |\n|---|---|---|---|\n"
        "| (positional) | string `<field-json-name>` | yes | Which \\<field>. |\n"
        "| `since` | string | no | From a\\|b on. Default: `1.30`. |\n\n"
        "```\n+k8s:sample(a)=+k8s:required\n```\n"
    )


def test_markdown_of_all_starts_with_a_table() -> None:
    text = render_markdown(CATALOG.values())
    assert "| [`k8s:choice`](#k8schoice) | Chooses. | Stable |\n" in text
    assert "| `two` | The second. |\n" in text
    assert "| payload | string, may be left out |\n" in text
    assert "| v1.37 | does not know it: it comes from KEP-5073 |\n" in text


def test_tags_without_the_prefix_are_found() -> None:
    assert [each.name for each in find_handlers(["validationRule", "+nameFormat", "maxLength"])] == [
        "validationRule",
        "nameFormat",
        "k8s:maxLength",
    ]


@pytest.mark.parametrize("name", sorted(HANDLERS))
def test_every_tag_documents_itself(name: str) -> None:
    handler = HANDLERS[name]
    assert handler.name == name
    assert handler.description.endswith(".")
    assert handler.scopes
    assert handler.examples
    assert all(each.startswith("+") and name in each for each in handler.examples)
    assert usage_of(handler).startswith(f"+{name}")


def test_every_argument_and_payload_is_explained():
    bare = [
        (handler.name, each.description)
        for handler in HANDLERS.values()
        for each in (*handler.args, *handler.payloads)
        if not (each.docs and each.description)
    ]
    assert bare == []
