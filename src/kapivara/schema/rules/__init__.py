"""Value validations of structural schemas: one module for each family of keywords.

Each rule carries its condition and its error texts.

Steps
- `report.py`: collects failures without duplicates
- `types.py`: type, nullable and int-or-string
- `numbers.py`: minimum, maximum, multipleOf
- `strings.py`: lengths, pattern, format
- `enums.py`: enum
- `lists.py`: minItems, maxItems, uniqueItems
- `objects.py`: properties and required
- `junctors.py`: allOf, anyOf, oneOf, not
- `custom_errors.py`: `x-kubernetes-validation-errors` of KEP-4153
"""
