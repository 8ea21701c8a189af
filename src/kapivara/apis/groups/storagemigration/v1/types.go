// The types of storagemigration/v1.
package v1 // import "k8s.io/api/storagemigration/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:supportsSubresource="/status"
type StorageVersionMigration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              StorageVersionMigrationSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            StorageVersionMigrationStatus `json:"status,omitempty" protobuf:"3"`
}

type StorageVersionMigrationSpec struct {
	Resource metav1.GroupResource `json:"resource" protobuf:"1"`
}

type MigrationConditionType string

type StorageVersionMigrationStatus struct {
	// +listType=map
	// +listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:listType=map
	// +k8s:alpha(since: "1.37")=+k8s:listMapKey=type
	Conditions      []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"1"`
	ResourceVersion string             `json:"resourceVersion,omitempty" protobuf:"2"`
}

type StorageVersionMigrationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []StorageVersionMigration `json:"items" protobuf:"2"`
}
