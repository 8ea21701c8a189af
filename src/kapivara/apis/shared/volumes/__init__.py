"""Rules of volumes, in pods and in PersistentVolumes.

Mounts in containers are in `mounts.py`; PersistentVolume itself is in `groups/core/volumes`.

Steps
- `file_paths.py`: paths, modes and owners of files in volumes
- `field_references.py`: references to fields of the pod and resources of its containers
- `volume_files.py`: volumes of files: hostPath, Secret, ConfigMap, downward API, image
- `projected_sources.py`: projected volumes and their sources
- `storage_systems.py`: volumes of storage systems, such as iSCSI, RBD and CSI
- `claim_spec.py`: specs of PersistentVolumeClaims and of claim templates
- `pod_volumes.py`: the volumes of a pod: unique names, one source each
- `mounts.py`: volume mounts and volume devices of containers
- `volume_spec.py`: the spec of a PersistentVolume: capacity, access modes, source; the source of a PersistentVolume

Entry point: `pod_volumes.validate_volumes`, `volume_spec`.
"""
