// Package units is another project's.
package units

// +k8s:enum
type Unit string

const (
	Deck Unit = "Deck"
	Gun  Unit = "Gun"
)
