// Definitions of custom resources.
package v1 // import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// How objects are brought from one version to another.
type ConversionStrategyType string

// What a resource is to be.
type CustomResourceDefinitionSpec struct {
	// The API group of the resource: it is served below /apis/GROUP. Part of the definition's name.
	Group string `json:"group" protobuf:"1"`
	// What the resource and its kind are called.
	Names CustomResourceDefinitionNames `json:"names" protobuf:"3"`
	// Whether its objects are in namespaces: Cluster or Namespaced.
	Scope ResourceScope `json:"scope" protobuf:"4"`
	// The versions of the resource; of all of them one is that in which objects are stored. Discovery lists them
	// by their names, the newest and most stable first.
	// +listType=atomic
	Versions []CustomResourceDefinitionVersion `json:"versions" protobuf:"7"`
	// How objects are brought from one version to another.
	Conversion *CustomResourceConversion `json:"conversion,omitempty" protobuf:"9"`
	// Deprecated, and must be false: x-kubernetes-preserve-unknown-fields in the schema does that.
	PreserveUnknownFields bool `json:"preserveUnknownFields,omitempty" protobuf:"10"`
}

// How objects are brought from one version to another.
type CustomResourceConversion struct {
	// None changes apiVersion alone; Webhook asks a webhook.
	Strategy ConversionStrategyType `json:"strategy" protobuf:"1"`
	// The webhook that is asked. To be given if, and only if, strategy is Webhook.
	Webhook *WebhookConversion `json:"webhook,omitempty" protobuf:"2"`
}

// How a webhook that converts objects is called.
type WebhookConversion struct {
	// Where the webhook is. To be given if strategy is Webhook.
	ClientConfig *WebhookClientConfig `json:"clientConfig,omitempty" protobuf:"2"`
	// The versions of ConversionReview that the webhook knows, the preferred one first. The server takes the
	// first that it knows, too.
	// +listType=atomic
	ConversionReviewVersions []string `json:"conversionReviewVersions" protobuf:"3"`
}

// Where a webhook is: either url or service is to be given.
type WebhookClientConfig struct {
	// The address, as https://HOST:PORT/PATH, without user, query and fragment.
	URL *string `json:"url,omitempty" protobuf:"3"`
	// The service that the webhook is behind.
	Service *ServiceReference `json:"service,omitempty" protobuf:"1"`
	// PEM certificates that the webhook's own is checked against; those of the system where it is not given.
	CABundle []byte `json:"caBundle,omitempty" protobuf:"2"`
}

// Points to a service.
type ServiceReference struct {
	// The namespace of the service.
	Namespace string `json:"namespace" protobuf:"1"`
	// The name of the service.
	Name string `json:"name" protobuf:"2"`
	// The path of the URL that is called.
	Path *string `json:"path,omitempty" protobuf:"3"`
	// The port of the service, 1 to 65535; 443 where it is not given.
	Port *int32 `json:"port,omitempty" protobuf:"4"`
}

// One version of a resource.
type CustomResourceDefinitionVersion struct {
	// The name of the version, such as v1 or v2beta1: it is served below /apis/GROUP/NAME.
	Name string `json:"name" protobuf:"1"`
	// Whether the version can be read and written.
	Served bool `json:"served" protobuf:"2"`
	// Whether objects are stored in this version; exactly one version says so.
	Storage bool `json:"storage" protobuf:"3"`
	// Whether those who use the version are warned.
	Deprecated bool `json:"deprecated,omitempty" protobuf:"7"`
	// The warning, in place of the usual one. Only where deprecated is true.
	DeprecationWarning *string `json:"deprecationWarning,omitempty" protobuf:"8"`
	// What objects of the version look like: pruned, defaulted and validated by it.
	Schema *CustomResourceValidation `json:"schema,omitempty" protobuf:"4"`
	// The subresources of the resource at this version.
	Subresources *CustomResourceSubresources `json:"subresources,omitempty" protobuf:"5"`
	// What lists show of each object, beside its name; its age where nothing is given.
	// +listType=atomic
	// +kapivara:keepEmpty
	AdditionalPrinterColumns []CustomResourceColumnDefinition `json:"additionalPrinterColumns,omitempty" protobuf:"6"`
	// The fields that field selectors may ask for, beside name and namespace; at most 8.
	// +featureGate=CustomResourceFieldSelectors
	// +listType=atomic
	// +kapivara:keepEmpty
	SelectableFields []SelectableField `json:"selectableFields,omitempty" protobuf:"9"`
}

// A field that field selectors may ask for.
type SelectableField struct {
	// A simple path, such as .spec.color, to a string, boolean or integer; not into lists, and not into metadata.
	JSONPath string `json:"jsonPath" protobuf:"1"`
}

// A column that lists show.
type CustomResourceColumnDefinition struct {
	// The heading of the column.
	Name string `json:"name" protobuf:"1"`
	// The OpenAPI type of its values, such as string, integer or date.
	Type string `json:"type" protobuf:"2"`
	// The OpenAPI format of its values; name marks the column that is the name of the object.
	Format string `json:"format,omitempty" protobuf:"3"`
	// What the column shows, for people to read.
	Description string `json:"description,omitempty" protobuf:"4"`
	// 0 for columns that are always shown; higher ones where there is room.
	Priority int32 `json:"priority,omitempty" protobuf:"5"`
	// A simple path to what is shown of each object.
	JSONPath string `json:"jsonPath" protobuf:"6"`
}

