"""The initial roles and bindings of every server, parsed from lines that `scripts/gather` writes.

An object begins with its kind, its name (with namespace) and further labels. Indented lines follow: for a role the
labels of aggregated roles (`aggregate`) and its rules; for a binding its role, then its subjects. A rule consists of
verbs, groups, resources and optional names, or of verbs and URLs. Deeper indentation continues the line above.
Upstream: plugin/pkg/auth/authorizer/rbac/bootstrappolicy (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.machinery.kinds.initial_object import InitialObject
from kapivara.values import JsonObject

_GROUP = "rbac.authorization.k8s.io"
_LABEL = {"kubernetes.io/bootstrapping": "rbac-defaults"}
_ANNOTATIONS = {"rbac.authorization.kubernetes.io/autoupdate": "true"}
_AGGREGATE = "aggregate "
_CORE = "core"


def roles(kind: str) -> Iterator[InitialObject]:
    """Yields the roles of a kind."""
    from kapivara.apis.groups.rbac.gathered_roles import LINES

    for metadata, lines in _blocks(LINES, kind):
        rules = [_rule(line) for line in lines if not line.startswith(_AGGREGATE)]
        labels = [line.removeprefix(_AGGREGATE) for line in lines if line.startswith(_AGGREGATE)]
        selectors = [{"matchLabels": {label: "true"}} for label in labels]
        aggregation = {"aggregationRule": {"clusterRoleSelectors": selectors}} if selectors else {}
        yield InitialObject({"metadata": metadata, "rules": rules or None, **aggregation})


def bindings(kind: str, role_kind: str) -> Iterator[InitialObject]:
    """Yields the bindings of a kind, which refer to roles of another kind."""
    from kapivara.apis.groups.rbac.gathered_bindings import LINES

    for metadata, (role, *subjects) in _blocks(LINES, kind):
        reference = {"apiGroup": _GROUP, "kind": role_kind, "name": role}
        yield InitialObject({"metadata": metadata, "roleRef": reference, "subjects": [*map(_subject, subjects)]})


def _blocks(text: str, kind: str) -> Iterator[tuple[JsonObject, list[str]]]:
    """Yields the objects of a kind: metadata, and the lines below."""
    for block in text.replace("\n    ", "").replace("\n  ", "\t").splitlines():
        head, *lines = block.split("\t")
        found, name, *labels = head.split()
        if found != kind:
            continue
        namespace, _, name = name.rpartition("/")
        metadata: JsonObject = {"name": name, **({"namespace": namespace} if namespace else {})}
        metadata["labels"] = {**_LABEL, **dict.fromkeys(labels, "true")}
        metadata["annotations"] = dict(_ANNOTATIONS)
        yield metadata, lines


def _rule(line: str) -> JsonObject:
    verbs, *parts = (part.split(",") for part in line.split())
    if len(parts) == 1:
        return {"verbs": verbs, "nonResourceURLs": parts[0]}
    groups = ["" if each == _CORE else each for each in parts[0]]
    rule: JsonObject = {"verbs": verbs, "apiGroups": groups, "resources": parts[1]}
    if parts[2:]:
        rule["resourceNames"] = parts[2]
    return rule


def _subject(line: str) -> JsonObject:
    kind, _, name = line.partition(":")
    if kind != "ServiceAccount":
        return {"apiGroup": _GROUP, "kind": kind, "name": name}
    namespace, _, name = name.partition(":")
    return {"kind": kind, "name": name, "namespace": namespace}
