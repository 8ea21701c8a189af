"""Strategic merge patch.

Steps
- `declared.py`: merge keys and directives of types
- `ordering.py`: order of merged lists
- `merging.py`: merges a patch into an object
- `conversion.py`: converts numbers and checks types of the result

Entry point: `merging.py`.
"""

from kapivara.patch.strategic.conversion import NotConvertedError, convert, unknown_fields
from kapivara.patch.strategic.merging import merge_strategically

__all__ = ["NotConvertedError", "convert", "merge_strategically", "unknown_fields"]
