"""Changes of the list of versions: added, removed, served and storage versions."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.changes.conversion import converts_by_webhook
from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.consequences import arranged, safe
from kapivara.values import ABSENT, JsonObject

_PATH = SPEC.child("versions")


def version_list_changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    """Yields the added and removed versions, and the changes of their `served` and `storage` fields."""
    before, after = (_by_name(each["spec"]) for each in (old, new))
    for name, (path, version) in before.items():
        if name not in after:
            effects = arranged(_gone_effects(version, old["status"]["storedVersions"] or []))
            yield Change("versions", path, _PATH, name, ABSENT, effects, versions=(name,))
    for name, (path, version) in after.items():
        if name not in before:
            served = "it is served beside the others" if version["served"] else "it is not served"
            yield Change("versions", _PATH, path, ABSENT, name, (safe(served),), versions=(name,))
            continue
        at, was = before[name]
        if was["served"] != version["served"]:
            effects = _served_effects(name, served=version["served"])
            yield _change("served", at, path, was, version, effects)
        if version["storage"] and not was["storage"]:
            yield _change("storage", at, path, was, version, arranged(_storage_effects(old, new)))


def _by_name(spec: JsonObject) -> dict[str, tuple[FieldPath, JsonObject]]:
    return {each["name"]: (_PATH.index(place), each) for place, each in enumerate(spec["versions"] or ())}


def _change(
    keyword: str, at: FieldPath, new_at: FieldPath, old: JsonObject, new: JsonObject, effects: tuple[Effect, ...]
) -> Change:
    old_path, new_path = at.child(keyword), new_at.child(keyword)
    return Change(keyword, old_path, new_path, old[keyword], new[keyword], effects, versions=(new["name"],))


def _gone_effects(version: JsonObject, stored: list[str]) -> Iterator[Effect]:
    name = version["name"]
    if version["served"]:
        yield effect(ChangeClass.BREAKS_CLIENTS, f"requests for {name} are answered with 404")
    else:
        yield safe("it was not served")
    if name in stored:
        reason = f"objects may be stored in {name}: it must stay until status.storedVersions no longer has it"
        yield effect(ChangeClass.REFUSED, reason)


def _served_effects(name: str, *, served: bool) -> tuple[Effect, ...]:
    if served:
        return (safe("it is served beside the others"),)
    return (effect(ChangeClass.BREAKS_CLIENTS, f"requests for {name} are answered with 404"),)


def _storage_effects(old: JsonObject, new: JsonObject) -> Iterator[Effect]:
    was = next((each["name"] for each in old["spec"]["versions"] if each["storage"]), "")
    yield safe(f"objects stay stored in {was} until they are written again; status.storedVersions lists both")
    if converts_by_webhook(new["spec"]):
        yield effect(ChangeClass.NOT_ASKED, "the conversion of stored objects depends on the webhook")
