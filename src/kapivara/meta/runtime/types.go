// Objects of which nothing is known but that they are objects.
package runtime // import "k8s.io/apimachinery/pkg/runtime"

// An object of any kind.
type Object interface{}

// An object of any kind, as it was written.
// +kapivara:json=codec.known_shapes.RAW_EXTENSION
type RawExtension struct {
	Raw    []byte `json:"-" protobuf:"1"`
	Object Object `json:"-"`
}

// Says of which kind an object is.
type TypeMeta struct {
	APIVersion string `json:"apiVersion,omitempty" protobuf:"1"`
	Kind       string `json:"kind,omitempty" protobuf:"2"`
}

// An object of a kind that is not known, as it was written.
type Unknown struct {
	TypeMeta        `json:",inline" protobuf:"1"`
	Raw             []byte `json:"raw,omitempty" protobuf:"2"`
	ContentEncoding string `protobuf:"3"`
	ContentType     string `protobuf:"4"`
}
