// The types that all kinds share: metadata, the Status of a request, its options.
package v1 // import "k8s.io/apimachinery/pkg/apis/meta/v1"

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"time"
)

// A time in seconds, as in 2006-01-02T15:04:05Z.
// +kapivara:json=codec.typed.meta_json.TIME
type Time struct {
	time.Time `protobuf:"-"`
}

// A time in microseconds, as in 2006-01-02T15:04:05.000000Z.
// +kapivara:json=codec.known_shapes.MICRO_TIME
type MicroTime struct {
	time.Time `protobuf:"-"`
}

// A time in seconds and nanoseconds, the form of times in protocol buffers.
type Timestamp struct {
	// Seconds since 1970-01-01T00:00:00Z.
	Seconds int64 `json:"seconds" protobuf:"1"`
	// Nanoseconds of the second.
	Nanos int32 `json:"nanos" protobuf:"2"`
}

// A duration in Go's notation, such as 1m30s.
// +kapivara:json=codec.known_shapes.DURATION
type Duration struct {
	time.Duration `protobuf:"1"`
}

// The kind and version of an object.
type TypeMeta struct {
	// The kind of the object within its group and version, such as Namespace.
	Kind string `json:"kind,omitempty" protobuf:"1"`
	// The group and version of the object, such as apps/v1; v1 for the core group.
	APIVersion string `json:"apiVersion,omitempty" protobuf:"2"`
}

// The metadata of a list.
type ListMeta struct {
	// Deprecated; always empty.
	SelfLink string `json:"selfLink,omitempty" protobuf:"1"`
	// The version of the listed state. A watch that starts here misses no change.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"2"`
	// Set if there are more objects: pass it as the parameter continue to get the next part of the list.
	Continue string `json:"continue,omitempty" protobuf:"3"`
	// The approximate number of items in the remaining parts; not set with a selector.
	RemainingItemCount *int64 `json:"remainingItemCount,omitempty" protobuf:"4"`
	// Set if the list is a shard that shardSelector requested.
	// +featureGate=ShardedListAndWatch
	ShardInfo *ShardInfo `json:"shardInfo,omitempty" protobuf:"5"`
}

// A list of objects of any kind.
type List struct {
	TypeMeta `json:",inline"`
	// The metadata of the list.
	ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// The objects.
	Items []runtime.RawExtension `json:"items" protobuf:"2"`
}

// The shard that a list contains.
type ShardInfo struct {
	// The requested shardSelector.
	// +required
	Selector string `json:"selector" protobuf:"1"`
}

// The metadata of a stored object: name, labels, owners, and values that the server sets.
type ObjectMeta struct {
	// The name, unique among the objects of its kind and namespace. It is immutable.
	Name string `json:"name,omitempty" protobuf:"1"`
	// A prefix of the name: if name is empty, the server appends random characters.
	GenerateName string `json:"generateName,omitempty" protobuf:"2"`
	// The namespace of the object; empty for cluster-scoped kinds. It is immutable.
	Namespace string `json:"namespace,omitempty" protobuf:"3"`
	// Deprecated; always empty.
	SelfLink string `json:"selfLink,omitempty" protobuf:"4"`
	// Identifies this object uniquely, also among earlier and later objects of the same name. The server sets it.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	UID types.UID `json:"uid,omitempty" protobuf:"5"`
	// Changes with every write of the object. Send it back to prevent overwriting other changes; compare it only for
	// equality. The server sets it.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"6"`
	// Counts the changes of the desired state, above all of spec. The server sets it.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:minimum=0
	Generation int64 `json:"generation,omitempty" protobuf:"7"`
	// The time when the object was created. The server sets it.
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	CreationTimestamp Time `json:"creationTimestamp,omitempty,omitzero" protobuf:"8"`
	// The time at which the object is deleted. A deletion sets it; the object is removed once finalizers is empty.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	DeletionTimestamp *Time `json:"deletionTimestamp,omitempty" protobuf:"9"`
	// The grace period of the deletion in seconds. Set together with deletionTimestamp.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	DeletionGracePeriodSeconds *int64 `json:"deletionGracePeriodSeconds,omitempty" protobuf:"10"`
	// Short texts by key, by which selectors group and find objects.
	Labels map[string]string `json:"labels,omitempty" protobuf:"11"`
	// Texts by key that tools store with the object. Selectors do not use them.
	Annotations map[string]string `json:"annotations,omitempty" protobuf:"12"`
	// The owners of this object: it is deleted when all of them are deleted. At most one is the controller.
	// +listType=map
	// +listMapKey=uid
	// +k8s:alpha(since:"1.37")=+k8s:optional
	OwnerReferences []OwnerReference `json:"ownerReferences,omitempty" patchStrategy:"merge" patchMergeKey:"uid" protobuf:"13"`
	// Components that must act before the object is removed. Each removes its own entry when it is done.
	// +listType=set
	Finalizers []string `json:"finalizers,omitempty" patchStrategy:"merge" protobuf:"14"`
	// The managers of the fields. The server maintains it, and server-side apply uses it to find conflicts.
	// +listType=atomic
	// +k8s:alpha(since: "1.37")=+k8s:optional
	ManagedFields []ManagedFieldsEntry `json:"managedFields,omitempty" protobuf:"17"`
}

