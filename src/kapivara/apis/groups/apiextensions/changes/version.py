"""Changes of one version: schema, subresources, columns, selectable fields and deprecation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.validation.definition import SPEC
from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.comparison import compare_schemas
from kapivara.schema.changes.consequences import arranged, safe
from kapivara.schema.changes.membership import FREE, FieldTreatment, governs
from kapivara.values import ABSENT, JsonObject, deep_equal
from kapivara.values.record import record, replace


def definition_change(
    at: FieldPath,
    keyword: str,
    old: JsonObject,
    new: JsonObject,
    *effects: Effect,
    new_at: FieldPath | None = None,
    versions: tuple[str, ...] = (),
) -> Change:
    """Creates the change of a field that differs between two objects of a CRD.

    `at` is the path of the objects; `new_at` is the path of the new one, if it differs.
    """
    place = at if new_at is None else new_at
    before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
    return Change(
        keyword=keyword,
        old_path=at if before is ABSENT else at.child(keyword),
        new_path=place if after is ABSENT else place.child(keyword),
        before=before,
        after=after,
        effects=arranged(effects),
        versions=versions,
    )


def converts_by_webhook(spec: JsonObject) -> bool:
    """Returns True if a webhook converts objects: the strategy is Webhook, and there are several versions."""
    return spec["conversion"]["strategy"] == "Webhook" and len(spec["versions"] or ()) > 1


def conversion_changes(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    """Yields the changes of the conversion strategy and webhook."""
    before, after = old["conversion"], new["conversion"]
    if deep_equal(before, after):
        return
    keyword = "strategy" if before["strategy"] != after["strategy"] else "webhook"
    yield definition_change(SPEC.child("conversion"), keyword, before, after, *_effects(old, new))


def _effects(old: JsonObject, new: JsonObject) -> Iterator[Effect]:
    if converts_by_webhook(new):
        yield effect(ChangeClass.NOT_ASKED, "the result depends on the conversion webhook")
        if not converts_by_webhook(old):
            yield effect(ChangeClass.CHANGES_MEANING, "versions show the webhook's conversion of stored objects")
    elif converts_by_webhook(old):
        reason = "objects are no longer converted: every version shows those of its fields that are stored"
        yield effect(ChangeClass.CHANGES_MEANING, reason)
    else:
        yield safe("with one version nothing is converted")


_REPLICAS: Final = ("specReplicasPath", "statusReplicasPath")
_INT32_MAX: Final = 2**31 - 1
_NO_SCALE: Final[JsonObject] = {}


def subresource_changes(
    old: JsonObject, new: JsonObject, at: FieldPath, new_at: FieldPath, schema: JsonObject
) -> Iterator[Change]:
    """Yields the changes of a version's subresources; `schema` is the new schema."""
    before, after = "status" in old, "status" in new
    if before != after:
        effects = _status_on(schema) if after else _status_off(schema)
        yield definition_change(at, "status", old, new, *effects, new_at=new_at)
    if not deep_equal(old.get("scale"), new.get("scale")):
        effects = _scale_effects(old.get("scale"), new.get("scale"), schema, has_status=after)
        yield definition_change(at, "scale", old, new, *effects, new_at=new_at)


def _status_on(schema: JsonObject) -> Iterator[Effect]:
    reason = "a status in creates and whole updates is ignored from now on: it is written through /status"
    yield effect(ChangeClass.BREAKS_STATUS_WRITERS, reason)
    yield effect(ChangeClass.BREAKS_APPLIERS, "an apply of the whole object no longer changes the status")
    yield effect(ChangeClass.CHANGES_MEANING, "metadata.generation no longer counts changes of the status")
    if "status" in (schema.get("required") or ()):
        yield effect(ChangeClass.REFUSES_CREATES, "status is required, and creates drop it: none is accepted any more")


def _status_off(schema: JsonObject) -> Iterator[Effect]:
    yield effect(ChangeClass.BREAKS_STATUS_WRITERS, "/status is answered with 404")
    yield effect(ChangeClass.LOSES_DATA, "whole updates that leave the status out remove it")
    yield effect(ChangeClass.CHANGES_MEANING, "metadata.generation counts changes of the status, too")
    if governs(schema, "status", is_root=True) is not FieldTreatment.PRUNED:
        yield effect(ChangeClass.REFUSES_CREATES, "a status in creates counts, and is validated")


