"""Validates one version's schema: root rules, structure, defaults, then every nested schema.

CEL expressions are compiled if structure and defaults have no errors.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
validateCustomResourceDefinitionValidation (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.field import ErrorList, FieldPath, internal_error, invalid
from kapivara.schema.legality.invariants import structural_errors
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.root_rules import root_errors
from kapivara.schema.legality.schema_rules import schema_errors
from kapivara.schema.legality.survey import MAX_NESTING, Survey, survey
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.schema.legality.rule_compilation import RuleJudge


def validate_schema(raw: JsonObject, path: FieldPath, options: LegalityOptions) -> ErrorList:
    """Validates a version's `openAPIV3Schema` at `path`.

    The schema has passed typed decoding; keywords with an empty list or object must remain, since the server
    distinguishes them from absent ones.
    """
    found = survey(raw)
    if found.too_deep:
        return [internal_error(path, f"kapivara cannot judge schemas that nest deeper than {MAX_NESTING} levels")]
    errors = root_errors(raw, path, status_enabled=options.status_enabled)
    rules = None
    if found.conversion_problem is None:
        structural = structural_errors(raw, path)
        if not structural and "default" in found.keywords:
            # Imported on demand: a schema without defaults starts faster.
            from kapivara.schema.legality.defaults import default_errors

            structural = default_errors(
                raw, path, require_pruned=options.require_pruned_defaults, deadline=options.deadline
            )
        errors += structural
        rules = _rule_judge(found, options) if not structural else None
    errors += schema_errors(raw, path, options, rules)
    if found.conversion_problem is not None and not errors:
        errors.append(invalid(path, "", found.conversion_problem))
    return errors if rules is None else errors + rules.total_errors(path)


def _rule_judge(found: Survey, options: LegalityOptions) -> RuleJudge | None:
    if "x-kubernetes-validations" not in found.keywords:
        return None
    # Imported on demand: a schema without rules starts faster.
    from kapivara.schema.legality.rule_compilation import RuleJudge

    return RuleJudge(options.stored_rules, options.deadline, options.server)