// A reference to an owner, in the same namespace or cluster-scoped.
// +structType=atomic
type OwnerReference struct {
	// The owner's group and version.
	// +k8s:alpha(since:"1.37")=+k8s:required
	APIVersion string `json:"apiVersion" protobuf:"5"`
	// The owner's kind.
	// +k8s:alpha(since:"1.37")=+k8s:required
	Kind string `json:"kind" protobuf:"1"`
	// The owner's name.
	// +k8s:alpha(since:"1.37")=+k8s:required
	Name string `json:"name" protobuf:"3"`
	// The owner's uid: another object of the same name is not the owner.
	// +k8s:alpha(since:"1.37")=+k8s:required
	UID types.UID `json:"uid" protobuf:"4"`
	// True if the owner is the controller of this object.
	Controller *bool `json:"controller,omitempty" protobuf:"6"`
	// If true, a foreground deletion of the owner waits until this object is removed.
	BlockOwnerDeletion *bool `json:"blockOwnerDeletion,omitempty" protobuf:"7"`
}

// The fields that a manager set with one kind of operation.
type ManagedFieldsEntry struct {
	// The name of the manager.
	Manager string `json:"manager,omitempty" protobuf:"1"`
	// The operation: Apply for server-side apply, else Update.
	// +k8s:alpha(since: "1.37")=+k8s:required
	Operation ManagedFieldsOperationType `json:"operation,omitempty" protobuf:"2"`
	// The group and version of the field names.
	APIVersion string `json:"apiVersion,omitempty" protobuf:"3"`
	// The time when the entry was created or its fields last changed.
	Time *Time `json:"time,omitempty" protobuf:"4"`
	// The format of the fields: always FieldsV1.
	FieldsType string `json:"fieldsType,omitempty" protobuf:"6"`
	// The fields, as a tree.
	FieldsV1 *FieldsV1 `json:"fieldsV1,omitempty" protobuf:"7"`
	// The subresource that was written to; empty for the object itself.
	Subresource string `json:"subresource,omitempty" protobuf:"8"`
}

// The operation of a manager.
// +k8s:alpha(since: "1.37")=+k8s:enum
type ManagedFieldsOperationType string

const (
	ManagedFieldsOperationApply  ManagedFieldsOperationType = "Apply"
	ManagedFieldsOperationUpdate ManagedFieldsOperationType = "Update"
)

// A set of fields as a tree: f:NAME is a field, k:{KEYS} a list item by its keys, v:VALUE one by its value,
// i:INDEX one by its position, and . the node itself.
// +kapivara:json=codec.typed.meta_json.FIELDS_V1
type FieldsV1 struct {
	Raw []byte `json:"-" protobuf:"1"`
}

