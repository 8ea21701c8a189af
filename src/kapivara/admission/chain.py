"""The admission plugins of one server: those that are on, asked one after the other.

Upstream: apiserver/pkg/admission/chain.go, pkg/server/options/admission.go (1.37).
"""

from __future__ import annotations

from collections.abc import Collection

from kapivara.admission.catalog import PLUGINS, PluginRow
from kapivara.admission.plugin import Attributes, Plugin
from kapivara.apis.kind import Kind


class UnknownPluginError(Exception):
    """A name that no plugin has, or that is asked to be on and off; the message is for people."""


class AdmissionChain:
    """The plugins that are asked. Safe for many threads."""

    def __init__(self, enabled: Collection[str] = (), disabled: Collection[str] = ()):
        known = {row.name for row in PLUGINS}
        for name in (*enabled, *disabled):
            if name not in known:
                raise UnknownPluginError(f"there is no admission plugin {name}: there are {', '.join(sorted(known))}")
        if both := sorted({*enabled} & {*disabled}):
            raise UnknownPluginError(f"{', '.join(both)} cannot be enabled and disabled at once")
        self._rows = tuple(row for row in PLUGINS if (row.on or row.name in enabled) and row.name not in disabled)
        self._loaded: dict[str, Plugin] = {}
        self._by_resource: dict[str, tuple[tuple[Plugin, ...], tuple[Plugin, ...]]] = {}

    def admit(self, write: Attributes) -> None:
        """Has a write changed by those who do; raises ApiError where one refuses it."""
        for plugin in self._plugins(write.kind)[0]:
            plugin.admit(write)

    def validate(self, write: Attributes) -> None:
        """Raises ApiError where a plugin refuses a write as it would be stored."""
        for plugin in self._plugins(write.kind)[1]:
            plugin.validate(write)

    def _plugins(self, kind: Kind) -> tuple[tuple[Plugin, ...], tuple[Plugin, ...]]:
        """Returns those who change or refuse objects of a kind, and those who only refuse them."""
        resource = str(kind.group_resource)
        found = self._by_resource.get(resource)
        if found is None:
            plugins = [self._load(row) for row in self._rows if row.looks_at(resource)]
            changing = tuple(each for each in plugins if type(each).admit is not Plugin.admit)
            refusing = tuple(each for each in plugins if type(each).validate is not Plugin.validate)
            found = changing, refusing
            if not kind.api.custom:  # of those there may be any number
                self._by_resource[resource] = found
        return found

    def _load(self, row: PluginRow) -> Plugin:
        plugin = self._loaded.get(row.name)
        if plugin is None:
            plugin = self._loaded[row.name] = row.load()
        return plugin


NO_ADMISSION = AdmissionChain(disabled=[row.name for row in PLUGINS])
"""Asks nobody: for what the server does of its own accord."""
