"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "StorageClass": """\
+TypeMeta - null
+ObjectMeta metadata null
Provisioner provisioner ""
Parameters parameters null
ReclaimPolicy reclaimPolicy null
MountOptions mountOptions null
AllowVolumeExpansion allowVolumeExpansion null
VolumeBindingMode volumeBindingMode null
AllowedTopologies allowedTopologies []{core.TopologySelectorTerm}
""",
    "StorageClassList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storage.StorageClass}
""",
    "VolumeAttachment": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {storage.VolumeAttachmentSpec}
Status status {storage.VolumeAttachmentStatus}
""",
    "VolumeAttachmentList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storage.VolumeAttachment}
""",
    "VolumeAttachmentSpec": """\
Attacher attacher ""
Source source {storage.VolumeAttachmentSource}
NodeName nodeName ""
""",
    "VolumeAttachmentSource": """\
PersistentVolumeName persistentVolumeName null
InlineVolumeSpec inlineVolumeSpec *{core.PersistentVolumeSpec}
""",
    "VolumeAttachmentStatus": """\
Attached attached false
AttachmentMetadata attachmentMetadata null
AttachError attachError *{storage.VolumeError}
DetachError detachError *{storage.VolumeError}
""",
    "VolumeError": """\
Time time null
Message message ""
ErrorCode errorCode null
""",
    "CSIDriver": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {storage.CSIDriverSpec}
""",
    "CSIDriverList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storage.CSIDriver}
""",
    "CSIDriverSpec": """\
AttachRequired attachRequired null
PodInfoOnMount podInfoOnMount null
VolumeLifecycleModes volumeLifecycleModes null
StorageCapacity storageCapacity null
FSGroupPolicy fsGroupPolicy null
TokenRequests tokenRequests []{storage.TokenRequest}
RequiresRepublish requiresRepublish null
SELinuxMount seLinuxMount null
NodeAllocatableUpdatePeriodSeconds nodeAllocatableUpdatePeriodSeconds null
ServiceAccountTokenInSecrets serviceAccountTokenInSecrets null
PreventPodSchedulingIfMissing preventPodSchedulingIfMissing null
""",
    "TokenRequest": """\
Audience audience ""
ExpirationSeconds expirationSeconds null
""",
    "CSINode": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {storage.CSINodeSpec}
Status status {storage.CSINodeStatus}
""",
    "CSINodeSpec": """\
Drivers drivers []{storage.CSINodeDriver}
""",
    "CSINodeDriver": """\
Name name ""
NodeID nodeID ""
TopologyKeys topologyKeys null
Allocatable allocatable *{storage.VolumeNodeResources}
""",
    "VolumeNodeResources": """\
Count count null
""",
    "StorageHealthCondition": """\
Status status ""
Reason reason ""
Message message ""
AccessMode accessMode null
VolumeMode volumeMode null
LastTransitionTime lastTransitionTime null
""",
    "StorageHealth": """\
Name name ""
HealthConditions healthConditions []{storage.StorageHealthCondition}
""",
    "CSINodeStatus": """\
StorageHealth storageHealth []{storage.StorageHealth}
""",
    "CSINodeList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storage.CSINode}
""",
    "CSIStorageCapacity": """\
+TypeMeta - null
+ObjectMeta metadata null
NodeTopology nodeTopology null
StorageClassName storageClassName ""
Capacity capacity null
MaximumVolumeSize maximumVolumeSize null
""",
    "CSIStorageCapacityList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storage.CSIStorageCapacity}
""",
    "VolumeAttributesClass": """\
+TypeMeta - null
+ObjectMeta metadata null
DriverName driverName ""
Parameters parameters null
""",
    "VolumeAttributesClassList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{storage.VolumeAttributesClass}
""",
}
