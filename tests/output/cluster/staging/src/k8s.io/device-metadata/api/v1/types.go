package v1

import devicev1 "k8s.io/api/device/v1"

type Metadata struct {
	// +k8s:required
	Driver string `json:"driver"`
	// +k8s:optional
	Attribute *devicev1.DeviceAttribute `json:"attribute,omitempty"`
}
