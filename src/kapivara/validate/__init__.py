"""One function per declarative rule, called by generated validators.

Generators of the calls are in `generator.tags`, one tag module for each rule module.

Folders
- `parts/`: the parts of a value as rules see them: items, keys, members, and equality of Go values

Steps
- `conditions.py`: rules under an option or subresource
- `dependents.py`: dependentRequired and dependentForbidden
- `enums.py`: enum
- `equality.py`: neq
- `error_matcher.py`: compares two errors by type, field and origin
- `format_conditions.py`: formats, as boolean conditions
- `formats.py`: formats of strings
- `immutable.py`: immutable
- `limits.py`: minimum, maximum and lengths
- `lists.py`: unique items and list map keys
- `marking.py`: marks errors with level and origin
- `merging.py`: merges declarative and hand-written errors
- `modes.py`: ifMode
- `monotonic.py`: monotonic
- `name_formats.py`: formats of object names
- `normalization.py`: maps field paths of old versions to the hub version
- `patterns.py`: pattern
- `presence.py`: required, optional, forbidden
- `probes.py`: validateTrue, validateFalse, validateError
- `references.py`: limits by another field
- `registered.py`: validators of types by name
- `reserved.py`: reserved names and priorities of eviction responders
- `unions.py`: unions
- `updates.py`: update constraints

Entry point: the functions that this package exports.
"""

from kapivara.content.messages import byte_length
from kapivara.validate.conditions import if_option, if_subresource
from kapivara.validate.dependents import dependent_forbidden, dependent_required
from kapivara.validate.enums import enum
from kapivara.validate.equality import neq
from kapivara.validate.format_conditions import (
    is_extended_resource_name,
    is_label_key,
    is_label_value,
    is_long_name,
    is_long_name_caseless,
    is_path_segment_name,
    is_prefixed_label_key,
    is_resource_fully_qualified_name,
    is_resource_pool_name,
    is_short_name,
    is_uuid,
)
from kapivara.validate.formats import (
    extended_resource_name,
    label_key,
    label_value,
    long_name,
    long_name_caseless,
    path_segment_name,
    prefixed_label_key,
    resource_fully_qualified_name,
    resource_pool_name,
    short_name,
    uuid,
)
from kapivara.validate.immutable import immutable
from kapivara.validate.limits import (
    exclusive_maximum,
    exclusive_minimum,
    item_count,
    max_bytes,
    max_items,
    max_length,
    max_properties,
    maximum,
    min_items,
    min_length,
    min_properties,
    minimum,
)
from kapivara.validate.lists import ptr_slice_no_nils, unique_map, unique_set
from kapivara.validate.marking import alpha, beta, native, short
from kapivara.validate.modes import discriminated
from kapivara.validate.monotonic import monotonic
from kapivara.validate.name_formats import dns1035_label, name_format
from kapivara.validate.parts.iteration import (
    Check,
    Items,
    Part,
    each_entry,
    each_item,
    each_key,
    evaluated,
    has_item,
    item_with,
    step_child,
    subfield,
)
from kapivara.validate.parts.values import octets, or_zero, same, shown
from kapivara.validate.patterns import pattern, pattern_unless_empty
from kapivara.validate.presence import (
    forbidden_pointer,
    forbidden_value,
    optional_pointer,
    optional_value,
    required_pointer,
    required_time,
    required_value,
)
from kapivara.validate.probes import validate_false, validate_true
from kapivara.validate.references import compare_each, compare_fields
from kapivara.validate.registered import OldField, TypeValidator, embedded, hand_written
from kapivara.validate.reserved import unreserved_priority, unreserved_responder
from kapivara.validate.unions import discriminated_union, union, zero_or_one_of
from kapivara.validate.updates import (
    update_item,
    update_items,
    update_list,
    update_map,
    update_pointer,
    update_struct,
    update_value,
)

__all__ = [
    "Check",
    "Items",
    "OldField",
    "Part",
    "TypeValidator",
    "alpha",
    "beta",
    "byte_length",
    "compare_each",
    "compare_fields",
    "dependent_forbidden",
    "dependent_required",
    "discriminated",
    "discriminated_union",
    "dns1035_label",
    "each_entry",
    "each_item",
    "each_key",
    "embedded",
    "enum",
    "evaluated",
    "exclusive_maximum",
    "exclusive_minimum",
    "extended_resource_name",
    "forbidden_pointer",
    "forbidden_value",
    "hand_written",
    "has_item",
    "if_option",
    "if_subresource",
    "immutable",
    "is_extended_resource_name",
    "is_label_key",
    "is_label_value",
    "is_long_name",
    "is_long_name_caseless",
    "is_path_segment_name",
    "is_prefixed_label_key",
    "is_resource_fully_qualified_name",
    "is_resource_pool_name",
    "is_short_name",
    "is_uuid",
    "item_count",
    "item_with",
    "label_key",
    "label_value",
    "long_name",
    "long_name_caseless",
    "max_bytes",
    "max_items",
    "max_length",
    "max_properties",
    "maximum",
    "min_items",
    "min_length",
    "min_properties",
    "minimum",
    "monotonic",
    "name_format",
    "native",
    "neq",
    "octets",
    "optional_pointer",
    "optional_value",
    "or_zero",
    "path_segment_name",
    "pattern",
    "pattern_unless_empty",
    "prefixed_label_key",
    "ptr_slice_no_nils",
    "required_pointer",
    "required_time",
    "required_value",
    "resource_fully_qualified_name",
    "resource_pool_name",
    "same",
    "short",
    "short_name",
    "shown",
    "step_child",
    "subfield",
    "union",
    "unique_map",
    "unique_set",
    "unreserved_priority",
    "unreserved_responder",
    "update_item",
    "update_items",
    "update_list",
    "update_map",
    "update_pointer",
    "update_struct",
    "update_value",
    "uuid",
    "validate_false",
    "validate_true",
    "zero_or_one_of",
]
