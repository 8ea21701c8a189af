package validation

import (
	"context"

	"k8s.io/apimachinery/pkg/api/operation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_Condition_LastTransitionTime(
	ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *metav1.Time,
) field.ErrorList {
	if value.IsZero() {
		return field.ErrorList{field.Required(fldPath, "")}
	}
	return nil
}
