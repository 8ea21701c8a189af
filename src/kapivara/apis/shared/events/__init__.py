"""Event, which the core group and events.k8s.io both serve; objects are stored in the core form.

Steps
- `rules.py`: validates Events by both groups' rules
- `table.py`: the columns of Events
- `event.py`: Event as a built-in kind, in both groups

Entry point: `event.KIND`.
"""
