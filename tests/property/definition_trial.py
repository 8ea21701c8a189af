"""Observes the effects of a changed CRD: writes objects under the old and the new one and compares the results.

The static comparison predicts effects, and tests compare its predictions with these observations.
"""

from __future__ import annotations

import copy
from typing import Any

from kapivara.api import Api, Outcome
from kapivara.schema.changes.change import ChangeClass
from kapivara.values import deep_equal

GROUP, KIND, PLURAL = "example.com", "Widget", "widgets"
CRD = "apiextensions.k8s.io/v1"


def version(schema: Any, name: str = "v1", **more: Any) -> Any:
    """One version of a CRD, by default with a status subresource."""
    found = {"name": name, "served": True, "storage": True, "subresources": {"status": {}}, **more}
    return {**found, "schema": {"openAPIV3Schema": schema}}


def definition(*versions: Any, **spec: Any) -> Any:
    """Returns a CRD of widgets."""
    return {
        "apiVersion": CRD,
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{PLURAL}.{GROUP}"},
        "spec": {
            "group": GROUP,
            "scope": "Namespaced",
            "names": {"plural": PLURAL, "kind": KIND},
            "versions": list(versions),
            **spec,
        },
    }


def widget(name: str = "a", **parts: Any) -> Any:
    """Returns an object of that CRD."""
    return {"apiVersion": f"{GROUP}/v1", "kind": KIND, "metadata": {"name": name}, **parts}


class Trial:
    """An object that the old CRD accepts, written before and after the change to the new one.

    `accepted` is whether both CRDs and the object were accepted; otherwise there is nothing to observe.
    """

    def __init__(self, old: Any, new: Any, obj: Any):
        self._old, self._new, self._obj = old, new, obj
        self._api = Api()
        self.accepted = self._api.create(old).ok and self._store(obj)
        self._shown = self._get() if self.accepted else None
        self._applied = self._apply() if self.accepted else None
        if self.accepted:
            self.accepted = self._change()

    def _store(self, obj: Any) -> bool:
        """Creates the object, and writes its status if that is a subresource."""
        created = self._api.create(obj)
        if not created.ok:
            return False
        if "status" not in obj or not self._has_status(self._old):
            return True
        return self._api.update({**created.object, "status": obj["status"]}, subresource="status").ok

    @staticmethod
    def _has_status(crd: Any) -> bool:
        return "status" in (crd["spec"]["versions"][0].get("subresources") or {})

    def _get(self) -> Any:
        return self._api.get(f"{GROUP}/v1", KIND, self._obj["metadata"]["name"]).object

    def _change(self) -> bool:
        stored = self._api.get(CRD, "CustomResourceDefinition", f"{PLURAL}.{GROUP}").object
        changed = copy.deepcopy(self._new)
        changed["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"]
        return self._api.update(changed).ok

    def _apply(self) -> Outcome:
        return self._api.apply(self._obj, field_manager="applier", force=True, dry_run=True)

    @property
    def read(self) -> Any:
        """The object as returned under the old CRD."""
        return self._shown

    def observed(self) -> set[ChangeClass]:
        """The classes of the observed effects."""
        return {*self._creates(), *self._reads(), *self._updates(), *self._status(), *self._applies()}

    def _creates(self) -> Any:
        fresh = {**copy.deepcopy(self._obj), "metadata": {"name": "fresh"}}
        if not self._api.create(fresh, dry_run=True).ok:
            yield ChangeClass.REFUSES_CREATES

    def _reads(self) -> Any:
        now = self._get()
        given = {name: part for name, part in self._obj.items() if name in ("spec", "status")}
        if lacks(now, {name: part for name, part in self._shown.items() if name in given}, given):
            yield ChangeClass.LOSES_DATA
        if any(not deep_equal(now.get(name), self._shown.get(name)) for name in ("spec", "status")):
            yield ChangeClass.CHANGES_MEANING

    def _updates(self) -> Any:
        for labels in ({}, {"touched": "yes"}):
            now = self._get()
            now["metadata"]["labels"] = labels
            outcome = self._api.update(now, dry_run=True)
            if not outcome.ok:
                yield ChangeClass.REFUSES_UPDATES
            if outcome.ratcheted:
                yield ChangeClass.FORGIVEN

    def _status(self) -> Any:
        if not (self._has_status(self._old) and self._has_status(self._new)):
            return
        if not self._api.update(self._get(), subresource="status", dry_run=True).ok:
            yield ChangeClass.BREAKS_STATUS_WRITERS
        if "status" in self._obj:
            bare = {name: part for name, part in self._obj.items() if name != "status"}
            bare["metadata"] = {"name": "bare"}
            self._api.store_unchecked(bare)
            stored = self._api.get(f"{GROUP}/v1", KIND, "bare").object
            outcome = self._api.update({**stored, "status": self._obj["status"]}, subresource="status", dry_run=True)
            kept = outcome.ok and not lacks(outcome.object, self._shown, {"status": self._obj["status"]})
            if not kept:
                yield ChangeClass.BREAKS_STATUS_WRITERS

    def _applies(self) -> Any:
        if self._applied is None or not self._applied.ok:
            return
        now = self._apply()
        if not now.ok and now.code != 422:
            yield ChangeClass.BREAKS_APPLIERS


def lacks(now: Any, shown: Any, given: Any) -> bool:
    """Returns whether a field that was sent and returned before is missing now; null counts as missing."""
    if given is None or shown is None:
        return False
    if isinstance(given, dict):
        if not isinstance(shown, dict):
            return False
        return any(
            (not isinstance(now, dict) or name not in now) or lacks(now[name], shown[name], part)
            for name, part in given.items()
            if part is not None and shown.get(name) is not None
        )
    if isinstance(given, list) and isinstance(shown, list):
        if not isinstance(now, list) or len(now) != len(shown) or len(given) != len(shown):
            return not isinstance(now, list) or len(now) < len(shown)
        return any(lacks(*each) for each in zip(now, shown, given, strict=True))
    return now is None


def merged(crd: Any, applied: tuple[Any, Any]) -> Any:
    """Applies the parts of two managers to one object, one after the other, under a CRD; returns the outcomes."""
    api = Api()
    assert api.create(crd).ok
    outcomes = [api.apply(widget(**part), field_manager=f"manager-{place}") for place, part in enumerate(applied)]
    shown = api.get(f"{GROUP}/v1", KIND, "a").object
    return [outcome.code for outcome in outcomes], {part: shown.get(part) for part in ("spec", "status")}
