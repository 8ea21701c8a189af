// The types of autoscaling/v2.
package v2 // import "k8s.io/api/autoscaling/v2"

import (
	"k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:supportsSubresource="/status"
type HorizontalPodAutoscaler struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   HorizontalPodAutoscalerSpec   `json:"spec,omitempty" protobuf:"2"`
	Status HorizontalPodAutoscalerStatus `json:"status,omitempty" protobuf:"3"`
}

type HorizontalPodAutoscalerSpec struct {
	ScaleTargetRef CrossVersionObjectReference `json:"scaleTargetRef" protobuf:"1"`
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:ifEnabled(HPAScaleToZero)=+k8s:minimum=0
	// +k8s:beta(since: "1.37")=+k8s:ifDisabled(HPAScaleToZero)=+k8s:minimum=1
	MinReplicas *int32 `json:"minReplicas,omitempty" protobuf:"2"`
	// +required
	// +k8s:beta(since: "1.37")=+k8s:required
	// +k8s:beta(since: "1.37")=+k8s:minimum=1
	MaxReplicas int32 `json:"maxReplicas" protobuf:"3"`
	// +listType=atomic
	// +k8s:alpha(since: "1.37")=+k8s:optional
	Metrics  []MetricSpec                     `json:"metrics,omitempty" protobuf:"4"`
	Behavior *HorizontalPodAutoscalerBehavior `json:"behavior,omitempty" protobuf:"5"`
}

type CrossVersionObjectReference struct {
	// +k8s:alpha(since: "1.37")=+k8s:required
	Kind string `json:"kind" protobuf:"1"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	Name       string `json:"name" protobuf:"2"`
	APIVersion string `json:"apiVersion,omitempty" protobuf:"3"`
}

type MetricSpec struct {
	Type MetricSourceType `json:"type" protobuf:"1"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:opaqueType
	Object            *ObjectMetricSource            `json:"object,omitempty" protobuf:"2"`
	Pods              *PodsMetricSource              `json:"pods,omitempty" protobuf:"3"`
	Resource          *ResourceMetricSource          `json:"resource,omitempty" protobuf:"4"`
	ContainerResource *ContainerResourceMetricSource `json:"containerResource,omitempty" protobuf:"7"`
	External          *ExternalMetricSource          `json:"external,omitempty" protobuf:"5"`
}

type HorizontalPodAutoscalerBehavior struct {
	ScaleUp   *HPAScalingRules `json:"scaleUp,omitempty" protobuf:"1"`
	ScaleDown *HPAScalingRules `json:"scaleDown,omitempty" protobuf:"2"`
}

type ScalingPolicySelect string

type HPAScalingRules struct {
	StabilizationWindowSeconds *int32               `json:"stabilizationWindowSeconds,omitempty" protobuf:"3"`
	SelectPolicy               *ScalingPolicySelect `json:"selectPolicy,omitempty" protobuf:"1"`
	// +listType=atomic
	Policies []HPAScalingPolicy `json:"policies,omitempty" protobuf:"2"`
	// +featureGate=HPAConfigurableTolerance
	Tolerance *resource.Quantity `json:"tolerance,omitempty" protobuf:"4"`
}

type HPAScalingPolicyType string

type HPAScalingPolicy struct {
	Type          HPAScalingPolicyType `json:"type" protobuf:"1"`
	Value         int32                `json:"value" protobuf:"2"`
	PeriodSeconds int32                `json:"periodSeconds" protobuf:"3"`
}

type MetricSourceType string

type ObjectMetricSource struct {
	DescribedObject CrossVersionObjectReference `json:"describedObject" protobuf:"1"`
	Target          MetricTarget                `json:"target" protobuf:"2"`
	Metric          MetricIdentifier            `json:"metric" protobuf:"3"`
}

type PodsMetricSource struct {
	Metric MetricIdentifier `json:"metric" protobuf:"1"`
	Target MetricTarget     `json:"target" protobuf:"2"`
}

type ResourceMetricSource struct {
	Name   v1.ResourceName `json:"name" protobuf:"1"`
	Target MetricTarget    `json:"target" protobuf:"2"`
}

type ContainerResourceMetricSource struct {
	Name      v1.ResourceName `json:"name" protobuf:"1"`
	Target    MetricTarget    `json:"target" protobuf:"2"`
	Container string          `json:"container" protobuf:"3"`
}

