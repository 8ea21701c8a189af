"""The results of `explain` as data, between the trees of fields and the output formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.apis.catalog.api_resource import ApiResource
from kapivara.cli.fields.tree import FieldFacts, FieldNode
from kapivara.cli.framework.errors import CommandError
from kapivara.content.nearest import did_you_mean
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.cli.commands.explain.rule_share import RuleShare


@record(eq=False)
class ExplainedField:
    """A field, and the fields below it that were requested.

    `recursive` marks a field whose type is that of a field above it; its fields are not listed again.
    """

    name: str
    facts: FieldFacts
    fields: tuple[ExplainedField, ...] = ()
    recursive: bool = False


@record(eq=False)
class FieldExplanation:
    """The explanation of a field of a resource, or of the resource itself if the path is empty.

    `share` states how many rules of a built-in kind are declarative.
    """

    resource: ApiResource
    path: str
    field: ExplainedField
    share: RuleShare | None = None


def explain_field(resource: ApiResource, root: FieldNode, steps: Sequence[str], *, recursive: bool) -> FieldExplanation:
    """Returns the explanation of the field at the end of `steps`; raises CommandError if there is none."""
    node, done = root, ""
    for step in steps:
        below = node.children.get(step)
        if below is None:
            raise CommandError(_no_field(resource, node, done, step))
        node, done = below, f"{done}.{step}".lstrip(".")
    return FieldExplanation(resource, done, _explained(node, recursive=recursive, above=()))


def _explained(node: FieldNode, *, recursive: bool, above: tuple[object, ...]) -> ExplainedField:
    """Returns a field with the fields below it, with `recursive` down to the leaves."""
    if node.declares in above:
        return ExplainedField(node.name, node.facts(), recursive=True)
    inside = (*above, node.declares) if node.children else above
    below = (
        _explained(each, recursive=True, above=inside) if recursive else ExplainedField(each.name, each.facts())
        for each in node.children.values()
    )
    return ExplainedField(node.name, node.facts(), tuple(below))


def _no_field(resource: ApiResource, node: FieldNode, path: str, step: str) -> str:
    owner = f"{path} of {resource.kind.kind}" if path else f"{resource.kind.kind} {resource.kind.api_version}"
    if not node.children:
        what = "accepts any fields" if node.is_open else f"has no fields: it has the type {node.type}"
        return f"{owner} {what}"
    return f"{owner} has no field {step}: {did_you_mean(step, tuple(node.children), node.type)}"
