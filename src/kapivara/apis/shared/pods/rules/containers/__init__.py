"""Rules of containers: init, regular and ephemeral ones.

Security contexts are in `security`, mounts in `shared/volumes`.

Steps
- `ports.py`: container ports and host ports
- `environment.py`: environment variables and their sources
- `probes.py`: probes and lifecycle handlers; stop signals
- `resources.py`: requests, limits, huge pages and claims
- `container.py`: the containers of a pod; restart policies of containers and of resizes

Entry point: `container.py`.
"""
