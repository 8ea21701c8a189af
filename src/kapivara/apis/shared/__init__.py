"""Rules, warnings and columns that kinds of several groups share.

It imports no group.

Folders
- `events/`: Event, which the core group and events.k8s.io both serve; objects are stored in the core form
- `pods/`: Pods and pod templates, for all groups that have them
- `rules/`: rules on fields that kinds of several groups have: names, labels, numbers, quantities, ports, changes
- `volumes/`: rules of volumes, in pods and in PersistentVolumes

Steps
- `address_warnings.py`: warns of IP addresses that are not in canonical form
- `node_labels.py`: warns of deprecated node labels in selectors
- `webhook_client.py`: validates how the server reaches a webhook: URL or service, CA bundle
"""
