"""ClusterTrustBundleAttest: only users with the right to attest for a signer may write its trust bundles.

Upstream: plugin/pkg/admission/certificates/ctbattest/admission.go, pkg/registry/rbac/helpers.go IsOnlyMutatingGCFields
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.admission.plugin import Action, Attributes, Plugin
from kapivara.apis.groups.certificates.signer_rights import may_act_for
from kapivara.values import ABSENT, Absent, JsonObject, deep_equal
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.certificates.v1.zz_generated_types import ClusterTrustBundle

_OF_GARBAGE_COLLECTION: Final = frozenset(("ownerReferences", "finalizers", "selfLink", "managedFields"))


class ClusterTrustBundleAttest(Plugin):
    """Rejects bundles from users without the right to attest for the signer."""

    def validate(self, write: Attributes) -> None:
        """Checks bundles with a signer, unless only owners and finalizers change."""
        if write.action not in (Action.CREATE, Action.UPDATE) or write.obj is ABSENT:
            return
        signer = cast("ClusterTrustBundle", write.obj)["spec"].get("signerName", "")
        if not signer or _is_garbage_collection(write.obj, write.old):
            return
        if not may_act_for(write.surroundings, write.user, "attest", signer):
            raise write.forbidden(f"user not permitted to attest for signerName {quote(signer)}")


def _is_garbage_collection(new: JsonObject, old: JsonObject | Absent) -> bool:
    """Returns True if two objects differ only in fields that a garbage collector changes."""
    return old is not ABSENT and deep_equal(_content(new), _content(old))


def _content(obj: JsonObject) -> JsonObject:
    metadata = {key: value for key, value in obj["metadata"].items() if key not in _OF_GARBAGE_COLLECTION}
    return {**obj, "metadata": metadata}


PLUGIN = ClusterTrustBundleAttest
