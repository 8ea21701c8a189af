"""What is known of a kind that nothing defines: that it was removed, is off by default, or what was probably meant."""

from __future__ import annotations

from difflib import get_close_matches

from kapivara.apis.catalog import CATALOG
from kapivara.apis.unserved_versions import find_unserved, serving_versions
from kapivara.cli.findings import Result, Verdict
from kapivara.cli.judging import refuse
from kapivara.cli.manifests import Manifest
from kapivara.version import KUBERNETES


def judge_unknown(manifest: Manifest) -> Result:
    """Words what is known of a kind that the registry does not have."""
    version, kind = manifest.identity.api_version, manifest.identity.kind
    unserved = find_unserved(version, kind)
    if unserved is not None and unserved.removed_in:
        use = f", use {unserved.instead}" if unserved.instead else ""
        return refuse(manifest, f"{version} {kind} was removed in {unserved.removed_in}{use}", "apiVersion")
    if unserved is not None:
        note = f"not checked: servers have {version} only where it is switched on, and kapivara has not"
        return Result(manifest.place, manifest.identity, Verdict.SKIPPED, note=note)
    groups = {row.group for row in CATALOG}
    if manifest.group in groups:
        problem = f"kube-apiserver {KUBERNETES} has no {kind} in {version}{_meant(version, kind)}"
        return refuse(manifest, problem, "kind")
    # Other groups have kinds of the same names: only one that looks like a built-in one was misspelt.
    meant = _meant(version, kind) if get_close_matches(manifest.group, groups, 1) or "." not in manifest.group else ""
    unknown = f"no definition of {kind} in group {manifest.group} is known{meant}"
    return refuse(manifest, f"{unknown}: name the files with its CustomResourceDefinition by --crds PATH", "kind")


def _meant(version: str, kind: str) -> str:
    """Says which built-in kind was probably meant; nothing where none is near."""
    if versions := serving_versions(kind):
        return f" (did you mean {' or '.join(versions)}?)"
    by_case = {row.kind.lower(): row.kind for row in CATALOG}
    near = get_close_matches(kind.lower(), by_case, 1)
    if not near:
        return ""
    found = by_case[near[0]]
    versions = serving_versions(found)
    return f" (did you mean {found}?)" if version in versions else f" (did you mean {found} of {versions[0]}?)"
