// The schemas of custom resources.
package v1 // import "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

// The sort of fault that a failed rule is told as.
// +enum
type FieldValueErrorReason string

const (
	FieldValueRequired  FieldValueErrorReason = "FieldValueRequired"
	FieldValueDuplicate FieldValueErrorReason = "FieldValueDuplicate"
	FieldValueInvalid   FieldValueErrorReason = "FieldValueInvalid"
	FieldValueForbidden FieldValueErrorReason = "FieldValueForbidden"
)

// A JSON schema, as far as definitions know it, with what Kubernetes adds.
type JSONSchemaProps struct {
	// Not allowed in definitions.
	ID string `json:"id,omitempty" protobuf:"1"`
	// Not allowed in definitions.
	Schema JSONSchemaURL `json:"$schema,omitempty" protobuf:"2"`
	// Not allowed in definitions.
	Ref *string `json:"$ref,omitempty" protobuf:"3"`
	// What the value is for, for people to read.
	Description string `json:"description,omitempty" protobuf:"4"`
	// The type of the value: object, array, string, integer, number or boolean.
	Type string `json:"type,omitempty" protobuf:"5"`
	// How a string or number is written, such as date-time or int32; unknown formats are ignored.
	Format string `json:"format,omitempty" protobuf:"6"`
	// A short name of the value, for people to read.
	Title string `json:"title,omitempty" protobuf:"7"`
	// The value that is filled in where none is given.
	Default *JSON `json:"default,omitempty" protobuf:"8"`
	// The largest number allowed.
	Maximum *float64 `json:"maximum,omitempty" protobuf:"9"`
	// Whether maximum itself is not allowed.
	ExclusiveMaximum bool `json:"exclusiveMaximum,omitempty" protobuf:"10"`
	// The smallest number allowed.
	Minimum *float64 `json:"minimum,omitempty" protobuf:"11"`
	// Whether minimum itself is not allowed.
	ExclusiveMinimum bool `json:"exclusiveMinimum,omitempty" protobuf:"12"`
	// How many characters a string may have.
	MaxLength *int64 `json:"maxLength,omitempty" protobuf:"13"`
	// How many characters a string must have.
	MinLength *int64 `json:"minLength,omitempty" protobuf:"14"`
	// A regular expression, in RE2's syntax, that must match somewhere in a string.
	Pattern string `json:"pattern,omitempty" protobuf:"15"`
	// How many items a list may have.
	MaxItems *int64 `json:"maxItems,omitempty" protobuf:"16"`
	// How many items a list must have.
	MinItems *int64 `json:"minItems,omitempty" protobuf:"17"`
	// Must be false: x-kubernetes-list-type set does that.
	UniqueItems bool `json:"uniqueItems,omitempty" protobuf:"18"`
	// The number must be a multiple of this one.
	MultipleOf *float64 `json:"multipleOf,omitempty" protobuf:"19"`
	// The only values that are allowed.
	// +listType=atomic
	// +kapivara:keepEmpty
	Enum []JSON `json:"enum,omitempty" protobuf:"20"`
	// How many fields an object may have.
	MaxProperties *int64 `json:"maxProperties,omitempty" protobuf:"21"`
	// How many fields an object must have.
	MinProperties *int64 `json:"minProperties,omitempty" protobuf:"22"`
	// The fields that an object must have.
	// +listType=atomic
	// +kapivara:keepEmpty
	Required []string `json:"required,omitempty" protobuf:"23"`
	// What each item of a list looks like.
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
	// The fields of an object, and what each looks like.
	// +kapivara:keepEmpty
	Properties map[string]JSONSchemaProps `json:"properties,omitempty" protobuf:"29"`
	// What fields look like that are not among properties. Not together with properties.
	// +kapivara:undescribed
	AdditionalProperties *JSONSchemaPropsOrBool `json:"additionalProperties,omitempty" protobuf:"30"`
	// Not allowed in definitions.
	// +kapivara:keepEmpty
	PatternProperties map[string]JSONSchemaProps `json:"patternProperties,omitempty" protobuf:"31"`
	// Not allowed in definitions.
	// +kapivara:keepEmpty
	Dependencies JSONSchemaDependencies `json:"dependencies,omitempty" protobuf:"32"`
	// Not allowed in definitions.
	// +kapivara:undescribed
	AdditionalItems *JSONSchemaPropsOrBool `json:"additionalItems,omitempty" protobuf:"33"`
	// Not allowed in definitions.
	// +kapivara:keepEmpty
	Definitions JSONSchemaDefinitions `json:"definitions,omitempty" protobuf:"34"`
	// Where there is more to read.
	// +kapivara:undescribed
	ExternalDocs *ExternalDocumentation `json:"externalDocs,omitempty" protobuf:"35"`
	// A value as an example.
	// +kapivara:undescribed
	Example *JSON `json:"example,omitempty" protobuf:"36"`
	// Whether null is allowed, too.
	Nullable bool `json:"nullable,omitempty" protobuf:"37"`
	// true keeps fields that the schema does not name, here and below, up to where it names some again. false is
	// not allowed.
	XPreserveUnknownFields *bool `json:"x-kubernetes-preserve-unknown-fields,omitempty" protobuf:"38"`
	// Whether the value is a whole object, with apiVersion, kind and metadata, which are checked too. Its type is
	// object.
	XEmbeddedResource bool `json:"x-kubernetes-embedded-resource,omitempty" protobuf:"39"`
	// Whether the value is either an integer or a string; type is left empty then.
	XIntOrString bool `json:"x-kubernetes-int-or-string,omitempty" protobuf:"40"`
	// The fields that tell items of a list apart. Only for x-kubernetes-list-type map.
	// +listType=atomic
	// +kapivara:keepEmpty
	XListMapKeys []string `json:"x-kubernetes-list-map-keys,omitempty" protobuf:"41"`
	// How a list merges: atomic as one value, set by its scalar items, map by the items' keys.
	XListType *string `json:"x-kubernetes-list-type,omitempty" protobuf:"42"`
	// How an object merges: granular field by field, atomic as one value.
	XMapType *string `json:"x-kubernetes-map-type,omitempty" protobuf:"43"`
	// Rules in CEL that the value must keep.
	// +listType=map
	// +listMapKey=rule
	// +kapivara:keepEmpty
	XValidations ValidationRules `json:"x-kubernetes-validations,omitempty" patchStrategy:"merge" patchMergeKey:"rule" protobuf:"44"`
}

