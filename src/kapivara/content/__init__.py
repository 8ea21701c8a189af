"""Checks strings: names, labels, addresses, times and all other formats.

It knows no object and no field path. Syntax of Go, cron, RE2 and X.509 is in `languages`.

Steps
- `messages.py`: error texts about lengths, emptiness and patterns
- `nearest.py`: finds the name that a misspelt one resembles, for hints
- `names.py`: DNS labels and subdomains, label keys and values, path segments
- `name_patterns.py`: name formats as patterns and lengths for schemas
- `addresses.py`: IPv4, IPv6, CIDR, MAC and host names
- `ip_rules.py`: IP addresses in canonical form
- `emails.py`: the format `email`, as Go's net/mail reads it; UUID, ISBN, credit card, colour and base64 formats
- `times.py`: the formats `date`, `date-time` and `duration`
- `image_names.py`: names of container images
- `tls_pairs.py`: certificate and key pairs for TLS
- `formats.py`: all formats of CRDs, by name
- `added_formats.py`: formats of KEP-4153, and error texts by format

Entry point: `names.py` for rules, `formats.FORMATS` for schemas.
"""
