"""The validator of one version of a custom resource.

Steps
- `sound_fields.py`: fields that decoding found valid
- `compile_threshold.py`: decides when compiling pays
- `schema_pass.py`: converts a schema to a plan of all steps in one pass
- `validator.py`: the validator of a schema; converts a schema to a plan
- `resource_pass.py`: the pass over a whole object
- `versions.py`: the schema of one version, step by step

Entry point: `versions.ResourceSchema`.
"""
