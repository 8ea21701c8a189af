package probes

// +k8s:validateFalse="struct"
type Struct struct {
	// +k8s:validateFalse="field"
	Field string `json:"field"`
}

// +k8s:validateFalse="typedef"
type Word string

// +k8s:validateFalse="list"
// +k8s:eachVal=+k8s:validateFalse="list value"
type Words []Word

// +k8s:validateFalse="map"
// +k8s:eachKey=+k8s:validateFalse="map key"
// +k8s:eachVal=+k8s:validateFalse="map value"
type Dict map[Word]Struct

type Embedded struct {
	// +k8s:validateFalse="embedded field"
	Inner string `json:"inner"`
}

type EmbeddedPointer struct {
	// +k8s:validateFalse="embedded pointer field"
	InnerPointer string `json:"innerPointer"`
}

type Tree struct {
	// +k8s:validateFalse="node"
	Name string `json:"name"`
	// +k8s:optional
	Left *Tree `json:"left,omitempty"`
	// +k8s:optional
	Kids []Tree `json:"kids,omitempty"`
	// +k8s:optional
	ByName map[string]Tree `json:"byName,omitempty"`
}

// +k8s:validation-gen=true
type Root struct {
	Struct Struct `json:"struct"`
	// +k8s:optional
	Pointer *Struct `json:"pointer,omitempty"`
	// +k8s:optional
	// +k8s:validateFalse="pointer to scalar"
	Number *int32 `json:"number,omitempty"`
	Word Word `json:"word"`
	Words Words `json:"words,omitempty"`
	Dict Dict `json:"dict,omitempty"`
	// +k8s:eachVal=+k8s:validateFalse="field's list value"
	List []Struct `json:"list,omitempty"`
	// +k8s:eachVal=+k8s:validateFalse="field's pointer value"
	Pointers []*Struct `json:"pointers,omitempty"`
	// +k8s:eachKey=+k8s:validateFalse="field's map key"
	// +k8s:eachVal=+k8s:validateFalse="field's map value"
	Map map[Word]Word `json:"map,omitempty"`
	Embedded `json:",inline"`
	// +k8s:optional
	*EmbeddedPointer `json:",inline"`
	Tree Tree `json:"tree"`
	// +k8s:subfield(field)=+k8s:validateFalse="subfield"
	Sub Struct `json:"sub"`
	// +k8s:listType=map
	// +k8s:listMapKey=field
	// +k8s:item(field: "x")=+k8s:validateFalse="item"
	Items []Struct `json:"items,omitempty"`
}
