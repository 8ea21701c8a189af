// Objects of unknown kinds.
package runtime // import "k8s.io/apimachinery/pkg/runtime"

// An object of any kind.
type Object interface{}

// An object of any kind in its serialized form.
// +kapivara:json=codec.known_shapes.RAW_EXTENSION
type RawExtension struct {
	Raw    []byte `json:"-" protobuf:"1"`
	Object Object `json:"-"`
}

// The kind and version of an object.
type TypeMeta struct {
	APIVersion string `json:"apiVersion,omitempty" protobuf:"1"`
	Kind       string `json:"kind,omitempty" protobuf:"2"`
}

// An object of an unknown kind in its serialized form.
type Unknown struct {
	TypeMeta        `json:",inline" protobuf:"1"`
	Raw             []byte `json:"raw,omitempty" protobuf:"2"`
	ContentEncoding string `protobuf:"3"`
	ContentType     string `protobuf:"4"`
}
