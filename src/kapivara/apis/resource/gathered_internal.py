"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "ResourceSlice": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {resource.ResourceSliceSpec}
""",
    "ResourceSliceSpec": """\
Driver driver ""
Pool pool {resource.ResourcePool}
NodeName nodeName null
NodeSelector nodeSelector *{core.NodeSelector}
AllNodes allNodes null
Devices devices []{resource.Device}
PerDeviceNodeSelection perDeviceNodeSelection null
SharedCounters sharedCounters []{resource.CounterSet}
PartitionTypeAttribute partitionTypeAttribute null
SkipNodeOperations skipNodeOperations null
""",
    "CounterSet": """\
Name name ""
Counters counters map{resource.Counter}
""",
    "ResourcePool": """\
Name name ""
Generation generation 0
ResourceSliceCount resourceSliceCount 0
""",
    "Device": """\
Name name ""
Attributes attributes map{resource.DeviceAttribute}
Capacity capacity map{resource.DeviceCapacity}
ConsumesCounters consumesCounters []{resource.DeviceCounterConsumption}
NodeName nodeName null
NodeSelector nodeSelector *{core.NodeSelector}
AllNodes allNodes null
Taints taints []{resource.DeviceTaint}
BindsToNode bindsToNode null
BindingConditions bindingConditions null
BindingFailureConditions bindingFailureConditions null
AllowMultipleAllocations allowMultipleAllocations null
NodeAllocatableResources nodeAllocatableResources map{resource.NodeAllocatableResource}
""",
    "NodeAllocatableResource": """\
Mapping mapping *{resource.NodeAllocatableMapping}
Overhead overhead *{resource.NodeAllocatableOverhead}
""",
    "NodeAllocatableMapping": """\
CapacityKey capacityKey null
CapacityMultiplier capacityMultiplier null
DeviceMultiplier deviceMultiplier null
""",
    "NodeAllocatableOverhead": """\
PerPod perPod null
PerContainer perContainer null
""",
    "DeviceCounterConsumption": """\
CounterSet counterSet ""
Counters counters map{resource.Counter}
CompatibilityGroups compatibilityGroups null
""",
    "DeviceCapacity": """\
Value value "0"
RequestPolicy requestPolicy *{resource.CapacityRequestPolicy}
""",
    "Counter": """\
Value value "0"
""",
    "CapacityRequestPolicy": """\
Default default null
ValidValues validValues null
ValidRange validRange *{resource.CapacityRequestPolicyRange}
""",
    "CapacityRequestPolicyRange": """\
Min min null
Max max null
Step step null
""",
    "DeviceAttribute": """\
IntValue int null
BoolValue bool null
StringValue string null
VersionValue version null
IntValues ints null
BoolValues bools null
StringValues strings null
VersionValues versions null
""",
    "DeviceTaint": """\
Key key ""
Value value ""
Effect effect ""
TimeAdded timeAdded null
""",
    "ResourceSliceList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{resource.ResourceSlice}
""",
    "ResourceClaim": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {resource.ResourceClaimSpec}
Status status {resource.ResourceClaimStatus}
""",
    "ResourceClaimSpec": """\
Devices devices {resource.DeviceClaim}
""",
    "DeviceClaim": """\
Requests requests []{resource.DeviceRequest}
Constraints constraints []{resource.DeviceConstraint}
Config config []{resource.DeviceClaimConfiguration}
""",
    "DeviceRequest": """\
Name name ""
Exactly exactly *{resource.ExactDeviceRequest}
FirstAvailable firstAvailable []{resource.DeviceSubRequest}
""",
    "ExactDeviceRequest": """\
DeviceClassName deviceClassName ""
Selectors selectors []{resource.DeviceSelector}
AllocationMode allocationMode ""
Count count 0
AdminAccess adminAccess null
Tolerations tolerations []{resource.DeviceToleration}
Capacity capacity *{resource.CapacityRequirements}
DerivedAttributes derivedAttributes []{resource.DeviceDerivedAttribute}
""",
    "DeviceSubRequest": """\
Name name ""
DeviceClassName deviceClassName ""
Selectors selectors []{resource.DeviceSelector}
AllocationMode allocationMode ""
Count count 0
Tolerations tolerations []{resource.DeviceToleration}
Capacity capacity *{resource.CapacityRequirements}
DerivedAttributes derivedAttributes []{resource.DeviceDerivedAttribute}
""",
    "CapacityRequirements": """\
Requests requests null
""",
    "DeviceSelector": """\
CEL cel *{resource.CELDeviceSelector}
""",
    "CELDeviceSelector": """\
Expression expression ""
""",
    "DeviceDerivedAttribute": """\
Name name ""
Expression expression ""
""",
    "DeviceConstraint": """\
Requests requests null
MatchAttribute matchAttribute null
DistinctAttribute distinctAttribute null
""",
    "DeviceClaimConfiguration": """\
Requests requests null
+DeviceConfiguration - {resource.DeviceConfiguration}
""",
    "DeviceConfiguration": """\
Opaque opaque *{resource.OpaqueDeviceConfiguration}
""",
    "OpaqueDeviceConfiguration": """\
