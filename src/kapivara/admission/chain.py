"""The enabled admission plugins of one server, called one after the other.

Upstream: apiserver/pkg/admission/chain.go, pkg/server/options/admission.go (1.37).
"""

from __future__ import annotations

from collections.abc import Collection

from kapivara.admission.catalog import ABSENT_PLUGINS, PLUGINS, PluginRow
from kapivara.admission.plugin import Plugin
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import GroupResource
from kapivara.values.record import record


class UnknownPluginError(Exception):
    """An unknown plugin name, or one both enabled and disabled; the message is for users."""


@record
class Asked:
    """The plugins of a kind: those with `admit`, and those with `validate`."""

    changing: tuple[Plugin, ...]
    refusing: tuple[Plugin, ...]


class AdmissionChain:
    """The enabled plugins. Thread-safe."""

    def __init__(self, enabled: Collection[str] = (), disabled: Collection[str] = ()):
        known = {row.name for row in PLUGINS}
        for name in (*enabled, *disabled):
            if name not in known and (name not in ABSENT_PLUGINS or name in enabled):
                missing = "kapivara does not have the" if name in ABSENT_PLUGINS else "there is no"
                raise UnknownPluginError(f"{missing} admission plugin {name}: there are {', '.join(sorted(known))}")
        if both := sorted({*enabled} & {*disabled}):
            raise UnknownPluginError(f"{', '.join(both)} cannot be enabled and disabled at once")
        self._rows = tuple(row for row in PLUGINS if (row.on or row.name in enabled) and row.name not in disabled)
        self._loaded: dict[str, Plugin] = {}
        self._asked: dict[GroupResource | None, Asked] = {}

    def asked_about(self, kind: Kind) -> Asked:
        """Returns the plugins for objects of a kind; all custom resources have the same ones."""
        resource = None if kind.api.custom else kind.group_resource
        found = self._asked.get(resource)
        if found is None:
            name = "" if resource is None else str(resource)
            judging = kind.surroundings.assumes_namespaces
            plugins = [self._load(row) for row in self._rows if row.looks_at(name) and (row.validates or not judging)]
            changing = tuple(each for each in plugins if type(each).admit is not Plugin.admit)
            refusing = tuple(each for each in plugins if type(each).validate is not Plugin.validate)
            found = self._asked[resource] = Asked(changing, refusing)
        return found

    def _load(self, row: PluginRow) -> Plugin:
        plugin = self._loaded.get(row.name)
        if plugin is None:
            plugin = self._loaded[row.name] = row.load()
        return plugin


NO_ADMISSION = AdmissionChain(disabled=[row.name for row in PLUGINS])
"""No plugins, for writes of the server itself."""
