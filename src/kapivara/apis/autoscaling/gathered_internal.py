"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "Scale": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {autoscaling.ScaleSpec}
Status status {autoscaling.ScaleStatus}
""",
    "ScaleSpec": """\
Replicas replicas 0
""",
    "ScaleStatus": """\
Replicas replicas 0
Selector selector ""
""",
    "CrossVersionObjectReference": """\
Kind kind ""
Name name ""
APIVersion apiVersion ""
""",
    "HorizontalPodAutoscalerSpec": """\
ScaleTargetRef scaleTargetRef {autoscaling.CrossVersionObjectReference}
MinReplicas minReplicas null
MaxReplicas maxReplicas 0
Metrics metrics []{autoscaling.MetricSpec}
Behavior behavior *{autoscaling.HorizontalPodAutoscalerBehavior}
""",
    "HorizontalPodAutoscalerBehavior": """\
ScaleUp scaleUp *{autoscaling.HPAScalingRules}
ScaleDown scaleDown *{autoscaling.HPAScalingRules}
""",
    "HPAScalingRules": """\
StabilizationWindowSeconds stabilizationWindowSeconds null
SelectPolicy selectPolicy null
Policies policies []{autoscaling.HPAScalingPolicy}
Tolerance tolerance null
""",
    "HPAScalingPolicy": """\
Type type ""
Value value 0
PeriodSeconds periodSeconds 0
""",
    "MetricSpec": """\
Type type ""
Object object *{autoscaling.ObjectMetricSource}
Pods pods *{autoscaling.PodsMetricSource}
Resource resource *{autoscaling.ResourceMetricSource}
ContainerResource containerResource *{autoscaling.ContainerResourceMetricSource}
External external *{autoscaling.ExternalMetricSource}
""",
    "ObjectMetricSource": """\
DescribedObject describedObject {autoscaling.CrossVersionObjectReference}
Target target {autoscaling.MetricTarget}
Metric metric {autoscaling.MetricIdentifier}
""",
    "PodsMetricSource": """\
Metric metric {autoscaling.MetricIdentifier}
Target target {autoscaling.MetricTarget}
""",
    "ResourceMetricSource": """\
Name name ""
Target target {autoscaling.MetricTarget}
""",
    "ContainerResourceMetricSource": """\
Name name ""
Container container ""
Target target {autoscaling.MetricTarget}
""",
    "ExternalMetricSource": """\
Metric metric {autoscaling.MetricIdentifier}
Target target {autoscaling.MetricTarget}
""",
    "MetricIdentifier": """\
Name name ""
Selector selector null
""",
    "MetricTarget": """\
Type type ""
Value value null
AverageValue averageValue null
AverageUtilization averageUtilization null
""",
    "HorizontalPodAutoscalerStatus": """\
ObservedGeneration observedGeneration null
LastScaleTime lastScaleTime null
CurrentReplicas currentReplicas 0
DesiredReplicas desiredReplicas 0
CurrentMetrics currentMetrics []{autoscaling.MetricStatus}
Conditions conditions []{autoscaling.HorizontalPodAutoscalerCondition}
""",
    "HorizontalPodAutoscalerCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
ObservedGeneration observedGeneration null
""",
    "MetricStatus": """\
Type type ""
Object object *{autoscaling.ObjectMetricStatus}
Pods pods *{autoscaling.PodsMetricStatus}
Resource resource *{autoscaling.ResourceMetricStatus}
ContainerResource containerResource *{autoscaling.ContainerResourceMetricStatus}
External external *{autoscaling.ExternalMetricStatus}
""",
    "ObjectMetricStatus": """\
Metric metric {autoscaling.MetricIdentifier}
Current current {autoscaling.MetricValueStatus}
DescribedObject describedObject {autoscaling.CrossVersionObjectReference}
""",
    "PodsMetricStatus": """\
Metric metric {autoscaling.MetricIdentifier}
Current current {autoscaling.MetricValueStatus}
""",
    "ResourceMetricStatus": """\
Name name ""
Current current {autoscaling.MetricValueStatus}
""",
    "ContainerResourceMetricStatus": """\
Name name ""
Container container ""
Current current {autoscaling.MetricValueStatus}
""",
    "ExternalMetricStatus": """\
Metric metric {autoscaling.MetricIdentifier}
Current current {autoscaling.MetricValueStatus}
""",
    "MetricValueStatus": """\
Value value null
AverageValue averageValue null
AverageUtilization averageUtilization null
""",
    "HorizontalPodAutoscaler": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {autoscaling.HorizontalPodAutoscalerSpec}
Status status {autoscaling.HorizontalPodAutoscalerStatus}
""",
    "HorizontalPodAutoscalerList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{autoscaling.HorizontalPodAutoscaler}
""",
}