Driver driver ""
Parameters parameters null
""",
    "DeviceToleration": """\
Key key ""
Operator operator ""
Value value ""
Effect effect ""
TolerationSeconds tolerationSeconds null
""",
    "ResourceClaimStatus": """\
Allocation allocation *{resource.AllocationResult}
ReservedFor reservedFor []{resource.ResourceClaimConsumerReference}
Devices devices []{resource.AllocatedDeviceStatus}
""",
    "ResourceClaimConsumerReference": """\
APIGroup apiGroup ""
Resource resource ""
Name name ""
UID uid ""
""",
    "AllocationResult": """\
Devices devices {resource.DeviceAllocationResult}
NodeSelector nodeSelector *{core.NodeSelector}
AllocationTimestamp allocationTimestamp null
""",
    "DeviceAllocationResult": """\
Results results []{resource.DeviceRequestAllocationResult}
Config config []{resource.DeviceAllocationConfiguration}
""",
    "DeviceRequestAllocationResult": """\
Request request ""
Driver driver ""
Pool pool ""
Device device ""
AdminAccess adminAccess null
Tolerations tolerations []{resource.DeviceToleration}
BindingConditions bindingConditions null
BindingFailureConditions bindingFailureConditions null
ShareID shareID null
ConsumedCapacity consumedCapacity null
SkipNodeOperations skipNodeOperations null
""",
    "DeviceAllocationConfiguration": """\
Source source ""
Requests requests null
+DeviceConfiguration - {resource.DeviceConfiguration}
""",
    "ResourceClaimList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{resource.ResourceClaim}
""",
    "DeviceClass": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {resource.DeviceClassSpec}
""",
    "DeviceClassSpec": """\
Selectors selectors []{resource.DeviceSelector}
Config config []{resource.DeviceClassConfiguration}
ExtendedResourceName extendedResourceName null
""",
    "DeviceClassConfiguration": """\
+DeviceConfiguration - {resource.DeviceConfiguration}
""",
    "DeviceClassList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{resource.DeviceClass}
""",
    "ResourceClaimTemplate": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {resource.ResourceClaimTemplateSpec}
""",
    "ResourceClaimTemplateSpec": """\
+ObjectMeta metadata null
Spec spec {resource.ResourceClaimSpec}
""",
    "ResourceClaimTemplateList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{resource.ResourceClaimTemplate}
""",
    "AllocatedDeviceStatus": """\
Driver driver ""
Pool pool ""
Device device ""
ShareID shareID null
Conditions conditions null
Data data null
NetworkData networkData *{resource.NetworkDeviceData}
""",
    "NetworkDeviceData": """\
InterfaceName interfaceName ""
IPs ips null
HardwareAddress hardwareAddress ""
""",
    "DeviceTaintRule": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {resource.DeviceTaintRuleSpec}
Status status {resource.DeviceTaintRuleStatus}
""",
    "DeviceTaintRuleSpec": """\
DeviceSelector deviceSelector *{resource.DeviceTaintSelector}
Taint taint {resource.DeviceTaint}
""",
    "DeviceTaintSelector": """\
Driver driver null
Pool pool null
Device device null
""",
    "DeviceTaintRuleStatus": """\
Conditions conditions null
""",
    "DeviceTaintRuleList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{resource.DeviceTaintRule}
""",
    "ResourcePoolStatusRequest": """\
+TypeMeta - null
+ObjectMeta - null
Spec spec {resource.ResourcePoolStatusRequestSpec}
Status status *{resource.ResourcePoolStatusRequestStatus}
""",
    "ResourcePoolStatusRequestSpec": """\
Driver driver ""
PoolName poolName null
Limit limit null
DefaultPartitionTypeAttribute defaultPartitionTypeAttribute null
""",
    "ResourcePoolStatusRequestStatus": """\
PoolCount poolCount null
Pools pools []{resource.PoolStatus}
Conditions conditions null
""",
    "PoolStatus": """\
Driver driver ""
PoolName poolName ""
Generation generation 0
ResourceSliceCount resourceSliceCount null
TotalDevices totalDevices null
AllocatedDevices allocatedDevices null
AvailableDevices availableDevices null
UnavailableDevices unavailableDevices null
NodeName nodeName null
ValidationError validationError null
PartitionSummary partitionSummary []{resource.PartitionTypeStatus}
ShareableSummary shareableSummary *{resource.ShareableSummaryStatus}
""",
    "PartitionTypeStatus": """\
Attribute attribute ""
Type type ""
Total total null
Allocatable allocatable null
""",
    "ShareableSummaryStatus": """\
FullyAvailableDevices fullyAvailableDevices null
PartiallyAvailableDevices partiallyAvailableDevices null
Capacity capacity []{resource.ShareableCapacityStatus}
""",
    "ShareableCapacityStatus": """\
Name name ""
Total total null
Consumed consumed null
Available available null
""",
    "ResourcePoolStatusRequestList": """\
+TypeMeta - null
+ListMeta - null
Items items []{resource.ResourcePoolStatusRequest}
""",
}
