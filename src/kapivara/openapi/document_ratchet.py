"""Ratcheting with documents: declarative rules of built-in kinds are forgiven field by field, as in the server.

The keyword `x-kubernetes-validation-errors` of a document names its declarative rules. Of these, a required field that
was missing before may stay missing. Duplicates in a list are reported whenever the list has changed, even if the old
object had them; CRDs would forgive all of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.field import ErrorList, FieldPath
from kapivara.field.forgiveness import WhyNot
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.steps.list_type import validate_items, validate_lists
from kapivara.schema.steps.ratcheting import Ratchet


class DocumentRatchet(Ratchet):
    """Decides which errors of one update are forgiven, by a document."""

    __slots__ = ()

    def forgives_missing(self, pair: Correlated, name: str) -> bool:
        """Returns True if a missing field is forgiven: a declarative rule requires it, and it was missing before."""
        schema = pair.schema
        if schema is None or type(pair.old) is not dict or name in pair.old:
            return False
        field = schema.properties.get(name)
        return "required" in schema.custom_errors or (field is not None and "required" in field.custom_errors)

    def list_errors(self, pair: Correlated) -> ErrorList:
        """Returns the duplicates in every changed list of type set or map below a value."""
        schema, path = pair.schema, pair.path()
        if schema is None or not schema.holds_keyed_lists:
            return []
        if self.forgives(pair):
            self.forgive(validate_lists(path, schema, pair.new), pair)
            return []
        errors: ErrorList = []
        below: Iterable[Correlated] = ()
        if type(pair.new) is list:
            errors = validate_items(path or FieldPath.of(""), schema, pair.new) if schema.asks_unique else []
            below = (pair.item(index) for index in range(len(pair.new)))
        elif type(pair.new) is dict:
            below = map(pair.field, pair.new)
        for error in errors:
            self._note(error, pair, WhyNot.CHANGED)
        for each in below:
            errors += self.list_errors(each)
        return errors
