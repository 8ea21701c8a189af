"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "StatefulSet": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {apps.StatefulSetSpec}
Status status {apps.StatefulSetStatus}
""",
    "StatefulSetUpdateStrategy": """\
Type type ""
RollingUpdate rollingUpdate *{apps.RollingUpdateStatefulSetStrategy}
""",
    "RollingUpdateStatefulSetStrategy": """\
Partition partition 0
MaxUnavailable maxUnavailable null
""",
    "StatefulSetPersistentVolumeClaimRetentionPolicy": """\
WhenDeleted whenDeleted ""
WhenScaled whenScaled ""
""",
    "StatefulSetOrdinals": """\
Start start 0
""",
    "StatefulSetSpec": """\
Replicas replicas 0
Selector selector null
Template template {core.PodTemplateSpec}
VolumeClaimTemplates volumeClaimTemplates []{core.PersistentVolumeClaim}
ServiceName serviceName ""
PodManagementPolicy podManagementPolicy ""
UpdateStrategy updateStrategy {apps.StatefulSetUpdateStrategy}
RevisionHistoryLimit revisionHistoryLimit null
MinReadySeconds minReadySeconds 0
PersistentVolumeClaimRetentionPolicy persistentVolumeClaimRetentionPolicy *{apps.StatefulSetPersistentVolumeClaimRetentionPolicy}
Ordinals ordinals *{apps.StatefulSetOrdinals}
""",
    "StatefulSetStatus": """\
ObservedGeneration observedGeneration null
Replicas replicas 0
ReadyReplicas readyReplicas 0
CurrentReplicas currentReplicas 0
UpdatedReplicas updatedReplicas 0
CurrentRevision currentRevision ""
UpdateRevision updateRevision ""
CollisionCount collisionCount null
Conditions conditions []{apps.StatefulSetCondition}
AvailableReplicas availableReplicas 0
""",
    "StatefulSetCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "StatefulSetList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{apps.StatefulSet}
""",
    "ControllerRevision": """\
+TypeMeta - null
+ObjectMeta metadata null
Data data null
Revision revision 0
""",
    "ControllerRevisionList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{apps.ControllerRevision}
""",
    "Deployment": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {apps.DeploymentSpec}
Status status {apps.DeploymentStatus}
""",
    "DeploymentSpec": """\
Replicas replicas 0
Selector selector null
Template template {core.PodTemplateSpec}
Strategy strategy {apps.DeploymentStrategy}
MinReadySeconds minReadySeconds 0
RevisionHistoryLimit revisionHistoryLimit null
Paused paused false
RollbackTo rollbackTo *{apps.RollbackConfig}
ProgressDeadlineSeconds progressDeadlineSeconds null
""",
    "DeploymentRollback": """\
+TypeMeta - null
Name name ""
UpdatedAnnotations updatedAnnotations null
RollbackTo rollbackTo {apps.RollbackConfig}
""",
    "RollbackConfig": """\
Revision revision 0
""",
    "DeploymentStrategy": """\
Type type ""
RollingUpdate rollingUpdate *{apps.RollingUpdateDeployment}
""",
    "RollingUpdateDeployment": """\
MaxUnavailable maxUnavailable 0
MaxSurge maxSurge 0
""",
    "DeploymentStatus": """\
ObservedGeneration observedGeneration 0
Replicas replicas 0
UpdatedReplicas updatedReplicas 0
ReadyReplicas readyReplicas 0
AvailableReplicas availableReplicas 0
UnavailableReplicas unavailableReplicas 0
TerminatingReplicas terminatingReplicas null
Conditions conditions []{apps.DeploymentCondition}
CollisionCount collisionCount null
""",
    "DeploymentCondition": """\
Type type ""
Status status ""
LastUpdateTime lastUpdateTime null
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "DeploymentList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{apps.Deployment}
""",
    "DaemonSetUpdateStrategy": """\
Type type ""
RollingUpdate rollingUpdate *{apps.RollingUpdateDaemonSet}
""",
    "RollingUpdateDaemonSet": """\
MaxUnavailable maxUnavailable 0
MaxSurge maxSurge 0
""",
    "DaemonSetSpec": """\
Selector selector null
Template template {core.PodTemplateSpec}
UpdateStrategy updateStrategy {apps.DaemonSetUpdateStrategy}
MinReadySeconds minReadySeconds 0
TemplateGeneration templateGeneration 0
RevisionHistoryLimit revisionHistoryLimit null
""",
    "DaemonSetStatus": """\
CurrentNumberScheduled currentNumberScheduled 0
NumberMisscheduled numberMisscheduled 0
DesiredNumberScheduled desiredNumberScheduled 0
NumberReady numberReady 0
ObservedGeneration observedGeneration 0
UpdatedNumberScheduled updatedNumberScheduled 0
NumberAvailable numberAvailable 0
NumberUnavailable numberUnavailable 0
CollisionCount collisionCount null
Conditions conditions []{apps.DaemonSetCondition}
""",
    "DaemonSetCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "DaemonSet": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {apps.DaemonSetSpec}
Status status {apps.DaemonSetStatus}
""",
    "DaemonSetList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{apps.DaemonSet}
""",
    "ReplicaSet": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {apps.ReplicaSetSpec}
Status status {apps.ReplicaSetStatus}
""",
    "ReplicaSetList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{apps.ReplicaSet}
""",
    "ReplicaSetSpec": """\
Replicas replicas 0
MinReadySeconds minReadySeconds 0
Selector selector null
Template template {core.PodTemplateSpec}
""",
    "ReplicaSetStatus": """\
Replicas replicas 0
FullyLabeledReplicas fullyLabeledReplicas 0
ReadyReplicas readyReplicas 0
AvailableReplicas availableReplicas 0
TerminatingReplicas terminatingReplicas null
ObservedGeneration observedGeneration 0
Conditions conditions []{apps.ReplicaSetCondition}
""",
    "ReplicaSetCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
}
