"""One function per declarative rule: what generated validators call.

Each takes (op, path, new, old) and its own arguments, and returns what is wrong. A nil value is None, and so is an
old value that does not exist.
"""

from kapivara.validate.conditions import if_option, if_subresource
from kapivara.validate.dependents import dependent_forbidden, dependent_required
from kapivara.validate.enums import enum
from kapivara.validate.immutable import immutable
from kapivara.validate.iteration import (
    Check,
    Items,
    Part,
    each_entry,
    each_item,
    each_key,
    has_item,
    item_with,
    step_child,
    subfield,
)
from kapivara.validate.lists import ptr_slice_no_nils, unique_map, unique_set
from kapivara.validate.marking import alpha, beta, native, short
from kapivara.validate.registered import TypeValidator, embedded, hand_written
from kapivara.validate.updates import (
    update_items,
    update_list,
    update_map,
    update_pointer,
    update_struct,
    update_value,
)
from kapivara.validate.values import same, shown

__all__ = [
    "Check",
    "Items",
    "Part",
    "TypeValidator",
    "alpha",
    "beta",
    "dependent_forbidden",
    "dependent_required",
    "each_entry",
    "each_item",
    "each_key",
    "embedded",
    "enum",
    "hand_written",
    "has_item",
    "if_option",
    "if_subresource",
    "immutable",
    "item_with",
    "native",
    "ptr_slice_no_nils",
    "same",
    "short",
    "shown",
    "step_child",
    "subfield",
    "unique_map",
    "unique_set",
    "update_items",
    "update_list",
    "update_map",
    "update_pointer",
    "update_struct",
    "update_value",
]
