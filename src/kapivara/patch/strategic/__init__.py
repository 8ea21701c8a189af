"""Strategic merge patch: a merge patch whose lists merge by declared keys, with directives.

`merging` merges a patch into an object, `ordering` orders merged lists, `declared` reads the declarations of fields,
`conversion` converts the result to the Go types.
"""

from kapivara.patch.strategic.conversion import NotConvertedError, convert, unknown_fields
from kapivara.patch.strategic.merging import merge_strategically

__all__ = ["NotConvertedError", "convert", "merge_strategically", "unknown_fields"]
