"""Explains why an API version and kind are not served: removed, off by default, in another group, or misspelt.

Kinds that CRDs of the input define are known besides the built-in ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.catalog.unserved_versions import unserved_versions
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record
from kapivara.version import KUBERNETES

_ALIKE = 0.75
_GROUPS_ALIKE = 0.88  # higher than the similarity of networking.istio.io and networking.k8s.io
_MOST_NAMED = 12
_VERSION = lazy_pattern(r"v(\d{1,6})(?:(alpha|beta)(\d{1,6}))?")
_NOT_IN_NAMES = lazy_pattern(r"[^A-Za-z0-9]")
_STAGES = {"alpha": 0, "beta": 1, None: 2}


@record
class KnownKind:
    """A kind that is served: its versions, the preferred one first, and its other names."""

    group: str
    versions: tuple[str, ...]
    kind: str
    names: tuple[str, ...] = ()

    @property
    def api_versions(self) -> list[str]:
        """The possible values of `apiVersion`."""
        return [f"{self.group}/{version}" if self.group else version for version in self.versions]


@record
class Unknown:
    """The field that is wrong in an unknown API version and kind, and the reason.

    `is_undefined` is True if the only reason is that no CRD is known.
    """

    field: str
    message: str
    is_undefined: bool = False


class KindGuide:
    """Knows built-in kinds, kinds of CRDs, and kinds that a server does not serve any more."""

    def __init__(self, custom: Iterable[KnownKind] = ()) -> None:
        built_in = [
            KnownKind(row.group, row.versions, row.kind, (row.plural, row.kind.lower(), *row.short_names))
            for row in CATALOG
        ]
        self._served = [*built_in, *custom]
        self._unserved = unserved_versions()
        self._off = [key for key, each in self._unserved.items() if not each.removed_in]
        gone = (version.rpartition("/")[0] for version, _ in self._unserved)
        self._built_in_groups = frozenset((*(each.group for each in built_in), *gone))
        self._judged: dict[tuple[str, str], Unknown] = {}

    def judge(self, api_version: str, kind: str) -> Unknown:
        """Returns why an API version and kind are not served together."""
        found = self._judged.get((api_version, kind))
        if found is None:  # cached: many manifests share a kind, and the search for similar names is slow
            found = self._judged[api_version, kind] = self._look_up(api_version, kind)
        return found

    def _look_up(self, api_version: str, kind: str) -> Unknown:
        if api_version.count("/") > 1:
            return Unknown("apiVersion", f"{api_version!r} is not an API version: write VERSION, or GROUP/VERSION")
        return (
            self._gone(api_version, kind)
            or self._other_version(api_version, kind)
            or self._part_of_others(api_version, kind)
            or self._in_other_group(api_version, kind)
            or self._misspelt(api_version, kind)
            or self._absent(api_version, kind)
            or self._undefined(api_version, kind)
        )

    def _gone(self, api_version: str, kind: str) -> Unknown | None:
        """Returns the reason for a version that was removed or must be enabled."""
        found = self._unserved.get((api_version, kind))
        if found is None:
            return None
        instead = self._instead(api_version.rpartition("/")[0], kind)
        if found.removed_in:
            how = f", use {instead}" if instead else ", without a replacement"
            return Unknown("apiVersion", f"{api_version} {kind} was removed in {found.removed_in}{how}")
        also = f" and --feature-gates={found.gate}=true" if found.gate else ""
        how = f"only servers with --runtime-config={api_version}=true{also} have it"
        use = f"; use {instead}" if instead and api_version not in instead else ""
        return Unknown("apiVersion", f"{api_version} {kind} is off by default: {how}{use}")

    def _instead(self, group: str, kind: str) -> str:
        """Returns the API versions that have a kind now, first those of its own group."""
        served = [each for each in self._served if each.kind == kind]
        own = [each for each in served if each.group == group]
        built_in = [each for each in served if each.group in self._built_in_groups]
        off = [version for version, each in self._off if each == kind and version.rpartition("/")[0] == group]
        if own or (built_in and not off):
            return " or ".join((own or built_in)[0].api_versions)
        return f"{max(off, key=_age)}, which is off by default" if off else ""

    def _other_version(self, api_version: str, kind: str) -> Unknown | None:
        """Returns the reason for a version that the kind's group does not have."""
        group, _, version = api_version.rpartition("/")
        served = ((each.group, each.kind) for each in self._served)
        off = ((known.rpartition("/")[0], each) for known, each in self._off)
        if (group, kind) not in (*served, *off):
            return None
        use = self._instead(group, kind)
        if group in self._built_in_groups and _age(version) > max(self._ages(group)):
            return Unknown("apiVersion", f"{api_version} is newer than kube-apiserver {KUBERNETES}: use {use}")
        return Unknown("apiVersion", f"there is no {api_version} {kind}: use {use}")

    def _ages(self, group: str) -> Iterable[tuple[int, int, int]]:
        known = [version for each in self._served if each.group == group for version in each.versions]
        old = [version for version, _ in self._unserved if version.rpartition("/")[0] == group]
        return map(_age, (*known, *old))

    def _part_of_others(self, api_version: str, kind: str) -> Unknown | None:
        """Returns the reason for a kind that is a list, or that is only written through subresources."""
        if any(api_version in each.api_versions and f"{each.kind}List" == kind for each in self._served):
            what = "is a list of objects and must have a list `items`"
            return Unknown("kind", f"{kind} in {api_version} {what}")
        ways = [
            f"{row.plural}/{part.name}"
            for row in CATALOG
            for part in row.subresources
            if part.kind is not None and (part.kind.api_version, part.kind.kind) == (api_version, kind)
        ]
        if not ways:
            return None
        what = "is not an object of its own: write it through"
        return Unknown("kind", f"{kind} in {api_version} {what} {' or '.join(ways)}")

    def _in_other_group(self, api_version: str, kind: str) -> Unknown | None:
        """Returns the reason for a kind that other groups have."""
        homes = [each for each in self._served if each.kind == kind]
        if not homes or not self._may_be_meant(api_version, homes):
            return None
        places = " and ".join(version for each in homes for version in each.api_versions)
        return Unknown("apiVersion", f"{kind} is in {places}, not {api_version}")

    def _misspelt(self, api_version: str, kind: str) -> Unknown | None:
        """Returns the reason for a misspelt or otherwise named kind, first of the same group."""
        there = [each for each in self._served if api_version in each.api_versions]
        if meant := _meant(kind, there):
            return Unknown("kind", f"{kind} in {api_version}: did you mean {meant.kind}?")
        meant = _meant(kind, self._served)
        if meant is None or not self._may_be_meant(api_version, [meant]):
            return None
        return Unknown("kind", f"{kind} in {api_version}: did you mean {meant.kind} in {meant.api_versions[0]}?")

    def _absent(self, api_version: str, kind: str) -> Unknown | None:
        """Returns the reason for a kind that a built-in group does not have."""
        if api_version.rpartition("/")[0] not in self._built_in_groups:
            return None
        there = [each.kind for each in self._served if api_version in each.api_versions]
        known = f": it has {', '.join(there)}" if 0 < len(there) <= _MOST_NAMED else ""
        return Unknown("kind", f"kube-apiserver {KUBERNETES} has no {kind} in {api_version}{known}")

    def _may_be_meant(self, api_version: str, homes: Iterable[KnownKind]) -> bool:
        """Returns whether a kind of some groups may be meant; a CRD may have any other group."""
        group = api_version.rpartition("/")[0]
        built_in = group in self._built_in_groups or "." not in group
        return built_in or bool(nearest(group, [each.group for each in homes], _GROUPS_ALIKE))

    def _undefined(self, api_version: str, kind: str) -> Unknown:
        group = api_version.rpartition("/")[0]
        unknown = f"there is no CRD of kind {kind} in group {group}"
        return Unknown(
            "kind", f"{unknown}: name the file of its CustomResourceDefinition with --crds PATH", is_undefined=True
        )


def _meant(kind: str, kinds: Sequence[KnownKind]) -> KnownKind | None:
    """Returns the kind that a plural, a short name, a misspelt name or the name of a list stands for, or None."""
    by_name = {name: each for each in reversed(kinds) for name in (*each.names, each.kind.lower())}
    plain = _NOT_IN_NAMES.sub("", kind).lower()
    return by_name.get(plain) or by_name.get(nearest(plain, [each.kind for each in kinds], _ALIKE).lower())


def _age(version: str) -> tuple[int, int, int]:
    """Returns the sort key of a version by age; other texts sort first."""
    found = _VERSION.fullmatch(version.rpartition("/")[2])
    if found is None:
        return -1, 0, 0
    return int(found[1]), _STAGES[found[2]], int(found[3] or 0)
