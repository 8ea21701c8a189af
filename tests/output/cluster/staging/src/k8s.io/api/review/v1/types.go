// Package v1 has a kind without rules.
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Review struct {
	metav1.TypeMeta `json:",inline"`

	Passed bool `json:"passed"`
}
