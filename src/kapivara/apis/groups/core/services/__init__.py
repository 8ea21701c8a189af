"""Service, its cluster IPs and node ports, and Endpoints.

Steps
- `index.py`: an index of allocated addresses and node ports, updated by a watch
- `cluster_addresses.py`: allocates cluster IPs
- `node_ports.py`: allocates node ports
- `families.py`: IP families and family policy of a service
- `changes.py`: fields that an update keeps or drops when the type changes
- `rules.py`: validates Services; validates ports
- `update_rules.py`: validates updates of Services
- `table.py`: the columns of Services
- `service.py`: Service as a built-in kind; allocates addresses and ports of a service;
  warns of deprecated and ineffective fields; the IPAddress objects of cluster IPs
- `endpoints_rules.py`: validates Endpoints
- `endpoints.py`: Endpoints as a built-in kind

Entry point: `service.KIND`.
"""
