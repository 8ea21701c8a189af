"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "PodDisruptionBudgetSpec": """\
MinAvailable minAvailable null
Selector selector null
MaxUnavailable maxUnavailable null
UnhealthyPodEvictionPolicy unhealthyPodEvictionPolicy null
""",
    "PodDisruptionBudgetStatus": """\
ObservedGeneration observedGeneration 0
DisruptedPods disruptedPods null
DisruptionsAllowed disruptionsAllowed 0
CurrentHealthy currentHealthy 0
DesiredHealthy desiredHealthy 0
ExpectedPods expectedPods 0
Conditions conditions null
""",
    "PodDisruptionBudget": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {policy.PodDisruptionBudgetSpec}
Status status {policy.PodDisruptionBudgetStatus}
""",
    "PodDisruptionBudgetList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{policy.PodDisruptionBudget}
""",
    "Eviction": """\
+TypeMeta - null
+ObjectMeta metadata null
DeleteOptions deleteOptions null
""",
}
