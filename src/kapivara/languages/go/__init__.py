"""Texts as Go's standard library reads and prints them: durations, times, integers, base64, URLs, IP addresses.

Go source is read in `generator.sources.go`.

Steps
- `white_space.py`: white space and TrimSpace
- `integers.py`: strconv.ParseInt
- `durations.py`: time.ParseDuration and Duration.String
- `base64.py`: encoding/base64
- `ip_addresses.py`: net/netip
- `urls.py`: net/url
- `times.py`: time.Parse by layout
- `calendar.py`: days and months of the Gregorian calendar
"""
