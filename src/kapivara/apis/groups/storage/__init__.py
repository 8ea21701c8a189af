"""The group storage.k8s.io: storage classes, CSI drivers and attachments.

Folders
- `v1/`: the types of the group storage, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `class_rules.py`: validates StorageClasses and VolumeAttributesClasses
- `storage_class.py`: StorageClass as a built-in kind
- `volume_attributes_class.py`: VolumeAttributesClass as a built-in kind
- `driver_rules.py`: validates CSINodes, CSIDrivers and CSIStorageCapacities
- `csi_driver.py`: CSIDriver as a built-in kind; descriptions of table columns, word for word as the server's
- `csi_node.py`: CSINode as a built-in kind
- `csi_storage_capacity.py`: CSIStorageCapacity as a built-in kind
- `attachment_rules.py`: validates VolumeAttachments
- `volume_attachment.py`: VolumeAttachment as a built-in kind
"""
