"""Caches the fields of new objects of a built-in kind: those that a blank object does not have.

Objects of the same form (`field_forms.py`) have the same fields. They are computed for the first such object and cached
with their JSON, so that the storage need not encode them again. Many objects differ only in their metadata, like the
pods of a template; for these, only the form of the metadata is computed.
"""

from __future__ import annotations

from typing import Final

from kapivara.codec.json.plain.light_encoding import dumps_sorted
from kapivara.codec.stored.known_json import KnownJson
from kapivara.patch.managers.field_forms import ObjectForms
from kapivara.patch.managers.typed_creation import fields_of_new
from kapivara.patch.merging.field_set import Fields
from kapivara.patch.merging.merge_type import MergeType
from kapivara.values import JsonObject
from kapivara.values.caches import ByteCache

_FEW: Final = 12
"""The number of objects before forms are used, because these need generated functions."""
_SIZE_OF_BYTE: Final = 16
"""The memory of fields, their form and their JSON per byte of the JSON."""
_by_form: ByteCache[KnownJson] = ByteCache(8 << 20)
_by_text: ByteCache[KnownJson] = ByteCache(4 << 20)


class NewFields:
    """The fields of new objects of a kind. Thread-safe.

    `blank` is an empty object of the kind; `ignored` fields have no manager.
    """

    __slots__ = ("_blank", "_count", "_forms", "_ignored", "_kind")

    def __init__(self, kind: MergeType, blank: JsonObject, ignored: Fields):
        self._kind = kind
        self._blank = blank
        self._ignored = ignored
        self._count = 0
        self._forms: ObjectForms | None = None

    def of(self, obj: JsonObject) -> Fields | None:
        """Returns the fields of a normalized object; None if this fast path cannot compute them."""
        return fields_of_new(self._blank, obj, self._kind, self._ignored)

    def known(self, obj: JsonObject, around: tuple[bytes, ...]) -> KnownJson | None:
        """Returns the fields with their JSON, shared and immutable; None if this fast path cannot compute them.

        `around` is the JSON of the object except its metadata.
        """
        if self._forms is None:
            self._count += 1
            if self._count <= _FEW:
                return None
            self._forms = ObjectForms(self._kind, self._blank)
        metadata = self._forms.form_of_metadata(obj["metadata"])
        if metadata is None:
            return None
        said = self, around, metadata
        known = _by_text.get(said)
        if known is None:
            known = self._known_by_form(obj, self._forms)
            if known is not None:
                _by_text.put(said, known, sum(map(len, around)) + len(known.text))
        return known

    def _known_by_form(self, obj: JsonObject, forms: ObjectForms) -> KnownJson | None:
        form = forms.form_of(obj)
        if form is None:
            return None
        known = _by_form.get((self, form))
        if known is None:
            fields = self.of(obj)
            if not fields:
                return None
            known = KnownJson(fields, dumps_sorted(fields))
            _by_form.put((self, form), known, _SIZE_OF_BYTE * len(known.text))
        return known
