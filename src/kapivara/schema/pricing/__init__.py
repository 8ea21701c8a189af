"""Estimates the cost of each rule for authors, and the bounds that reduce it.

The server's own errors about costs are in `legality`.

Steps
- `pricing.py`: the cost of each rule and its causes; missing bounds of a node
- `joint_remedies.py`: bounds that bring all rules below the limits

Entry point: `pricing.py`.
"""
