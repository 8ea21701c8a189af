package v1

type JSON struct {
	Raw []byte `json:"-"`
}
