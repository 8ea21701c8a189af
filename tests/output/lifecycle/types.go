package lifecycle

// Volume is bound once, and keeps what it was made with.
type Volume struct {
	// +k8s:required
	// +k8s:immutable
	Capacity map[string]string `json:"capacity"`
	// +k8s:optional
	// +k8s:update=NoModify
	// +k8s:update=NoUnset
	Claim string `json:"claim,omitempty"`
	// +k8s:optional
	// +k8s:update=NoUnset
	Phase *Phase `json:"phase,omitempty"`
	// +k8s:optional
	// +k8s:listType=set
	// +k8s:update=NoRemoveItem
	Finalizers []string `json:"finalizers,omitempty"`
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=type
	// +k8s:item(type: "Approved")=+k8s:update=NoModify
	Conditions []Condition `json:"conditions,omitempty"`
	// +k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:monotonic
	Generation int64 `json:"generation,omitempty"`
}

// Phase is how far a volume has come.
// +k8s:enum
type Phase string

const (
	// Available volumes wait for a claim.
	Available Phase = "Available"
	// Bound volumes have one.
	Bound Phase = "Bound"
)

// Condition is one thing that was observed.
type Condition struct {
	// +k8s:required
	Type string `json:"type"`
	// +k8s:optional
	// +k8s:maxLength=7
	Status string `json:"status,omitempty"`
}
