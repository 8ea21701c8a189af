package v1

import (
	"context"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func ValidateCustom_Sailor_Name(
	ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *string,
) field.ErrorList {
	if value != nil && *value == "nemo" {
		return field.ErrorList{field.Invalid(fldPath, *value, "is nobody")}
	}
	return nil
}
