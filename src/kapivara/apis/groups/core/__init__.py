"""The core group (`/api/v1`).

Kinds are in folders by subject; `v1` holds the types.

Folders
- `accounts/`: ServiceAccount and its tokens
- `configuration/`: ConfigMap, Secret, LimitRange, ResourceQuota and Namespace: the settings of a namespace
- `nodes/`: Node, ComponentStatus, and subresources that lead to a kubelet
- `pods/`: Pod and its subresources, PodTemplate and ReplicationController
- `services/`: Service, its cluster IPs and node ports, and Endpoints
- `v1/`: the types of the group core, version v1
- `volumes/`: PersistentVolume and PersistentVolumeClaim

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `class_annotation.py`: the legacy annotation of a storage class
- `column_texts.py`: descriptions of table columns, word for word as the server's
- `storage_cells.py`: table cells that volumes, claims, nodes and services share
"""
