"""The `+k8s:` tags: one object for each tag with scopes, arguments, plan and documentation.

Each tag module has a rule module of the same name in `validate`.

Folders
- `changes/`: tags on updates of fields
- `conditions/`: tags that run another tag under a condition
- `contract/`: the contract of a tag, and code that tags share
- `expressions/`: the tag validationRule: CEL rules of types and fields
- `fields/`: tags on fields: presence, dependents, subfields, hand-written validation
- `lists/`: tags on lists and their items
- `unions/`: tags on groups of fields: unions and modes
- `values/`: tags on values: limits, lengths, formats, patterns, enums, equality

Steps
- `documentation.py`: docs/tags.md, from the tags
- `all_tags.py`: all tags by name
- `schema_markers.py`: markers `+k8s:validation:…` as tags
- `extraction.py`: finds, checks and plans the tags of a comment

Entry point: `extraction.py`, `all_tags.py`.
"""
