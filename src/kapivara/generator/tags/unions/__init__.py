"""Tags on groups of fields: unions and modes.

Steps
- `union_members.py`: members while tags are read
- `union_forms.py`: unions in schemas
- `unions.py`: unionMember, unionDiscriminator, zeroOrOneOfMember
- `group_members.py`: members of named groups
- `groups.py`: union, memberOf, listMapItem
- `mode_groups.py`: modes while tags are read
- `mode_forms.py`: modes in schemas
- `modes.py`: modeDiscriminator and ifMode
"""
