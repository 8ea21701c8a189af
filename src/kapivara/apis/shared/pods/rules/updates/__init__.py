"""Rules of updates of a pod, one module per subresource.

Steps
- `container_statuses.py`: statuses of containers
- `pod_update.py`: updates of the spec: images, deadline, tolerations, scheduling gates
- `ephemeral_update.py`: updates through `ephemeralcontainers`
- `resize.py`: updates through `resize`
- `pod_status.py`: updates through `status`
"""
