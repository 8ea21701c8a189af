// The types that all kinds share: metadata, the Status of a request, its options.
package v1 // import "k8s.io/apimachinery/pkg/apis/meta/v1"

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"time"
)

// A moment, to the second, as in 2006-01-02T15:04:05Z.
// +kapivara:json=codec.meta_json.TIME
type Time struct {
	time.Time `protobuf:"-"`
}

// A moment, to the microsecond, as in 2006-01-02T15:04:05.000000Z.
// +kapivara:json=codec.known_shapes.MICRO_TIME
type MicroTime struct {
	time.Time `protobuf:"-"`
}

// A moment as seconds and nanoseconds: how times are written in protocol buffers.
type Timestamp struct {
	// Seconds since 1970-01-01T00:00:00Z.
	Seconds int64 `json:"seconds" protobuf:"1"`
	// Nanoseconds of the second.
	Nanos int32 `json:"nanos" protobuf:"2"`
}

// A span of time in Go's notation, such as 1m30s.
// +kapivara:json=codec.known_shapes.DURATION
type Duration struct {
	time.Duration `protobuf:"1"`
}

// Says of which kind an object is.
type TypeMeta struct {
	// The kind of the object, such as Namespace: which type of its group and version it is.
	Kind string `json:"kind,omitempty" protobuf:"1"`
	// The group and version that the object is written in, such as apps/v1; v1 for the core group.
	APIVersion string `json:"apiVersion,omitempty" protobuf:"2"`
}

// What every list has beside its items.
type ListMeta struct {
	// Deprecated, and always empty.
	SelfLink string `json:"selfLink,omitempty" protobuf:"1"`
	// The state that was listed. A watch from it on misses nothing.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"2"`
	// Set where there is more than the answer holds: pass it as the parameter continue to get the next part.
	Continue string `json:"continue,omitempty" protobuf:"3"`
	// About how many items are left for the parts to come; not told where a selector was given.
	RemainingItemCount *int64 `json:"remainingItemCount,omitempty" protobuf:"4"`
	// Set where the list is one shard of the whole, as shardSelector asked.
	// +featureGate=ShardedListAndWatch
	ShardInfo *ShardInfo `json:"shardInfo,omitempty" protobuf:"5"`
}

// A list of objects, of whatever kinds.
type List struct {
	TypeMeta `json:",inline"`
	// Which state was listed, and whether there is more.
	ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// The objects.
	Items []runtime.RawExtension `json:"items" protobuf:"2"`
}

// Which shard of the whole a list holds.
type ShardInfo struct {
	// The shardSelector that was asked for.
	// +required
	Selector string `json:"selector" protobuf:"1"`
}

// What every stored object has beside its content: its name, labels and owners, and what the server notes.
type ObjectMeta struct {
	// The name: unique among the objects of its kind in its namespace. It never changes.
	Name string `json:"name,omitempty" protobuf:"1"`
	// The beginning of a name: where name is not given, the server adds a few random characters.
	GenerateName string `json:"generateName,omitempty" protobuf:"2"`
	// The namespace that the object is in; empty for kinds that are in none. It never changes.
	Namespace string `json:"namespace,omitempty" protobuf:"3"`
	// Deprecated, and always empty.
	SelfLink string `json:"selfLink,omitempty" protobuf:"4"`
	// Tells this object from all others, those of the same name before and after it too. The server sets it.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	UID types.UID `json:"uid,omitempty" protobuf:"5"`
	// Changes with every write of the object. Send it back to make sure that nobody wrote in between; it can be
	// compared for equality only. The server sets it.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"6"`
	// Counts the changes of what is wanted, above all of spec. The server sets it.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:minimum=0
	Generation int64 `json:"generation,omitempty" protobuf:"7"`
	// When the object was created. The server sets it.
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	CreationTimestamp Time `json:"creationTimestamp,omitempty,omitzero" protobuf:"8"`
	// When the object is to be gone. A deletion sets it for good: once finalizers is empty, it is removed.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	DeletionTimestamp *Time `json:"deletionTimestamp,omitempty" protobuf:"9"`
	// How many seconds the object has been given to end by itself. Set with deletionTimestamp.
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	DeletionGracePeriodSeconds *int64 `json:"deletionGracePeriodSeconds,omitempty" protobuf:"10"`
	// Short texts by key, which selectors look at to group and to find objects.
	Labels map[string]string `json:"labels,omitempty" protobuf:"11"`
	// Texts by key that tools keep with the object. Nothing selects by them.
	Annotations map[string]string `json:"annotations,omitempty" protobuf:"12"`
	// The objects that this one belongs to: it goes when all of them are gone. At most one controls it.
	// +listType=map
	// +listMapKey=uid
	// +k8s:alpha(since:"1.37")=+k8s:optional
	OwnerReferences []OwnerReference `json:"ownerReferences,omitempty" patchStrategy:"merge" patchMergeKey:"uid" protobuf:"13"`
	// Who still has something to do before the object may be removed. Each takes its own name off when done.
	// +listType=set
	Finalizers []string `json:"finalizers,omitempty" patchStrategy:"merge" protobuf:"14"`
	// Who set which fields, and how. The server keeps it, for server-side apply to find conflicts.
	// +listType=atomic
	// +k8s:alpha(since: "1.37")=+k8s:optional
	ManagedFields []ManagedFieldsEntry `json:"managedFields,omitempty" protobuf:"17"`
}

