package runtime

type Object interface{}
type RawExtension struct {
	Raw    []byte `json:"-"`
	Object Object `json:"-"`
}

type TypeMeta struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty"`
}

type Unknown struct {
	TypeMeta        `json:",inline"`
	Raw             []byte `json:"raw,omitempty"`
	ContentEncoding string
	ContentType     string
}
