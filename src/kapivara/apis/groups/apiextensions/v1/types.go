// Custom resource definitions (CRDs).
package v1 // import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

// The conversion of objects between versions.
type ConversionStrategyType string

// The specification of a resource.
type CustomResourceDefinitionSpec struct {
	// The API group of the resource, which is served below /apis/GROUP. Part of the CRD's name.
	Group string `json:"group" protobuf:"1"`
	// The names of the resource and its kind.
	Names CustomResourceDefinitionNames `json:"names" protobuf:"3"`
	// The scope of objects: Cluster or Namespaced.
	Scope ResourceScope `json:"scope" protobuf:"4"`
	// The versions of the resource; exactly one is the storage version. Discovery sorts them by name, the newest and
	// most stable first.
	// +listType=atomic
	Versions []CustomResourceDefinitionVersion `json:"versions" protobuf:"7"`
	// The conversion of objects between versions.
	Conversion *CustomResourceConversion `json:"conversion,omitempty" protobuf:"9"`
	// Deprecated, and must be false: x-kubernetes-preserve-unknown-fields in the schema does that.
	PreserveUnknownFields bool `json:"preserveUnknownFields,omitempty" protobuf:"10"`
}

// The conversion of objects between versions.
type CustomResourceConversion struct {
	// None changes only apiVersion; Webhook calls a webhook.
	Strategy ConversionStrategyType `json:"strategy" protobuf:"1"`
	// The webhook to call. Required if strategy is Webhook, and otherwise not allowed.
	Webhook *WebhookConversion `json:"webhook,omitempty" protobuf:"2"`
}

// The webhook that converts objects.
type WebhookConversion struct {
	// The address of the webhook. Required if strategy is Webhook.
	ClientConfig *WebhookClientConfig `json:"clientConfig,omitempty" protobuf:"2"`
	// The versions of ConversionReview that the webhook supports, the preferred one first. The server uses the first
	// that it supports.
	// +listType=atomic
	ConversionReviewVersions []string `json:"conversionReviewVersions" protobuf:"3"`
}

// The address of a webhook: either url or service is required.
type WebhookClientConfig struct {
	// The address, as https://HOST:PORT/PATH, without user, query and fragment.
	URL *string `json:"url,omitempty" protobuf:"3"`
	// The service of the webhook.
	Service *ServiceReference `json:"service,omitempty" protobuf:"1"`
	// PEM certificates of the authorities that the server trusts; by default those of the system.
	CABundle []byte `json:"caBundle,omitempty" protobuf:"2"`
}

// A reference to a service.
type ServiceReference struct {
	// The namespace of the service.
	Namespace string `json:"namespace" protobuf:"1"`
	// The name of the service.
	Name string `json:"name" protobuf:"2"`
	// The path of the URL.
	Path *string `json:"path,omitempty" protobuf:"3"`
	// The port of the service, 1 to 65535; 443 by default.
	Port *int32 `json:"port,omitempty" protobuf:"4"`
}

// One version of a resource.
type CustomResourceDefinitionVersion struct {
	// The name of the version, such as v1 or v2beta1: it is served below /apis/GROUP/NAME.
	Name string `json:"name" protobuf:"1"`
	// True if the version is served.
	Served bool `json:"served" protobuf:"2"`
	// True for the storage version; exactly one version must be.
	Storage bool `json:"storage" protobuf:"3"`
	// True if requests at the version get a warning.
	Deprecated bool `json:"deprecated,omitempty" protobuf:"7"`
	// A warning that replaces the default one. Requires deprecated: true.
	DeprecationWarning *string `json:"deprecationWarning,omitempty" protobuf:"8"`
	// The schema of the version, by which objects are pruned, defaulted and validated.
	Schema *CustomResourceValidation `json:"schema,omitempty" protobuf:"4"`
	// The subresources of the resource at this version.
	Subresources *CustomResourceSubresources `json:"subresources,omitempty" protobuf:"5"`
	// The columns of lists beside the name; by default the age.
	// +listType=atomic
	// +kapivara:keepEmpty
	AdditionalPrinterColumns []CustomResourceColumnDefinition `json:"additionalPrinterColumns,omitempty" protobuf:"6"`
	// The fields that field selectors support beside name and namespace; at most 8.
	// +featureGate=CustomResourceFieldSelectors
	// +listType=atomic
	// +kapivara:keepEmpty
	SelectableFields []SelectableField `json:"selectableFields,omitempty" protobuf:"9"`
}

// A field that field selectors support.
type SelectableField struct {
	// A simple path, such as .spec.color, to a string, boolean or integer; not into lists, and not into metadata.
	JSONPath string `json:"jsonPath" protobuf:"1"`
}

