"""Field paths, field errors, and the operation of a validation.

Steps:

- `path.py`: field paths: parent-linked cells whose text is built only for an error
- `operation.py`: the operation for which an object is validated
- `errors.py`: field errors in the server's text, and lists of them
- `forgiveness.py`: the errors that ratcheting forgave, and why it did not forgive others; for the command line
"""

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
