package runtime

type Object interface{}

type RawExtension struct {
	Raw    []byte `json:"-"`
	Object Object `json:"-"`
}
