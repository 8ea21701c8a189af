package json

type RawMessage []byte
type Number string
