"""Validates CustomResourceDefinitions, in the server's order.

Schemas are validated by `schema.legality`.

Steps
- `empty_keywords.py`: keeps empty lists and maps of schemas while a CRD is validated
- `hub.py`: the internal version of a CRD
- `conditions.py`: reads and sets conditions
- `approval.py`: the approval annotation of community groups
- `selectable_fields.py`: selectable fields
- `conversion.py`: conversion strategies and webhooks
- `conversion_rules.py`: converters in CEL of KEP-2876; the fields of KEP-2876
- `ratcheting.py`: relaxes rules that the stored CRD already breaks
- `versions.py`: one version and its schema; printer columns and subresources
- `definition.py`: the CRD as a whole; names of the resource

Entry point: `definition.py`.
"""