def _scale_effects(
    old: JsonObject | None, new: JsonObject | None, schema: JsonObject, *, has_status: bool
) -> Iterator[Effect]:
    if new is None:
        yield effect(ChangeClass.BREAKS_CLIENTS, "/scale is answered with 404: to autoscalers and kubectl scale")
        return
    if old is None:
        yield safe("objects can be scaled")
    elif any(old.get(each) != new.get(each) for each in (*_REPLICAS, "labelSelectorPath")):
        yield effect(ChangeClass.CHANGES_MEANING, "a Scale shows and sets other fields")
    known = old or _NO_SCALE
    for keyword in _REPLICAS:
        if known.get(keyword) != new[keyword] and not _fits_replicas(_at(schema, new[keyword])):
            refused = f"a {new[keyword]} that is not a whole number from 0 to {_INT32_MAX} is rejected"
            yield from _judged(new[keyword], refused, has_status=has_status)
    selector = new.get("labelSelectorPath")
    if selector and known.get("labelSelectorPath") != selector and not _is_text(_at(schema, selector)):
        yield from _judged(selector, f"a {selector} that is not a text is rejected", has_status=has_status)


def _judged(path: str, refused: str, *, has_status: bool) -> Iterator[Effect]:
    """Yields the effects of a path that a Scale validates on every write, without ratcheting."""
    if has_status and path.startswith(".status."):
        yield effect(ChangeClass.BREAKS_STATUS_WRITERS, refused)
    else:
        yield effect(ChangeClass.REFUSES_CREATES, refused)
    yield effect(ChangeClass.REFUSES_UPDATES, f"{refused}, and never forgiven")


def _at(schema: JsonObject, path: str) -> JsonObject | FieldTreatment:
    """Returns the schema of the field at a path such as `.spec.replicas`, or the treatment of an undeclared field."""
    found: JsonObject | FieldTreatment = schema
    for place, step in enumerate(path.removeprefix(".").split(".")):
        if not isinstance(found, dict):
            break
        found = governs(found, step, is_root=place == 0)
    return found


def _fits_replicas(found: JsonObject | FieldTreatment) -> bool:
    if not isinstance(found, dict):
        return found is FieldTreatment.PRUNED
    low, high = found.get("minimum"), found.get("maximum")
    small = found.get("format") == "int32" or (high is not None and high <= _INT32_MAX)
    return found.get("type") == "integer" and not found.get("nullable") and low is not None and low >= 0 and small


def _is_text(found: JsonObject | FieldTreatment) -> bool:
    if not isinstance(found, dict):
        return found is FieldTreatment.PRUNED
    return found.get("type") == "string" and not found.get("nullable")


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


@record(eq=False)
class VersionPair:
    """A version in the old and in the new CRD, with its path in each."""

    old: JsonObject
    new: JsonObject
    old_path: FieldPath
    new_path: FieldPath

    @property
    def name(self) -> str:
        """The name of the version."""
        name: str = self.new["name"]
        return name

    def schemas(self) -> tuple[JsonObject, JsonObject]:
        """The schemas; a missing one accepts and keeps everything."""
        old, new = ((each.get("schema") or {}).get("openAPIV3Schema") for each in (self.old, self.new))
        return (FREE if old is None else old), (FREE if new is None else new)


def version_changes(pair: VersionPair) -> Iterator[Change]:
    """Yields the changes of a version."""
    for change in _changes(pair):
        yield replace(change, versions=(pair.name,))


def _changes(pair: VersionPair) -> Iterator[Change]:
    old, new = pair.schemas()
    paths = (path.child("schema", "openAPIV3Schema") for path in (pair.old_path, pair.new_path))
    yield from compare_schemas(old, new, *paths, has_status="status" in (pair.new.get("subresources") or {}))
    old_subresources, new_subresources = (each.get("subresources") or {} for each in (pair.old, pair.new))
    at, new_at = (path.child("subresources") for path in (pair.old_path, pair.new_path))
    yield from subresource_changes(old_subresources, new_subresources, at, new_at, new)
    yield from _presentation(pair)
    yield from _selectable_fields(pair)


def _presentation(pair: VersionPair) -> Iterator[Change]:
    reasons = {
        "additionalPrinterColumns": "kubectl shows other columns; objects do not change",
        "deprecated": "requests get a warning, or none any more",
        "deprecationWarning": "requests get another warning",
    }
    for keyword, reason in reasons.items():
        if not deep_equal(pair.old.get(keyword), pair.new.get(keyword)):
            yield definition_change(pair.old_path, keyword, pair.old, pair.new, safe(reason), new_at=pair.new_path)


def _selectable_fields(pair: VersionPair) -> Iterator[Change]:
    keyword = "selectableFields"
    before, after = ([each["jsonPath"] for each in raw.get(keyword) or ()] for raw in (pair.old, pair.new))
    if sorted(before) == sorted(after):
        return
    gone = ", ".join(each for each in before if each not in after)
    found = safe("more can be selected")
    if gone:
        found = effect(ChangeClass.BREAKS_CLIENTS, f"field selectors on {gone} are rejected")
    yield definition_change(pair.old_path, keyword, pair.old, pair.new, found, new_at=pair.new_path)
