"""The server's own libraries.

Steps
- `net_addresses.py`: IP addresses and networks as values
- `ip.py`: IP addresses
- `cidr.py`: networks
- `urls.py`: URLs
- `format.py`: named formats
- `declared_formats.py`: formats of schemas
- `lists.py`: sum, min, max, isSorted, indexOf
- `label_selectors.py`: label selectors
- `quantity.py`: quantities
- `semver.py`: semantic versions
- `utf8.py`: characters of texts
- `authz.py`: authorization checks
"""
