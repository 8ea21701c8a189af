"""Tags on fields: presence, dependents, subfields, hand-written validation.

Steps
- `presence.py`: required, optional, forbidden, default
- `dependents.py`: dependentRequired and dependentForbidden
- `opaque.py`: opaqueType
- `subfields.py`: subfield
- `custom.py`: customValidation
- `native.py`: declarativeValidationNative
- `overriding.py`: override
- `probes.py`: validateTrue, validateFalse, validateError
"""
