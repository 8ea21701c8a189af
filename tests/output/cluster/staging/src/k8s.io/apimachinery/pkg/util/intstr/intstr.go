package intstr

type Type int64

type IntOrString struct {
	Type   Type
	IntVal int32
	StrVal string
}
