"""The types of the group core, version v1.

Edit `types.go`; `scripts/regen` writes all files named `zz_generated_*`.

Steps
- `types.go`: the declared types
- `zz_generated_table.py`: shapes of types
- `zz_generated_texts.py`: descriptions of types and fields
- `zz_generated_types.py`: TypedDicts of types
- `zz_generated_tags.py`: validation tags, for `kapivara explain`
- `zz_generated_rules.py`: rules for published schemas
- `zz_generated_validations.py`: validators
- `defaults.py`: sets the defaults of types; sets the defaults of pods
- `defaults_services.py`: sets the defaults of services
- `defaults_volumes.py`: sets the defaults of volumes
"""
