// The schemas of custom resources.
package v1 // import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

// The type of a failed rule's error.
// +enum
type FieldValueErrorReason string

const (
	FieldValueRequired  FieldValueErrorReason = "FieldValueRequired"
	FieldValueDuplicate FieldValueErrorReason = "FieldValueDuplicate"
	FieldValueInvalid   FieldValueErrorReason = "FieldValueInvalid"
	FieldValueForbidden FieldValueErrorReason = "FieldValueForbidden"
)

// A JSON schema with the keywords that CRDs support, and Kubernetes' extensions.
type JSONSchemaProps struct {
	// Not allowed in CRDs.
	ID string `json:"id,omitempty" protobuf:"1"`
	// Not allowed in CRDs.
	Schema JSONSchemaURL `json:"$schema,omitempty" protobuf:"2"`
	// Not allowed in CRDs.
	Ref *string `json:"$ref,omitempty" protobuf:"3"`
	// A description of the value, for humans.
	Description string `json:"description,omitempty" protobuf:"4"`
	// The type of the value: object, array, string, integer, number or boolean.
	Type string `json:"type,omitempty" protobuf:"5"`
	// The format of a string or number, such as date-time or int32; unknown formats are ignored.
	Format string `json:"format,omitempty" protobuf:"6"`
	// A short name of the value, for humans.
	Title string `json:"title,omitempty" protobuf:"7"`
	// The default of a missing value.
	Default *JSON `json:"default,omitempty" protobuf:"8"`
	// The largest number allowed.
	Maximum *float64 `json:"maximum,omitempty" protobuf:"9"`
	// True if maximum itself is not allowed.
	ExclusiveMaximum bool `json:"exclusiveMaximum,omitempty" protobuf:"10"`
	// The smallest number allowed.
	Minimum *float64 `json:"minimum,omitempty" protobuf:"11"`
	// True if minimum itself is not allowed.
	ExclusiveMinimum bool `json:"exclusiveMinimum,omitempty" protobuf:"12"`
	// The maximum number of characters of a string.
	MaxLength *int64 `json:"maxLength,omitempty" protobuf:"13"`
	// The minimum number of characters of a string.
	MinLength *int64 `json:"minLength,omitempty" protobuf:"14"`
	// A regular expression, in RE2's syntax, that must match somewhere in a string.
	Pattern string `json:"pattern,omitempty" protobuf:"15"`
	// The maximum number of items of a list.
	MaxItems *int64 `json:"maxItems,omitempty" protobuf:"16"`
	// The minimum number of items of a list.
	MinItems *int64 `json:"minItems,omitempty" protobuf:"17"`
	// Must be false: use x-kubernetes-list-type set instead.
	UniqueItems bool `json:"uniqueItems,omitempty" protobuf:"18"`
	// The number must be a multiple of this one.
	MultipleOf *float64 `json:"multipleOf,omitempty" protobuf:"19"`
	// The only values that are allowed.
	// +listType=atomic
	// +kapivara:keepEmpty
	Enum []JSON `json:"enum,omitempty" protobuf:"20"`
	// The maximum number of fields of an object.
	MaxProperties *int64 `json:"maxProperties,omitempty" protobuf:"21"`
	// The minimum number of fields of an object.
	MinProperties *int64 `json:"minProperties,omitempty" protobuf:"22"`
	// The fields that an object must have.
	// +listType=atomic
	// +kapivara:keepEmpty
	Required []string `json:"required,omitempty" protobuf:"23"`
	// The schema of each item of a list.
	// +kapivara:undescribed
	Items *JSONSchemaPropsOrArray `json:"items,omitempty" protobuf:"24"`
	// All of these must hold.
	// +listType=atomic
	// +kapivara:keepEmpty
	AllOf []JSONSchemaProps `json:"allOf,omitempty" protobuf:"25"`
	// Exactly one of these must hold.
	// +listType=atomic
	// +kapivara:keepEmpty
	OneOf []JSONSchemaProps `json:"oneOf,omitempty" protobuf:"26"`
	// At least one of these must hold.
	// +listType=atomic
	// +kapivara:keepEmpty
	AnyOf []JSONSchemaProps `json:"anyOf,omitempty" protobuf:"27"`
	// This must not hold.
	// +kapivara:undescribed
	Not *JSONSchemaProps `json:"not,omitempty" protobuf:"28"`
	// The fields of an object, with their schemas.
	// +kapivara:keepEmpty
	Properties map[string]JSONSchemaProps `json:"properties,omitempty" protobuf:"29"`
	// The schema of fields that are not declared. Not together with properties.
	// +kapivara:undescribed
	AdditionalProperties *JSONSchemaPropsOrBool `json:"additionalProperties,omitempty" protobuf:"30"`
	// Not allowed in CRDs.
	// +kapivara:keepEmpty
	PatternProperties map[string]JSONSchemaProps `json:"patternProperties,omitempty" protobuf:"31"`
	// Not allowed in CRDs.
	// +kapivara:keepEmpty
	Dependencies JSONSchemaDependencies `json:"dependencies,omitempty" protobuf:"32"`
	// Not allowed in CRDs.
	// +kapivara:undescribed
	AdditionalItems *JSONSchemaPropsOrBool `json:"additionalItems,omitempty" protobuf:"33"`
	// Not allowed in CRDs.
	// +kapivara:keepEmpty
	Definitions JSONSchemaDefinitions `json:"definitions,omitempty" protobuf:"34"`
	// A link to further documentation.
	// +kapivara:undescribed
	ExternalDocs *ExternalDocumentation `json:"externalDocs,omitempty" protobuf:"35"`
	// A value as an example.
	// +kapivara:undescribed
	Example *JSON `json:"example,omitempty" protobuf:"36"`
	// True if null is allowed.
	Nullable bool `json:"nullable,omitempty" protobuf:"37"`
	// true keeps undeclared fields, here and below, until a schema below declares fields again. false is not allowed.
	XPreserveUnknownFields *bool `json:"x-kubernetes-preserve-unknown-fields,omitempty" protobuf:"38"`
	// True if the value is a whole object with apiVersion, kind and metadata, which are validated, too. Requires type
	// object.
	XEmbeddedResource bool `json:"x-kubernetes-embedded-resource,omitempty" protobuf:"39"`
	// True if the value is an integer or a string; type must be empty.
	XIntOrString bool `json:"x-kubernetes-int-or-string,omitempty" protobuf:"40"`
	// The fields that identify items of a list. Requires x-kubernetes-list-type map.
	// +listType=atomic
	// +kapivara:keepEmpty
	XListMapKeys []string `json:"x-kubernetes-list-map-keys,omitempty" protobuf:"41"`
	// How a list merges: atomic as one value, set by its scalar items, map by the items' keys.
	XListType *string `json:"x-kubernetes-list-type,omitempty" protobuf:"42"`
	// How an object merges: granular field by field, atomic as one value.
	XMapType *string `json:"x-kubernetes-map-type,omitempty" protobuf:"43"`
	// The CEL rules of the value.
	// +listType=map
	// +listMapKey=rule
	// +kapivara:keepEmpty
	XValidations ValidationRules `json:"x-kubernetes-validations,omitempty" patchStrategy:"merge" patchMergeKey:"rule" protobuf:"44"`
}

