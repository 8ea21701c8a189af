"""The tags that limit sizes: of strings in characters and bytes, of lists and maps.

Upstream: code-generator/cmd/validation-gen/validators/limits.go (1.37).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from kapivara.emit.conditions import Compare, Sign
from kapivara.field import too_long
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.grammar.tag_numbers import NumberError, parse_int
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, type_text, value_type
from kapivara.generator.model.types import BYTE, STRING, Type, TypeKind
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, PayloadDoc, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import (
    Expression,
    SchemaForm,
    Subject,
    failure,
    keyword_form,
    rule_form,
)
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

_MOST_PROPERTIES = 100_000
_LISTS = frozenset((Scope.TYPE, Scope.FIELD, Scope.LIST_VALUE, Scope.MAP_VALUE))
_MAPS = frozenset((Scope.TYPE, Scope.FIELD))


class _SizeLimit(TagHandler):
    stability = Stability.STABLE
    simple = True
    payload = ValueType.INT
    payload_required = True
    function: ClassVar[str]
    """The name of the rule's function in `kapivara.validate`."""
    comparison: ClassVar[Sign]
    """The comparison with the limit that a valid size fulfils."""
    measure: ClassVar[str] = "len"
    """The function that measures the size: `len`, or a function of `kapivara.validate`."""
    least: ClassVar[bool] = False
    """Whether the limit is a lower one, which nil lists and maps may violate."""
    stops: ClassVar[bool] = False
    """Whether a violation stops further validation of the value."""
    keyword: ClassVar[str]
    """The schema keyword of the limit."""

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule that compares the size with the limit; raises TagError."""
        self.check_type(context.type)
        try:
            limit = parse_int(tag.value)
        except NumberError as error:
            raise TagError(f"failed to parse tag payload as int: {error}") from None
        return self.plan_limit(limit)

    def plan_limit(self, limit: int) -> Rules:
        """Returns the rule with a parsed limit; raises TagError."""
        if limit < 0:
            raise TagError("must be greater than or equal to zero")
        check = FunctionCall(self.function, (limit,), self.condition(limit), self.least and limit > 0)
        return Rules(RuleCall(self.name, check, "", self.stops))

    def condition(self, limit: int) -> Compare:
        """Returns the condition of a valid size."""
        return Compare(self.comparison, limit, self.measure)

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the limit suffices
        """Returns the schema keyword of the limit."""
        limit = limit_of(check)
        broken = range(limit - 1 if self.comparison is Sign.AT_LEAST else limit + 1)  # only its size matters
        return keyword_form(self.keyword, limit, self.expression(limit), failure(self.function, broken, limit))

    def expression(self, limit: int) -> Expression:
        """Returns the limit as a CEL expression."""
        return lambda value: f"{value}.size() {self.comparison} {limit}"

    @abstractmethod
    def check_type(self, kind: Type) -> None:
        """Raises TagError for types without such a size."""


class _StringLimit(_SizeLimit):
    scopes = ANY_VALUE

    def check_type(self, kind: Type) -> None:
        """Raises TagError for types other than strings."""
        native = value_type(kind)
        if native is not STRING:
            hint = {
                TypeKind.SLICE: "lists have minItems and maxItems",
                TypeKind.MAP: "maps have minProperties, maxProperties",
            }
            raise TagError(
                f"can only be used on string types ({type_text(kind, native)})", hint=hint.get(native.kind, "")
            )


class MinLength(_StringLimit):
    """`+k8s:minLength`: sets the lowest number of characters."""

    name = "k8s:minLength"
    function, comparison = "min_length", Sign.AT_LEAST
    description = "Limits the length of a string from below, in characters."
    docs = "Characters are Unicode code points, of which UTF-8 makes one to four bytes. Nothing is checked for 0."
    payloads = (PayloadDoc("<integer>", "The least number of characters."),)
    examples = ("+k8s:minLength=1",)
    keyword = "minLength"
    schema_docs = "`minLength`"

    def plan_limit(self, limit: int) -> Rules:
        """Returns the rule; none for a limit that every string fulfils."""
        check = FunctionCall(self.function, (limit,), holds=self.condition(limit))
        return Rules(RuleCall(self.name, check)) if limit > 0 else Rules()


class MaxLength(_StringLimit):
    """`+k8s:maxLength`: sets the highest number of characters."""

    name = "k8s:maxLength"
    function, comparison = "max_length", Sign.AT_MOST
    description = "Limits the length of a string from above, in characters."
    docs = "Characters are Unicode code points, of which UTF-8 makes one to four bytes; k8s:maxBytes counts those."
    payloads = (PayloadDoc("<non-negative integer>", "The greatest number of characters."),)
    examples = ("+k8s:maxLength=63", "+k8s:eachKey=+k8s:maxLength=63")
    keyword = "maxLength"
    schema_docs = "`maxLength`"


MOST_BYTES = lazy_pattern(r"bytes\(self\)\.size\(\) <= (\d+)")
"""The CEL rule that limits the bytes of a string."""


class MaxBytes(_StringLimit):
    """`+k8s:maxBytes`: sets the highest number of bytes."""

    name = "k8s:maxBytes"
    function, comparison, measure = "max_bytes", Sign.AT_MOST, "byte_length"
    description = "Limits the length of a string from above, in bytes of UTF-8."
    docs = "A character takes up to four bytes; k8s:maxLength counts characters."
    payloads = (PayloadDoc("<non-negative integer>", "The greatest number of bytes."),)
    examples = ("+k8s:maxBytes=253",)
    keyword = "maxLength"
    schema_docs = "`maxLength`, since a character takes a byte or more, and a rule that counts bytes"

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the limit suffices
        """Returns a keyword with a weaker limit, and a CEL rule that counts bytes (`MOST_BYTES` matches the rule)."""
        limit = limit_of(check)
        error = too_long(None, limit)
        rule = rule_form(lambda value: f"bytes({value}).size() <= {limit}", error)
        return replace(rule, keywords={self.keyword: limit}, errors={self.keyword: error})


class _ListLimit(_SizeLimit):
    scopes = _LISTS

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule that compares the number of items with the limit; raises TagError."""
        rules = super().plan(context, tag)
        elem = native_type(context.type).elem
        if elem is not None and native_type(elem) is BYTE:  # raw bytes are a string in JSON
            rules.calls = [_counting_bytes(call) for call in rules.calls]
        return rules

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the keyword of the limit; for raw bytes, a string in JSON, a CEL rule that counts them."""
        form = super().schema_form(check, subject)
        elem = native_type(subject.type).elem
        return SchemaForm(rules=form.same) if elem is not None and native_type(elem) is BYTE else form

    def check_type(self, kind: Type) -> None:
        """Raises TagError for types other than lists."""
        native = native_type(kind)
        if native.kind not in (TypeKind.SLICE, TypeKind.ARRAY):
            hint = "maps have minProperties and maxProperties" if native.kind is TypeKind.MAP else ""
            raise TagError(f"can only be used on list types ({type_text(kind, native)})", hint=hint)


class MinItems(_ListLimit):
    """`+k8s:minItems`: sets the lowest number of items."""

    name = "k8s:minItems"
    function, comparison, least = "min_items", Sign.AT_LEAST, True
    description = "Limits the number of items of a list from below."
    docs = "A missing list has no items; with k8s:optional it is not checked."
    payloads = (PayloadDoc("<non-negative integer>", "The least number of items."),)
    examples = ("+k8s:minItems=1",)
    keyword = "minItems"
    schema_docs = "`minItems`"


class MaxItems(_ListLimit):
    """`+k8s:maxItems`: sets the highest number of items."""

    name = "k8s:maxItems"
    function, comparison, stops = "max_items", Sign.AT_MOST, True
    description = "Limits the number of items of a list from above."
    docs = "Nothing else is checked in a list that is too long."
    payloads = (PayloadDoc("<non-negative integer>", "The greatest number of items."),)
    examples = ("+k8s:maxItems=16",)
    keyword = "maxItems"
    schema_docs = "`maxItems`"


class _MapLimit(_SizeLimit):
    scopes = _MAPS

    def check_type(self, kind: Type) -> None:
        """Raises TagError for types other than maps with string keys."""
        native = native_type(kind)
        if native.kind is not TypeKind.MAP or native.key is None:
            hint = "lists have minItems and maxItems" if native.kind is TypeKind.SLICE else ""
            raise TagError(f"can only be used on map types ({type_text(kind, native)})", hint=hint)
        if native_type(native.key) is not STRING:
            shown = type_text(kind, native)
            raise TagError(f"can only be used on map types with string-based keys ({shown})")

    def plan_limit(self, limit: int) -> Rules:
        """Returns the rule with a parsed limit; raises TagError."""
        if limit > _MOST_PROPERTIES:
            raise TagError(f"must be less than or equal to {_MOST_PROPERTIES}")
        return super().plan_limit(limit)


class MinProperties(_MapLimit):
    """`+k8s:minProperties`: sets the lowest number of entries."""

    name = "k8s:minProperties"
    function, comparison, least = "min_properties", Sign.AT_LEAST, True
    description = "Limits the number of entries of a map from below."
    docs = "A missing map has no entries; with k8s:optional it is not checked. Structs have no such limit."
    payloads = (PayloadDoc("<non-negative integer>", "The least number of entries, up to 100000."),)
    examples = ("+k8s:minProperties=1",)
    keyword = "minProperties"
    schema_docs = "`minProperties`"


class MaxProperties(_MapLimit):
    """`+k8s:maxProperties`: sets the highest number of entries."""

    name = "k8s:maxProperties"
    function, comparison, stops = "max_properties", Sign.AT_MOST, True
    description = "Limits the number of entries of a map from above."
    docs = "Nothing else is checked in a map that is too large. Structs have no such limit."
    payloads = (PayloadDoc("<non-negative integer>", "The greatest number of entries, up to 100000."),)
    examples = ("+k8s:maxProperties=64",)
    keyword = "maxProperties"
    schema_docs = "`maxProperties`"


def limit_of(check: FunctionCall) -> int:
    """Returns the limit in the arguments of a call."""
    limit = check.args[0]
    if not isinstance(limit, int):
        raise TypeError(f"{check.function} takes a number, not {limit}")
    return limit


def _counting_bytes(call: RuleCall) -> RuleCall:
    """Returns the same call with a quick check that counts raw bytes."""
    check = call.check
    if not isinstance(check, FunctionCall) or not isinstance(check.holds, Compare):
        return call
    return replace(call, check=replace(check, holds=replace(check.holds, measure="item_count")))


HANDLERS: tuple[TagHandler, ...] = (
    *(MaxBytes(), MaxItems(), MaxLength(), MaxProperties()),
    *(MinItems(), MinLength(), MinProperties()),
)
