"""ClusterTrustBundle as a built-in kind; its name starts with the signer's name.

Upstream: pkg/registry/certificates/clustertrustbundle/{strategy.go,storage/storage.go}, pkg/apis/core/validation
ValidateClusterTrustBundleName, pkg/printers/internalversion/printers.go printClusterTrustBundle (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.shared.rules.changes import IMMUTABLE
from kapivara.apis.shared.rules.signer_names import validate_signer_name
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import ClusterTrustBundle
    from kapivara.apis.machinery.tables.table import TableLayout


class ClusterTrustBundleKind(Kind):
    """A set of trusted certificates."""

    unconditional_update = False

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole bundle on create and update: its name, and its immutable signer."""
        from kapivara.apis.groups.certificates.trust_bundle_rules import validate_trust_bundle

        check = partial(_check_name, _signer(new))
        errors = self.validate_new_metadata(new, check)
        signer, path = _signer(new), FieldPath.of("spec", "signerName")
        if signer:
            errors += validate_signer_name(signer, path)
        if old is ABSENT or new["spec"].get("trustBundle") != old["spec"].get("trustBundle"):
            errors += validate_trust_bundle(new["spec"].get("trustBundle", ""))
        if old is ABSENT:
            return errors
        errors += self.validate_changed_metadata(new, old)
        if signer != _signer(old):
            changed = invalid(path, signer, IMMUTABLE).with_origin("immutable")
            errors.append(changed.marked(level="alpha", covered_by_declarative=True))
        return errors

    def selectable_fields(self, obj: JsonObject) -> Mapping[str, str]:
        """Returns the name and the signer."""
        return {**super().selectable_fields(obj), "spec.signerName": _signer(obj)}

    def make_table(self) -> TableLayout:
        """Returns the columns: name and signer."""
        from kapivara.apis.groups.certificates.column_texts import SIGNER_OF_BUNDLE
        from kapivara.apis.machinery.tables.table import Column, TableLayout, name_column

        signer = Column("SignerName", "string", lambda obj: _signer(obj) or "<none>", description=SIGNER_OF_BUNDLE)
        return TableLayout((name_column(), signer))


KIND = ClusterTrustBundleKind


def _signer(obj: JsonObject) -> str:
    return cast("ClusterTrustBundle", obj)["spec"].get("signerName", "")


def _check_name(signer: str, name: str, prefix: bool) -> list[str]:
    if not signer:
        if ":" in name:
            return ['ClusterTrustBundle without signer name must not have ":" in its name']
        return name_is_dns_subdomain(name, prefix)
    required = signer.replace("/", ":") + ":"
    if not name.startswith(required):
        return [f"ClusterTrustBundle for signerName {signer} must be named with prefix {required}"]
    return name_is_dns_subdomain(name.removeprefix(required), prefix)
