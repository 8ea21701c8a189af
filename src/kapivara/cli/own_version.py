"""Registries in which nothing is converted: a webhook cannot be asked, so objects are tried in their own version only.

Each version gets a registry of its own, whose definitions store objects in that version, before and after the change.
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.api import Api
from kapivara.cli.manifests import Manifest, member, text
from kapivara.cli.past import Past
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import replace


class OwnVersions:
    """The registries for objects that a webhook would convert, by definition and version; `new` are the new ones."""

    def __init__(self, new: Mapping[str, Manifest]) -> None:
        self._new = new
        self._registries: dict[tuple[str, str], tuple[Api, Past]] = {}

    def registry(self, old: Manifest, version: str) -> Api:
        """Returns the registry for the objects of a definition that are of a version."""
        key = old.identity.name, version
        if key not in self._registries:
            api = Api(assume_namespaces=True)
            changed = replace(old, value=stored_in(old.value, version))
            past = Past(api, [changed])
            past.place(changed)
            self._registries[key] = api, past
        return self._registries[key][0]

    def change(self) -> None:
        """Puts the new definitions into the place of the old ones, where they still have the version."""
        for (name, version), (api, past) in self._registries.items():
            new = self._new.get(name)
            if new is not None:
                update = past.as_update(replace(new, value=stored_in(new.value, version)))
                if update is not None:
                    api.update(update)


def stored_in(definition: JsonObject, version: str) -> JsonObject:
    """Returns a definition as if its objects were stored in a version, and never converted."""
    changed: JsonObject = copy_json(definition)
    for each in member(changed.get("spec"), "versions") or []:
        each["storage"] = text(each, "name") == version
    changed["spec"]["conversion"] = {"strategy": "None"}
    changed.pop("status", None)
    return changed