// What a resource and its kind are called.
type CustomResourceDefinitionNames struct {
	// The name of the resource, in lower case: it is served at /apis/GROUP/VERSION/…/PLURAL. Part of the
	// definition's name.
	Plural string `json:"plural" protobuf:"1"`
	// The name of one of them, in lower case; the kind in lower case where it is not given.
	Singular string `json:"singular,omitempty" protobuf:"2"`
	// Short names, in lower case, that clients take for the resource, such as ns.
	// +listType=atomic
	ShortNames []string `json:"shortNames,omitempty" protobuf:"3"`
	// The kind of the objects, in CamelCase and the singular.
	Kind string `json:"kind" protobuf:"4"`
	// The kind of lists of them; the kind with List behind it where it is not given.
	ListKind string `json:"listKind,omitempty" protobuf:"5"`
	// Groups of resources that it belongs to, such as all: clients ask for them together.
	// +listType=atomic
	Categories []string `json:"categories,omitempty" protobuf:"6"`
}

// Whether objects are in namespaces.
type ResourceScope string

type ConditionStatus string

type CustomResourceDefinitionConditionType string

// One thing that is known about the state of a definition.
type CustomResourceDefinitionCondition struct {
	// What is told: Established, NamesAccepted, NonStructuralSchema, Terminating and others.
	Type CustomResourceDefinitionConditionType `json:"type" protobuf:"1"`
	// Whether it holds: True, False or Unknown.
	Status ConditionStatus `json:"status" protobuf:"2"`
	// When status last changed.
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty" protobuf:"3"`
	// Why status is what it is, in one word for programs.
	Reason string `json:"reason,omitempty" protobuf:"4"`
	// The same for people to read.
	Message string `json:"message,omitempty" protobuf:"5"`
	// The generation of the definition that this was told about.
	// +featureGate=CRDObservedGenerationTracking
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"6"`
}

// What the server has made of a definition.
type CustomResourceDefinitionStatus struct {
	// What is known about the definition, such as whether it is Established.
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []CustomResourceDefinitionCondition `json:"conditions" protobuf:"1"`
	// The names that are served: they may differ from those of the spec, where another resource has these.
	// +optional
	AcceptedNames CustomResourceDefinitionNames `json:"acceptedNames" protobuf:"2"`
	// All versions in which objects were ever stored. A version may be taken off once no object is stored in it.
	// +optional
	// +listType=atomic
	StoredVersions []string `json:"storedVersions" protobuf:"3"`
	// The generation of the definition that was last looked at.
	// +featureGate=CRDObservedGenerationTracking
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"4"`
}

// Defines a resource: its names, its versions and their schemas. Its name is PLURAL.GROUP.
type CustomResourceDefinition struct {
	metav1.TypeMeta `json:",inline"`
	// The metadata of this object.
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// What the resource is to be.
	Spec CustomResourceDefinitionSpec `json:"spec" protobuf:"2"`
	// What the server has made of it.
	Status CustomResourceDefinitionStatus `json:"status,omitempty" protobuf:"3"`
}

// A list of customresourcedefinitions.
type CustomResourceDefinitionList struct {
	metav1.TypeMeta `json:",inline"`
	// Which state was listed, and whether there is more.
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// The customresourcedefinitions, as far as this part of the list goes.
	Items []CustomResourceDefinition `json:"items" protobuf:"2"`
}

// What objects of one version look like.
type CustomResourceValidation struct {
	// A structural schema, by which objects are pruned, defaulted and validated.
	OpenAPIV3Schema *JSONSchemaProps `json:"openAPIV3Schema,omitempty" protobuf:"1"`
}

// The subresources of a resource at one version.
type CustomResourceSubresources struct {
	// Where given, there is a subresource status: only it writes status, and all else only what is not status.
	Status *CustomResourceSubresourceStatus `json:"status,omitempty" protobuf:"1"`
	// Where given, there is a subresource scale, which shows objects as autoscaling/v1 Scale.
	Scale *CustomResourceSubresourceScale `json:"scale,omitempty" protobuf:"2"`
}

// Asks for the subresource status.
type CustomResourceSubresourceStatus struct{}

// Asks for the subresource scale, and says where it finds what it shows.
type CustomResourceSubresourceScale struct {
	// The simple path, below .spec, to how many instances are wanted.
	SpecReplicasPath string `json:"specReplicasPath" protobuf:"1"`
	// The simple path, below .status, to how many instances there are.
	StatusReplicasPath string `json:"statusReplicasPath" protobuf:"2"`
	// The simple path, below .spec or .status, to the label selector as a string, which autoscalers need.
	LabelSelectorPath *string `json:"labelSelectorPath,omitempty" protobuf:"3"`
}

type ConversionReview struct {
	metav1.TypeMeta `json:",inline"`
	Request         *ConversionRequest  `json:"request,omitempty" protobuf:"1"`
	Response        *ConversionResponse `json:"response,omitempty" protobuf:"2"`
}

type ConversionRequest struct {
	UID               types.UID `json:"uid" protobuf:"1"`
	DesiredAPIVersion string    `json:"desiredAPIVersion" protobuf:"2"`
	// +listType=atomic
	Objects []runtime.RawExtension `json:"objects" protobuf:"3"`
}

type ConversionResponse struct {
	UID types.UID `json:"uid" protobuf:"1"`
	// +listType=atomic
	ConvertedObjects []runtime.RawExtension `json:"convertedObjects" protobuf:"2"`
	Result           metav1.Status          `json:"result" protobuf:"3"`
}
