// CRDs at v1beta1. They are no longer served, but bodies are still decoded.
package v1beta1 // import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

type ConversionStrategyType string

type CustomResourceDefinitionSpec struct {
	Group        string                        `json:"group" protobuf:"1"`
	Version      string                        `json:"version,omitempty" protobuf:"2"`
	Names        CustomResourceDefinitionNames `json:"names" protobuf:"3"`
	Scope        ResourceScope                 `json:"scope" protobuf:"4"`
	Validation   *CustomResourceValidation     `json:"validation,omitempty" protobuf:"5"`
	Subresources *CustomResourceSubresources   `json:"subresources,omitempty" protobuf:"6"`
	// +listType=atomic
	Versions []CustomResourceDefinitionVersion `json:"versions,omitempty" protobuf:"7"`
	// +listType=atomic
	// +kapivara:keepEmpty
	AdditionalPrinterColumns []CustomResourceColumnDefinition `json:"additionalPrinterColumns,omitempty" protobuf:"8"`
	// +featureGate=CustomResourceFieldSelectors
	// +listType=atomic
	// +kapivara:keepEmpty
	SelectableFields      []SelectableField         `json:"selectableFields,omitempty" protobuf:"11"`
	Conversion            *CustomResourceConversion `json:"conversion,omitempty" protobuf:"9"`
	PreserveUnknownFields *bool                     `json:"preserveUnknownFields,omitempty" protobuf:"10"`
}

type CustomResourceConversion struct {
	Strategy            ConversionStrategyType `json:"strategy" protobuf:"1"`
	WebhookClientConfig *WebhookClientConfig   `json:"webhookClientConfig,omitempty" protobuf:"2"`
	// +listType=atomic
	ConversionReviewVersions []string `json:"conversionReviewVersions,omitempty" protobuf:"3"`
}

type WebhookClientConfig struct {
	URL      *string           `json:"url,omitempty" protobuf:"3"`
	Service  *ServiceReference `json:"service,omitempty" protobuf:"1"`
	CABundle []byte            `json:"caBundle,omitempty" protobuf:"2"`
}

type ServiceReference struct {
	Namespace string  `json:"namespace" protobuf:"1"`
	Name      string  `json:"name" protobuf:"2"`
	Path      *string `json:"path,omitempty" protobuf:"3"`
	Port      *int32  `json:"port,omitempty" protobuf:"4"`
}

type CustomResourceDefinitionVersion struct {
	Name               string                      `json:"name" protobuf:"1"`
	Served             bool                        `json:"served" protobuf:"2"`
	Storage            bool                        `json:"storage" protobuf:"3"`
	Deprecated         bool                        `json:"deprecated,omitempty" protobuf:"7"`
	DeprecationWarning *string                     `json:"deprecationWarning,omitempty" protobuf:"8"`
	Schema             *CustomResourceValidation   `json:"schema,omitempty" protobuf:"4"`
	Subresources       *CustomResourceSubresources `json:"subresources,omitempty" protobuf:"5"`
	// +listType=atomic
	// +kapivara:keepEmpty
	AdditionalPrinterColumns []CustomResourceColumnDefinition `json:"additionalPrinterColumns,omitempty" protobuf:"6"`
	// +featureGate=CustomResourceFieldSelectors
	// +listType=atomic
	// +kapivara:keepEmpty
	SelectableFields []SelectableField `json:"selectableFields,omitempty" protobuf:"9"`
}

type SelectableField struct {
	JSONPath string `json:"jsonPath" protobuf:"1"`
}

type CustomResourceColumnDefinition struct {
	Name        string `json:"name" protobuf:"1"`
	Type        string `json:"type" protobuf:"2"`
	Format      string `json:"format,omitempty" protobuf:"3"`
	Description string `json:"description,omitempty" protobuf:"4"`
	Priority    int32  `json:"priority,omitempty" protobuf:"5"`
	JSONPath    string `json:"JSONPath" protobuf:"6"`
}

type CustomResourceDefinitionNames struct {
	Plural   string `json:"plural" protobuf:"1"`
	Singular string `json:"singular,omitempty" protobuf:"2"`
	// +listType=atomic
	ShortNames []string `json:"shortNames,omitempty" protobuf:"3"`
	Kind       string   `json:"kind" protobuf:"4"`
	ListKind   string   `json:"listKind,omitempty" protobuf:"5"`
	// +listType=atomic
	Categories []string `json:"categories,omitempty" protobuf:"6"`
}

type ResourceScope string

type ConditionStatus string

type CustomResourceDefinitionConditionType string

type CustomResourceDefinitionCondition struct {
	Type               CustomResourceDefinitionConditionType `json:"type" protobuf:"1"`
	Status             ConditionStatus                       `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time                           `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string                                `json:"reason,omitempty" protobuf:"4"`
	Message            string                                `json:"message,omitempty" protobuf:"5"`
	// +featureGate=CRDObservedGenerationTracking
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"6"`
}

type CustomResourceDefinitionStatus struct {
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []CustomResourceDefinitionCondition `json:"conditions" protobuf:"1"`
	// +optional
	AcceptedNames CustomResourceDefinitionNames `json:"acceptedNames" protobuf:"2"`
	// +optional
	// +listType=atomic
	StoredVersions []string `json:"storedVersions" protobuf:"3"`
	// +featureGate=CRDObservedGenerationTracking
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"4"`
}

type CustomResourceDefinition struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              CustomResourceDefinitionSpec   `json:"spec" protobuf:"2"`
	Status            CustomResourceDefinitionStatus `json:"status,omitempty" protobuf:"3"`
}

type CustomResourceDefinitionList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []CustomResourceDefinition `json:"items" protobuf:"2"`
}

type CustomResourceValidation struct {
	OpenAPIV3Schema *JSONSchemaProps `json:"openAPIV3Schema,omitempty" protobuf:"1"`
}

type CustomResourceSubresources struct {
	Status *CustomResourceSubresourceStatus `json:"status,omitempty" protobuf:"1"`
	Scale  *CustomResourceSubresourceScale  `json:"scale,omitempty" protobuf:"2"`
}

type CustomResourceSubresourceStatus struct{}

type CustomResourceSubresourceScale struct {
	SpecReplicasPath   string  `json:"specReplicasPath" protobuf:"1"`
	StatusReplicasPath string  `json:"statusReplicasPath" protobuf:"2"`
	LabelSelectorPath  *string `json:"labelSelectorPath,omitempty" protobuf:"3"`
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
