// Package v1 is not validated by tags.
package v1

type Old struct {
	// +k8s:maxLength=not-a-number
	Name string `json:"name"`
}
