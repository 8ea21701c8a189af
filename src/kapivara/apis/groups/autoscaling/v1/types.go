// The kind Scale, the form of the scale subresource.
package v1 // import "k8s.io/api/autoscaling/v1"

import (
	"k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +structType=atomic
type CrossVersionObjectReference struct {
	// +k8s:alpha(since: "1.37")=+k8s:required
	Kind string `json:"kind" protobuf:"1"`
	// +k8s:alpha(since: "1.37")=+k8s:required
	Name       string `json:"name" protobuf:"2"`
	APIVersion string `json:"apiVersion,omitempty" protobuf:"3"`
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
	MaxReplicas                    int32  `json:"maxReplicas" protobuf:"3"`
	TargetCPUUtilizationPercentage *int32 `json:"targetCPUUtilizationPercentage,omitempty" protobuf:"4"`
}

type HorizontalPodAutoscalerStatus struct {
	ObservedGeneration *int64       `json:"observedGeneration,omitempty" protobuf:"1"`
	LastScaleTime      *metav1.Time `json:"lastScaleTime,omitempty" protobuf:"2"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	CurrentReplicas int32 `json:"currentReplicas" protobuf:"3"`
	// +k8s:declarativeValidationNative
	// +k8s:optional
	// +k8s:minimum=0
	DesiredReplicas                 int32  `json:"desiredReplicas" protobuf:"4"`
	CurrentCPUUtilizationPercentage *int32 `json:"currentCPUUtilizationPercentage,omitempty" protobuf:"5"`
}

// +k8s:supportsSubresource="/status"
type HorizontalPodAutoscaler struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +required
	Spec   HorizontalPodAutoscalerSpec   `json:"spec,omitempty" protobuf:"2"`
	Status HorizontalPodAutoscalerStatus `json:"status,omitempty" protobuf:"3"`
}

type HorizontalPodAutoscalerList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []HorizontalPodAutoscaler `json:"items" protobuf:"2"`
}

// The scale of an object of any kind: its number of instances.
// +k8s:isSubresource="/scale"
type Scale struct {
	metav1.TypeMeta `json:",inline"`
	// The metadata of the scaled object.
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// The desired state.
	Spec ScaleSpec `json:"spec,omitempty" protobuf:"2"`
	// The current state.
	Status ScaleStatus `json:"status,omitempty" protobuf:"3"`
}

// The desired state of a scale.
type ScaleSpec struct {
	// The desired number of instances.
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +default=0
	// +k8s:beta(since: "1.37")=+k8s:minimum=0
	Replicas int32 `json:"replicas,omitempty" protobuf:"1"`
}

// The current state of a scale.
type ScaleStatus struct {
	// The observed number of instances.
	Replicas int32 `json:"replicas" protobuf:"1"`
	// The label selector of the instances, in the form of a query parameter.
	Selector string `json:"selector,omitempty" protobuf:"2"`
}

// +enum
type MetricSourceType string

const (
	ObjectMetricSourceType            MetricSourceType = "Object"
	PodsMetricSourceType              MetricSourceType = "Pods"
	ResourceMetricSourceType          MetricSourceType = "Resource"
	ContainerResourceMetricSourceType MetricSourceType = "ContainerResource"
	ExternalMetricSourceType          MetricSourceType = "External"
)

type MetricSpec struct {
	Type              MetricSourceType               `json:"type" protobuf:"1"`
	Object            *ObjectMetricSource            `json:"object,omitempty" protobuf:"2"`
	Pods              *PodsMetricSource              `json:"pods,omitempty" protobuf:"3"`
	Resource          *ResourceMetricSource          `json:"resource,omitempty" protobuf:"4"`
	ContainerResource *ContainerResourceMetricSource `json:"containerResource,omitempty" protobuf:"7"`
	External          *ExternalMetricSource          `json:"external,omitempty" protobuf:"5"`
}

type ObjectMetricSource struct {
	Target       CrossVersionObjectReference `json:"target" protobuf:"1"`
	MetricName   string                      `json:"metricName" protobuf:"2"`
	TargetValue  resource.Quantity           `json:"targetValue" protobuf:"3"`
	Selector     *metav1.LabelSelector       `json:"selector,omitempty" protobuf:"4"`
	AverageValue *resource.Quantity          `json:"averageValue,omitempty" protobuf:"5"`
}

type PodsMetricSource struct {
	MetricName         string                `json:"metricName" protobuf:"1"`
	TargetAverageValue resource.Quantity     `json:"targetAverageValue" protobuf:"2"`
	Selector           *metav1.LabelSelector `json:"selector,omitempty" protobuf:"3"`
}

type ResourceMetricSource struct {
	Name                     v1.ResourceName    `json:"name" protobuf:"1"`
	TargetAverageUtilization *int32             `json:"targetAverageUtilization,omitempty" protobuf:"2"`
	TargetAverageValue       *resource.Quantity `json:"targetAverageValue,omitempty" protobuf:"3"`
}

type ContainerResourceMetricSource struct {
	Name                     v1.ResourceName    `json:"name" protobuf:"1"`
	TargetAverageUtilization *int32             `json:"targetAverageUtilization,omitempty" protobuf:"2"`
	TargetAverageValue       *resource.Quantity `json:"targetAverageValue,omitempty" protobuf:"3"`
	Container                string             `json:"container" protobuf:"5"`
}

type ExternalMetricSource struct {
	MetricName         string                `json:"metricName" protobuf:"1"`
	MetricSelector     *metav1.LabelSelector `json:"metricSelector,omitempty" protobuf:"2"`
	TargetValue        *resource.Quantity    `json:"targetValue,omitempty" protobuf:"3"`
	TargetAverageValue *resource.Quantity    `json:"targetAverageValue,omitempty" protobuf:"4"`
}

type MetricStatus struct {
	Type              MetricSourceType               `json:"type" protobuf:"1"`
	Object            *ObjectMetricStatus            `json:"object,omitempty" protobuf:"2"`
	Pods              *PodsMetricStatus              `json:"pods,omitempty" protobuf:"3"`
	Resource          *ResourceMetricStatus          `json:"resource,omitempty" protobuf:"4"`
	ContainerResource *ContainerResourceMetricStatus `json:"containerResource,omitempty" protobuf:"7"`
	External          *ExternalMetricStatus          `json:"external,omitempty" protobuf:"5"`
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

type ObjectMetricStatus struct {
	Target       CrossVersionObjectReference `json:"target" protobuf:"1"`
	MetricName   string                      `json:"metricName" protobuf:"2"`
	CurrentValue resource.Quantity           `json:"currentValue" protobuf:"3"`
	Selector     *metav1.LabelSelector       `json:"selector,omitempty" protobuf:"4"`
	AverageValue *resource.Quantity          `json:"averageValue,omitempty" protobuf:"5"`
}

type PodsMetricStatus struct {
	MetricName          string                `json:"metricName" protobuf:"1"`
	CurrentAverageValue resource.Quantity     `json:"currentAverageValue" protobuf:"2"`
	Selector            *metav1.LabelSelector `json:"selector,omitempty" protobuf:"3"`
}

type ResourceMetricStatus struct {
	Name                      v1.ResourceName   `json:"name" protobuf:"1"`
	CurrentAverageUtilization *int32            `json:"currentAverageUtilization,omitempty" protobuf:"2"`
	CurrentAverageValue       resource.Quantity `json:"currentAverageValue" protobuf:"3"`
}

type ContainerResourceMetricStatus struct {
	Name                      v1.ResourceName   `json:"name" protobuf:"1"`
	CurrentAverageUtilization *int32            `json:"currentAverageUtilization,omitempty" protobuf:"2"`
	CurrentAverageValue       resource.Quantity `json:"currentAverageValue" protobuf:"3"`
	Container                 string            `json:"container" protobuf:"4"`
}

type ExternalMetricStatus struct {
	MetricName          string                `json:"metricName" protobuf:"1"`
	MetricSelector      *metav1.LabelSelector `json:"metricSelector,omitempty" protobuf:"2"`
	CurrentValue        resource.Quantity     `json:"currentValue" protobuf:"3"`
	CurrentAverageValue *resource.Quantity    `json:"currentAverageValue,omitempty" protobuf:"4"`
}
