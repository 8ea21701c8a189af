"""The group apidiscovery.k8s.io: types of aggregated discovery.

Folders
- `v2/`: the types of the group apidiscovery, version v2
"""