// Points to an object that this one belongs to: in the same namespace, or in none.
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
	// Whether the owner is the one that controls this object.
	Controller *bool `json:"controller,omitempty" protobuf:"6"`
	// Where the owner is deleted in the foreground, it stays until this object is gone.
	BlockOwnerDeletion *bool `json:"blockOwnerDeletion,omitempty" protobuf:"7"`
}

// The fields that one manager set by one kind of write.
type ManagedFieldsEntry struct {
	// The name of who wrote them.
	Manager string `json:"manager,omitempty" protobuf:"1"`
	// The kind of write: Apply for server-side apply, else Update.
	// +k8s:alpha(since: "1.37")=+k8s:required
	Operation ManagedFieldsOperationType `json:"operation,omitempty" protobuf:"2"`
	// The group and version in which the fields are named.
	APIVersion string `json:"apiVersion,omitempty" protobuf:"3"`
	// When the entry was made, or its fields last changed.
	Time *Time `json:"time,omitempty" protobuf:"4"`
	// How the fields are written down: always FieldsV1.
	FieldsType string `json:"fieldsType,omitempty" protobuf:"6"`
	// The fields, as a tree.
	FieldsV1 *FieldsV1 `json:"fieldsV1,omitempty" protobuf:"7"`
	// The subresource that was written to; empty for the object itself.
	Subresource string `json:"subresource,omitempty" protobuf:"8"`
}

// The kind of a write.
// +k8s:alpha(since: "1.37")=+k8s:enum
type ManagedFieldsOperationType string

const (
	ManagedFieldsOperationApply  ManagedFieldsOperationType = "Apply"
	ManagedFieldsOperationUpdate ManagedFieldsOperationType = "Update"
)

// A set of fields as a tree: f:NAME is a field, k:{KEYS} an item of a list by its keys, v:VALUE one by its value,
// i:INDEX one by its place, and . the node itself.
// +kapivara:json=codec.meta_json.FIELDS_V1
type FieldsV1 struct {
	Raw []byte `json:"-" protobuf:"1"`
}

// How an object is to be deleted.
type DeleteOptions struct {
	TypeMeta `json:",inline"`
	// How many seconds the object is given to end by itself; 0 deletes it at once. Each kind has its own default.
	GracePeriodSeconds *int64 `json:"gracePeriodSeconds,omitempty" protobuf:"1"`
	// What must hold of the object; else the deletion is refused with 409.
	Preconditions *Preconditions `json:"preconditions,omitempty" protobuf:"2"`
	// Deprecated, use propagationPolicy: whether objects that this one owns stay behind.
	OrphanDependents *bool `json:"orphanDependents,omitempty" protobuf:"3"`
	// What becomes of objects that this one owns: Orphan leaves them, Background deletes them later, Foreground
	// deletes them first. Not together with orphanDependents.
	PropagationPolicy *DeletionPropagation `json:"propagationPolicy,omitempty" protobuf:"4"`
	// All goes through every step without storing anything; nothing else may be given.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"5"`
	// Deletes an object that can no longer be read from storage, without looking at finalizers and preconditions.
	// What depends on it may break.
	IgnoreStoreReadErrorWithClusterBreakingPotential *bool `json:"ignoreStoreReadErrorWithClusterBreakingPotential,omitempty" protobuf:"6"`
}

