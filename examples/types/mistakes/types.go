package mistakes

// Crew works on a ferry.
type Crew struct {
	// +k8s:required
	// +k8s:maxLength=3
	Size int32 `json:"size"`

	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=nick
	Sailors []Sailor `json:"sailors,omitempty"`

	// +k8s:optional
	// +k8s:eachVal=+k8s:formt=k8s-short-name
	Teams []string `json:"teams,omitempty"`
}

// Sailor is one of the crew.
type Sailor struct {
	// +k8s:required
	// +k8s:minLength=2 chars
	Name string `json:"name"`

	// +k8s:requird
	// +k8s:maximum=130
	Age *int32 `json:"age,omitempty"`
}
