// Amounts of computing resources.
package resource // import "k8s.io/apimachinery/pkg/api/resource"

// The family of a quantity's suffixes.
type Format string

// A power of ten.
type Scale int32

type int64Amount struct {
	value int64
	scale Scale
}

type infDecAmount struct{ Dec *int64 }

// An amount: a number with a suffix that multiplies it, by powers of ten (n, u, m, k, M, G, T, P, E), by powers of two
// (Ki, Mi, Gi, Ti, Pi, Ei), or by an exponent (1e3).
// +kapivara:json=codec.known_shapes.QUANTITY
type Quantity struct {
	i int64Amount
	d infDecAmount
	s string `protobuf:"1,name=String_"`
	Format
}