// The options of a deletion.
type DeleteOptions struct {
	TypeMeta `json:",inline"`
	// The grace period in seconds; 0 deletes the object at once. The default depends on the kind.
	GracePeriodSeconds *int64 `json:"gracePeriodSeconds,omitempty" protobuf:"1"`
	// The preconditions of the deletion, which otherwise fails with 409.
	Preconditions *Preconditions `json:"preconditions,omitempty" protobuf:"2"`
	// Deprecated in favor of propagationPolicy. If true, dependents are not deleted.
	OrphanDependents *bool `json:"orphanDependents,omitempty" protobuf:"3"`
	// The handling of dependents: Orphan keeps them, Background deletes them later, Foreground deletes them first. Not
	// together with orphanDependents.
	PropagationPolicy *DeletionPropagation `json:"propagationPolicy,omitempty" protobuf:"4"`
	// The only valid value is All: the request runs through all steps, but nothing is stored.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"5"`
	// Deletes an object that cannot be read from storage, ignoring finalizers and preconditions. Dependents may break.
	IgnoreStoreReadErrorWithClusterBreakingPotential *bool `json:"ignoreStoreReadErrorWithClusterBreakingPotential,omitempty" protobuf:"6"`
}

// The options of a read.
type GetOptions struct {
	TypeMeta `json:",inline"`
	// The version of the state to read. A watch starts there. A get or list returns a state at least as new, or the
	// one that resourceVersionMatch requests; 0 accepts any state, and without it the newest state is returned.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"1"`
}

// The options of a list or a watch.
type ListOptions struct {
	TypeMeta `json:",inline"`
	// Only objects whose labels match, such as app=web,tier!=cache.
	LabelSelector string `json:"labelSelector,omitempty" protobuf:"1"`
	// Only objects whose fields have these values, such as metadata.name=x.
	FieldSelector string `json:"fieldSelector,omitempty" protobuf:"2"`
	// Returns a stream of changes after resourceVersion instead of a list.
	Watch bool `json:"watch,omitempty" protobuf:"3"`
	// Allows BOOKMARK events, which contain only the current resourceVersion of the watch.
	AllowWatchBookmarks bool `json:"allowWatchBookmarks,omitempty" protobuf:"9"`
	// The version of the state to read. A watch starts there. A get or list returns a state at least as new, or the
	// one that resourceVersionMatch requests; 0 accepts any state, and without it the newest state is returned.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"4"`
	// The meaning of resourceVersion in a list: Exact or NotOlderThan. Requires resourceVersion.
	ResourceVersionMatch ResourceVersionMatch `json:"resourceVersionMatch,omitempty" protobuf:"10"`
	// The maximum duration of a list or watch in seconds.
	TimeoutSeconds *int64 `json:"timeoutSeconds,omitempty" protobuf:"5"`
	// The maximum number of objects in a response. If there are more, metadata.continue of the list is set: pass it as
	// continue to get the next part of the same state.
	Limit int64 `json:"limit,omitempty" protobuf:"7"`
	// Continues a list with a limit: metadata.continue of the previous part, with otherwise equal parameters. An
	// expired token returns 410 and a new token, which lists the rest of the current state.
	Continue string `json:"continue,omitempty" protobuf:"8"`
	// Starts a watch with an ADDED event for each existing object, followed by a bookmark; requires
	// allowWatchBookmarks and resourceVersionMatch=NotOlderThan.
	SendInitialEvents *bool `json:"sendInitialEvents,omitempty" protobuf:"11"`
	// Selects the objects of one shard, as ranges of hashes: shardRange(…).
	// +featureGate=ShardedListAndWatch
	ShardSelector string `json:"shardSelector,omitempty" protobuf:"15"`
}

