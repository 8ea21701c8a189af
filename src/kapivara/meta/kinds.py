"""Names of API types: group, version, kind and resource, and their printed forms.

Upstream: apimachinery/pkg/runtime/schema/group_version.go (1.37).
"""

from __future__ import annotations

from kapivara.values.record import record


class ApiVersionError(ValueError):
    """Raised for an `apiVersion` that is malformed or not one of a kind; the text is the server's."""


@record(order=True)
class GroupKind:
    """A kind without its version."""

    group: str
    kind: str

    def __str__(self) -> str:
        return f"{self.kind}.{self.group}" if self.group else self.kind


@record(order=True)
class GroupResource:
    """A resource (the plural, lower case) without its version."""

    group: str
    resource: str

    def __bool__(self) -> bool:
        return bool(self.group or self.resource)

    def __str__(self) -> str:
        return f"{self.resource}.{self.group}" if self.group else self.resource


@record(order=True)
class GroupVersion:
    """A group at a version; prints as in `apiVersion`."""

    group: str
    version: str

    def with_kind(self, kind: str) -> GroupVersionKind:
        """Returns a kind of this group and version."""
        return GroupVersionKind(self.group, self.version, kind)

    def with_resource(self, resource: str) -> GroupVersionResource:
        """Returns a resource of this group and version."""
        return GroupVersionResource(self.group, self.version, resource)

    def __str__(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version


@record(order=True)
class GroupVersionKind:
    """The `apiVersion` and `kind` of an object."""

    group: str
    version: str
    kind: str

    @property
    def api_version(self) -> str:
        """The `apiVersion` of objects of this kind."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def group_kind(self) -> GroupKind:
        """The kind without its version."""
        return GroupKind(self.group, self.kind)

    @property
    def group_version(self) -> GroupVersion:
        """The group and version without the kind."""
        return GroupVersion(self.group, self.version)

    def __str__(self) -> str:
        return f"{self.group}/{self.version}, Kind={self.kind}"


@record(order=True)
class GroupVersionResource:
    """A resource as a URL names it."""

    group: str
    version: str
    resource: str

    @property
    def api_version(self) -> str:
        """The `apiVersion` of objects of this resource."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def group_resource(self) -> GroupResource:
        """The resource without its version."""
        return GroupResource(self.group, self.resource)

    @property
    def group_version(self) -> GroupVersion:
        """The group and version without the resource."""
        return GroupVersion(self.group, self.version)

    def __str__(self) -> str:
        return f"{self.group}/{self.version}, Resource={self.resource}"


def parse_api_version(text: str) -> tuple[str, str]:
    """Splits an `apiVersion` into group and version; raises ApiVersionError if it has several slashes.

    Upstream: apimachinery/pkg/runtime/schema/group_version.go ParseGroupVersion.
    """
    if text in ("", "/"):
        return "", ""
    group, slash, version = text.partition("/")
    if not slash:
        return "", text
    if "/" in version:
        raise ApiVersionError(f"unexpected GroupVersion string: {text}")
    return group, version


def kind_of(api_version: str, kind: str) -> GroupVersionKind:
    """Returns the kind of an `apiVersion` and `kind`; a malformed `apiVersion` counts as empty.

    Upstream: apimachinery/pkg/runtime/schema/group_version.go FromAPIVersionAndKind.
    """
    try:
        group, version = parse_api_version(api_version)
    except ApiVersionError:
        return GroupVersionKind("", "", kind)
    return GroupVersionKind(group, version, kind)
