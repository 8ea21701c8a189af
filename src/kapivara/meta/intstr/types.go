// Values that are a number or a name.
package intstr // import "k8s.io/apimachinery/pkg/util/intstr"

// The type of a value: integer or string.
type Type int64

// An integer or a string, such as 80 or http, 3 or 25%.
// +kapivara:json=codec.known_shapes.INT_OR_STRING
type IntOrString struct {
	Type   Type   `protobuf:"1"`
	IntVal int32  `protobuf:"2"`
	StrVal string `protobuf:"3"`
}
