"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "PriorityClass": """\
+TypeMeta - null
+ObjectMeta metadata null
Value value 0
GlobalDefault globalDefault false
Description description ""
PreemptionPolicy preemptionPolicy null
""",
    "PriorityClassList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{scheduling.PriorityClass}
""",
    "Workload": """\
+TypeMeta - null
+ObjectMeta - null
Spec spec {scheduling.WorkloadSpec}
""",
    "WorkloadList": """\
+TypeMeta - null
+ListMeta - null
Items items []{scheduling.Workload}
""",
    "WorkloadSpec": """\
ControllerRef controllerRef *{scheduling.TypedLocalObjectReference}
PodGroupTemplates podGroupTemplates []{scheduling.PodGroupTemplate}
CompositePodGroupTemplates compositePodGroupTemplates []{scheduling.CompositePodGroupTemplate}
""",
    "TypedLocalObjectReference": """\
APIGroup apiGroup ""
Kind kind ""
Name name ""
""",
    "PodGroupTemplate": """\
Name name ""
SchedulingPolicy schedulingPolicy {scheduling.PodGroupSchedulingPolicy}
SchedulingConstraints schedulingConstraints *{scheduling.PodGroupSchedulingConstraints}
ResourceClaims resourceClaims []{scheduling.PodGroupResourceClaim}
DisruptionMode disruptionMode *{scheduling.DisruptionMode}
PriorityClassName priorityClassName ""
Priority priority null
PreemptionPolicy preemptionPolicy null
""",
    "CompositePodGroupTemplate": """\
Name name ""
SchedulingPolicy schedulingPolicy {scheduling.CompositePodGroupSchedulingPolicy}
SchedulingConstraints schedulingConstraints *{scheduling.CompositePodGroupSchedulingConstraints}
DisruptionMode disruptionMode *{scheduling.CompositeDisruptionMode}
PriorityClassName priorityClassName ""
Priority priority null
PreemptionPolicy preemptionPolicy null
PodGroupTemplates podGroupTemplates []{scheduling.PodGroupTemplate}
CompositePodGroupTemplates compositePodGroupTemplates []{scheduling.CompositePodGroupTemplate}
""",
    "PodGroupSchedulingPolicy": """\
Basic basic *{scheduling.BasicSchedulingPolicy}
Gang gang *{scheduling.GangSchedulingPolicy}
""",
    "GangSchedulingPolicy": """\
MinCount minCount 0
""",
    "PodGroupResourceClaim": """\
Name name ""
ResourceClaimName resourceClaimName null
ResourceClaimTemplateName resourceClaimTemplateName null
""",
    "DisruptionMode": """\
Single single *{scheduling.SingleDisruptionMode}
All all *{scheduling.AllDisruptionMode}
""",
    "PodGroup": """\
+TypeMeta - null
+ObjectMeta - null
Spec spec {scheduling.PodGroupSpec}
Status status {scheduling.PodGroupStatus}
""",
    "PodGroupList": """\
+TypeMeta - null
+ListMeta - null
Items items []{scheduling.PodGroup}
""",
    "PodGroupSpec": """\
ParentCompositePodGroupName parentCompositePodGroupName null
WorkloadRef workloadRef *{scheduling.WorkloadReference}
SchedulingPolicy schedulingPolicy {scheduling.PodGroupSchedulingPolicy}
SchedulingConstraints schedulingConstraints *{scheduling.PodGroupSchedulingConstraints}
ResourceClaims resourceClaims []{scheduling.PodGroupResourceClaim}
DisruptionMode disruptionMode *{scheduling.DisruptionMode}
PriorityClassName priorityClassName ""
Priority priority null
PreemptionPolicy preemptionPolicy null
""",
    "PodGroupStatus": """\
Conditions conditions null
ResourceClaimStatuses resourceClaimStatuses []{scheduling.PodGroupResourceClaimStatus}
""",
    "PodGroupResourceClaimStatus": """\
Name name ""
ResourceClaimName resourceClaimName null
""",
    "WorkloadReference": """\
WorkloadName workloadName ""
TemplateName templateName ""
""",
    "PodGroupSchedulingConstraints": """\
Topology topology []{scheduling.TopologyConstraint}
""",
    "TopologyConstraint": """\
Key key ""
""",
    "CompositePodGroup": """\
+TypeMeta - null
+ObjectMeta - null
Spec spec {scheduling.CompositePodGroupSpec}
Status status {scheduling.CompositePodGroupStatus}
""",
    "CompositePodGroupList": """\
+TypeMeta - null
+ListMeta - null
Items items []{scheduling.CompositePodGroup}
""",
    "CompositePodGroupSpec": """\
ParentCompositePodGroupName parentCompositePodGroupName null
WorkloadRef workloadRef *{scheduling.WorkloadReference}
SchedulingPolicy schedulingPolicy {scheduling.CompositePodGroupSchedulingPolicy}
SchedulingConstraints schedulingConstraints *{scheduling.CompositePodGroupSchedulingConstraints}
DisruptionMode disruptionMode *{scheduling.CompositeDisruptionMode}
PriorityClassName priorityClassName ""
Priority priority null
PreemptionPolicy preemptionPolicy null
""",
    "CompositePodGroupSchedulingPolicy": """\
Basic basic *{scheduling.CompositeBasicSchedulingPolicy}
Gang gang *{scheduling.CompositeGangSchedulingPolicy}
""",
    "CompositeGangSchedulingPolicy": """\
MinGroupCount minGroupCount 0
""",
    "CompositeDisruptionMode": """\
Single single *{scheduling.SingleCompositeDisruptionMode}
All all *{scheduling.AllCompositeDisruptionMode}
""",
    "CompositePodGroupStatus": """\
Conditions conditions null
""",
    "CompositePodGroupSchedulingConstraints": """\
Topology topology []{scheduling.TopologyConstraint}
""",
}
