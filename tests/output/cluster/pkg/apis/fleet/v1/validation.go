package v1

import (
	"context"
	"strings"

	fleetv1 "k8s.io/api/fleet/v1"
	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

const reserved = "royal-"

func ValidateCustom_FleetSpec_Flag(
	ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *string,
) field.ErrorList {
	if value != nil && strings.HasPrefix(*value, reserved) {
		return field.ErrorList{field.Invalid(fldPath, *value, "is reserved")}
	}
	return nil
}

func ValidateCustom_Fleet(
	ctx context.Context, op operation.Operation, fldPath *field.Path, value, oldValue *fleetv1.Fleet,
) field.ErrorList {
	if oldValue != nil && len(value.Spec.Crew) < len(oldValue.Spec.Crew) {
		return field.ErrorList{field.Forbidden(fldPath.Child("spec", "crew"), "nobody leaves the fleet")}
	}
	return nil
}