// How an object is to be read.
type GetOptions struct {
	TypeMeta `json:",inline"`
	// The state to answer from. Of a watch: where it begins. Of a get or list: at least this new, or what
	// resourceVersionMatch says; 0 takes whatever is at hand, and without it the newest state is answered.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"1"`
}

// Which objects are to be listed, or watched.
type ListOptions struct {
	TypeMeta `json:",inline"`
	// Only objects whose labels match, such as app=web,tier!=cache.
	LabelSelector string `json:"labelSelector,omitempty" protobuf:"1"`
	// Only objects whose fields have these values, such as metadata.name=x.
	FieldSelector string `json:"fieldSelector,omitempty" protobuf:"2"`
	// Answers with a stream of changes from resourceVersion on, in place of a list.
	Watch bool `json:"watch,omitempty" protobuf:"3"`
	// Lets a watch send BOOKMARK events now and then, which carry only the resourceVersion that it has reached.
	AllowWatchBookmarks bool `json:"allowWatchBookmarks,omitempty" protobuf:"9"`
	// The state to answer from. Of a watch: where it begins. Of a get or list: at least this new, or what
	// resourceVersionMatch says; 0 takes whatever is at hand, and without it the newest state is answered.
	ResourceVersion string `json:"resourceVersion,omitempty" protobuf:"4"`
	// How a list reads resourceVersion: Exact, or NotOlderThan. It may be given only together with resourceVersion.
	ResourceVersionMatch ResourceVersionMatch `json:"resourceVersionMatch,omitempty" protobuf:"10"`
	// After how many seconds a list or watch ends, whatever happens in it.
	TimeoutSeconds *int64 `json:"timeoutSeconds,omitempty" protobuf:"5"`
	// How many objects an answer holds at most. Where there are more, metadata.continue of the list is set: pass it as
	// continue to get the next part of the same moment.
	Limit int64 `json:"limit,omitempty" protobuf:"7"`
	// Goes on with a list that was cut by limit: metadata.continue of the part before, all else being the same. A token
	// that is too old is answered with 410 and a new one; with that, the rest is listed as it is now.
	Continue string `json:"continue,omitempty" protobuf:"8"`
	// Lets a watch begin with an ADDED event for each object that is there, and a bookmark that ends them; needs
	// allowWatchBookmarks and resourceVersionMatch=NotOlderThan.
	SendInitialEvents *bool `json:"sendInitialEvents,omitempty" protobuf:"11"`
	// Only objects of one shard of the whole, written as ranges of hashes: shardRange(…).
	// +featureGate=ShardedListAndWatch
	ShardSelector string `json:"shardSelector,omitempty" protobuf:"15"`
}

// How an object is to be created.
type CreateOptions struct {
	TypeMeta `json:",inline"`
	// All goes through every step without storing anything; nothing else may be given.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"1"`
	// Who makes this change: a name of up to 128 printable characters, kept in metadata.managedFields.
	FieldManager string `json:"fieldManager,omitempty" protobuf:"3"`
	// What becomes of fields that are unknown or given twice: Strict refuses the request, Warn (the default) drops them
	// and sends a warning for each, Ignore drops them in silence.
	FieldValidation string `json:"fieldValidation,omitempty" protobuf:"4"`
}

// How an object is to be replaced.
type UpdateOptions struct {
	TypeMeta `json:",inline"`
	// All goes through every step without storing anything; nothing else may be given.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"1"`
	// Who makes this change: a name of up to 128 printable characters, kept in metadata.managedFields.
	FieldManager string `json:"fieldManager,omitempty" protobuf:"2"`
	// What becomes of fields that are unknown or given twice: Strict refuses the request, Warn (the default) drops them
	// and sends a warning for each, Ignore drops them in silence.
	FieldValidation string `json:"fieldValidation,omitempty" protobuf:"3"`
}

// How an object is to be patched.
type PatchOptions struct {
	TypeMeta `json:",inline"`
	// All goes through every step without storing anything; nothing else may be given.
	// +listType=atomic
	DryRun []string `json:"dryRun,omitempty" protobuf:"1"`
	// Lets server-side apply take over fields that others manage, where it would be a conflict.
	Force *bool `json:"force,omitempty" protobuf:"2"`
	// Who makes this change: a name of up to 128 printable characters, kept in metadata.managedFields. Server-side apply
	// requires it.
	FieldManager string `json:"fieldManager,omitempty" protobuf:"3"`
	// What becomes of fields that are unknown or given twice: Strict refuses the request, Warn (the default) drops them
	// and sends a warning for each, Ignore drops them in silence.
	FieldValidation string `json:"fieldValidation,omitempty" protobuf:"4"`
}

