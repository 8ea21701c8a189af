"""Validates CRDs and their updates: all rules in the server's order.

`schema.legality` validates schemas.
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (1.37).
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceDefinitionNames (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.approval import validate_approval
from kapivara.apis.groups.apiextensions.validation.conditions import is_established
from kapivara.apis.groups.apiextensions.validation.conversion import validate_conversion
from kapivara.apis.groups.apiextensions.validation.hub import HubSpec, to_hub
from kapivara.apis.groups.apiextensions.validation.ratcheting import Demands, forgiving_demands, strict_demands
from kapivara.apis.groups.apiextensions.validation.selectable_fields import validate_selectable_fields
from kapivara.apis.groups.apiextensions.validation.versions import (
    validate_columns,
    validate_subresources,
    validate_validation,
    validate_version,
)
from kapivara.content.names import is_dns1035_label, is_dns1123_subdomain, name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.meta.object_meta import validate_object_meta, validate_object_meta_update
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.structural.subschemas import every_schema
from kapivara.values import ABSENT, Absent
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1


_MIXED_CASE = "may have mixed case, but should otherwise match: "


def validate_required_names(names: v1.CustomResourceDefinitionNames, path: FieldPath) -> ErrorList:
    """Requires the names that every CRD must have."""
    return [required(path.child(name)) for name in ("plural", "singular", "kind", "listKind") if not names.get(name)]


def validate_names(names: v1.CustomResourceDefinitionNames, path: FieldPath) -> ErrorList:
    """Validates the form of all given names."""
    errors: ErrorList = []
    errors += _validate_label(names.get("plural", ""), path.child("plural"))
    errors += _validate_label(names.get("singular", ""), path.child("singular"))
    errors += _validate_kind(names.get("kind", ""), path.child("kind"))
    errors += _validate_kind(names.get("listKind", ""), path.child("listKind"))
    errors += _validate_labels(names.get("shortNames") or [], path.child("shortNames"))
    if names.get("kind") and names.get("kind") == names.get("listKind"):
        errors.append(invalid(path.child("listKind"), names["listKind"], "kind and listKind may not be the same"))
    return errors + _validate_labels(names.get("categories") or [], path.child("categories"))


def _validate_label(value: str, path: FieldPath) -> ErrorList:
    problems = is_dns1035_label(value) if value else []
    return [invalid(path, value, ",".join(problems))] if problems else []


def _validate_kind(value: str, path: FieldPath) -> ErrorList:
    problems = is_dns1035_label(value.lower()) if value else []
    return [invalid(path, value, _MIXED_CASE + ",".join(problems))] if problems else []


def _validate_labels(values: list[str], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for position, value in enumerate(values):
        if problems := is_dns1035_label(value):
            errors.append(invalid(path.index(position), value, ",".join(problems)))
    return errors


SPEC = FieldPath.of("spec")
STATUS = FieldPath.of("status")
_SCOPES = ("Cluster", "Namespaced")
_IMMUTABLE = "field is immutable"


def validate_new(
    crd: v1.CustomResourceDefinition, deadline: Deadline = NO_DEADLINE, server: ServerVersion = NEWEST
) -> ErrorList:
    """Validates a new CRD."""
    wanted = f"{crd['spec']['names']['plural']}.{crd['spec']['group']}"

    def check_name(name: str, prefix: bool) -> list[str]:
        problems = name_is_dns_subdomain(name, prefix)
        return problems if name == wanted else [*problems, 'must be spec.names.plural+"."+spec.group']

    errors = validate_object_meta(crd["metadata"], namespaced=False, name_check=check_name)
    errors += _validate_spec(to_hub(crd["spec"]), Demands().judged_by(server, deadline))
    return errors + _validate_rest(crd, ABSENT)


def validate_update(
    new: v1.CustomResourceDefinition,
    old: v1.CustomResourceDefinition,
    deadline: Deadline = NO_DEADLINE,
    server: ServerVersion = NEWEST,
) -> ErrorList:
    """Validates an update of a CRD."""
    hub = to_hub(new["spec"])
    errors = validate_object_meta_update(new["metadata"], old["metadata"])
    spec_errors = _validate_spec(hub, strict_demands(old).judged_by(server, deadline))
    if spec_errors:
        spec_errors = _validate_spec(hub, forgiving_demands(new, old).judged_by(server, deadline))
    errors += spec_errors + _validate_immutable(new, old)
    return errors + _validate_rest(new, old)


def validate_status_update(new: v1.CustomResourceDefinition, old: v1.CustomResourceDefinition) -> ErrorList:
    """Validates a status update of a CRD."""
    errors = validate_object_meta_update(new["metadata"], old["metadata"])
    return errors + validate_names(new["status"]["acceptedNames"], STATUS.child("acceptedNames"))


def _validate_rest(new: v1.CustomResourceDefinition, old: v1.CustomResourceDefinition | Absent) -> ErrorList:
    status = new["status"]
    errors = validate_names(status["acceptedNames"], STATUS.child("acceptedNames"))
    errors += _validate_stored_versions(status["storedVersions"], new["spec"]["versions"] or [])
    errors += validate_approval(new, old)
    if new["spec"].get("preserveUnknownFields") and not (
        old is not ABSENT and old["spec"].get("preserveUnknownFields")
    ):
        detail = (
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
        )
        errors.append(invalid(SPEC.child("preserveUnknownFields"), True, detail))
    return errors


def _validate_spec(hub: HubSpec, demands: Demands) -> ErrorList:
    spec = hub.spec
    errors = _validate_group(spec["group"])
    errors += _validate_scope(spec["scope"])
    errors += _validate_schema_presence(hub, every=demands.every_schema)
    if hub.preserves_unknown_fields and _has_defaults(hub):
        detail = "must be false in order to use defaults in the schema"
        errors.append(invalid(SPEC.child("preserveUnknownFields"), True, detail))
    for position, version in enumerate(hub.versions or ()):
        errors += validate_version(version, hub, SPEC.child("versions").index(position), demands)
    errors += _validate_version_list(hub)
    errors += validate_required_names(spec["names"], SPEC.child("names"))
    errors += validate_names(spec["names"], SPEC.child("names"))
    errors += _validate_shared(hub, demands)
    conversion, place = spec["conversion"], SPEC.child("conversion")
    if conversion["strategy"] != "None" and hub.preserves_unknown_fields:
        detail = "must be None if spec.preserveUnknownFields is true"
        errors.append(invalid(place.child("strategy"), NamedString(conversion["strategy"]), detail))
    errors += validate_conversion(
        conversion,
        place,
        known_review_version=demands.known_review_version,
        sound_ca_bundle=demands.sound_ca_bundle,
        has_rules=demands.schema.server.has_conversion_rules,
    )
    if not errors and demands.schema.server.is_extended:
        from kapivara.apis.groups.apiextensions.validation.conversion_rules import (
            validate_extended_rules,  # behind gates
        )

        errors = validate_extended_rules(hub, demands.schema.server)
    return errors


def _validate_group(group: str) -> ErrorList:
    path = SPEC.child("group")
    if not group:
        return [required(path)]
    if problems := is_dns1123_subdomain(group):
        return [invalid(path, group, ",".join(problems))]
    return [] if "." in group else [invalid(path, group, "should be a domain with at least one dot")]


def _validate_scope(scope: str) -> ErrorList:
    if not scope:
        return [required(SPEC.child("scope"))]
    return [] if scope in _SCOPES else [not_supported(SPEC.child("scope"), scope, _SCOPES)]


def _validate_schema_presence(hub: HubSpec, *, every: bool) -> ErrorList:
    """Requires a schema in all versions, or only if their fields would be pruned otherwise."""
    if "openAPIV3Schema" in (hub.validation or {}) or (not every and hub.preserves_unknown_fields):
        return []
    detail = "" if every else "because otherwise all fields are pruned"
    return [
        required(SPEC.child("versions").index(position).child("schema", "openAPIV3Schema"), detail)
        for position, version in enumerate(hub.versions or ())
        if "openAPIV3Schema" not in (version.get("schema") or {}) and (every or version["served"])
    ]


def _has_defaults(hub: HubSpec) -> bool:
    return any("default" in each for schema in hub.schemas() for each in every_schema(schema))


def _validate_version_list(hub: HubSpec) -> ErrorList:
    versions, path = hub.versions or [], SPEC.child("versions")
    errors: ErrorList = []
    if len({version["name"] for version in versions}) < len(versions):
        errors.append(invalid(path, hub.go_versions(), "must contain unique version names"))
    if sum(version["storage"] for version in versions) != 1:
        errors.append(invalid(path, hub.go_versions(), "must have exactly one version marked as storage version"))
    if hub.first_version and (problems := is_dns1035_label(hub.first_version)):
        errors.append(invalid(SPEC.child("version"), hub.first_version, ",".join(problems)))
    return errors


def _validate_shared(hub: HubSpec, demands: Demands) -> ErrorList:
    """Validates the properties that all versions share."""
    has_status = any("status" in (hub.subresources_of(version) or {}) for version in hub.versions or ())
    demanded = demands.of_schema(hub.first_version, status=has_status)
    errors = validate_validation(hub.validation, SPEC.child("validation"), demanded)
    errors += validate_subresources(hub.subresources, SPEC.child("subresources"))
    errors += validate_columns(hub.columns, SPEC.child("additionalPrinterColumns"))
    if hub.selectable_fields:
        if hub.validation is None:
            detail = "may only be set when validations.schema is included"
            errors.append(invalid(SPEC.child("selectableFields"), "", detail))
        else:
            schema = schema_of(hub.validation) or {}
            limited = "" not in demands.fields_kept
            errors += validate_selectable_fields(hub.selectable_fields, schema, SPEC, limited=limited)
    return errors


def _validate_immutable(new: v1.CustomResourceDefinition, old: v1.CustomResourceDefinition) -> ErrorList:
    """Rejects changes to the resource's name, and once established to scope and kind."""
    errors: ErrorList = []
    spec, before = new["spec"], old["spec"]
    if is_established(old):
        if spec["scope"] != before["scope"]:
            errors.append(invalid(SPEC.child("scope"), NamedString(spec["scope"]), _IMMUTABLE))
        if spec["names"]["kind"] != before["names"]["kind"]:
            errors.append(invalid(SPEC.child("names", "kind"), spec["names"]["kind"], _IMMUTABLE))
    if spec["group"] != before["group"]:
        errors.append(invalid(SPEC.child("group"), spec["group"], _IMMUTABLE))
    if spec["names"]["plural"] != before["names"]["plural"]:
        errors.append(invalid(SPEC.child("names", "plural"), spec["names"]["plural"], _IMMUTABLE))
    return errors


def _validate_stored_versions(
    stored: list[str] | None, versions: list[v1.CustomResourceDefinitionVersion]
) -> ErrorList:
    path = STATUS.child("storedVersions")
    if not stored:
        return [invalid(path, stored, "must have at least one stored version")]
    errors: ErrorList = []
    left = {name: position for position, name in enumerate(stored)}
    for version in versions:
        if version["storage"] and version["name"] not in left:
            errors.append(invalid(path, stored, f"must have the storage version {version['name']}"))
        left.pop(version["name"], None)  # kept: a second version of the same name is not found again
    for name, position in left.items():
        detail = (
            f"missing from spec.versions; {name} was previously a storage version, and must remain in "
            f"spec.versions until a storage migration ensures no data remains persisted in {name} "
            f"and removes {name} from status.storedVersions"
        )
        errors.append(invalid(path.index(position), name, detail))
    return errors
