"""One function per declarative rule: what generated validators call.

Each takes (op, path, new, old) and its own arguments, and returns what is wrong. A nil value is None, and so is an
old value that does not exist.
"""

from kapivara.validate.conditions import if_option, if_subresource
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
from kapivara.validate.marking import alpha, beta, native, short
from kapivara.validate.registered import TypeValidator, embedded, hand_written
from kapivara.validate.values import same, shown

__all__ = [
    "Check",
    "Items",
    "Part",
    "TypeValidator",
    "alpha",
    "beta",
    "each_entry",
    "each_item",
    "each_key",
    "embedded",
    "hand_written",
    "has_item",
    "if_option",
    "if_subresource",
    "item_with",
    "native",
    "same",
    "short",
    "shown",
    "step_child",
    "subfield",
]
