// Names and identities that all kinds share.
package types // import "k8s.io/apimachinery/pkg/types"

// Tells an object from all others, at any time.
type UID string

// The name of a node.
type NodeName string

// The media type of a patch.
type PatchType string

// A name, and the namespace that it is in.
type NamespacedName struct {
	Namespace string
	Name      string
}
