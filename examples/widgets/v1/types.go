package v1

// Widget is what the widget maker makes.
type Widget struct {
	// Name is how customers call it.
	// +k8s:required
	// +k8s:maxLength=20
	Name string `json:"name"`

	// Size is its width in millimetres.
	// +k8s:optional
	// +k8s:minimum=1
	// +k8s:maximum=500
	Size *int32 `json:"size,omitempty"`

	// Color cannot be changed afterwards.
	// +k8s:optional
	// +k8s:immutable
	Color *Color `json:"color,omitempty"`
}

// Color is a color that widgets come in.
// +k8s:enum
type Color string

const (
	Blue Color = "blue"
	Red  Color = "red"
)
