"""The markers of CRDs: one object each with arguments, places, effect and documentation.

Steps
- `marker.py`: the contract of a marker
- `limits.py`: bounds
- `presence.py`: required and optional
- `merging.py`: list and map types
- `values.py`: type, format, enum, default
- `rules.py`: XValidation and its like
- `type_rules.py`: markers of KEP-4153
- `package.py`: group and version
- `definition.py`: names, scope, versions, columns
- `all_markers.py`: all markers

Entry point: `all_markers.py`.
"""
