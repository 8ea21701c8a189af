"""The report of `explain` as one JSON document, stable across versions, described in docs/cli.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.commands.explain.explanation import ExplainedField, FieldExplanation
from kapivara.cli.fields.tree import FieldRule
from kapivara.cli.reports.json_document import document_text
from kapivara.values import ABSENT, JsonObject

if TYPE_CHECKING:
    from kapivara.cli.commands.explain.rule_share import RuleShare


def render_json(explanation: FieldExplanation) -> str:
    """Returns the explanation of a field as indented JSON with a newline at its end."""
    resource = explanation.resource
    return document_text(
        {
            "apiVersion": resource.kind.api_version,
            "kind": resource.kind.kind,
            "resource": resource.plural,
            "shortNames": list(resource.short_names),
            "namespaced": resource.namespaced,
            "custom": resource.custom,
            "path": explanation.path,
            **_field(explanation.field),
            **_share(explanation.share),
        }
    )


def _share(share: RuleShare | None) -> JsonObject:
    """Returns how many rules of a built-in kind are declarative; {} for a custom kind or a single field."""
    if share is None:
        return {}
    return {
        "ruleCounts": {
            "declared": share.declared,
            "comparedOnly": share.compared,
            "byHand": share.by_hand,
            "declarativePercent": share.percent,
        }
    }


def _field(field: ExplainedField) -> JsonObject:
    facts = field.facts
    document: JsonObject = {
        "type": facts.type,
        "typeName": facts.type_name,
        "description": facts.description,
        "required": facts.required,
        "nullable": facts.nullable,
        "enum": list(facts.values),
        "listType": facts.list_type,
        "listKeys": list(facts.list_keys),
        "mapType": facts.map_type,
        "patchStrategy": facts.patch_strategy,
        "patchMergeKey": facts.patch_key,
        "rules": [_rule(rule) for rule in facts.rules],
        "recursive": field.recursive,
        "fields": [{"name": each.name, **_field(each)} for each in field.fields],
    }
    return document if facts.default is ABSENT else {**document, "default": facts.default}


def _rule(rule: FieldRule) -> JsonObject:
    return {"says": rule.says, "meaning": rule.meaning, "about": rule.about, "enforced": rule.enforced}