// The options of a create.
type CreateOptions struct {
	TypeMeta `json:",inline"`
	// The only valid value is All: the request runs through all steps, but nothing is stored.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"1"`
	// The name of the field manager, up to 128 printable characters, which is stored in metadata.managedFields.
	FieldManager string `json:"fieldManager,omitempty" protobuf:"3"`
	// The handling of unknown and duplicate fields: Strict rejects the request, Warn (the default) drops them with a
	// warning each, Ignore drops them silently.
	FieldValidation string `json:"fieldValidation,omitempty" protobuf:"4"`
}

// The options of an update.
type UpdateOptions struct {
	TypeMeta `json:",inline"`
	// The only valid value is All: the request runs through all steps, but nothing is stored.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"1"`
	// The name of the field manager, up to 128 printable characters, which is stored in metadata.managedFields.
	FieldManager string `json:"fieldManager,omitempty" protobuf:"2"`
	// The handling of unknown and duplicate fields: Strict rejects the request, Warn (the default) drops them with a
	// warning each, Ignore drops them silently.
	FieldValidation string `json:"fieldValidation,omitempty" protobuf:"3"`
}

// The options of a patch.
type PatchOptions struct {
	TypeMeta `json:",inline"`
	// The only valid value is All: the request runs through all steps, but nothing is stored.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"1"`
	// Lets server-side apply take over fields of other managers instead of failing with a conflict.
	Force *bool `json:"force,omitempty" protobuf:"2"`
	// The name of the field manager, up to 128 printable characters, which is stored in metadata.managedFields.
	// Required for server-side apply.
	FieldManager string `json:"fieldManager,omitempty" protobuf:"3"`
	// The handling of unknown and duplicate fields: Strict rejects the request, Warn (the default) drops them with a
	// warning each, Ignore drops them silently.
	FieldValidation string `json:"fieldValidation,omitempty" protobuf:"4"`
}

// An event of a watch.
type WatchEvent struct {
	// ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
	Type string `json:"type" protobuf:"1"`
	// The object after the change, or its last state if it was deleted; for BOOKMARK only the resourceVersion, for
	// ERROR a Status.
	Object runtime.RawExtension `json:"object" protobuf:"2"`
}

// The preconditions of an operation on an object.
type Preconditions struct {
	// The uid that the object must have.
	UID *types.UID `json:"uid,omitempty" protobuf:"1"`
	// The resourceVersion that the object must have.
	ResourceVersion *string `json:"resourceVersion,omitempty" protobuf:"2"`
}

// The response without an object: the result of a request, and the reason of a failure.
type Status struct {
	TypeMeta `json:",inline"`
	// The metadata of a list, mostly empty.
	ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// Success or Failure.
	Status string `json:"status,omitempty" protobuf:"2"`
	// A description of the result, for humans.
	Message string `json:"message,omitempty" protobuf:"3"`
	// The reason of the failure as one word, for programs, such as NotFound, Conflict or Invalid.
	Reason StatusReason `json:"reason,omitempty" protobuf:"4"`
	// More about the failure, for programs.
	Details *StatusDetails `json:"details,omitempty" protobuf:"5"`
	// The HTTP status code.
	Code int32 `json:"code,omitempty" protobuf:"6"`
}

// Details of a failure.
type StatusDetails struct {
	// The name of the object, if the request names one.
	Name string `json:"name,omitempty" protobuf:"1"`
	// The group of the requested resource.
	Group string `json:"group,omitempty" protobuf:"2"`
	// The kind or resource of the request.
	Kind string `json:"kind,omitempty" protobuf:"3"`
	// The uid of the object, if the request names one.
	UID types.UID `json:"uid,omitempty" protobuf:"6"`
	// The causes of the failure, such as invalid fields.
	// +listType=atomic
	Causes []StatusCause `json:"causes,omitempty" protobuf:"4"`
	// The number of seconds after which the client should retry.
	RetryAfterSeconds int32 `json:"retryAfterSeconds,omitempty" protobuf:"5"`
}

