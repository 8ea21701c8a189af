"""CRDs from Go or Python types with kubebuilder's markers, as controller-gen generates them.

Folders
- `markers/`: the markers of CRDs: one object each with arguments, places, effect and documentation

Steps
- `comment_groups.py`: groups of comments
- `declared.py`: declared types with markers
- `python_types.py`: Python types as Go declarations
- `type_names.py`: names of types; types with a fixed schema; typedef chains and methods
- `byte_limits.py`: byte limits in CEL
- `structs.py`: schemas of structs; overridden types of fields
- `schemas.py`: schemas of types
- `flattening.py`: resolves references between schemas
- `plural.py`: default plurals
- `tag_rules.py`: `+k8s:` tags in CRDs
- `places.py`: source places of schema paths
- `definitions.py`: CRDs of kinds; shortens descriptions
- `reference.py`: docs/crd-generation.md, from the markers

Entry point: `definitions.py`.
"""