type ExternalMetricSource struct {
	Metric MetricIdentifier `json:"metric" protobuf:"1"`
	Target MetricTarget     `json:"target" protobuf:"2"`
}

type MetricIdentifier struct {
	Name     string                `json:"name" protobuf:"1"`
	Selector *metav1.LabelSelector `json:"selector,omitempty" protobuf:"2"`
}

type MetricTarget struct {
	Type               MetricTargetType   `json:"type" protobuf:"1"`
	Value              *resource.Quantity `json:"value,omitempty" protobuf:"2"`
	AverageValue       *resource.Quantity `json:"averageValue,omitempty" protobuf:"3"`
	AverageUtilization *int32             `json:"averageUtilization,omitempty" protobuf:"4"`
}

type MetricTargetType string

type HorizontalPodAutoscalerStatus struct {
	ObservedGeneration *int64       `json:"observedGeneration,omitempty" protobuf:"1"`
	LastScaleTime      *metav1.Time `json:"lastScaleTime,omitempty" protobuf:"2"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	CurrentReplicas int32 `json:"currentReplicas,omitempty" protobuf:"3"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	DesiredReplicas int32 `json:"desiredReplicas" protobuf:"4"`
	// +listType=atomic
	// +optional
	// +k8s:alpha(since: "1.37")=+k8s:optional
	CurrentMetrics []MetricStatus `json:"currentMetrics" protobuf:"5"`
	// +listType=map
	// +listMapKey=type
	Conditions []HorizontalPodAutoscalerCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"6"`
}

type HorizontalPodAutoscalerConditionType string

type HorizontalPodAutoscalerCondition struct {
	Type               HorizontalPodAutoscalerConditionType `json:"type" protobuf:"1"`
	Status             v1.ConditionStatus                   `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time                          `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string                               `json:"reason,omitempty" protobuf:"4"`
	Message            string                               `json:"message,omitempty" protobuf:"5"`
	ObservedGeneration *int64                               `json:"observedGeneration,omitempty" protobuf:"6"`
}

type MetricStatus struct {
	Type MetricSourceType `json:"type" protobuf:"1"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:opaqueType
	Object            *ObjectMetricStatus            `json:"object,omitempty" protobuf:"2"`
	Pods              *PodsMetricStatus              `json:"pods,omitempty" protobuf:"3"`
	Resource          *ResourceMetricStatus          `json:"resource,omitempty" protobuf:"4"`
	ContainerResource *ContainerResourceMetricStatus `json:"containerResource,omitempty" protobuf:"7"`
	External          *ExternalMetricStatus          `json:"external,omitempty" protobuf:"5"`
}

type ObjectMetricStatus struct {
	Metric          MetricIdentifier            `json:"metric" protobuf:"1"`
	Current         MetricValueStatus           `json:"current" protobuf:"2"`
	DescribedObject CrossVersionObjectReference `json:"describedObject" protobuf:"3"`
}

type PodsMetricStatus struct {
	Metric  MetricIdentifier  `json:"metric" protobuf:"1"`
	Current MetricValueStatus `json:"current" protobuf:"2"`
}

type ResourceMetricStatus struct {
	Name    v1.ResourceName   `json:"name" protobuf:"1"`
	Current MetricValueStatus `json:"current" protobuf:"2"`
}

type ContainerResourceMetricStatus struct {
	Name      v1.ResourceName   `json:"name" protobuf:"1"`
	Current   MetricValueStatus `json:"current" protobuf:"2"`
	Container string            `json:"container" protobuf:"3"`
}

type ExternalMetricStatus struct {
	Metric  MetricIdentifier  `json:"metric" protobuf:"1"`
	Current MetricValueStatus `json:"current" protobuf:"2"`
}

type MetricValueStatus struct {
	Value              *resource.Quantity `json:"value,omitempty" protobuf:"1"`
	AverageValue       *resource.Quantity `json:"averageValue,omitempty" protobuf:"2"`
	AverageUtilization *int32             `json:"averageUtilization,omitempty" protobuf:"3"`
}

type HorizontalPodAutoscalerList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []HorizontalPodAutoscaler `json:"items" protobuf:"2"`
}
