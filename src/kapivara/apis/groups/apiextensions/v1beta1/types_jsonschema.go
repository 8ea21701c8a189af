// The schemas of custom resources at v1beta1.
package v1beta1 // import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

// +enum
type FieldValueErrorReason string

const (
	FieldValueRequired  FieldValueErrorReason = "FieldValueRequired"
	FieldValueDuplicate FieldValueErrorReason = "FieldValueDuplicate"
	FieldValueInvalid   FieldValueErrorReason = "FieldValueInvalid"
	FieldValueForbidden FieldValueErrorReason = "FieldValueForbidden"
)

type JSONSchemaProps struct {
	ID               string        `json:"id,omitempty" protobuf:"1"`
	Schema           JSONSchemaURL `json:"$schema,omitempty" protobuf:"2"`
	Ref              *string       `json:"$ref,omitempty" protobuf:"3"`
	Description      string        `json:"description,omitempty" protobuf:"4"`
	Type             string        `json:"type,omitempty" protobuf:"5"`
	Format           string        `json:"format,omitempty" protobuf:"6"`
	Title            string        `json:"title,omitempty" protobuf:"7"`
	Default          *JSON         `json:"default,omitempty" protobuf:"8"`
	Maximum          *float64      `json:"maximum,omitempty" protobuf:"9"`
	ExclusiveMaximum bool          `json:"exclusiveMaximum,omitempty" protobuf:"10"`
	Minimum          *float64      `json:"minimum,omitempty" protobuf:"11"`
	ExclusiveMinimum bool          `json:"exclusiveMinimum,omitempty" protobuf:"12"`
	MaxLength        *int64        `json:"maxLength,omitempty" protobuf:"13"`
	MinLength        *int64        `json:"minLength,omitempty" protobuf:"14"`
	Pattern          string        `json:"pattern,omitempty" protobuf:"15"`
	MaxItems         *int64        `json:"maxItems,omitempty" protobuf:"16"`
	MinItems         *int64        `json:"minItems,omitempty" protobuf:"17"`
	UniqueItems      bool          `json:"uniqueItems,omitempty" protobuf:"18"`
	MultipleOf       *float64      `json:"multipleOf,omitempty" protobuf:"19"`
	// +listType=atomic
	// +kapivara:keepEmpty
	Enum          []JSON `json:"enum,omitempty" protobuf:"20"`
	MaxProperties *int64 `json:"maxProperties,omitempty" protobuf:"21"`
	MinProperties *int64 `json:"minProperties,omitempty" protobuf:"22"`
	// +listType=atomic
	// +kapivara:keepEmpty
	Required []string                `json:"required,omitempty" protobuf:"23"`
	Items    *JSONSchemaPropsOrArray `json:"items,omitempty" protobuf:"24"`
	// +listType=atomic
	// +kapivara:keepEmpty
	AllOf []JSONSchemaProps `json:"allOf,omitempty" protobuf:"25"`
	// +listType=atomic
	// +kapivara:keepEmpty
	OneOf []JSONSchemaProps `json:"oneOf,omitempty" protobuf:"26"`
	// +listType=atomic
	// +kapivara:keepEmpty
	AnyOf []JSONSchemaProps `json:"anyOf,omitempty" protobuf:"27"`
	Not   *JSONSchemaProps  `json:"not,omitempty" protobuf:"28"`
	// +kapivara:keepEmpty
	Properties           map[string]JSONSchemaProps `json:"properties,omitempty" protobuf:"29"`
	AdditionalProperties *JSONSchemaPropsOrBool     `json:"additionalProperties,omitempty" protobuf:"30"`
	// +kapivara:keepEmpty
	PatternProperties map[string]JSONSchemaProps `json:"patternProperties,omitempty" protobuf:"31"`
	// +kapivara:keepEmpty
	Dependencies    JSONSchemaDependencies `json:"dependencies,omitempty" protobuf:"32"`
	AdditionalItems *JSONSchemaPropsOrBool `json:"additionalItems,omitempty" protobuf:"33"`
	// +kapivara:keepEmpty
	Definitions            JSONSchemaDefinitions  `json:"definitions,omitempty" protobuf:"34"`
	ExternalDocs           *ExternalDocumentation `json:"externalDocs,omitempty" protobuf:"35"`
	Example                *JSON                  `json:"example,omitempty" protobuf:"36"`
	Nullable               bool                   `json:"nullable,omitempty" protobuf:"37"`
	XPreserveUnknownFields *bool                  `json:"x-kubernetes-preserve-unknown-fields,omitempty" protobuf:"38"`
	XEmbeddedResource      bool                   `json:"x-kubernetes-embedded-resource,omitempty" protobuf:"39"`
	XIntOrString           bool                   `json:"x-kubernetes-int-or-string,omitempty" protobuf:"40"`
	// +listType=atomic
	// +kapivara:keepEmpty
	XListMapKeys []string `json:"x-kubernetes-list-map-keys,omitempty" protobuf:"41"`
	XListType    *string  `json:"x-kubernetes-list-type,omitempty" protobuf:"42"`
	XMapType     *string  `json:"x-kubernetes-map-type,omitempty" protobuf:"43"`
	// +listType=map
	// +listMapKey=rule
	// +kapivara:keepEmpty
	XValidations ValidationRules `json:"x-kubernetes-validations,omitempty" patchStrategy:"merge" patchMergeKey:"rule" protobuf:"44"`
}

type ValidationRules []ValidationRule

type ValidationRule struct {
	Rule              string                 `json:"rule" protobuf:"1"`
	Message           string                 `json:"message,omitempty" protobuf:"2"`
	MessageExpression string                 `json:"messageExpression,omitempty" protobuf:"3"`
	Reason            *FieldValueErrorReason `json:"reason,omitempty" protobuf:"4"`
	FieldPath         string                 `json:"fieldPath,omitempty" protobuf:"5"`
	// +featureGate=CRDValidationRatcheting
	OptionalOldSelf *bool `json:"optionalOldSelf,omitempty" protobuf:"6"`
}

// +kapivara:json=apis.groups.apiextensions.schema_json.any_json()
type JSON struct {
	Raw []byte `json:"-" protobuf:"1"`
}

type JSONSchemaURL string

// +kapivara:json=apis.groups.apiextensions.schema_json.schema_or_array()
type JSONSchemaPropsOrArray struct {
	Schema *JSONSchemaProps `protobuf:"1"`
	// +listType=atomic
	JSONSchemas []JSONSchemaProps `protobuf:"2"`
}

// +kapivara:json=apis.groups.apiextensions.schema_json.schema_or_bool()
type JSONSchemaPropsOrBool struct {
	Allows bool             `protobuf:"1"`
	Schema *JSONSchemaProps `protobuf:"2"`
}

type JSONSchemaDependencies map[string]JSONSchemaPropsOrStringArray

// +kapivara:json=apis.groups.apiextensions.schema_json.schema_or_strings()
type JSONSchemaPropsOrStringArray struct {
	Schema *JSONSchemaProps `protobuf:"1"`
	// +listType=atomic
	Property []string `protobuf:"2"`
}

type JSONSchemaDefinitions map[string]JSONSchemaProps

type ExternalDocumentation struct {
	Description string `json:"description,omitempty" protobuf:"1"`
	URL         string `json:"url,omitempty" protobuf:"2"`
}