// One cause of a failure.
type StatusCause struct {
	// The type of the cause as one word, for programs, such as FieldValueInvalid.
	Type CauseType `json:"reason,omitempty" protobuf:"1"`
	// A description of the cause, for humans.
	Message string `json:"message,omitempty" protobuf:"2"`
	// The path of the invalid field: spec.containers[0].name.
	Field string `json:"field,omitempty" protobuf:"3"`
}

// A patch of an object; its media type determines its form.
type Patch struct{}

// Selects objects by labels: all requirements must be met. An empty selector selects all objects.
// +structType=atomic
type LabelSelector struct {
	// Labels that an object must have, with these values.
	MatchLabels map[string]string `json:"matchLabels,omitempty" protobuf:"1"`
	// Further requirements on labels.
	// +listType=atomic
	MatchExpressions []LabelSelectorRequirement `json:"matchExpressions,omitempty" protobuf:"2"`
}

// A requirement on a label.
type LabelSelectorRequirement struct {
	// The key of the label.
	Key string `json:"key" protobuf:"1"`
	// The operator: In, NotIn, Exists or DoesNotExist.
	Operator LabelSelectorOperator `json:"operator" protobuf:"2"`
	// The values that In and NotIn compare with; none for Exists and DoesNotExist.
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

// A requirement on a field.
type FieldSelectorRequirement struct {
	// The path of the field.
	Key string `json:"key" protobuf:"1"`
	// The operator: In, NotIn, Exists or DoesNotExist.
	Operator FieldSelectorOperator `json:"operator" protobuf:"2"`
	// The values that In and NotIn compare with; none for Exists and DoesNotExist.
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

// A condition of an object's current state.
type Condition struct {
	// The type of the condition as one word, such as Ready.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	// +kubebuilder:validation:MaxLength=316
	// +k8s:alpha(since: "1.37")=+k8s:required
	Type string `json:"type" protobuf:"1"`
	// The status of the condition: True, False or Unknown.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Enum=True;False;Unknown
	// +k8s:alpha(since: "1.37")=+k8s:required
	Status ConditionStatus `json:"status" protobuf:"2"`
	// The generation for which the condition was set; if it is less than metadata.generation, the condition is out of
	// date.
	// +kubebuilder:validation:Minimum=0
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"3"`
	// The time when status last changed.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date-time
	// +k8s:alpha(since: "1.37")=+k8s:customValidation
	LastTransitionTime Time `json:"lastTransitionTime" protobuf:"4"`
	// The reason of the status as one word, for programs.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:MaxLength=1024
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:Pattern=`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
	// +k8s:alpha(since: "1.37")=+k8s:required
	// +k8s:alpha(since: "1.37")=+k8s:maxBytes=1024
	Reason string `json:"reason" protobuf:"5"`
	// A description of the condition, for humans.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:MaxLength=32768
	Message string `json:"message" protobuf:"6"`
}

// The status of a condition.
// +k8s:alpha(since: "1.37")=+k8s:enum
type ConditionStatus string

const (
	ConditionTrue    ConditionStatus = "True"
	ConditionFalse   ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)

// A kind without its version.
type GroupKind struct {
	// The group; empty for the core group.
	Group string `json:"group" protobuf:"1"`
	// The kind.
	Kind string `json:"kind" protobuf:"2"`
}

// A resource without its version.
type GroupResource struct {
	// The group; empty for the core group.
	Group string `json:"group" protobuf:"1"`
	// The resource, in the plural.
	Resource string `json:"resource" protobuf:"2"`
}

// A version of a group.
type GroupVersion struct {
	// The group; empty for the core group.
	Group string `json:"group" protobuf:"1"`
	// The version.
	Version string `json:"version" protobuf:"2"`
}

// A kind at one version.
type GroupVersionKind struct {
	// The group; empty for the core group.
	Group string `json:"group" protobuf:"1"`
	// The version.
	Version string `json:"version" protobuf:"2"`
	// The kind.
	Kind string `json:"kind" protobuf:"3"`
}

// A resource at one version.
type GroupVersionResource struct {
	// The group; empty for the core group.
	Group string `json:"group" protobuf:"1"`
	// The version.
	Version string `json:"version" protobuf:"2"`
	// The resource, in the plural.
	Resource string `json:"resource" protobuf:"3"`
}

// The versions of the core group that are served.
type APIVersions struct {
	TypeMeta `json:",inline"`
	// The versions.
	// +listType=atomic
	Versions []string `json:"versions" protobuf:"1"`
	// The server's addresses, by network of the client.
	// +listType=atomic
	ServerAddressByClientCIDRs []ServerAddressByClientCIDR `json:"serverAddressByClientCIDRs" protobuf:"2"`
}

// The groups that are served.
type APIGroupList struct {
	TypeMeta `json:",inline"`
	// The groups.
	// +listType=atomic
	Groups []APIGroup `json:"groups" protobuf:"1"`
}

// A group that is served.
type APIGroup struct {
	TypeMeta `json:",inline"`
	// The name of the group.
	Name string `json:"name" protobuf:"1"`
	// Its versions that are served.
	// +listType=atomic
	Versions []GroupVersionForDiscovery `json:"versions" protobuf:"2"`
	// The preferred version.
	PreferredVersion GroupVersionForDiscovery `json:"preferredVersion,omitempty" protobuf:"3"`
	// The server's addresses, by network of the client.
	// +listType=atomic
	ServerAddressByClientCIDRs []ServerAddressByClientCIDR `json:"serverAddressByClientCIDRs,omitempty" protobuf:"4"`
}

// The server's address for clients of a network.
type ServerAddressByClientCIDR struct {
	// The network, such as 0.0.0.0/0.
	ClientCIDR string `json:"clientCIDR" protobuf:"1"`
	// The address, with a port if it is not the default.
	ServerAddress string `json:"serverAddress" protobuf:"2"`
}

// A version of a group.
type GroupVersionForDiscovery struct {
	// The group and version, in the form of apiVersion.
	GroupVersion string `json:"groupVersion" protobuf:"1"`
	// The version alone.
	Version string `json:"version" protobuf:"2"`
}

// The resources of a version of a group.
type APIResourceList struct {
	TypeMeta `json:",inline"`
	// The group and version, in the form of apiVersion.
	GroupVersion string `json:"groupVersion" protobuf:"1"`
	// The resources and their subresources.
	// +listType=atomic
	APIResources []APIResource `json:"resources" protobuf:"2"`
}

// A resource or subresource.
type APIResource struct {
	// The name in paths: the plural, or resource and subresource, such as pods/status.
	Name string `json:"name" protobuf:"1"`
	// The singular name, for humans.
	SingularName string `json:"singularName" protobuf:"6"`
	// True if its objects are namespaced.
	Namespaced bool `json:"namespaced" protobuf:"2"`
	// The group of the kind, if it differs from that of the list.
	Group string `json:"group,omitempty" protobuf:"8"`
	// The version of the kind, if it differs from that of the list.
	Version string `json:"version,omitempty" protobuf:"9"`
	// The kind of its objects.
	Kind string `json:"kind" protobuf:"3"`
	// The supported verbs.
	Verbs Verbs `json:"verbs" protobuf:"4"`
	// Short names for command lines.
	// +listType=atomic
	ShortNames []string `json:"shortNames,omitempty" protobuf:"5"`
	// The categories of the resource, such as all.
	// +listType=atomic
	Categories []string `json:"categories,omitempty" protobuf:"7"`
	// A hash of the storage version.
	StorageVersionHash string `json:"storageVersionHash,omitempty" protobuf:"10"`
}

// The handling of dependents.
type DeletionPropagation string

// The meaning of resourceVersion in a list.
type ResourceVersionMatch string

// The operator of a label requirement.
type LabelSelectorOperator string

// The operator of a field requirement.
type FieldSelectorOperator string

// The reason of a failure as one word.
type StatusReason string

// The type of a cause as one word.
type CauseType string

// The verbs that a resource has.
// +protobuf.nullable=true
type Verbs []string
