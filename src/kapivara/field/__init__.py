"""Field paths, field errors, and the operation of a validation."""

from kapivara.field.errors import (
    ErrorList,
    ErrorType,
    FieldError,
    Marks,
    duplicate,
    forbidden,
    internal_error,
    invalid,
    not_found,
    not_supported,
    required,
    too_few,
    too_long,
    too_long_characters,
    too_many,
    too_short,
    type_invalid,
    unsupported,
)
from kapivara.field.operation import Operation, Verb
from kapivara.field.path import FieldPath

__all__ = [
    "ErrorList",
    "ErrorType",
    "FieldError",
    "FieldPath",
    "Marks",
    "Operation",
    "Verb",
    "duplicate",
    "forbidden",
    "internal_error",
    "invalid",
    "not_found",
    "not_supported",
    "required",
    "too_few",
    "too_long",
    "too_long_characters",
    "too_many",
    "too_short",
    "type_invalid",
    "unsupported",
]
