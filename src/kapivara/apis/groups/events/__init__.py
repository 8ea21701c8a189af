"""The group events.k8s.io: types of Event; the kind is in `shared/events`.

Folders
- `v1/`: the types of the group events, version v1
"""