// A change that a watch tells of.
type WatchEvent struct {
	// ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
	Type string `json:"type" protobuf:"1"`
	// The object as it is now, or was when it went; of a BOOKMARK its resourceVersion alone, of an ERROR a Status.
	Object runtime.RawExtension `json:"object" protobuf:"2"`
}

// What must hold of an object before something is done to it.
type Preconditions struct {
	// It is this very object, and not another one of the same name.
	UID *types.UID `json:"uid,omitempty" protobuf:"1"`
	// Nobody has written the object since this version.
	ResourceVersion *string `json:"resourceVersion,omitempty" protobuf:"2"`
}

// What the server answers where there is no object to answer with: that, and why, a request failed.
type Status struct {
	TypeMeta `json:",inline"`
	// That of lists, mostly empty.
	ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// Success or Failure.
	Status string `json:"status,omitempty" protobuf:"2"`
	// What happened, for people to read.
	Message string `json:"message,omitempty" protobuf:"3"`
	// Why it failed, in one word for programs, such as NotFound, Conflict or Invalid.
	Reason StatusReason `json:"reason,omitempty" protobuf:"4"`
	// More about the failure, for programs.
	Details *StatusDetails `json:"details,omitempty" protobuf:"5"`
	// The HTTP status code of the answer.
	Code int32 `json:"code,omitempty" protobuf:"6"`
}

// More about why a request failed.
type StatusDetails struct {
	// The name of the object, where one was meant.
	Name string `json:"name,omitempty" protobuf:"1"`
	// The group of the resource that was asked for.
	Group string `json:"group,omitempty" protobuf:"2"`
	// The kind, or the resource, that was asked for.
	Kind string `json:"kind,omitempty" protobuf:"3"`
	// The uid of the object, where one was meant.
	UID types.UID `json:"uid,omitempty" protobuf:"6"`
	// Each thing that is wrong, where a field can be blamed.
	// +listType=atomic
	Causes []StatusCause `json:"causes,omitempty" protobuf:"4"`
	// After how many seconds it makes sense to try again.
	RetryAfterSeconds int32 `json:"retryAfterSeconds,omitempty" protobuf:"5"`
}

// One of the things that are wrong with a request.
type StatusCause struct {
	// The sort of fault, in one word for programs, such as FieldValueInvalid.
	Type CauseType `json:"reason,omitempty" protobuf:"1"`
	// What is wrong with it, for people to read.
	Message string `json:"message,omitempty" protobuf:"2"`
	// The field that is wrong, as a path: spec.containers[0].name.
	Field string `json:"field,omitempty" protobuf:"3"`
}

// A change of an object; its media type says of which sort.
type Patch struct{}

// Selects objects by their labels: all that is asked for must hold. An empty selector takes every object.
// +structType=atomic
type LabelSelector struct {
	// Labels that an object must have, with these values.
	MatchLabels map[string]string `json:"matchLabels,omitempty" protobuf:"1"`
	// What else must hold of an object's labels.
	// +listType=atomic
	MatchExpressions []LabelSelectorRequirement `json:"matchExpressions,omitempty" protobuf:"2"`
}