// A column of lists.
type CustomResourceColumnDefinition struct {
	// The heading of the column.
	Name string `json:"name" protobuf:"1"`
	// The OpenAPI type of its values, such as string, integer or date.
	Type string `json:"type" protobuf:"2"`
	// The OpenAPI format of its values; name marks the column that is the name of the object.
	Format string `json:"format,omitempty" protobuf:"3"`
	// A description of the column, for humans.
	Description string `json:"description,omitempty" protobuf:"4"`
	// 0 for columns that are always shown; higher numbers for wide output.
	Priority int32 `json:"priority,omitempty" protobuf:"5"`
	// A simple path to the value of each object.
	JSONPath string `json:"jsonPath" protobuf:"6"`
}

// What a resource and its kind are called.
type CustomResourceDefinitionNames struct {
	// The name of the resource, in lower case, which is served at /apis/GROUP/VERSION/…/PLURAL. Part of the CRD's
	// name.
	Plural string `json:"plural" protobuf:"1"`
	// The singular name, in lower case; by default the kind in lower case.
	Singular string `json:"singular,omitempty" protobuf:"2"`
	// Short names, in lower case, such as ns.
	// +listType=atomic
	ShortNames []string `json:"shortNames,omitempty" protobuf:"3"`
	// The kind of the objects, in CamelCase and the singular.
	Kind string `json:"kind" protobuf:"4"`
	// The kind of lists; by default the kind followed by List.
	ListKind string `json:"listKind,omitempty" protobuf:"5"`
	// The categories of the resource, such as all, which clients can request together.
	// +listType=atomic
	Categories []string `json:"categories,omitempty" protobuf:"6"`
}

// The scope of objects.
type ResourceScope string

type ConditionStatus string

type CustomResourceDefinitionConditionType string

// A condition of a CRD.
type CustomResourceDefinitionCondition struct {
	// The type of the condition: Established, NamesAccepted, NonStructuralSchema, Terminating or another.
	Type CustomResourceDefinitionConditionType `json:"type" protobuf:"1"`
	// The status of the condition: True, False or Unknown.
	Status ConditionStatus `json:"status" protobuf:"2"`
	// The time when status last changed.
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty" protobuf:"3"`
	// The reason of the status as one word, for programs.
	Reason string `json:"reason,omitempty" protobuf:"4"`
	// A description of the condition, for humans.
	Message string `json:"message,omitempty" protobuf:"5"`
	// The generation of the CRD for which the condition was set.
	// +featureGate=CRDObservedGenerationTracking
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"6"`
}

// The state of a CRD.
type CustomResourceDefinitionStatus struct {
	// The conditions of the CRD, such as Established.
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []CustomResourceDefinitionCondition `json:"conditions" protobuf:"1"`
	// The names that are served; they differ from those of the spec if another resource uses these.
	// +optional
	AcceptedNames CustomResourceDefinitionNames `json:"acceptedNames" protobuf:"2"`
	// All versions in which objects were ever stored. A version may be removed once no object is stored in it.
	// +optional
	// +listType=atomic
	StoredVersions []string `json:"storedVersions" protobuf:"3"`
	// The generation of the CRD that was last processed.
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
	// The state of the CRD.
	Status CustomResourceDefinitionStatus `json:"status,omitempty" protobuf:"3"`
}

// A list of customresourcedefinitions.
type CustomResourceDefinitionList struct {
	metav1.TypeMeta `json:",inline"`
	// The metadata of the list.
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// The customresourcedefinitions in this part of the list.
	Items []CustomResourceDefinition `json:"items" protobuf:"2"`
}

// The schema of one version.
type CustomResourceValidation struct {
	// A structural schema, by which objects are pruned, defaulted and validated.
	OpenAPIV3Schema *JSONSchemaProps `json:"openAPIV3Schema,omitempty" protobuf:"1"`
}

// The subresources of a resource at one version.
type CustomResourceSubresources struct {
	// Enables the status subresource: only it writes status, and other writes ignore status.
	Status *CustomResourceSubresourceStatus `json:"status,omitempty" protobuf:"1"`
	// Enables the scale subresource, which shows objects as autoscaling/v1 Scale.
	Scale *CustomResourceSubresourceScale `json:"scale,omitempty" protobuf:"2"`
}

// Enables the status subresource.
type CustomResourceSubresourceStatus struct{}

// Enables the scale subresource, with the paths of its fields.
type CustomResourceSubresourceScale struct {
	// The simple path, below .spec, of the desired number of instances.
	SpecReplicasPath string `json:"specReplicasPath" protobuf:"1"`
	// The simple path, below .status, of the current number of instances.
	StatusReplicasPath string `json:"statusReplicasPath" protobuf:"2"`
	// The simple path, below .spec or .status, of the label selector as a string, which autoscalers need.
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
