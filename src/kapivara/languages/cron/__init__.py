"""Schedules of cron, such as `*/5 * * * 1-5` or `@daily`, and names of time zones.

Steps
- `zone_names.py`: names of all time zones
- `time_zones.py`: looks up a time zone
- `schedules.py`: parses a schedule, or returns the error

Entry point: `schedules.py`.
"""
