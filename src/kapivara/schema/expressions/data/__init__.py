"""Schema nodes as CEL types, and data as CEL values.

Steps
- `escaping.py`: escapes field names that are no CEL identifiers
- `declared.py`: the CEL type of a node, with its fields and maximum size
- `comparing.py`: equality of lists, objects and maps
- `list_views.py`: lists of data as CEL values
- `object_views.py`: objects and maps of data as CEL values
- `data_conversion.py`: converts data to CEL values by schema;
  strings with the formats date, date-time, duration and byte
- `provider.py`: declares the types of a schema to checker and cost estimator
- `places.py`: paths of schemas, the fields they describe, and how often they occur
- `schema_fit.py`: checks that data fits its schema, as compiled rules assume

Entry point: `declared.py`, `data_conversion.py`.
"""
