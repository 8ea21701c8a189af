"""SubjectAccessReview and LocalSubjectAccessReview as built-in kinds, and the base of SelfSubjectAccessReview.

Upstream: pkg/registry/authorization/{subjectaccessreview,localsubjectaccessreview,selfsubjectaccessreview}/rest.go,
pkg/registry/authorization/util/helpers.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from kapivara.apis.machinery.kinds.unstored_kind import UnstoredKind
from kapivara.authorization.access import Access
from kapivara.authorization.user_info import UserInfo
from kapivara.field import ErrorList, Operation
from kapivara.meta import GroupVersionKind
from kapivara.meta.field_selectors import parse_field_selector
from kapivara.meta.label_selectors import parse_label_selector
from kapivara.meta.selector_error import SelectorError
from kapivara.values import Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.authorization.v1.zz_generated_types import (
        FieldSelectorAttributes,
        LabelSelectorAttributes,
        ResourceAttributes,
        SubjectAccessReview,
        SubjectAccessReviewSpec,
        SubjectAccessReviewStatus,
    )

_IN, _ANY = ("In", "NotIn"), ("In", "NotIn", "Exists", "DoesNotExist")


class AccessReviewKind(UnstoredKind):
    """A request to decide whether a user may do something."""

    of_self: ClassVar = False

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the requested access, and rejects other fields."""
        from kapivara.apis.groups.authorization import access_review_rules as rules

        spec, metadata = cast("SubjectAccessReview", new)["spec"], new["metadata"]
        errors = rules.validate_access_review(spec, of_self=self.of_self)
        errors += rules.validate_empty_metadata(metadata, but_namespace=self.namespaced)
        return errors + rules.validate_local_review(spec, metadata.get("namespace", "")) if self.namespaced else errors

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:  # noqa: ARG002  nothing is stored
        """Decides by the user's roles."""
        review = cast("SubjectAccessReview", obj)
        decision = self.surroundings.decide(_access(self.subject(review["spec"]), review["spec"]))
        status: SubjectAccessReviewStatus = {"allowed": decision.allowed}
        if decision.reason:
            status["reason"] = decision.reason
        if ignored := "; ".join(_ignored_selectors(review["spec"].get("resourceAttributes", {}))):
            status["evaluationError"] = ignored
        review["status"] = status
        return obj

    def subject(self, spec: SubjectAccessReviewSpec) -> UserInfo:
        """Returns the user whose access is reviewed."""
        return UserInfo(spec.get("user", ""), spec.get("uid", ""), tuple(spec.get("groups", ())))

    def kind_in_errors(self, obj: JsonObject) -> GroupVersionKind:  # noqa: ARG002
        """Kept: errors name no kind, since the server has lost it at that point."""
        return GroupVersionKind(self.gvk.group, self.gvk.version, "")


KIND = AccessReviewKind


def _access(user: UserInfo, spec: SubjectAccessReviewSpec) -> Access:
    if (wanted := spec.get("resourceAttributes")) is None:
        other = spec.get("nonResourceAttributes", {})
        return Access(user, other.get("verb", ""), path=other.get("path", ""))
    return Access(
        user,
        wanted.get("verb", ""),
        group=wanted.get("group", ""),
        resource=wanted.get("resource", ""),
        subresource=wanted.get("subresource", ""),
        namespace=wanted.get("namespace", ""),
        name=wanted.get("name", ""),
    )


def _ignored_selectors(wanted: ResourceAttributes) -> Iterator[str]:
    """Yields the errors of selectors that could not be parsed, wholly or partly."""
    fields: FieldSelectorAttributes = wanted.get("fieldSelector", {})
    yield from _ignored("fieldSelector", fields, parse_field_selector, _is_field_requirement)
    labels: LabelSelectorAttributes = wanted.get("labelSelector", {})
    yield from _ignored("labelSelector", labels, parse_label_selector, _is_label_requirement)


def _ignored(
    name: str,
    selector: FieldSelectorAttributes | LabelSelectorAttributes,
    parse: Callable[[str], object],
    is_read: Callable[[Any], bool],
) -> Iterator[str]:
    requirements = cast("list[Any]", selector.get("requirements", []))
    read = [each for each in requirements if is_read(each)]
    if len(read) < len(requirements):
        yield f"spec.resourceAttributes.{name} {'partially ' if read else ''}ignored due to parse error"
    elif not requirements:
        try:
            parse(selector.get("rawSelector", ""))
        except SelectorError:
            yield f"spec.resourceAttributes.{name} ignored due to parse error"


def _is_field_requirement(requirement: Any) -> bool:
    return requirement["operator"] in _IN and len(requirement.get("values", ())) == 1


def _is_label_requirement(requirement: Any) -> bool:
    return requirement["operator"] in _ANY
