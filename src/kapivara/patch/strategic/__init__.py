"""Strategic merge patch: a merge patch whose lists merge by keys that the types declare, with directives of its own.

`merging` puts a patch into an object, `ordering` says how merged lists are ordered, `declared` what types say of their
fields, `conversion` whether what was made fits the types.
"""

from kapivara.patch.strategic.conversion import NotConvertedError, convert, unknown_fields
from kapivara.patch.strategic.merging import merge_strategically

__all__ = ["NotConvertedError", "convert", "merge_strategically", "unknown_fields"]