// The CEL rules of a value.
type ValidationRules []ValidationRule

// A CEL rule.
type ValidationRule struct {
	// The expression that must be true. self is the value; oldSelf is the old value of an update: a rule that uses it
	// runs only if both exist.
	Rule string `json:"rule" protobuf:"1"`
	// The message of the error. Required if the rule has more than one line.
	Message string `json:"message,omitempty" protobuf:"2"`
	// An expression for the message; it takes precedence over message if it evaluates to a single line.
	MessageExpression string `json:"messageExpression,omitempty" protobuf:"3"`
	// The type of the error; FieldValueInvalid by default.
	Reason *FieldValueErrorReason `json:"reason,omitempty" protobuf:"4"`
	// The path of the error's field below the value, such as .spec.size; by default the value itself.
	FieldPath string `json:"fieldPath,omitempty" protobuf:"5"`
	// True if a rule with oldSelf also runs on creation; oldSelf is then an optional value.
	// +featureGate=CRDValidationRatcheting
	OptionalOldSelf *bool `json:"optionalOldSelf,omitempty" protobuf:"6"`
}

// Any JSON value: object, list, string, number, boolean or null.
// +kapivara:json=apis.groups.apiextensions.schema_json.any_json()
type JSON struct {
	Raw []byte `json:"-" protobuf:"1"`
}

// The address of a schema's schema.
type JSONSchemaURL string

// A JSON schema, or a list of them.
// +kapivara:json=apis.groups.apiextensions.schema_json.schema_or_array()
type JSONSchemaPropsOrArray struct {
	Schema *JSONSchemaProps `protobuf:"1"`
	// +listType=atomic
	JSONSchemas []JSONSchemaProps `protobuf:"2"`
}

// A JSON schema, or true or false.
// +kapivara:json=apis.groups.apiextensions.schema_json.schema_or_bool()
type JSONSchemaPropsOrBool struct {
	Allows bool             `protobuf:"1"`
	Schema *JSONSchemaProps `protobuf:"2"`
}

// Requirements that depend on the presence of a field.
type JSONSchemaDependencies map[string]JSONSchemaPropsOrStringArray

// A JSON schema, or a list of strings.
// +kapivara:json=apis.groups.apiextensions.schema_json.schema_or_strings()
type JSONSchemaPropsOrStringArray struct {
	Schema *JSONSchemaProps `protobuf:"1"`
	// +listType=atomic
	Property []string `protobuf:"2"`
}

// Schemas by name.
type JSONSchemaDefinitions map[string]JSONSchemaProps

// A link to further documentation.
type ExternalDocumentation struct {
	// A description of the documentation.
	Description string `json:"description,omitempty" protobuf:"1"`
	// The address.
	URL string `json:"url,omitempty" protobuf:"2"`
}
