"""Admission plugins for persistent volumes and their claims, one file for each plugin.

Steps:

- `default_storage_class.py`: plugin DefaultStorageClass: sets the class of new claims
- `persistent_volume_claim_resize.py`: plugin PersistentVolumeClaimResize: rejects claims that may not grow
- `storage_object_in_use_protection.py`: plugin StorageObjectInUseProtection: adds protection finalizers

Entry point: `PLUGIN` of each plugin's module, listed in `admission.catalog`.
"""
