package fleet

type Fleet struct {
	// +k8s:no-such-tag
	Name string
}
