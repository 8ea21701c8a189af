"""ServiceAccount as a built-in kind. Upstream: pkg/registry/core/serviceaccount/strategy.go (1.37).

Upstream: pkg/registry/core/serviceaccount/storage/token.go TokenREST, pkg/serviceaccount/claims.go Claims (1.37).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from kapivara.apis.machinery.kinds.created import Created
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.meta import (
    ApiError,
    GroupResource,
    GroupVersionResource,
    bad_request_status,
    conflict_status,
    invalid_status,
)
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.authentication.v1.zz_generated_types import BoundObjectReference, TokenRequest
    from kapivara.apis.groups.core.v1.zz_generated_types import ServiceAccount
    from kapivara.apis.machinery.tables.table import TableLayout


_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
_BOUND: Final = {"Pod": "pods", "Node": "nodes", "Secret": "secrets"}
_WEBHOOKS: Final = "APIServerWebhookAuthenticationToken"
_INJECTED: Final = 60 * 60 + 7
"""The lifetime, in seconds, of tokens that are injected into pods.

They are signed for longer, and late use is recorded.
"""
_EXTENDED: Final = 365 * 24 * 60 * 60


class AccountToken(Created):
    """The `token` subresource, which signs a token for an account."""

    __slots__ = ()

    responds = True

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError if the request names another account."""
        given = sent["metadata"].get("name")
        if given and given != name:
            error = invalid(FieldPath.of("metadata", "name"), given, "must match the service account name if specified")
            raise ApiError(invalid_status(self.shows.group_kind, name, [error]))

    def respond(self, sent: JsonObject, old: JsonObject) -> JsonObject:
        """Returns the request with a token; raises ApiError if it is not valid or the bound object does not exist."""
        from calendar import timegm  # tokens are requested rarely

        from kapivara.apis.groups.core.accounts.account_token_rules import validate_token_request
        from kapivara.apis.machinery.server.account_tokens import ISSUER

        request, account = cast("TokenRequest", sent), old["metadata"]
        metadata, spec = request["metadata"], request["spec"]
        if metadata.get("uid", account["uid"]) != account["uid"]:
            about = (
                f"token request ({metadata['uid']}) does not match the UID of the service account ({account['uid']})"
            )
            resource = GroupResource(self.shows.group, self.shows.kind)
            raise ApiError(conflict_status(resource, account["name"], f"the UID in the {about}"))
        now = self.of.surroundings.now()
        metadata["name"], metadata["uid"], metadata["creationTimestamp"] = account["name"], account["uid"], now
        if not spec["audiences"]:
            spec["audiences"] = [ISSUER]
        if errors := validate_token_request(spec):
            raise ApiError(invalid_status(self.shows.group_kind, "", errors))
        bound = self._bound(spec["boundObjectRef"], account) if spec["boundObjectRef"] is not None else {}
        issued = timegm(time.strptime(now, _FORMAT))
        seconds = spec["expirationSeconds"] or 0
        claims = _claims(account, bound, spec["audiences"] or [], issued, seconds)
        request["status"] = {
            "token": self.of.surroundings.account_tokens.sign(claims),
            "expirationTimestamp": time.strftime(_FORMAT, time.gmtime(issued + seconds)),
        }
        return sent

    def _bound(self, reference: BoundObjectReference, account: JsonObject) -> JsonObject:
        """Returns the claims about the bound object; raises ApiError for a kind that cannot be bound."""
        from kapivara.apis.groups.core.accounts.account_token_rules import is_webhook

        kind, name = reference.get("kind", ""), reference.get("name", "")
        group, version = _group_and_version(reference.get("apiVersion", ""))
        if group or kind not in _BOUND:
            problem = f"cannot bind token to object of type {group}/{version}, Kind={kind}"
            off = f" (feature gate {_WEBHOOKS} is disabled)" if is_webhook(reference) else ""
            raise ApiError(bad_request_status(problem + off))
        found = self._find(kind, name, account["namespace"])
        bound: JsonObject = {kind.lower(): _reference(found["metadata"])}
        if kind == "Pod":
            if found["spec"].get("serviceAccountName") != account["name"]:
                what = f"serviceaccount {quote(account['name'])} to pod running with different serviceaccount name."
                raise ApiError(bad_request_status(f"cannot bind token for {what}"))
            if node := found["spec"].get("nodeName"):
                bound["node"] = self._node(node)
        if reference.get("uid", found["metadata"]["uid"]) != found["metadata"]["uid"]:
            problem = f"the UID in the bound object reference ({reference['uid']}) does not match the UID in record. "
            problem += "The object might have been deleted and then recreated"
            raise ApiError(conflict_status(GroupResource("", kind), name, problem))
        return bound

    def _find(self, kind: str, name: str, namespace: str) -> Any:
        resource = GroupVersionResource("", "v1", _BOUND[kind])
        if not name:
            raise ApiError(bad_request_status("Name parameter required."))
        return self.of.surroundings.get(resource, name, "" if kind == "Node" else namespace)

    def _node(self, name: str) -> JsonObject:
        try:
            return _reference(self._find("Node", name, "")["metadata"])
        except ApiError:
            return {"name": name}


