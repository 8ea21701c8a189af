"""Warnings about accepted pods and pod templates. Upstream: pkg/api/pod/warnings.go (1.37).

Upstream: pkg/api/pod/warnings.go warningsForOverlappingVirtualPaths (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.address_warnings import ip_warnings
from kapivara.apis.shared.node_labels import DEPRECATED, node_selector_term_warnings
from kapivara.apis.shared.pods.containers import all_containers
from kapivara.apis.shared.pods.warnings.app_armor import ANNOTATION_PREFIX, deprecation, profile_of
from kapivara.apis.shared.pods.warnings.claim_warnings import claim_spec_warnings
from kapivara.apis.shared.pods.warnings.container_warnings import container_warnings
from kapivara.apis.shared.pods.warnings.fractional_bytes import fraction_warnings
from kapivara.apis.shared.pods.warnings.server_annotations import may_mean_something
from kapivara.field import FieldPath
from kapivara.field.path import NO_PATH
from kapivara.values.record import record
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


_MOST_CLASHES: Final = 1000
"""The maximum number of conflicts reported; clients receive far fewer warnings."""


_FEWEST: Final = 2
"""The minimum number of files for a conflict."""


@record
class _File:
    """A file of a volume, and its source if the volume has several sources."""

    path: str
    source: str = ""

    def __str__(self) -> str:
        return f"{quote(self.path)} ({self.source})" if self.source else quote(self.path)


def overlap_warnings(volumes: Iterable[v1.Volume]) -> Iterator[str]:
    """Warns of equal or nested file paths in volumes of files."""
    return islice(_all_overlaps(volumes), _MOST_CLASHES)


def _all_overlaps(volumes: Iterable[v1.Volume]) -> Iterator[str]:
    for volume in volumes:
        for name, files in _made_of_items(volume):
            yield from _overlaps(volume["name"], name, files)
        if projected := volume.get("projected"):
            files = []
            for source in projected["sources"] or ():
                if not source:
                    yield f"volume {quote(volume['name'])} (Projected) has no sources provided"
                files += _projected_files(source)
            yield from _overlaps(volume["name"], "Projected", files)


def _made_of_items(volume: v1.Volume) -> Iterator[tuple[str, list[_File]]]:
    if (source := volume.get("configMap")) and len(items := source.get("items", ())) >= _FEWEST:
        yield f"ConfigMap {quote(source.get('name', ''))}", _files(items)
    if (secret := volume.get("secret")) and len(items := secret.get("items", ())) >= _FEWEST:
        yield f"Secret {quote(secret.get('secretName', ''))}", _files(items)
    if (downward := volume.get("downwardAPI")) and len(files := downward.get("items", ())) >= _FEWEST:
        yield "DownwardAPI", _files(files)


def _files(items: Iterable[Any], source: str = "") -> list[_File]:
    return [_File(each["path"], source) for each in items]


def _projected_files(source: v1.VolumeProjection) -> list[_File]:
    """Returns the files of a source. Kept: of several sources in one, the first with files counts."""
    if items := source.get("configMap", {}).get("items"):
        return _files(items, f"ConfigMap {quote(source['configMap'].get('name', ''))}")
    if items := source.get("secret", {}).get("items"):
        return _files(items, f"Secret {quote(source['secret'].get('name', ''))}")
    if downward := source.get("downwardAPI", {}).get("items"):
        return _files(downward, "DownwardAPI")
    if (token := source.get("serviceAccountToken")) is not None:
        return [_File(token["path"], "ServiceAccountToken")]
    if (bundle := source.get("clusterTrustBundle")) is not None:
        name = bundle.get("name", bundle.get("signerName", ""))
        return [_File(bundle["path"], f"ClusterTrustBundle {quote(name)}")]
    return _certificate_files(source.get("podCertificate", {}))


def _certificate_files(certificate: Any) -> list[_File]:
    kinds = (
        ("certificateChainPath", "PodCertificate chain"),
        ("keyPath", "PodCertificate key"),
        ("credentialBundlePath", "PodCertificate credential bundle"),
    )
    return [_File(certificate[field], name) for field, name in kinds if certificate.get(field)]


def _overlaps(volume: str, source: str, files: Sequence[_File]) -> Iterator[str]:
    if len(files) < _FEWEST:
        return
    known = _KnownFiles()
    for file in files:
        file = _File(file.path.rstrip("/"), file.source)
        for other in known.add(file):
            yield f"volume {quote(volume)} ({source}): overlapping paths: {file} with {other}"


class _Folder:
    """A folder or a file of a volume, which may also be a folder to other files."""

    __slots__ = ("below", "here", "inside")

    def __init__(self) -> None:
        self.inside: dict[str, _Folder] = {}
        self.here: list[tuple[int, _File]] = []
        self.below: list[tuple[int, _File]] = []


class _KnownFiles:
    """The files of a volume so far, in their order."""

    def __init__(self) -> None:
        self._root = _Folder()
        self._count = 0

    def add(self, file: _File) -> list[_File]:
        """Adds a file; returns earlier files whose path is the same, or contains it or lies in it, in order."""
        if not file.path:
            return []
        self._count += 1
        numbered = self._count, file
        folder, clashes = self._root, []
        for name in file.path.split("/"):
            clashes += folder.here
            folder.below.append(numbered)
            folder = folder.inside.setdefault(name, _Folder())
        clashes += [*folder.here[:_MOST_CLASHES], *folder.below[:_MOST_CLASHES]]
        folder.here.append(numbered)
        return [other for _, other in sorted(clashes, key=lambda each: each[0])]


_SECCOMP_POD: Final = "seccomp.security.alpha.kubernetes.io/pod"
_SECCOMP_CONTAINER: Final = "container.seccomp.security.alpha.kubernetes.io/"
_USE_SECCOMP: Final = 'non-functional in v1.27+; use the "seccompProfile" field instead'
_USE_SYSCTLS: Final = 'non-functional in v1.11+; use the "sysctls" field instead'
_OLD_ANNOTATIONS: Final = {
    "scheduler.alpha.kubernetes.io/critical-pod": (
        'non-functional in v1.16+; use the "priorityClassName" field instead'
    ),
    "security.alpha.kubernetes.io/sysctls": _USE_SYSCTLS,
    "security.alpha.kubernetes.io/unsafe-sysctls": _USE_SYSCTLS,
}
_OLD_VOLUMES: Final = {
    "photonPersistentDisk": ("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
    "gitRepo": ("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
    "scaleIO": ("scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
    "flocker": ("flocker", "deprecated in v1.22, non-functional in v1.25+"),
    "storageos": ("storageOS", "deprecated in v1.22, non-functional in v1.25+"),  # kept: not the field's name
    "quobyte": ("quobyte", "deprecated in v1.22, non-functional in v1.25+"),
    "glusterfs": ("glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
    "cephfs": ("cephfs", "deprecated in v1.28, non-functional in v1.31+"),
    "rbd": ("rbd", "deprecated in v1.28, non-functional in v1.31+"),
}
_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED: Final = "preferredDuringSchedulingIgnoredDuringExecution"
_NODES: Final = frozenset(("nodeSelector", "affinity", "topologySpreadConstraints"))
_ADDRESSES: Final = frozenset(("dnsConfig", "hostAliases"))
_OF_SECCOMP: Final = (_SECCOMP_POD, _SECCOMP_CONTAINER)
_NEGATIVE_GRACE: Final = "must be >= 0; negative values are invalid and will be treated as 1"
_MATCHES_NOTHING: Final = "a null labelSelector results in matching no pod"


def pod_warnings(pod: v1.Pod) -> list[str]:
    """Returns the warnings about a new pod."""
    return _warnings(pod, NO_PATH)


def template_warnings(template: v1.PodTemplateSpec | None, path: FieldPath) -> list[str]:
    """Returns the warnings about a pod template at a path."""
    return [] if template is None else [*_warnings(template, path), *_app_armor_warnings(template, path)]


def _warnings(pod: v1.Pod | v1.PodTemplateSpec, path: FieldPath) -> list[str]:
    """Returns the warnings about a pod or template. Hot: most have none, so that only existing parts are examined."""
    spec, place = pod["spec"], path.child("spec")
    annotations = pod["metadata"].get("annotations")
    if annotations and not may_mean_something(annotations):
        annotations = None
    found: list[str] = []
    if not _NODES.isdisjoint(spec):
        found += _node_warnings(spec, place)
    if annotations and not _OLD_ANNOTATIONS.keys().isdisjoint(annotations):
        found += _annotation_warnings(pod, path)
    if volumes := spec.get("volumes"):
        found += _volume_warnings(volumes, place)
        found += overlap_warnings(volumes)
    if aliases := spec.get("hostAliases"):
        found += _repetitions((each.get("ip", "") for each in aliases), place.child("hostAliases"), "ip")
    if "imagePullSecrets" in spec:
        found += _pull_secret_warnings(spec, place.child("imagePullSecrets"))
    if overhead := spec.get("overhead"):
        found += fraction_warnings(overhead, place.child("overhead"), "memory", "ephemeral-storage")
    if annotations and any(key.startswith(_OF_SECCOMP) for key in annotations):
        found += _seccomp_warnings(pod, path)
    found += container_warnings(spec, place)
    if spec.get("terminationGracePeriodSeconds", 0) < 0:
        found.append(f"{place.child('terminationGracePeriodSeconds')}: {_NEGATIVE_GRACE}")
    if "affinity" in spec:
        found += _affinity_warnings(spec, place)
    if not _ADDRESSES.isdisjoint(spec):
        found += _address_warnings(spec, place)
    return found


def _node_warnings(spec: v1.PodSpec, path: FieldPath) -> Iterator[str]:
    """Warns of deprecated node labels, and of constraints that match nothing."""
    for label in spec.get("nodeSelector", ()):
        if label in DEPRECATED:
            yield f"{path.child('nodeSelector').key(label)}: {DEPRECATED[label]}"
    if affinity := spec.get("affinity", {}).get("nodeAffinity"):
        place = path.child("affinity", "nodeAffinity")
        for position, term in enumerate(affinity.get(_REQUIRED, {"nodeSelectorTerms": []})["nodeSelectorTerms"] or ()):
            yield from node_selector_term_warnings(term, place.child(_REQUIRED, "nodeSelectorTerms").index(position))
        for position, preferred in enumerate(affinity.get(_PREFERRED, ())):
            where = place.child(_PREFERRED).index(position).child("preference")
            yield from node_selector_term_warnings(preferred["preference"], where, check_values=True)
    for position, constraint in enumerate(spec.get("topologySpreadConstraints", ())):
        label = constraint["topologyKey"]
        if label not in DEPRECATED and "labelSelector" in constraint:
            continue
        where = path.child("topologySpreadConstraints").index(position)
        if label in DEPRECATED:
            yield f"{where.child('topologyKey')}: {label} is {DEPRECATED[label]}"
        if "labelSelector" not in constraint:
            yield f"{where.child('labelSelector')}: {_MATCHES_NOTHING}"


def _annotation_warnings(pod: v1.Pod | v1.PodTemplateSpec, path: FieldPath) -> Iterator[str]:
    annotations = pod["metadata"].get("annotations", {})
    for name, message in _OLD_ANNOTATIONS.items():
        if name in annotations:
            yield f"{path.child('metadata', 'annotations').key(name)}: {message}"


def _volume_warnings(volumes: Iterable[v1.Volume], path: FieldPath) -> Iterator[str]:
    for position, volume in enumerate(volumes):
        for source in volume if not _OLD_VOLUMES.keys().isdisjoint(volume) else ():
            if source in _OLD_VOLUMES:
                name, message = _OLD_VOLUMES[source]
                yield f"{path.child('volumes').index(position).child(name)}: {message}"
        if template := volume.get("ephemeral", {}).get("volumeClaimTemplate"):
            where = path.child("volumes").index(position).child("ephemeral", "volumeClaimTemplate", "spec")
            yield from claim_spec_warnings(template["spec"], where)


def _repetitions(names: Iterable[str], path: FieldPath, field: str) -> Iterator[str]:
    seen = set()
    for position, name in enumerate(names):
        if name in seen:
            yield f"{path.index(position).child(field)}: duplicate {field} {quote(name)}"
        seen.add(name)


def _pull_secret_warnings(spec: v1.PodSpec, path: FieldPath) -> Iterator[str]:
    names = [each.get("name", "") for each in spec.get("imagePullSecrets", ())]
    yield from _repetitions(names, path, "name")
    for position, name in enumerate(names):
        if not name:
            yield f'{path.index(position).child("name")}: invalid empty name ""'


def _seccomp_warnings(pod: v1.Pod | v1.PodTemplateSpec, path: FieldPath) -> Iterator[str]:
    """Warns of seccomp annotations without a corresponding field."""
    annotations, spec = pod["metadata"].get("annotations", {}), pod["spec"]
    place = path.child("metadata", "annotations")
    if _SECCOMP_POD in annotations and "seccompProfile" not in spec.get("securityContext", {}):
        yield f"{place.key(_SECCOMP_POD)}: {_USE_SECCOMP}"
    for container in all_containers(spec) if annotations else ():
        key = _SECCOMP_CONTAINER + container["name"]
        if key in annotations and "seccompProfile" not in container.get("securityContext", {}):
            yield f"{place.key(key)}: {_USE_SECCOMP}"


def _app_armor_warnings(template: v1.PodTemplateSpec, path: FieldPath) -> Iterator[str]:
    """Warns of AppArmor annotations in a template; those of pods are reported when they become fields."""
    annotations, spec = template["metadata"].get("annotations", {}), template["spec"]
    if not may_mean_something(annotations):
        return
    profile = spec.get("securityContext", {}).get("appArmorProfile")
    for container in all_containers(spec):
        annotation = annotations.get(ANNOTATION_PREFIX + container["name"])
        if annotation is None or "appArmorProfile" in container.get("securityContext", {}):
            continue
        if profile is None or profile != profile_of(annotation):
            yield deprecation(path.child("metadata", "annotations"), container)


def _affinity_warnings(spec: v1.PodSpec, path: FieldPath) -> Iterator[str]:
    """Warns of terms that match no pod."""
    affinity = spec.get("affinity", {})
    for name, terms in (
        ("podAffinity", affinity.get("podAffinity")),
        ("podAntiAffinity", affinity.get("podAntiAffinity")),
    ):
        if not terms:
            continue
        place = path.child("affinity", name)
        for position, term in enumerate(terms.get(_REQUIRED, ())):
            if "labelSelector" not in term:
                yield f"{place.child(_REQUIRED).index(position).child('labelSelector')}: {_MATCHES_NOTHING}"
        for position, weighted in enumerate(terms.get(_PREFERRED, ())):
            if "labelSelector" not in weighted["podAffinityTerm"]:
                where = place.child(_PREFERRED).index(position).child("podAffinityTerm", "labelSelector")
                yield f"{where}: {_MATCHES_NOTHING}"


def _address_warnings(spec: v1.PodSpec, path: FieldPath) -> Iterator[str]:
    for position, server in enumerate(spec.get("dnsConfig", {}).get("nameservers", ())):
        yield from ip_warnings(path.child("dnsConfig", "nameservers").index(position), server)
    for position, alias in enumerate(spec.get("hostAliases", ())):
        yield from ip_warnings(path.child("hostAliases").index(position).child("ip"), alias.get("ip", ""))
