"""Tags on updates of fields.

Steps
- `immutable.py`: immutable
- `monotonic.py`: monotonic
- `update_forms.py`: update constraints in schemas
- `updates.py`: update
"""
