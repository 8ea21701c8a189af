"""Tests objects in the version in which they are written, without conversion, since kapivara calls no webhook.

Each version of a CRD gets a registry of its own, whose old and new CRD have it as their storage version and convert
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.api import Api
from kapivara.apis.groups.apiextensions.definition_reading import read_definition
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.old_objects import OldObjects
from kapivara.values import JsonObject, copy_json


class UnconvertedVersions:
    """The registries for objects that a webhook would convert; `new` maps names to the new CRDs."""

    def __init__(self, new: Mapping[str, Manifest]) -> None:
        self._new = new
        self._registries: dict[tuple[str, str], tuple[Api, OldObjects]] = {}

    def registry(self, old: Manifest, version: str) -> Api:
        """Returns the registry for objects of a CRD in a version."""
        key = old.identity.name, version
        if key not in self._registries:
            api = Api(assume_namespaces=True)
            read = read_definition(old.value)
            changed = old if read is None else old.with_value(stored_in(read, version))
            old_objects = OldObjects(api, [changed])
            old_objects.store(changed)
            self._registries[key] = api, old_objects
        return self._registries[key][0]

    def change(self) -> None:
        """Replaces the old CRDs by the new ones, if these still have the version."""
        for (name, version), (api, old_objects) in self._registries.items():
            new = self._new.get(name)
            read = None if new is None else read_definition(new.value)
            if new is None or read is None:
                continue
            update = old_objects.as_update(new.with_value(stored_in(read, version)))
            if update is not None:
                api.update(update)


def stored_in(definition: JsonObject, version: str) -> JsonObject:
    """Returns a CRD changed to store its objects in a version and to convert nothing."""
    changed: JsonObject = copy_json(definition)
    for each in changed["spec"]["versions"] or ():
        each["storage"] = each["name"] == version
    changed["spec"]["conversion"] = {"strategy": "None"}
    changed.pop("status", None)
    return changed
