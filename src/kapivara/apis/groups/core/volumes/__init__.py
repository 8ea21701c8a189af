"""PersistentVolume and PersistentVolumeClaim.

Steps
- `persistent_volume_claim_rules.py`: validates PersistentVolumeClaims
- `persistent_volume_claim.py`: PersistentVolumeClaim as a built-in kind; the data source fields of claims
- `persistent_volume_rules.py`: validates PersistentVolumes
- `persistent_volume.py`: PersistentVolume as a built-in kind
"""
