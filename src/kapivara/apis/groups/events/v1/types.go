// The types of events/v1.
package v1 // import "k8s.io/api/events/v1"

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type Event struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta        `json:"metadata" protobuf:"1"`
	EventTime                metav1.MicroTime        `json:"eventTime" protobuf:"2"`
	Series                   *EventSeries            `json:"series,omitempty" protobuf:"3"`
	ReportingController      string                  `json:"reportingController,omitempty" protobuf:"4"`
	ReportingInstance        string                  `json:"reportingInstance,omitempty" protobuf:"5"`
	Action                   string                  `json:"action,omitempty" protobuf:"6"`
	Reason                   string                  `json:"reason,omitempty" protobuf:"7"`
	Regarding                corev1.ObjectReference  `json:"regarding,omitempty" protobuf:"8"`
	Related                  *corev1.ObjectReference `json:"related,omitempty" protobuf:"9"`
	Note                     string                  `json:"note,omitempty" protobuf:"10"`
	Type                     string                  `json:"type,omitempty" protobuf:"11"`
	DeprecatedSource         corev1.EventSource      `json:"deprecatedSource,omitempty" protobuf:"12"`
	DeprecatedFirstTimestamp metav1.Time             `json:"deprecatedFirstTimestamp,omitempty" protobuf:"13"`
	DeprecatedLastTimestamp  metav1.Time             `json:"deprecatedLastTimestamp,omitempty" protobuf:"14"`
	DeprecatedCount          int32                   `json:"deprecatedCount,omitempty" protobuf:"15"`
}

type EventSeries struct {
	Count            int32            `json:"count" protobuf:"1"`
	LastObservedTime metav1.MicroTime `json:"lastObservedTime" protobuf:"2"`
}

type EventList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Event `json:"items" protobuf:"2"`
}
