"""The roles and bindings that every server has from its start, as lines for `apis/groups/rbac/bootstrap.py`.

Upstream: plugin/pkg/auth/authorizer/rbac/bootstrappolicy, by the files that its tests compare with (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from scripts.gathering.packages import UnfitCheckoutError

_FOLDER = "plugin/pkg/auth/authorizer/rbac/bootstrappolicy/testdata"
_OF = ("cluster", "controller", "namespace")
_LABEL = ("kubernetes.io/bootstrapping", "rbac-defaults")
_ANNOTATIONS = {"rbac.authorization.kubernetes.io/autoupdate": "true"}
_CORE = "core"
_WIDTH = 118


def gather_roles(checkout: Path, what: str) -> list[str]:
    """Returns lines for all `roles` or `role-bindings`; raises UnfitCheckoutError if a line cannot express one."""
    lines: list[str] = []
    for each in _OF:
        file = checkout / _FOLDER / f"{each}-{what}.yaml"
        if not file.exists():
            raise UnfitCheckoutError(f"no {file}")
        for obj in yaml.load(file.read_text(), Loader=yaml.CSafeLoader)["items"]:
            for line in _lines(obj):
                lines += _wrapped(line)
    return lines


def _lines(obj: Any) -> Iterator[str]:
    metadata = obj["metadata"]
    labels = {key: value for key, value in metadata["labels"].items() if (key, value) != _LABEL}
    if metadata["annotations"] != _ANNOTATIONS or set(labels.values()) - {"true"}:
        raise UnfitCheckoutError(f"{obj['kind']} {metadata['name']} is labelled as no other")
    name = "/".join(each for each in (metadata.get("namespace"), metadata["name"]) if each)
    yield " ".join((obj["kind"], name, *labels))
    if "roleRef" in obj:
        yield f"  {obj['roleRef']['name']}"
        yield from (f"  {_subject(each)}" for each in obj.get("subjects") or ())
        return
    for selector in obj.get("aggregationRule", {}).get("clusterRoleSelectors", ()):
        yield f"  aggregate {','.join(selector['matchLabels'])}"
    yield from (f"  {_rule(each)}" for each in obj["rules"] or ())


def _rule(rule: Any) -> str:
    groups = [each or _CORE for each in rule.get("apiGroups", ())]
    parts = (rule["verbs"], groups, rule.get("resources"), rule.get("resourceNames"), rule.get("nonResourceURLs"))
    return " ".join(",".join(part) for part in parts if part)


def _subject(subject: Any) -> str:
    return ":".join(each for each in (subject["kind"], subject.get("namespace"), subject["name"]) if each)


def _wrapped(line: str) -> Iterator[str]:
    """Breaks a line after commas; the continuation is indented."""
    while len(line) > _WIDTH:
        end = line.rindex(",", 0, _WIDTH) + 1
        yield line[:end]
        line = f"    {line[end:]}"
    yield line
