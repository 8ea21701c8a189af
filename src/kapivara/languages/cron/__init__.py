"""Schedules of cron, such as `*/5 * * * 1-5` or `@daily`, and names of time zones.

Steps
- `time_zones.py`: looks up a time zone; names of all time zones
- `schedules.py`: parses a schedule, or returns the error

Entry point: `schedules.py`.
"""
