"""Selectors of list and watch requests; label and field selectors have a file each."""

from kapivara.meta.field_selectors import GENERIC_FIELDS, FieldRequirement, FieldSelector, parse_field_selector
from kapivara.meta.label_selectors import LabelRequirement, LabelSelector, parse_label_selector
from kapivara.meta.selector_error import SelectorError

__all__ = [
    "GENERIC_FIELDS",
    "FieldRequirement",
    "FieldSelector",
    "LabelRequirement",
    "LabelSelector",
    "SelectorError",
    "parse_field_selector",
    "parse_label_selector",
]
