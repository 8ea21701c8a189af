// Names and identities that all kinds share.
package types // import "k8s.io/apimachinery/pkg/types"

// Identifies an object uniquely, across time.
type UID string

// The name of a node.
type NodeName string

// The media type of a patch.
type PatchType string

// The name and the namespace of an object.
type NamespacedName struct {
	Namespace string
	Name      string
}
