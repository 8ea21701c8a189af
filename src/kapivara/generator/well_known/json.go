package json // import "encoding/json"

type RawMessage []byte
type Number string