// Rules in CEL that a value must keep.
type ValidationRules []ValidationRule

// A rule in CEL.
type ValidationRule struct {
	// The expression that must be true. self is the value; oldSelf, in an update, the one before: a rule that
	// uses it is checked only where both are there.
	Rule string `json:"rule" protobuf:"1"`
	// What is told where the rule fails. To be given where the rule has more than one line.
	Message string `json:"message,omitempty" protobuf:"2"`
	// An expression for the message, which wins over message as long as it works and gives one line.
	MessageExpression string `json:"messageExpression,omitempty" protobuf:"3"`
	// The sort of fault that is told; FieldValueInvalid where it is not given.
	Reason *FieldValueErrorReason `json:"reason,omitempty" protobuf:"4"`
	// The field that is blamed, as a path from the value on, such as .spec.size; the value itself where it is not
	// given.
	FieldPath string `json:"fieldPath,omitempty" protobuf:"5"`
	// Whether a rule with oldSelf is checked on creation, too: oldSelf is an optional value then.
	// +featureGate=CRDValidationRatcheting
	OptionalOldSelf *bool `json:"optionalOldSelf,omitempty" protobuf:"6"`
}

// Any JSON value: object, list, string, number, boolean or null.
// +kapivara:json=apis.apiextensions.schema_json.any_json()
type JSON struct {
	Raw []byte `json:"-" protobuf:"1"`
}

// The address of a schema's schema.
type JSONSchemaURL string

// A JSON schema, or a list of them.
// +kapivara:json=apis.apiextensions.schema_json.schema_or_array()
type JSONSchemaPropsOrArray struct {
	Schema *JSONSchemaProps `protobuf:"1"`
	// +listType=atomic
	JSONSchemas []JSONSchemaProps `protobuf:"2"`
}

// A JSON schema, or true or false.
// +kapivara:json=apis.apiextensions.schema_json.schema_or_bool()
type JSONSchemaPropsOrBool struct {
	Allows bool             `protobuf:"1"`
	Schema *JSONSchemaProps `protobuf:"2"`
}

// What must hold where a field is given.
type JSONSchemaDependencies map[string]JSONSchemaPropsOrStringArray

// A JSON schema, or a list of strings.
// +kapivara:json=apis.apiextensions.schema_json.schema_or_strings()
type JSONSchemaPropsOrStringArray struct {
	Schema *JSONSchemaProps `protobuf:"1"`
	// +listType=atomic
	Property []string `protobuf:"2"`
}

// Schemas by name.
type JSONSchemaDefinitions map[string]JSONSchemaProps

// Where there is more to read.
type ExternalDocumentation struct {
	// What is to be read there.
	Description string `json:"description,omitempty" protobuf:"1"`
	// The address.
	URL string `json:"url,omitempty" protobuf:"2"`
}
