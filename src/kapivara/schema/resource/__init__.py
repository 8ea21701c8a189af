"""The validator of one version of a custom resource.

Steps
- `sound_fields.py`: fields that decoding found valid
- `compile_threshold.py`: decides when compiling pays
- `lowering.py`: converts a schema to a plan
- `schema_pass.py`: converts a schema to a plan of all steps in one pass
- `validator.py`: the validator of a schema
- `resource_pass.py`: the pass over a whole object
- `versions.py`: the schema of one version, step by step

Entry point: `versions.ResourceSchema`.
"""