// What must hold of one label.
type LabelSelectorRequirement struct {
	// The key of the label.
	Key string `json:"key" protobuf:"1"`
	// How the label is compared: In, NotIn, Exists or DoesNotExist.
	Operator LabelSelectorOperator `json:"operator" protobuf:"2"`
	// The values that In and NotIn compare with; none for Exists and DoesNotExist.
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

// What must hold of one field.
type FieldSelectorRequirement struct {
	// The path of the field.
	Key string `json:"key" protobuf:"1"`
	// How the field is compared: In, NotIn, Exists or DoesNotExist.
	Operator FieldSelectorOperator `json:"operator" protobuf:"2"`
	// The values that In and NotIn compare with; none for Exists and DoesNotExist.
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

// One thing that is known about the present state of an object.
type Condition struct {
	// What is told, in one word, such as Ready.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	// +kubebuilder:validation:MaxLength=316
	// +k8s:alpha(since: "1.37")=+k8s:required
	Type string `json:"type" protobuf:"1"`
	// Whether it holds: True, False or Unknown.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Enum=True;False;Unknown
	// +k8s:alpha(since: "1.37")=+k8s:required
	Status ConditionStatus `json:"status" protobuf:"2"`
	// The generation of the object that this was told about; an older one than metadata.generation is out of
	// date.
	// +kubebuilder:validation:Minimum=0
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty" protobuf:"3"`
	// When status last changed.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date-time
	// +k8s:alpha(since: "1.37")=+k8s:customValidation
	LastTransitionTime Time `json:"lastTransitionTime" protobuf:"4"`
	// Why status is what it is, in one word for programs.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:MaxLength=1024
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:Pattern=`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
	// +k8s:alpha(since: "1.37")=+k8s:required
	// +k8s:alpha(since: "1.37")=+k8s:maxBytes=1024
	Reason string `json:"reason" protobuf:"5"`
	// The same for people to read.
	// +required
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:MaxLength=32768
	Message string `json:"message" protobuf:"6"`
}

// Whether a condition holds.
// +k8s:alpha(since: "1.37")=+k8s:enum
type ConditionStatus string

const (
	ConditionTrue    ConditionStatus = "True"
	ConditionFalse   ConditionStatus = "False"
	ConditionUnknown ConditionStatus = "Unknown"
)

// A kind, whatever its version.
type GroupKind struct {
	// The group; empty for the core group.
	Group string `json:"group" protobuf:"1"`
	// The kind.
	Kind string `json:"kind" protobuf:"2"`
}

// A resource, whatever its version.
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
	// Where clients reach the server, by the network that they are in.
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
	// The version that clients do best to use.
	PreferredVersion GroupVersionForDiscovery `json:"preferredVersion,omitempty" protobuf:"3"`
	// Where clients reach the server, by the network that they are in.
	// +listType=atomic
	ServerAddressByClientCIDRs []ServerAddressByClientCIDR `json:"serverAddressByClientCIDRs,omitempty" protobuf:"4"`
}

// Where clients of one network reach the server.
type ServerAddressByClientCIDR struct {
	// The network, such as 0.0.0.0/0.
	ClientCIDR string `json:"clientCIDR" protobuf:"1"`
	// The address, with a port where it is not the usual one.
	ServerAddress string `json:"serverAddress" protobuf:"2"`
}

// A version of a group, under both its names.
type GroupVersionForDiscovery struct {
	// Group and version, as apiVersion has them.
	GroupVersion string `json:"groupVersion" protobuf:"1"`
	// The version alone.
	Version string `json:"version" protobuf:"2"`
}

// The resources of a version of a group.
type APIResourceList struct {
	TypeMeta `json:",inline"`
	// Group and version, as apiVersion has them.
	GroupVersion string `json:"groupVersion" protobuf:"1"`
	// The resources and their subresources.
	// +listType=atomic
	APIResources []APIResource `json:"resources" protobuf:"2"`
}

// A resource, or a subresource of one.
type APIResource struct {
	// The name in paths: the plural; of a subresource with that of its resource before it, as pods/status.
	Name string `json:"name" protobuf:"1"`
	// The name of one object of it, for people.
	SingularName string `json:"singularName" protobuf:"6"`
	// Whether its objects are in namespaces.
	Namespaced bool `json:"namespaced" protobuf:"2"`
	// The group of the kind, where it is another one than that of the list.
	Group string `json:"group,omitempty" protobuf:"8"`
	// The version of the kind, where it is another one than that of the list.
	Version string `json:"version,omitempty" protobuf:"9"`
	// The kind of its objects.
	Kind string `json:"kind" protobuf:"3"`
	// What may be done to it.
	Verbs Verbs `json:"verbs" protobuf:"4"`
	// Short names that commands know it by.
	// +listType=atomic
	ShortNames []string `json:"shortNames,omitempty" protobuf:"5"`
	// The groups of resources that it belongs to, such as all.
	// +listType=atomic
	Categories []string `json:"categories,omitempty" protobuf:"7"`
	// Another one whenever objects are stored in another version.
	StorageVersionHash string `json:"storageVersionHash,omitempty" protobuf:"10"`
}

// What becomes of objects that an object owns.
type DeletionPropagation string

// How a list reads the resourceVersion that it is given.
type ResourceVersionMatch string

// How a label is compared.
type LabelSelectorOperator string

// How a field is compared.
type FieldSelectorOperator string

// Why a request failed, in one word.
type StatusReason string

// The sort of a fault, in one word.
type CauseType string

// The verbs that a resource has.
// +protobuf.nullable=true
type Verbs []string
