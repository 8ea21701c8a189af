"""Types with fields, and the messages that every environment knows.

Steps
- `provider.py`: types of fields, and how to read them
- `message_fields.py`: fields of well-known messages
- `well_known.py`: wrappers, Struct, Duration and other well-known messages

Entry point: `provider.py`.
"""
