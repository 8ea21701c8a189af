package schema // import "k8s.io/apimachinery/pkg/runtime/schema"

type GroupKind struct {
	Group string
	Kind  string
}

type GroupResource struct {
	Group    string
	Resource string
}

type GroupVersion struct {
	Group   string
	Version string
}

type GroupVersionKind struct {
	Group   string
	Version string
	Kind    string
}

type GroupVersionResource struct {
	Group    string
	Version  string
	Resource string
}
