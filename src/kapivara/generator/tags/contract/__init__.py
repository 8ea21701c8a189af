"""The contract of a tag, and code that tags share.

Steps
- `schema_form.py`: how schemas express a rule
- `cel_texts.py`: CEL expressions about fields
- `handler.py`: the contract of a tag
- `wrapping.py`: tags that contain another tag

Entry point: `handler.TagHandler`.
"""