def _group_and_version(text: str) -> tuple[str, str]:
    """Splits an apiVersion into group and version. Kept: an unreadable one becomes two empty texts."""
    group, _, version = text.rpartition("/")
    return ("", "") if "/" in group else (group, version)


def _reference(metadata: JsonObject) -> JsonObject:
    return {"name": metadata["name"], "uid": metadata["uid"]}


def _claims(account: JsonObject, bound: JsonObject, audiences: list[str], issued: int, seconds: int) -> JsonObject:
    """Returns the claims of a token; a token injected into a pod for this server is valid for a year."""
    import uuid  # only used here

    from kapivara.apis.machinery.server.account_tokens import ISSUER  # only used here

    own = {"namespace": account["namespace"], "serviceaccount": _reference(account), **bound}
    lasting = seconds
    if seconds == _INJECTED and "pod" in bound and audiences == [ISSUER]:
        own["warnafter"], lasting = issued + seconds, _EXTENDED
    return {
        "aud": audiences,
        "exp": issued + lasting,
        "iat": issued,
        "iss": ISSUER,
        "jti": str(uuid.uuid4()),
        "kubernetes.io": own,
        "nbf": issued,
        "sub": f"system:serviceaccount:{account['namespace']}:{account['name']}",
    }


_MOUNTABLE: Final = "kubernetes.io/enforce-mountable-secrets"


class ServiceAccountKind(Kind):
    """The identity of pods."""

    subresource_types: ClassVar = {**Kind.subresource_types, "token": AccountToken}

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Keeps only the names of secret references."""
        super().prepare_for_create(obj)
        _keep_names(_as_account(obj))

    def prepare_for_update(self, new: JsonObject, old: JsonObject) -> None:
        """Keeps only the names of secret references."""
        super().prepare_for_update(new, old)
        _keep_names(_as_account(new))

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates the changes of an update and the whole object."""
        errors = super().validate(operation, new, old)
        return errors if old is ABSENT else errors + self.validate_new_metadata(new)

    def warnings(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> list[str]:  # noqa: ARG002
        """Warns of a deprecated annotation that the old object does not have."""
        if _MOUNTABLE not in _annotations(new) or (old is not ABSENT and _MOUNTABLE in _annotations(old)):
            return []
        advice = "prefer separate namespaces to isolate access to mounted secrets"
        return [f"metadata.annotations[{_MOUNTABLE}]: deprecated in v1.32+; {advice}"]

    def make_table(self) -> TableLayout:
        """Returns the columns: name and age."""
        from kapivara.apis.machinery.tables.table import TableLayout, age_column, name_column

        return TableLayout((name_column(), age_column(self.surroundings)))


KIND = ServiceAccountKind


def _as_account(obj: JsonObject) -> ServiceAccount:
    return cast("ServiceAccount", obj)


def _annotations(obj: JsonObject) -> dict[str, str]:
    return _as_account(obj)["metadata"].get("annotations", {})


def _keep_names(account: ServiceAccount) -> None:
    if "secrets" in account:
        account["secrets"] = [{"name": each["name"]} if "name" in each else {} for each in account["secrets"]]
