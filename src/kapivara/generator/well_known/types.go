package types

type UID string
type NodeName string
type PatchType string

type NamespacedName struct {
	Namespace string
	Name      string
}
