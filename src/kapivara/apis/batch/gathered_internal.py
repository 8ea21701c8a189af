"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "Job": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {batch.JobSpec}
Status status {batch.JobStatus}
""",
    "JobList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{batch.Job}
""",
    "JobTemplateSpec": """\
+ObjectMeta metadata null
Spec spec {batch.JobSpec}
""",
    "PodFailurePolicyOnExitCodesRequirement": """\
ContainerName containerName null
Operator operator ""
Values values null
""",
    "PodFailurePolicyOnPodConditionsPattern": """\
Type type ""
Status status ""
""",
    "PodFailurePolicyRule": """\
Action action ""
OnExitCodes onExitCodes *{batch.PodFailurePolicyOnExitCodesRequirement}
OnPodConditions onPodConditions []{batch.PodFailurePolicyOnPodConditionsPattern}
""",
    "PodFailurePolicy": """\
Rules rules []{batch.PodFailurePolicyRule}
""",
    "SuccessPolicy": """\
Rules rules []{batch.SuccessPolicyRule}
""",
    "SuccessPolicyRule": """\
SucceededIndexes succeededIndexes null
SucceededCount succeededCount null
""",
    "JobSpec": """\
Parallelism parallelism null
Completions completions null
ActiveDeadlineSeconds activeDeadlineSeconds null
PodFailurePolicy podFailurePolicy *{batch.PodFailurePolicy}
SuccessPolicy successPolicy *{batch.SuccessPolicy}
BackoffLimit backoffLimit null
BackoffLimitPerIndex backoffLimitPerIndex null
MaxFailedIndexes maxFailedIndexes null
Selector selector null
ManualSelector manualSelector null
Template template {core.PodTemplateSpec}
TTLSecondsAfterFinished ttlSecondsAfterFinished null
CompletionMode completionMode null
Suspend suspend null
PodReplacementPolicy podReplacementPolicy null
ManagedBy managedBy null
Scheduling scheduling *{batch.JobSchedulingConfiguration}
""",
    "JobSchedulingConfiguration": """\
SchedulingPolicy schedulingPolicy null
SchedulingConstraints schedulingConstraints null
DisruptionMode disruptionMode null
ResourceClaims resourceClaims null
""",
    "JobStatus": """\
Conditions conditions []{batch.JobCondition}
StartTime startTime null
CompletionTime completionTime null
Active active 0
Succeeded succeeded 0
Failed failed 0
Terminating terminating null
CompletedIndexes completedIndexes ""
FailedIndexes failedIndexes null
UncountedTerminatedPods uncountedTerminatedPods *{batch.UncountedTerminatedPods}
Ready ready null
""",
    "UncountedTerminatedPods": """\
Succeeded succeeded null
Failed failed null
""",
    "JobCondition": """\
Type type ""
Status status ""
LastProbeTime lastProbeTime null
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "CronJob": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {batch.CronJobSpec}
Status status {batch.CronJobStatus}
""",
    "CronJobList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{batch.CronJob}
""",
    "CronJobSpec": """\
Schedule schedule ""
TimeZone timeZone null
StartingDeadlineSeconds startingDeadlineSeconds null
ConcurrencyPolicy concurrencyPolicy ""
Suspend suspend null
JobTemplate jobTemplate {batch.JobTemplateSpec}
SuccessfulJobsHistoryLimit successfulJobsHistoryLimit null
FailedJobsHistoryLimit failedJobsHistoryLimit null
""",
    "CronJobStatus": """\
Active active []{core.ObjectReference}
LastScheduleTime lastScheduleTime null
LastSuccessfulTime lastSuccessfulTime null
""",
}
