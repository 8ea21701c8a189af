"""Tags on values: limits, lengths, formats, patterns, enums, equality.

Steps
- `sizes.py`: maxLength, maxBytes, maxItems and their like
- `references.py`: limits by another field
- `limits.py`: minimum and maximum
- `formats.py`: format
- `patterns.py`: pattern and nameFormat
- `plain_names.py`: tags of KEP-4153 without prefix
- `enums.py`: enum and enumExclude
- `equality.py`: neq
"""
