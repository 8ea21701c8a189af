// The kinds of the core group, and types that other groups share with it.
package v1 // import "k8s.io/api/core/v1"

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type Volume struct {
	Name         string `json:"name" protobuf:"1"`
	VolumeSource `json:",inline" protobuf:"2"`
}

type VolumeSource struct {
	HostPath              *HostPathVolumeSource              `json:"hostPath,omitempty" protobuf:"1"`
	EmptyDir              *EmptyDirVolumeSource              `json:"emptyDir,omitempty" protobuf:"2"`
	GCEPersistentDisk     *GCEPersistentDiskVolumeSource     `json:"gcePersistentDisk,omitempty" protobuf:"3"`
	AWSElasticBlockStore  *AWSElasticBlockStoreVolumeSource  `json:"awsElasticBlockStore,omitempty" protobuf:"4"`
	GitRepo               *GitRepoVolumeSource               `json:"gitRepo,omitempty" protobuf:"5"`
	Secret                *SecretVolumeSource                `json:"secret,omitempty" protobuf:"6"`
	NFS                   *NFSVolumeSource                   `json:"nfs,omitempty" protobuf:"7"`
	ISCSI                 *ISCSIVolumeSource                 `json:"iscsi,omitempty" protobuf:"8"`
	Glusterfs             *GlusterfsVolumeSource             `json:"glusterfs,omitempty" protobuf:"9"`
	PersistentVolumeClaim *PersistentVolumeClaimVolumeSource `json:"persistentVolumeClaim,omitempty" protobuf:"10"`
	RBD                   *RBDVolumeSource                   `json:"rbd,omitempty" protobuf:"11"`
	FlexVolume            *FlexVolumeSource                  `json:"flexVolume,omitempty" protobuf:"12"`
	Cinder                *CinderVolumeSource                `json:"cinder,omitempty" protobuf:"13"`
	CephFS                *CephFSVolumeSource                `json:"cephfs,omitempty" protobuf:"14"`
	Flocker               *FlockerVolumeSource               `json:"flocker,omitempty" protobuf:"15"`
	DownwardAPI           *DownwardAPIVolumeSource           `json:"downwardAPI,omitempty" protobuf:"16"`
	FC                    *FCVolumeSource                    `json:"fc,omitempty" protobuf:"17"`
	AzureFile             *AzureFileVolumeSource             `json:"azureFile,omitempty" protobuf:"18"`
	ConfigMap             *ConfigMapVolumeSource             `json:"configMap,omitempty" protobuf:"19"`
	VsphereVolume         *VsphereVirtualDiskVolumeSource    `json:"vsphereVolume,omitempty" protobuf:"20"`
	Quobyte               *QuobyteVolumeSource               `json:"quobyte,omitempty" protobuf:"21"`
	AzureDisk             *AzureDiskVolumeSource             `json:"azureDisk,omitempty" protobuf:"22"`
	PhotonPersistentDisk  *PhotonPersistentDiskVolumeSource  `json:"photonPersistentDisk,omitempty" protobuf:"23"`
	Projected             *ProjectedVolumeSource             `json:"projected,omitempty" protobuf:"26"`
	PortworxVolume        *PortworxVolumeSource              `json:"portworxVolume,omitempty" protobuf:"24"`
	ScaleIO               *ScaleIOVolumeSource               `json:"scaleIO,omitempty" protobuf:"25"`
	StorageOS             *StorageOSVolumeSource             `json:"storageos,omitempty" protobuf:"27"`
	CSI                   *CSIVolumeSource                   `json:"csi,omitempty" protobuf:"28"`
	Ephemeral             *EphemeralVolumeSource             `json:"ephemeral,omitempty" protobuf:"29"`
	Image                 *ImageVolumeSource                 `json:"image,omitempty" protobuf:"30"`
}

type PersistentVolumeClaimVolumeSource struct {
	ClaimName string `json:"claimName" protobuf:"1"`
	ReadOnly  bool   `json:"readOnly,omitempty" protobuf:"2"`
}

type PersistentVolumeSource struct {
	GCEPersistentDisk    *GCEPersistentDiskVolumeSource    `json:"gcePersistentDisk,omitempty" protobuf:"1"`
	AWSElasticBlockStore *AWSElasticBlockStoreVolumeSource `json:"awsElasticBlockStore,omitempty" protobuf:"2"`
	HostPath             *HostPathVolumeSource             `json:"hostPath,omitempty" protobuf:"3"`
	Glusterfs            *GlusterfsPersistentVolumeSource  `json:"glusterfs,omitempty" protobuf:"4"`
	NFS                  *NFSVolumeSource                  `json:"nfs,omitempty" protobuf:"5"`
	RBD                  *RBDPersistentVolumeSource        `json:"rbd,omitempty" protobuf:"6"`
	ISCSI                *ISCSIPersistentVolumeSource      `json:"iscsi,omitempty" protobuf:"7"`
	Cinder               *CinderPersistentVolumeSource     `json:"cinder,omitempty" protobuf:"8"`
	CephFS               *CephFSPersistentVolumeSource     `json:"cephfs,omitempty" protobuf:"9"`
	FC                   *FCVolumeSource                   `json:"fc,omitempty" protobuf:"10"`
	Flocker              *FlockerVolumeSource              `json:"flocker,omitempty" protobuf:"11"`
	FlexVolume           *FlexPersistentVolumeSource       `json:"flexVolume,omitempty" protobuf:"12"`
	AzureFile            *AzureFilePersistentVolumeSource  `json:"azureFile,omitempty" protobuf:"13"`
	VsphereVolume        *VsphereVirtualDiskVolumeSource   `json:"vsphereVolume,omitempty" protobuf:"14"`
	Quobyte              *QuobyteVolumeSource              `json:"quobyte,omitempty" protobuf:"15"`
	AzureDisk            *AzureDiskVolumeSource            `json:"azureDisk,omitempty" protobuf:"16"`
	PhotonPersistentDisk *PhotonPersistentDiskVolumeSource `json:"photonPersistentDisk,omitempty" protobuf:"17"`
	PortworxVolume       *PortworxVolumeSource             `json:"portworxVolume,omitempty" protobuf:"18"`
	ScaleIO              *ScaleIOPersistentVolumeSource    `json:"scaleIO,omitempty" protobuf:"19"`
	Local                *LocalVolumeSource                `json:"local,omitempty" protobuf:"20"`
	StorageOS            *StorageOSPersistentVolumeSource  `json:"storageos,omitempty" protobuf:"21"`
	CSI                  *CSIPersistentVolumeSource        `json:"csi,omitempty" protobuf:"22"`
}

// +k8s:supportsSubresource="/status"
type PersistentVolume struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              PersistentVolumeSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            PersistentVolumeStatus `json:"status,omitempty" protobuf:"3"`
}

type PersistentVolumeSpec struct {
	Capacity               ResourceList `json:"capacity,omitempty" protobuf:"1"`
	PersistentVolumeSource `json:",inline" protobuf:"2"`
	// +listType=atomic
	AccessModes []PersistentVolumeAccessMode `json:"accessModes,omitempty" protobuf:"3"`
	// +structType=granular
	ClaimRef                      *ObjectReference              `json:"claimRef,omitempty" protobuf:"4"`
	PersistentVolumeReclaimPolicy PersistentVolumeReclaimPolicy `json:"persistentVolumeReclaimPolicy,omitempty" protobuf:"5"`
	StorageClassName              string                        `json:"storageClassName,omitempty" protobuf:"6"`
	// +listType=atomic
	MountOptions []string              `json:"mountOptions,omitempty" protobuf:"7"`
	VolumeMode   *PersistentVolumeMode `json:"volumeMode,omitempty" protobuf:"8"`
	NodeAffinity *VolumeNodeAffinity   `json:"nodeAffinity,omitempty" protobuf:"9"`
	// +featureGate=VolumeAttributesClass
	VolumeAttributesClassName *string `json:"volumeAttributesClassName,omitempty" protobuf:"10"`
}

type VolumeNodeAffinity struct {
	Required *NodeSelector `json:"required,omitempty" protobuf:"1"`
}

// +enum
type PersistentVolumeReclaimPolicy string

const (
	PersistentVolumeReclaimRecycle PersistentVolumeReclaimPolicy = "Recycle"
	PersistentVolumeReclaimDelete  PersistentVolumeReclaimPolicy = "Delete"
	PersistentVolumeReclaimRetain  PersistentVolumeReclaimPolicy = "Retain"
)

// +enum
type PersistentVolumeMode string

const (
	PersistentVolumeBlock      PersistentVolumeMode = "Block"
	PersistentVolumeFilesystem PersistentVolumeMode = "Filesystem"
)

type PersistentVolumeStatus struct {
	Phase                   PersistentVolumePhase `json:"phase,omitempty" protobuf:"1"`
	Message                 string                `json:"message,omitempty" protobuf:"2"`
	Reason                  string                `json:"reason,omitempty" protobuf:"3"`
	LastPhaseTransitionTime *metav1.Time          `json:"lastPhaseTransitionTime,omitempty" protobuf:"4"`
}

type PersistentVolumeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PersistentVolume `json:"items" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type PersistentVolumeClaim struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              PersistentVolumeClaimSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            PersistentVolumeClaimStatus `json:"status,omitempty" protobuf:"3"`
}

type PersistentVolumeClaimList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PersistentVolumeClaim `json:"items" protobuf:"2"`
}

type PersistentVolumeClaimSpec struct {
	// +listType=atomic
	AccessModes      []PersistentVolumeAccessMode `json:"accessModes,omitempty" protobuf:"1"`
	Selector         *metav1.LabelSelector        `json:"selector,omitempty" protobuf:"4"`
	Resources        VolumeResourceRequirements   `json:"resources,omitempty" protobuf:"2"`
	VolumeName       string                       `json:"volumeName,omitempty" protobuf:"3"`
	StorageClassName *string                      `json:"storageClassName,omitempty" protobuf:"5"`
	VolumeMode       *PersistentVolumeMode        `json:"volumeMode,omitempty" protobuf:"6"`
	DataSource       *TypedLocalObjectReference   `json:"dataSource,omitempty" protobuf:"7"`
	DataSourceRef    *TypedObjectReference        `json:"dataSourceRef,omitempty" protobuf:"8"`
	// +featureGate=VolumeAttributesClass
	VolumeAttributesClassName *string `json:"volumeAttributesClassName,omitempty" protobuf:"9"`
}

type TypedObjectReference struct {
	// +optional
	APIGroup *string `json:"apiGroup" protobuf:"1"`
	Kind     string  `json:"kind" protobuf:"2"`
	Name     string  `json:"name" protobuf:"3"`
	// +featureGate=CrossNamespaceVolumeDataSource
	Namespace *string `json:"namespace,omitempty" protobuf:"4"`
}

type PersistentVolumeClaimConditionType string

// +enum
type ClaimResourceStatus string

const (
	PersistentVolumeClaimControllerResizeInProgress ClaimResourceStatus = "ControllerResizeInProgress"
	PersistentVolumeClaimControllerResizeInfeasible ClaimResourceStatus = "ControllerResizeInfeasible"
	PersistentVolumeClaimNodeResizePending          ClaimResourceStatus = "NodeResizePending"
	PersistentVolumeClaimNodeResizeInProgress       ClaimResourceStatus = "NodeResizeInProgress"
	PersistentVolumeClaimNodeResizeInfeasible       ClaimResourceStatus = "NodeResizeInfeasible"
)

// +enum
type PersistentVolumeClaimModifyVolumeStatus string

const (
	PersistentVolumeClaimModifyVolumePending    PersistentVolumeClaimModifyVolumeStatus = "Pending"
	PersistentVolumeClaimModifyVolumeInProgress PersistentVolumeClaimModifyVolumeStatus = "InProgress"
	PersistentVolumeClaimModifyVolumeInfeasible PersistentVolumeClaimModifyVolumeStatus = "Infeasible"
)

type ModifyVolumeStatus struct {
	TargetVolumeAttributesClassName string                                  `json:"targetVolumeAttributesClassName,omitempty" protobuf:"1"`
	Status                          PersistentVolumeClaimModifyVolumeStatus `json:"status" protobuf:"2"`
}

type PersistentVolumeClaimCondition struct {
	Type               PersistentVolumeClaimConditionType `json:"type" protobuf:"1"`
	Status             ConditionStatus                    `json:"status" protobuf:"2"`
	LastProbeTime      metav1.Time                        `json:"lastProbeTime,omitempty" protobuf:"3"`
	LastTransitionTime metav1.Time                        `json:"lastTransitionTime,omitempty" protobuf:"4"`
	Reason             string                             `json:"reason,omitempty" protobuf:"5"`
	Message            string                             `json:"message,omitempty" protobuf:"6"`
}

// +enum
// +k8s:enum
type VolumeHealthStatusType string

const (
	VolumeHealthInaccessible VolumeHealthStatusType = "Inaccessible"
	VolumeHealthDataLoss     VolumeHealthStatusType = "DataLoss"
	VolumeHealthDegraded     VolumeHealthStatusType = "Degraded"
)

type VolumeHealthCondition struct {
	// +required
	// +k8s:required
	Status VolumeHealthStatusType `json:"status" protobuf:"1"`
	// +required
	// +k8s:required
	// +k8s:maxBytes=256
	Reason string `json:"reason" protobuf:"2"`
	// +k8s:optional
	// +k8s:maxBytes=1024
	Message string `json:"message,omitempty" protobuf:"3"`
}

type VolumeHealthStatus struct {
	// +listType=map
	// +listMapKey=status
	// +listMapKey=reason
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=status
	// +k8s:listMapKey=reason
	// +k8s:maxItems=16
	HealthConditions   []VolumeHealthCondition `json:"healthConditions,omitempty" patchStrategy:"merge" patchMergeKey:"status" protobuf:"1"`
	LastTransitionTime metav1.Time             `json:"lastTransitionTime,omitempty" protobuf:"2"`
}

type PodVolumeHealth struct {
	// +required
	// +k8s:required
	Name string `json:"name" protobuf:"1"`
	// +listType=map
	// +listMapKey=status
	// +listMapKey=reason
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=status
	// +k8s:listMapKey=reason
	// +k8s:maxItems=16
	HealthConditions   []VolumeHealthCondition `json:"healthConditions,omitempty" patchStrategy:"merge" patchMergeKey:"status" protobuf:"2"`
	LastTransitionTime metav1.Time             `json:"lastTransitionTime,omitempty" protobuf:"3"`
}

type PersistentVolumeClaimStatus struct {
	Phase PersistentVolumeClaimPhase `json:"phase,omitempty" protobuf:"1"`
	// +listType=atomic
	AccessModes []PersistentVolumeAccessMode `json:"accessModes,omitempty" protobuf:"2"`
	Capacity    ResourceList                 `json:"capacity,omitempty" protobuf:"3"`
	// +listType=map
	// +listMapKey=type
	Conditions         []PersistentVolumeClaimCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"4"`
	AllocatedResources ResourceList                     `json:"allocatedResources,omitempty" protobuf:"5"`
	// +mapType=granular
	AllocatedResourceStatuses map[ResourceName]ClaimResourceStatus `json:"allocatedResourceStatuses,omitempty" protobuf:"7"`
	// +featureGate=VolumeAttributesClass
	CurrentVolumeAttributesClassName *string `json:"currentVolumeAttributesClassName,omitempty" protobuf:"8"`
	// +featureGate=VolumeAttributesClass
	ModifyVolumeStatus *ModifyVolumeStatus `json:"modifyVolumeStatus,omitempty" protobuf:"9"`
	// +featureGate=CSIVolumeHealth
	// +k8s:optional
	HealthStatus *VolumeHealthStatus `json:"healthStatus,omitempty" protobuf:"10"`
}

// +enum
type PersistentVolumeAccessMode string

const (
	ReadWriteOnce    PersistentVolumeAccessMode = "ReadWriteOnce"
	ReadOnlyMany     PersistentVolumeAccessMode = "ReadOnlyMany"
	ReadWriteMany    PersistentVolumeAccessMode = "ReadWriteMany"
	ReadWriteOncePod PersistentVolumeAccessMode = "ReadWriteOncePod"
)

// +enum
type PersistentVolumePhase string

const (
	VolumePending   PersistentVolumePhase = "Pending"
	VolumeAvailable PersistentVolumePhase = "Available"
	VolumeBound     PersistentVolumePhase = "Bound"
	VolumeReleased  PersistentVolumePhase = "Released"
	VolumeFailed    PersistentVolumePhase = "Failed"
)

// +enum
type PersistentVolumeClaimPhase string

const (
	ClaimPending PersistentVolumeClaimPhase = "Pending"
	ClaimBound   PersistentVolumeClaimPhase = "Bound"
	ClaimLost    PersistentVolumeClaimPhase = "Lost"
)

// +enum
type HostPathType string

const (
	HostPathUnset             HostPathType = ""
	HostPathDirectoryOrCreate HostPathType = "DirectoryOrCreate"
	HostPathDirectory         HostPathType = "Directory"
	HostPathFileOrCreate      HostPathType = "FileOrCreate"
	HostPathFile              HostPathType = "File"
	HostPathSocket            HostPathType = "Socket"
	HostPathCharDev           HostPathType = "CharDevice"
	HostPathBlockDev          HostPathType = "BlockDevice"
)

type HostPathVolumeSource struct {
	Path string        `json:"path" protobuf:"1"`
	Type *HostPathType `json:"type,omitempty" protobuf:"2"`
}

type EmptyDirVolumeSource struct {
	Medium    StorageMedium      `json:"medium,omitempty" protobuf:"1"`
	SizeLimit *resource.Quantity `json:"sizeLimit,omitempty" protobuf:"2"`
	// +featureGate=EmptyDirVolumeMode
	Mode *int32 `json:"mode,omitempty" protobuf:"3"`
}

type GlusterfsVolumeSource struct {
	EndpointsName string `json:"endpoints" protobuf:"1"`
	Path          string `json:"path" protobuf:"2"`
	ReadOnly      bool   `json:"readOnly,omitempty" protobuf:"3"`
}

type GlusterfsPersistentVolumeSource struct {
	EndpointsName      string  `json:"endpoints" protobuf:"1"`
	Path               string  `json:"path" protobuf:"2"`
	ReadOnly           bool    `json:"readOnly,omitempty" protobuf:"3"`
	EndpointsNamespace *string `json:"endpointsNamespace,omitempty" protobuf:"4"`
}

type RBDVolumeSource struct {
	// +listType=atomic
	CephMonitors []string `json:"monitors" protobuf:"1"`
	RBDImage     string   `json:"image" protobuf:"2"`
	FSType       string   `json:"fsType,omitempty" protobuf:"3"`
	// +default="rbd"
	RBDPool string `json:"pool,omitempty" protobuf:"4"`
	// +default="admin"
	RadosUser string `json:"user,omitempty" protobuf:"5"`
	// +default="/etc/ceph/keyring"
	Keyring   string                `json:"keyring,omitempty" protobuf:"6"`
	SecretRef *LocalObjectReference `json:"secretRef,omitempty" protobuf:"7"`
	ReadOnly  bool                  `json:"readOnly,omitempty" protobuf:"8"`
}

type RBDPersistentVolumeSource struct {
	// +listType=atomic
	CephMonitors []string `json:"monitors" protobuf:"1"`
	RBDImage     string   `json:"image" protobuf:"2"`
	FSType       string   `json:"fsType,omitempty" protobuf:"3"`
	// +default="rbd"
	RBDPool string `json:"pool,omitempty" protobuf:"4"`
	// +default="admin"
	RadosUser string `json:"user,omitempty" protobuf:"5"`
	// +default="/etc/ceph/keyring"
	Keyring   string           `json:"keyring,omitempty" protobuf:"6"`
	SecretRef *SecretReference `json:"secretRef,omitempty" protobuf:"7"`
	ReadOnly  bool             `json:"readOnly,omitempty" protobuf:"8"`
}

type CinderVolumeSource struct {
	VolumeID  string                `json:"volumeID" protobuf:"1"`
	FSType    string                `json:"fsType,omitempty" protobuf:"2"`
	ReadOnly  bool                  `json:"readOnly,omitempty" protobuf:"3"`
	SecretRef *LocalObjectReference `json:"secretRef,omitempty" protobuf:"4"`
}

type CinderPersistentVolumeSource struct {
	VolumeID  string           `json:"volumeID" protobuf:"1"`
	FSType    string           `json:"fsType,omitempty" protobuf:"2"`
	ReadOnly  bool             `json:"readOnly,omitempty" protobuf:"3"`
	SecretRef *SecretReference `json:"secretRef,omitempty" protobuf:"4"`
}

type CephFSVolumeSource struct {
	// +listType=atomic
	Monitors   []string              `json:"monitors" protobuf:"1"`
	Path       string                `json:"path,omitempty" protobuf:"2"`
	User       string                `json:"user,omitempty" protobuf:"3"`
	SecretFile string                `json:"secretFile,omitempty" protobuf:"4"`
	SecretRef  *LocalObjectReference `json:"secretRef,omitempty" protobuf:"5"`
	ReadOnly   bool                  `json:"readOnly,omitempty" protobuf:"6"`
}

// +structType=atomic
type SecretReference struct {
	Name      string `json:"name,omitempty" protobuf:"1"`
	Namespace string `json:"namespace,omitempty" protobuf:"2"`
}

type CephFSPersistentVolumeSource struct {
	// +listType=atomic
	Monitors   []string         `json:"monitors" protobuf:"1"`
	Path       string           `json:"path,omitempty" protobuf:"2"`
	User       string           `json:"user,omitempty" protobuf:"3"`
	SecretFile string           `json:"secretFile,omitempty" protobuf:"4"`
	SecretRef  *SecretReference `json:"secretRef,omitempty" protobuf:"5"`
	ReadOnly   bool             `json:"readOnly,omitempty" protobuf:"6"`
}

type FlockerVolumeSource struct {
	DatasetName string `json:"datasetName,omitempty" protobuf:"1"`
	DatasetUUID string `json:"datasetUUID,omitempty" protobuf:"2"`
}

type StorageMedium string

// +enum
type Protocol string

const (
	ProtocolTCP  Protocol = "TCP"
	ProtocolUDP  Protocol = "UDP"
	ProtocolSCTP Protocol = "SCTP"
)

type GCEPersistentDiskVolumeSource struct {
	PDName    string `json:"pdName" protobuf:"1"`
	FSType    string `json:"fsType,omitempty" protobuf:"2"`
	Partition int32  `json:"partition,omitempty" protobuf:"3"`
	ReadOnly  bool   `json:"readOnly,omitempty" protobuf:"4"`
}

type QuobyteVolumeSource struct {
	Registry string `json:"registry" protobuf:"1"`
	Volume   string `json:"volume" protobuf:"2"`
	ReadOnly bool   `json:"readOnly,omitempty" protobuf:"3"`
	User     string `json:"user,omitempty" protobuf:"4"`
	Group    string `json:"group,omitempty" protobuf:"5"`
	Tenant   string `json:"tenant,omitempty" protobuf:"6"`
}

type FlexPersistentVolumeSource struct {
	Driver    string            `json:"driver" protobuf:"1"`
	FSType    string            `json:"fsType,omitempty" protobuf:"2"`
	SecretRef *SecretReference  `json:"secretRef,omitempty" protobuf:"3"`
	ReadOnly  bool              `json:"readOnly,omitempty" protobuf:"4"`
	Options   map[string]string `json:"options,omitempty" protobuf:"5"`
}

type FlexVolumeSource struct {
	Driver    string                `json:"driver" protobuf:"1"`
	FSType    string                `json:"fsType,omitempty" protobuf:"2"`
	SecretRef *LocalObjectReference `json:"secretRef,omitempty" protobuf:"3"`
	ReadOnly  bool                  `json:"readOnly,omitempty" protobuf:"4"`
	Options   map[string]string     `json:"options,omitempty" protobuf:"5"`
}

type AWSElasticBlockStoreVolumeSource struct {
	VolumeID  string `json:"volumeID" protobuf:"1"`
	FSType    string `json:"fsType,omitempty" protobuf:"2"`
	Partition int32  `json:"partition,omitempty" protobuf:"3"`
	ReadOnly  bool   `json:"readOnly,omitempty" protobuf:"4"`
}

type GitRepoVolumeSource struct {
	Repository string `json:"repository" protobuf:"1"`
	Revision   string `json:"revision,omitempty" protobuf:"2"`
	Directory  string `json:"directory,omitempty" protobuf:"3"`
}

type SecretVolumeSource struct {
	SecretName string `json:"secretName,omitempty" protobuf:"1"`
	// +listType=atomic
	Items       []KeyToPath `json:"items,omitempty" protobuf:"2"`
	DefaultMode *int32      `json:"defaultMode,omitempty" protobuf:"3"`
	Optional    *bool       `json:"optional,omitempty" protobuf:"4"`
	// +featureGate=AtomicWriteVolumeUserFields
	DefaultUser *int64 `json:"defaultUser,omitempty" protobuf:"5"`
}

type SecretProjection struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	// +listType=atomic
	Items    []KeyToPath `json:"items,omitempty" protobuf:"2"`
	Optional *bool       `json:"optional,omitempty" protobuf:"4"`
}

type NFSVolumeSource struct {
	Server   string `json:"server" protobuf:"1"`
	Path     string `json:"path" protobuf:"2"`
	ReadOnly bool   `json:"readOnly,omitempty" protobuf:"3"`
}

type ISCSIVolumeSource struct {
	TargetPortal string `json:"targetPortal" protobuf:"1"`
	IQN          string `json:"iqn" protobuf:"2"`
	Lun          int32  `json:"lun" protobuf:"3"`
	// +default="default"
	ISCSIInterface string `json:"iscsiInterface,omitempty" protobuf:"4"`
	FSType         string `json:"fsType,omitempty" protobuf:"5"`
	ReadOnly       bool   `json:"readOnly,omitempty" protobuf:"6"`
	// +listType=atomic
	Portals           []string              `json:"portals,omitempty" protobuf:"7"`
	DiscoveryCHAPAuth bool                  `json:"chapAuthDiscovery,omitempty" protobuf:"8"`
	SessionCHAPAuth   bool                  `json:"chapAuthSession,omitempty" protobuf:"11"`
	SecretRef         *LocalObjectReference `json:"secretRef,omitempty" protobuf:"10"`
	InitiatorName     *string               `json:"initiatorName,omitempty" protobuf:"12"`
}

type ISCSIPersistentVolumeSource struct {
	TargetPortal string `json:"targetPortal" protobuf:"1"`
	IQN          string `json:"iqn" protobuf:"2"`
	Lun          int32  `json:"lun" protobuf:"3"`
	// +default="default"
	ISCSIInterface string `json:"iscsiInterface,omitempty" protobuf:"4"`
	FSType         string `json:"fsType,omitempty" protobuf:"5"`
	ReadOnly       bool   `json:"readOnly,omitempty" protobuf:"6"`
	// +listType=atomic
	Portals           []string         `json:"portals,omitempty" protobuf:"7"`
	DiscoveryCHAPAuth bool             `json:"chapAuthDiscovery,omitempty" protobuf:"8"`
	SessionCHAPAuth   bool             `json:"chapAuthSession,omitempty" protobuf:"11"`
	SecretRef         *SecretReference `json:"secretRef,omitempty" protobuf:"10"`
	InitiatorName     *string          `json:"initiatorName,omitempty" protobuf:"12"`
}

type FCVolumeSource struct {
	// +listType=atomic
	TargetWWNs []string `json:"targetWWNs,omitempty" protobuf:"1"`
	Lun        *int32   `json:"lun,omitempty" protobuf:"2"`
	FSType     string   `json:"fsType,omitempty" protobuf:"3"`
	ReadOnly   bool     `json:"readOnly,omitempty" protobuf:"4"`
	// +listType=atomic
	WWIDs []string `json:"wwids,omitempty" protobuf:"5"`
}

type AzureFileVolumeSource struct {
	SecretName string `json:"secretName" protobuf:"1"`
	ShareName  string `json:"shareName" protobuf:"2"`
	ReadOnly   bool   `json:"readOnly,omitempty" protobuf:"3"`
}

type AzureFilePersistentVolumeSource struct {
	SecretName string `json:"secretName" protobuf:"1"`
	ShareName  string `json:"shareName" protobuf:"2"`
	ReadOnly   bool   `json:"readOnly,omitempty" protobuf:"3"`
	// +optional
	SecretNamespace *string `json:"secretNamespace" protobuf:"4"`
}

type VsphereVirtualDiskVolumeSource struct {
	VolumePath        string `json:"volumePath" protobuf:"1"`
	FSType            string `json:"fsType,omitempty" protobuf:"2"`
	StoragePolicyName string `json:"storagePolicyName,omitempty" protobuf:"3"`
	StoragePolicyID   string `json:"storagePolicyID,omitempty" protobuf:"4"`
}

type PhotonPersistentDiskVolumeSource struct {
	PdID   string `json:"pdID" protobuf:"1"`
	FSType string `json:"fsType,omitempty" protobuf:"2"`
}

// +enum
type AzureDataDiskCachingMode string

const (
	AzureDataDiskCachingNone      AzureDataDiskCachingMode = "None"
	AzureDataDiskCachingReadOnly  AzureDataDiskCachingMode = "ReadOnly"
	AzureDataDiskCachingReadWrite AzureDataDiskCachingMode = "ReadWrite"
)

// +enum
type AzureDataDiskKind string

const (
	AzureSharedBlobDisk    AzureDataDiskKind = "Shared"
	AzureDedicatedBlobDisk AzureDataDiskKind = "Dedicated"
	AzureManagedDisk       AzureDataDiskKind = "Managed"
)

type AzureDiskVolumeSource struct {
	DiskName    string `json:"diskName" protobuf:"1"`
	DataDiskURI string `json:"diskURI" protobuf:"2"`
	// +default=ref(AzureDataDiskCachingReadWrite)
	CachingMode *AzureDataDiskCachingMode `json:"cachingMode,omitempty" protobuf:"3"`
	// +default="ext4"
	FSType *string `json:"fsType,omitempty" protobuf:"4"`
	// +default=false
	ReadOnly *bool `json:"readOnly,omitempty" protobuf:"5"`
	// +default=ref(AzureSharedBlobDisk)
	Kind *AzureDataDiskKind `json:"kind,omitempty" protobuf:"6"`
}

type PortworxVolumeSource struct {
	VolumeID string `json:"volumeID" protobuf:"1"`
	FSType   string `json:"fsType,omitempty" protobuf:"2"`
	ReadOnly bool   `json:"readOnly,omitempty" protobuf:"3"`
}

type ScaleIOVolumeSource struct {
	Gateway          string                `json:"gateway" protobuf:"1"`
	System           string                `json:"system" protobuf:"2"`
	SecretRef        *LocalObjectReference `json:"secretRef" protobuf:"3"`
	SSLEnabled       bool                  `json:"sslEnabled,omitempty" protobuf:"4"`
	ProtectionDomain string                `json:"protectionDomain,omitempty" protobuf:"5"`
	StoragePool      string                `json:"storagePool,omitempty" protobuf:"6"`
	// +default="ThinProvisioned"
	StorageMode string `json:"storageMode,omitempty" protobuf:"7"`
	VolumeName  string `json:"volumeName,omitempty" protobuf:"8"`
	// +default="xfs"
	FSType   string `json:"fsType,omitempty" protobuf:"9"`
	ReadOnly bool   `json:"readOnly,omitempty" protobuf:"10"`
}

type ScaleIOPersistentVolumeSource struct {
	Gateway          string           `json:"gateway" protobuf:"1"`
	System           string           `json:"system" protobuf:"2"`
	SecretRef        *SecretReference `json:"secretRef" protobuf:"3"`
	SSLEnabled       bool             `json:"sslEnabled,omitempty" protobuf:"4"`
	ProtectionDomain string           `json:"protectionDomain,omitempty" protobuf:"5"`
	StoragePool      string           `json:"storagePool,omitempty" protobuf:"6"`
	// +default="ThinProvisioned"
	StorageMode string `json:"storageMode,omitempty" protobuf:"7"`
	VolumeName  string `json:"volumeName,omitempty" protobuf:"8"`
	// +default="xfs"
	FSType   string `json:"fsType,omitempty" protobuf:"9"`
	ReadOnly bool   `json:"readOnly,omitempty" protobuf:"10"`
}

type StorageOSVolumeSource struct {
	VolumeName      string                `json:"volumeName,omitempty" protobuf:"1"`
	VolumeNamespace string                `json:"volumeNamespace,omitempty" protobuf:"2"`
	FSType          string                `json:"fsType,omitempty" protobuf:"3"`
	ReadOnly        bool                  `json:"readOnly,omitempty" protobuf:"4"`
	SecretRef       *LocalObjectReference `json:"secretRef,omitempty" protobuf:"5"`
}

type StorageOSPersistentVolumeSource struct {
	VolumeName      string           `json:"volumeName,omitempty" protobuf:"1"`
	VolumeNamespace string           `json:"volumeNamespace,omitempty" protobuf:"2"`
	FSType          string           `json:"fsType,omitempty" protobuf:"3"`
	ReadOnly        bool             `json:"readOnly,omitempty" protobuf:"4"`
	SecretRef       *ObjectReference `json:"secretRef,omitempty" protobuf:"5"`
}

type ConfigMapVolumeSource struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	// +listType=atomic
	Items       []KeyToPath `json:"items,omitempty" protobuf:"2"`
	DefaultMode *int32      `json:"defaultMode,omitempty" protobuf:"3"`
	Optional    *bool       `json:"optional,omitempty" protobuf:"4"`
	// +featureGate=AtomicWriteVolumeUserFields
	DefaultUser *int64 `json:"defaultUser,omitempty" protobuf:"5"`
}

type ConfigMapProjection struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	// +listType=atomic
	Items    []KeyToPath `json:"items,omitempty" protobuf:"2"`
	Optional *bool       `json:"optional,omitempty" protobuf:"4"`
}

type ServiceAccountTokenProjection struct {
	Audience          string `json:"audience,omitempty" protobuf:"1"`
	ExpirationSeconds *int64 `json:"expirationSeconds,omitempty" protobuf:"2"`
	Path              string `json:"path" protobuf:"3"`
	// +featureGate=AtomicWriteVolumeUserFields
	User *int64 `json:"user,omitempty" protobuf:"4"`
}

type ClusterTrustBundleProjection struct {
	Name          *string               `json:"name,omitempty" protobuf:"1"`
	SignerName    *string               `json:"signerName,omitempty" protobuf:"2"`
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty" protobuf:"3"`
	Optional      *bool                 `json:"optional,omitempty" protobuf:"5"`
	Path          string                `json:"path" protobuf:"4"`
	// +featureGate=AtomicWriteVolumeUserFields
	User *int64 `json:"user,omitempty" protobuf:"6"`
}

type PodCertificateProjection struct {
	// +required
	SignerName string `json:"signerName,omitempty" protobuf:"1"`
	// +required
	KeyType              string            `json:"keyType,omitempty" protobuf:"2"`
	MaxExpirationSeconds *int32            `json:"maxExpirationSeconds,omitempty" protobuf:"3"`
	CredentialBundlePath string            `json:"credentialBundlePath,omitempty" protobuf:"4"`
	KeyPath              string            `json:"keyPath,omitempty" protobuf:"5"`
	CertificateChainPath string            `json:"certificateChainPath,omitempty" protobuf:"6"`
	UserAnnotations      map[string]string `json:"userAnnotations,omitempty" protobuf:"7"`
	// +featureGate=AtomicWriteVolumeUserFields
	User *int64 `json:"user,omitempty" protobuf:"8"`
}

type ProjectedVolumeSource struct {
	// +optional
	// +listType=atomic
	Sources     []VolumeProjection `json:"sources" protobuf:"1"`
	DefaultMode *int32             `json:"defaultMode,omitempty" protobuf:"2"`
	// +featureGate=AtomicWriteVolumeUserFields
	DefaultUser *int64 `json:"defaultUser,omitempty" protobuf:"3"`
}

type VolumeProjection struct {
	Secret              *SecretProjection              `json:"secret,omitempty" protobuf:"1"`
	DownwardAPI         *DownwardAPIProjection         `json:"downwardAPI,omitempty" protobuf:"2"`
	ConfigMap           *ConfigMapProjection           `json:"configMap,omitempty" protobuf:"3"`
	ServiceAccountToken *ServiceAccountTokenProjection `json:"serviceAccountToken,omitempty" protobuf:"4"`
	// +featureGate=ClusterTrustBundleProjection
	ClusterTrustBundle *ClusterTrustBundleProjection `json:"clusterTrustBundle,omitempty" protobuf:"5"`
	// +featureGate=PodCertificateProjection
	PodCertificate *PodCertificateProjection `json:"podCertificate,omitempty" protobuf:"6"`
}

type KeyToPath struct {
	Key  string `json:"key" protobuf:"1"`
	Path string `json:"path" protobuf:"2"`
	Mode *int32 `json:"mode,omitempty" protobuf:"3"`
	// +featureGate=AtomicWriteVolumeUserFields
	User *int64 `json:"user,omitempty" protobuf:"4"`
}

type LocalVolumeSource struct {
	Path   string  `json:"path" protobuf:"1"`
	FSType *string `json:"fsType,omitempty" protobuf:"2"`
}

type CSIPersistentVolumeSource struct {
	Driver                     string            `json:"driver" protobuf:"1"`
	VolumeHandle               string            `json:"volumeHandle" protobuf:"2"`
	ReadOnly                   bool              `json:"readOnly,omitempty" protobuf:"3"`
	FSType                     string            `json:"fsType,omitempty" protobuf:"4"`
	VolumeAttributes           map[string]string `json:"volumeAttributes,omitempty" protobuf:"5"`
	ControllerPublishSecretRef *SecretReference  `json:"controllerPublishSecretRef,omitempty" protobuf:"6"`
	NodeStageSecretRef         *SecretReference  `json:"nodeStageSecretRef,omitempty" protobuf:"7"`
	NodePublishSecretRef       *SecretReference  `json:"nodePublishSecretRef,omitempty" protobuf:"8"`
	ControllerExpandSecretRef  *SecretReference  `json:"controllerExpandSecretRef,omitempty" protobuf:"9"`
	NodeExpandSecretRef        *SecretReference  `json:"nodeExpandSecretRef,omitempty" protobuf:"10"`
}

type CSIVolumeSource struct {
	Driver               string                `json:"driver" protobuf:"1"`
	ReadOnly             *bool                 `json:"readOnly,omitempty" protobuf:"2"`
	FSType               *string               `json:"fsType,omitempty" protobuf:"3"`
	VolumeAttributes     map[string]string     `json:"volumeAttributes,omitempty" protobuf:"4"`
	NodePublishSecretRef *LocalObjectReference `json:"nodePublishSecretRef,omitempty" protobuf:"5"`
}

type EphemeralVolumeSource struct {
	VolumeClaimTemplate *PersistentVolumeClaimTemplate `json:"volumeClaimTemplate,omitempty" protobuf:"1"`
}

type PersistentVolumeClaimTemplate struct {
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              PersistentVolumeClaimSpec `json:"spec" protobuf:"2"`
}

type ContainerPort struct {
	Name          string `json:"name,omitempty" protobuf:"1"`
	HostPort      int32  `json:"hostPort,omitempty" protobuf:"2"`
	ContainerPort int32  `json:"containerPort" protobuf:"3"`
	// +default="TCP"
	Protocol Protocol `json:"protocol,omitempty" protobuf:"4"`
	HostIP   string   `json:"hostIP,omitempty" protobuf:"5"`
}

type VolumeMount struct {
	Name              string                 `json:"name" protobuf:"1"`
	ReadOnly          bool                   `json:"readOnly,omitempty" protobuf:"2"`
	RecursiveReadOnly *RecursiveReadOnlyMode `json:"recursiveReadOnly,omitempty" protobuf:"7"`
	MountPath         string                 `json:"mountPath" protobuf:"3"`
	SubPath           string                 `json:"subPath,omitempty" protobuf:"4"`
	MountPropagation  *MountPropagationMode  `json:"mountPropagation,omitempty" protobuf:"5"`
	SubPathExpr       string                 `json:"subPathExpr,omitempty" protobuf:"6"`
	// +featureGate=VolumeBindMountOptions
	// +listType=set
	BindMountOptions []string `json:"bindMountOptions,omitempty" protobuf:"8"`
}

type BindMountOption string

// +enum
type MountPropagationMode string

const (
	MountPropagationNone            MountPropagationMode = "None"
	MountPropagationHostToContainer MountPropagationMode = "HostToContainer"
	MountPropagationBidirectional   MountPropagationMode = "Bidirectional"
)

type RecursiveReadOnlyMode string

type VolumeDevice struct {
	Name       string `json:"name" protobuf:"1"`
	DevicePath string `json:"devicePath" protobuf:"2"`
}

type EnvVar struct {
	Name      string        `json:"name" protobuf:"1"`
	Value     string        `json:"value,omitempty" protobuf:"2"`
	ValueFrom *EnvVarSource `json:"valueFrom,omitempty" protobuf:"3"`
}

type EnvVarSource struct {
	FieldRef         *ObjectFieldSelector   `json:"fieldRef,omitempty" protobuf:"1"`
	ResourceFieldRef *ResourceFieldSelector `json:"resourceFieldRef,omitempty" protobuf:"2"`
	ConfigMapKeyRef  *ConfigMapKeySelector  `json:"configMapKeyRef,omitempty" protobuf:"3"`
	SecretKeyRef     *SecretKeySelector     `json:"secretKeyRef,omitempty" protobuf:"4"`
	// +featureGate=EnvFiles
	FileKeyRef *FileKeySelector `json:"fileKeyRef,omitempty" protobuf:"5"`
}

// +structType=atomic
type FileKeySelector struct {
	// +required
	VolumeName string `json:"volumeName" protobuf:"1"`
	// +required
	Path string `json:"path" protobuf:"2"`
	// +required
	Key string `json:"key" protobuf:"3"`
	// +default=false
	Optional *bool `json:"optional,omitempty" protobuf:"4"`
}

// +structType=atomic
type ObjectFieldSelector struct {
	APIVersion string `json:"apiVersion,omitempty" protobuf:"1"`
	FieldPath  string `json:"fieldPath" protobuf:"2"`
}

// +structType=atomic
type ResourceFieldSelector struct {
	ContainerName string            `json:"containerName,omitempty" protobuf:"1"`
	Resource      string            `json:"resource" protobuf:"2"`
	Divisor       resource.Quantity `json:"divisor,omitempty" protobuf:"3"`
}

// +structType=atomic
type ConfigMapKeySelector struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	Key                  string `json:"key" protobuf:"2"`
	Optional             *bool  `json:"optional,omitempty" protobuf:"3"`
}

// +structType=atomic
type SecretKeySelector struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	Key                  string `json:"key" protobuf:"2"`
	Optional             *bool  `json:"optional,omitempty" protobuf:"3"`
}

type EnvFromSource struct {
	Prefix       string              `json:"prefix,omitempty" protobuf:"1"`
	ConfigMapRef *ConfigMapEnvSource `json:"configMapRef,omitempty" protobuf:"2"`
	SecretRef    *SecretEnvSource    `json:"secretRef,omitempty" protobuf:"3"`
}

type ConfigMapEnvSource struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	Optional             *bool `json:"optional,omitempty" protobuf:"2"`
}

type SecretEnvSource struct {
	LocalObjectReference `json:",inline" protobuf:"1"`
	Optional             *bool `json:"optional,omitempty" protobuf:"2"`
}

type HTTPHeader struct {
	Name  string `json:"name" protobuf:"1"`
	Value string `json:"value" protobuf:"2"`
}

// +enum
type HTTPProtocol string

const (
	HTTPProtocolHTTP1 HTTPProtocol = "HTTP1"
	HTTPProtocolHTTP2 HTTPProtocol = "HTTP2"
)

type HTTPGetAction struct {
	Path   string             `json:"path,omitempty" protobuf:"1"`
	Port   intstr.IntOrString `json:"port" protobuf:"2"`
	Host   string             `json:"host,omitempty" protobuf:"3"`
	Scheme URIScheme          `json:"scheme,omitempty" protobuf:"4"`
	// +listType=atomic
	HTTPHeaders []HTTPHeader `json:"httpHeaders,omitempty" protobuf:"5"`
	// +featureGate=H2CContainerProbe
	Protocol *HTTPProtocol `json:"protocol,omitempty" protobuf:"6"`
}

// +enum
type URIScheme string

const (
	URISchemeHTTP  URIScheme = "HTTP"
	URISchemeHTTPS URIScheme = "HTTPS"
)

type TCPSocketAction struct {
	Port intstr.IntOrString `json:"port" protobuf:"1"`
	Host string             `json:"host,omitempty" protobuf:"2"`
}

type GRPCAction struct {
	Port int32 `json:"port" protobuf:"1"`
	// +optional
	// +default=""
	Service *string `json:"service" protobuf:"2"`
	// +featureGate=GRPCContainerProbeTLS
	Mode *GRPCProbeMode `json:"mode,omitempty" protobuf:"3"`
}

// +enum
type GRPCProbeMode string

const (
	GRPCProbeModePlaintext GRPCProbeMode = "Plaintext"
	GRPCProbeModeTLS       GRPCProbeMode = "TLS"
)

type ExecAction struct {
	// +listType=atomic
	Command []string `json:"command,omitempty" protobuf:"1"`
}

type SleepAction struct {
	Seconds int64 `json:"seconds" protobuf:"1"`
}

type Probe struct {
	ProbeHandler                  `json:",inline" protobuf:"1"`
	InitialDelaySeconds           int32  `json:"initialDelaySeconds,omitempty" protobuf:"2"`
	TimeoutSeconds                int32  `json:"timeoutSeconds,omitempty" protobuf:"3"`
	PeriodSeconds                 int32  `json:"periodSeconds,omitempty" protobuf:"4"`
	SuccessThreshold              int32  `json:"successThreshold,omitempty" protobuf:"5"`
	FailureThreshold              int32  `json:"failureThreshold,omitempty" protobuf:"6"`
	TerminationGracePeriodSeconds *int64 `json:"terminationGracePeriodSeconds,omitempty" protobuf:"7"`
}

// +enum
type PullPolicy string

const (
	PullAlways       PullPolicy = "Always"
	PullNever        PullPolicy = "Never"
	PullIfNotPresent PullPolicy = "IfNotPresent"
)

type ResourceResizeRestartPolicy string

type ContainerResizePolicy struct {
	ResourceName  ResourceName                `json:"resourceName" protobuf:"1"`
	RestartPolicy ResourceResizeRestartPolicy `json:"restartPolicy" protobuf:"2"`
}

// +enum
type PreemptionPolicy string

const (
	PreemptLowerPriority PreemptionPolicy = "PreemptLowerPriority"
	PreemptNever         PreemptionPolicy = "Never"
)

// +enum
type TerminationMessagePolicy string

const (
	TerminationMessageReadFile              TerminationMessagePolicy = "File"
	TerminationMessageFallbackToLogsOnError TerminationMessagePolicy = "FallbackToLogsOnError"
)

type Capability string

type Capabilities struct {
	// +listType=atomic
	Add []Capability `json:"add,omitempty" protobuf:"1"`
	// +listType=atomic
	Drop []Capability `json:"drop,omitempty" protobuf:"2"`
}

type ResourceRequirements struct {
	Limits   ResourceList `json:"limits,omitempty" protobuf:"1"`
	Requests ResourceList `json:"requests,omitempty" protobuf:"2"`
	// +listType=map
	// +listMapKey=name
	// +featureGate=DynamicResourceAllocation
	Claims []ResourceClaim `json:"claims,omitempty" protobuf:"3"`
}

type VolumeResourceRequirements struct {
	Limits   ResourceList `json:"limits,omitempty" protobuf:"1"`
	Requests ResourceList `json:"requests,omitempty" protobuf:"2"`
}

type ResourceClaim struct {
	Name    string `json:"name" protobuf:"1"`
	Request string `json:"request,omitempty" protobuf:"2"`
}

type Container struct {
	Name  string `json:"name" protobuf:"1"`
	Image string `json:"image,omitempty" protobuf:"2"`
	// +listType=atomic
	Command []string `json:"command,omitempty" protobuf:"3"`
	// +listType=atomic
	Args       []string `json:"args,omitempty" protobuf:"4"`
	WorkingDir string   `json:"workingDir,omitempty" protobuf:"5"`
	// +listType=map
	// +listMapKey=containerPort
	// +listMapKey=protocol
	Ports []ContainerPort `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"containerPort" protobuf:"6"`
	// +listType=atomic
	EnvFrom []EnvFromSource `json:"envFrom,omitempty" protobuf:"19"`
	// +listType=map
	// +listMapKey=name
	Env       []EnvVar             `json:"env,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"7"`
	Resources ResourceRequirements `json:"resources,omitempty" protobuf:"8"`
	// +featureGate=InPlacePodVerticalScaling
	// +listType=atomic
	ResizePolicy  []ContainerResizePolicy `json:"resizePolicy,omitempty" protobuf:"23"`
	RestartPolicy *ContainerRestartPolicy `json:"restartPolicy,omitempty" protobuf:"24"`
	// +featureGate=ContainerRestartRules
	// +listType=atomic
	RestartPolicyRules []ContainerRestartRule `json:"restartPolicyRules,omitempty" protobuf:"25"`
	// +listType=map
	// +listMapKey=mountPath
	VolumeMounts []VolumeMount `json:"volumeMounts,omitempty" patchStrategy:"merge" patchMergeKey:"mountPath" protobuf:"9"`
	// +listType=map
	// +listMapKey=devicePath
	VolumeDevices            []VolumeDevice           `json:"volumeDevices,omitempty" patchStrategy:"merge" patchMergeKey:"devicePath" protobuf:"21"`
	LivenessProbe            *Probe                   `json:"livenessProbe,omitempty" protobuf:"10"`
	ReadinessProbe           *Probe                   `json:"readinessProbe,omitempty" protobuf:"11"`
	StartupProbe             *Probe                   `json:"startupProbe,omitempty" protobuf:"22"`
	Lifecycle                *Lifecycle               `json:"lifecycle,omitempty" protobuf:"12"`
	TerminationMessagePath   string                   `json:"terminationMessagePath,omitempty" protobuf:"13"`
	TerminationMessagePolicy TerminationMessagePolicy `json:"terminationMessagePolicy,omitempty" protobuf:"20"`
	ImagePullPolicy          PullPolicy               `json:"imagePullPolicy,omitempty" protobuf:"14"`
	SecurityContext          *SecurityContext         `json:"securityContext,omitempty" protobuf:"15"`
	Stdin                    bool                     `json:"stdin,omitempty" protobuf:"16"`
	StdinOnce                bool                     `json:"stdinOnce,omitempty" protobuf:"17"`
	TTY                      bool                     `json:"tty,omitempty" protobuf:"18"`
}

type ProbeHandler struct {
	Exec      *ExecAction      `json:"exec,omitempty" protobuf:"1"`
	HTTPGet   *HTTPGetAction   `json:"httpGet,omitempty" protobuf:"2"`
	TCPSocket *TCPSocketAction `json:"tcpSocket,omitempty" protobuf:"3"`
	GRPC      *GRPCAction      `json:"grpc,omitempty" protobuf:"4"`
}

type LifecycleHandler struct {
	Exec      *ExecAction      `json:"exec,omitempty" protobuf:"1"`
	HTTPGet   *HTTPGetAction   `json:"httpGet,omitempty" protobuf:"2"`
	TCPSocket *TCPSocketAction `json:"tcpSocket,omitempty" protobuf:"3"`
	Sleep     *SleepAction     `json:"sleep,omitempty" protobuf:"4"`
}

// +enum
type Signal string

const (
	SIGABRT         Signal = "SIGABRT"
	SIGALRM         Signal = "SIGALRM"
	SIGBUS          Signal = "SIGBUS"
	SIGCHLD         Signal = "SIGCHLD"
	SIGCLD          Signal = "SIGCLD"
	SIGCONT         Signal = "SIGCONT"
	SIGFPE          Signal = "SIGFPE"
	SIGHUP          Signal = "SIGHUP"
	SIGILL          Signal = "SIGILL"
	SIGINT          Signal = "SIGINT"
	SIGIO           Signal = "SIGIO"
	SIGIOT          Signal = "SIGIOT"
	SIGKILL         Signal = "SIGKILL"
	SIGPIPE         Signal = "SIGPIPE"
	SIGPOLL         Signal = "SIGPOLL"
	SIGPROF         Signal = "SIGPROF"
	SIGPWR          Signal = "SIGPWR"
	SIGQUIT         Signal = "SIGQUIT"
	SIGSEGV         Signal = "SIGSEGV"
	SIGSTKFLT       Signal = "SIGSTKFLT"
	SIGSTOP         Signal = "SIGSTOP"
	SIGSYS          Signal = "SIGSYS"
	SIGTERM         Signal = "SIGTERM"
	SIGTRAP         Signal = "SIGTRAP"
	SIGTSTP         Signal = "SIGTSTP"
	SIGTTIN         Signal = "SIGTTIN"
	SIGTTOU         Signal = "SIGTTOU"
	SIGURG          Signal = "SIGURG"
	SIGUSR1         Signal = "SIGUSR1"
	SIGUSR2         Signal = "SIGUSR2"
	SIGVTALRM       Signal = "SIGVTALRM"
	SIGWINCH        Signal = "SIGWINCH"
	SIGXCPU         Signal = "SIGXCPU"
	SIGXFSZ         Signal = "SIGXFSZ"
	SIGRTMIN        Signal = "SIGRTMIN"
	SIGRTMINPLUS1   Signal = "SIGRTMIN+1"
	SIGRTMINPLUS2   Signal = "SIGRTMIN+2"
	SIGRTMINPLUS3   Signal = "SIGRTMIN+3"
	SIGRTMINPLUS4   Signal = "SIGRTMIN+4"
	SIGRTMINPLUS5   Signal = "SIGRTMIN+5"
	SIGRTMINPLUS6   Signal = "SIGRTMIN+6"
	SIGRTMINPLUS7   Signal = "SIGRTMIN+7"
	SIGRTMINPLUS8   Signal = "SIGRTMIN+8"
	SIGRTMINPLUS9   Signal = "SIGRTMIN+9"
	SIGRTMINPLUS10  Signal = "SIGRTMIN+10"
	SIGRTMINPLUS11  Signal = "SIGRTMIN+11"
	SIGRTMINPLUS12  Signal = "SIGRTMIN+12"
	SIGRTMINPLUS13  Signal = "SIGRTMIN+13"
	SIGRTMINPLUS14  Signal = "SIGRTMIN+14"
	SIGRTMINPLUS15  Signal = "SIGRTMIN+15"
	SIGRTMAXMINUS14 Signal = "SIGRTMAX-14"
	SIGRTMAXMINUS13 Signal = "SIGRTMAX-13"
	SIGRTMAXMINUS12 Signal = "SIGRTMAX-12"
	SIGRTMAXMINUS11 Signal = "SIGRTMAX-11"
	SIGRTMAXMINUS10 Signal = "SIGRTMAX-10"
	SIGRTMAXMINUS9  Signal = "SIGRTMAX-9"
	SIGRTMAXMINUS8  Signal = "SIGRTMAX-8"
	SIGRTMAXMINUS7  Signal = "SIGRTMAX-7"
	SIGRTMAXMINUS6  Signal = "SIGRTMAX-6"
	SIGRTMAXMINUS5  Signal = "SIGRTMAX-5"
	SIGRTMAXMINUS4  Signal = "SIGRTMAX-4"
	SIGRTMAXMINUS3  Signal = "SIGRTMAX-3"
	SIGRTMAXMINUS2  Signal = "SIGRTMAX-2"
	SIGRTMAXMINUS1  Signal = "SIGRTMAX-1"
	SIGRTMAX        Signal = "SIGRTMAX"
)

type Lifecycle struct {
	PostStart  *LifecycleHandler `json:"postStart,omitempty" protobuf:"1"`
	PreStop    *LifecycleHandler `json:"preStop,omitempty" protobuf:"2"`
	StopSignal *Signal           `json:"stopSignal,omitempty" protobuf:"3"`
}

type ConditionStatus string

type ContainerStateWaiting struct {
	Reason  string `json:"reason,omitempty" protobuf:"1"`
	Message string `json:"message,omitempty" protobuf:"2"`
}

type ContainerStateRunning struct {
	StartedAt metav1.Time `json:"startedAt,omitempty" protobuf:"1"`
}

type ContainerStateTerminated struct {
	ExitCode    int32       `json:"exitCode" protobuf:"1"`
	Signal      int32       `json:"signal,omitempty" protobuf:"2"`
	Reason      string      `json:"reason,omitempty" protobuf:"3"`
	Message     string      `json:"message,omitempty" protobuf:"4"`
	StartedAt   metav1.Time `json:"startedAt,omitempty" protobuf:"5"`
	FinishedAt  metav1.Time `json:"finishedAt,omitempty" protobuf:"6"`
	ContainerID string      `json:"containerID,omitempty" protobuf:"7"`
}

type ContainerState struct {
	Waiting    *ContainerStateWaiting    `json:"waiting,omitempty" protobuf:"1"`
	Running    *ContainerStateRunning    `json:"running,omitempty" protobuf:"2"`
	Terminated *ContainerStateTerminated `json:"terminated,omitempty" protobuf:"3"`
}

type ContainerStatus struct {
	Name                 string         `json:"name" protobuf:"1"`
	State                ContainerState `json:"state,omitempty" protobuf:"2"`
	LastTerminationState ContainerState `json:"lastState,omitempty" protobuf:"3"`
	Ready                bool           `json:"ready" protobuf:"4"`
	RestartCount         int32          `json:"restartCount" protobuf:"5"`
	Image                string         `json:"image" protobuf:"6"`
	ImageID              string         `json:"imageID" protobuf:"7"`
	ContainerID          string         `json:"containerID,omitempty" protobuf:"8"`
	Started              *bool          `json:"started,omitempty" protobuf:"9"`
	AllocatedResources   ResourceList   `json:"allocatedResources,omitempty" protobuf:"10"`
	// +featureGate=InPlacePodVerticalScaling
	Resources *ResourceRequirements `json:"resources,omitempty" protobuf:"11"`
	// +listType=map
	// +listMapKey=mountPath
	VolumeMounts []VolumeMountStatus `json:"volumeMounts,omitempty" patchStrategy:"merge" patchMergeKey:"mountPath" protobuf:"12"`
	// +featureGate=SupplementalGroupsPolicy
	User *ContainerUser `json:"user,omitempty" protobuf:"13"`
	// +featureGate=ResourceHealthStatus
	// +listType=map
	// +listMapKey=name
	AllocatedResourcesStatus []ResourceStatus `json:"allocatedResourcesStatus,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"14"`
	// +featureGate=ContainerStopSignals
	StopSignal *Signal `json:"stopSignal,omitempty" protobuf:"15"`
}

type ResourceStatus struct {
	// +required
	Name ResourceName `json:"name" protobuf:"1"`
	// +listType=map
	// +listMapKey=resourceID
	Resources []ResourceHealth `json:"resources,omitempty" protobuf:"2"`
}

type ResourceHealthStatus string

type ResourceID string

type ResourceHealth struct {
	ResourceID ResourceID           `json:"resourceID" protobuf:"1"`
	Health     ResourceHealthStatus `json:"health,omitempty" protobuf:"2"`
	// +featureGate=ResourceHealthStatusMessage
	Message *string `json:"message,omitempty" protobuf:"6"`
}

type ContainerUser struct {
	Linux *LinuxContainerUser `json:"linux,omitempty" protobuf:"1"`
}

type LinuxContainerUser struct {
	UID int64 `json:"uid" protobuf:"1"`
	GID int64 `json:"gid" protobuf:"2"`
	// +listType=atomic
	SupplementalGroups []int64 `json:"supplementalGroups,omitempty" protobuf:"3"`
}

// +enum
type PodPhase string

const (
	PodPending   PodPhase = "Pending"
	PodRunning   PodPhase = "Running"
	PodSucceeded PodPhase = "Succeeded"
	PodFailed    PodPhase = "Failed"
	PodUnknown   PodPhase = "Unknown"
)

type PodConditionType string

type PodCondition struct {
	Type               PodConditionType `json:"type" protobuf:"1"`
	ObservedGeneration int64            `json:"observedGeneration,omitempty" protobuf:"7"`
	Status             ConditionStatus  `json:"status" protobuf:"2"`
	LastProbeTime      metav1.Time      `json:"lastProbeTime,omitempty" protobuf:"3"`
	LastTransitionTime metav1.Time      `json:"lastTransitionTime,omitempty" protobuf:"4"`
	Reason             string           `json:"reason,omitempty" protobuf:"5"`
	Message            string           `json:"message,omitempty" protobuf:"6"`
}

type PodResizeStatus string

type VolumeMountStatus struct {
	Name              string                 `json:"name" protobuf:"1"`
	MountPath         string                 `json:"mountPath" protobuf:"2"`
	ReadOnly          bool                   `json:"readOnly,omitempty" protobuf:"3"`
	RecursiveReadOnly *RecursiveReadOnlyMode `json:"recursiveReadOnly,omitempty" protobuf:"4"`
	VolumeStatus      *VolumeStatus          `json:"volumeStatus,omitempty" protobuf:"5"`
}

type VolumeStatus struct {
	// +featureGate=ImageVolumeWithDigest
	Image *ImageVolumeStatus `json:"image,omitempty" protobuf:"1"`
}

type ImageVolumeStatus struct {
	// +kubebuilder:validation:MaxLength=256
	// +required
	ImageRef string `json:"imageRef,omitempty" protobuf:"1"`
}

// +enum
type RestartPolicy string

const (
	RestartPolicyAlways    RestartPolicy = "Always"
	RestartPolicyOnFailure RestartPolicy = "OnFailure"
	RestartPolicyNever     RestartPolicy = "Never"
)

type ContainerRestartPolicy string

type ContainerRestartRule struct {
	// +required
	Action    ContainerRestartRuleAction       `json:"action,omitempty" protobuf:"1"`
	ExitCodes *ContainerRestartRuleOnExitCodes `json:"exitCodes,omitempty" protobuf:"2"`
}

type ContainerRestartRuleAction string

type ContainerRestartRuleOnExitCodes struct {
	// +required
	Operator ContainerRestartRuleOnExitCodesOperator `json:"operator,omitempty" protobuf:"1"`
	// +listType=set
	Values []int32 `json:"values,omitempty" protobuf:"2"`
}

type ContainerRestartRuleOnExitCodesOperator string

// +enum
type DNSPolicy string

const (
	DNSClusterFirstWithHostNet DNSPolicy = "ClusterFirstWithHostNet"
	DNSClusterFirst            DNSPolicy = "ClusterFirst"
	DNSDefault                 DNSPolicy = "Default"
	DNSNone                    DNSPolicy = "None"
)

// +structType=atomic
type NodeSelector struct {
	// +listType=atomic
	NodeSelectorTerms []NodeSelectorTerm `json:"nodeSelectorTerms" protobuf:"1"`
}

// +structType=atomic
type NodeSelectorTerm struct {
	// +listType=atomic
	MatchExpressions []NodeSelectorRequirement `json:"matchExpressions,omitempty" protobuf:"1"`
	// +listType=atomic
	MatchFields []NodeSelectorRequirement `json:"matchFields,omitempty" protobuf:"2"`
}

type NodeSelectorRequirement struct {
	Key      string               `json:"key" protobuf:"1"`
	Operator NodeSelectorOperator `json:"operator" protobuf:"2"`
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

// +enum
type NodeSelectorOperator string

const (
	NodeSelectorOpIn           NodeSelectorOperator = "In"
	NodeSelectorOpNotIn        NodeSelectorOperator = "NotIn"
	NodeSelectorOpExists       NodeSelectorOperator = "Exists"
	NodeSelectorOpDoesNotExist NodeSelectorOperator = "DoesNotExist"
	NodeSelectorOpGt           NodeSelectorOperator = "Gt"
	NodeSelectorOpLt           NodeSelectorOperator = "Lt"
)

// +structType=atomic
type TopologySelectorTerm struct {
	// +listType=atomic
	MatchLabelExpressions []TopologySelectorLabelRequirement `json:"matchLabelExpressions,omitempty" protobuf:"1"`
}

type TopologySelectorLabelRequirement struct {
	Key string `json:"key" protobuf:"1"`
	// +listType=atomic
	Values []string `json:"values" protobuf:"2"`
}

type Affinity struct {
	NodeAffinity    *NodeAffinity    `json:"nodeAffinity,omitempty" protobuf:"1"`
	PodAffinity     *PodAffinity     `json:"podAffinity,omitempty" protobuf:"2"`
	PodAntiAffinity *PodAntiAffinity `json:"podAntiAffinity,omitempty" protobuf:"3"`
}

type PodAffinity struct {
	// +listType=atomic
	RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm `json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty" protobuf:"1"`
	// +listType=atomic
	PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm `json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty" protobuf:"2"`
}

type PodAntiAffinity struct {
	// +listType=atomic
	RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm `json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty" protobuf:"1"`
	// +listType=atomic
	PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm `json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty" protobuf:"2"`
}

type WeightedPodAffinityTerm struct {
	Weight          int32           `json:"weight" protobuf:"1"`
	PodAffinityTerm PodAffinityTerm `json:"podAffinityTerm" protobuf:"2"`
}

type PodAffinityTerm struct {
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty" protobuf:"1"`
	// +listType=atomic
	Namespaces        []string              `json:"namespaces,omitempty" protobuf:"2"`
	TopologyKey       string                `json:"topologyKey" protobuf:"3"`
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty" protobuf:"4"`
	// +listType=atomic
	MatchLabelKeys []string `json:"matchLabelKeys,omitempty" protobuf:"5"`
	// +listType=atomic
	MismatchLabelKeys []string `json:"mismatchLabelKeys,omitempty" protobuf:"6"`
}

type NodeAffinity struct {
	RequiredDuringSchedulingIgnoredDuringExecution *NodeSelector `json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty" protobuf:"1"`
	// +listType=atomic
	PreferredDuringSchedulingIgnoredDuringExecution []PreferredSchedulingTerm `json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty" protobuf:"2"`
}

type PreferredSchedulingTerm struct {
	Weight     int32            `json:"weight" protobuf:"1"`
	Preference NodeSelectorTerm `json:"preference" protobuf:"2"`
}

type Taint struct {
	Key       string       `json:"key" protobuf:"1"`
	Value     string       `json:"value,omitempty" protobuf:"2"`
	Effect    TaintEffect  `json:"effect" protobuf:"3"`
	TimeAdded *metav1.Time `json:"timeAdded,omitempty" protobuf:"4"`
}

// +enum
type TaintEffect string

const (
	TaintEffectNoSchedule       TaintEffect = "NoSchedule"
	TaintEffectPreferNoSchedule TaintEffect = "PreferNoSchedule"
	TaintEffectNoExecute        TaintEffect = "NoExecute"
)

type Toleration struct {
	// +k8s:alpha(since: "1.37")=+k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:format=k8s-label-key
	Key               string             `json:"key,omitempty" protobuf:"1"`
	Operator          TolerationOperator `json:"operator,omitempty" protobuf:"2"`
	Value             string             `json:"value,omitempty" protobuf:"3"`
	Effect            TaintEffect        `json:"effect,omitempty" protobuf:"4"`
	TolerationSeconds *int64             `json:"tolerationSeconds,omitempty" protobuf:"5"`
}

// +enum
type TolerationOperator string

const (
	TolerationOpExists TolerationOperator = "Exists"
	TolerationOpEqual  TolerationOperator = "Equal"
	TolerationOpLt     TolerationOperator = "Lt"
	TolerationOpGt     TolerationOperator = "Gt"
)

type PodReadinessGate struct {
	ConditionType PodConditionType `json:"conditionType" protobuf:"1"`
}

type PodSpec struct {
	// +listType=map
	// +listMapKey=name
	Volumes []Volume `json:"volumes,omitempty" patchStrategy:"merge,retainKeys" patchMergeKey:"name" protobuf:"1"`
	// +listType=map
	// +listMapKey=name
	InitContainers []Container `json:"initContainers,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"20"`
	// +listType=map
	// +listMapKey=name
	Containers []Container `json:"containers" patchStrategy:"merge" patchMergeKey:"name" protobuf:"2"`
	// +listType=map
	// +listMapKey=name
	EphemeralContainers           []EphemeralContainer `json:"ephemeralContainers,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"34"`
	RestartPolicy                 RestartPolicy        `json:"restartPolicy,omitempty" protobuf:"3"`
	TerminationGracePeriodSeconds *int64               `json:"terminationGracePeriodSeconds,omitempty" protobuf:"4"`
	ActiveDeadlineSeconds         *int64               `json:"activeDeadlineSeconds,omitempty" protobuf:"5"`
	DNSPolicy                     DNSPolicy            `json:"dnsPolicy,omitempty" protobuf:"6"`
	// +mapType=atomic
	NodeSelector                 map[string]string   `json:"nodeSelector,omitempty" protobuf:"7"`
	ServiceAccountName           string              `json:"serviceAccountName,omitempty" protobuf:"8"`
	DeprecatedServiceAccount     string              `json:"serviceAccount,omitempty" protobuf:"9"`
	AutomountServiceAccountToken *bool               `json:"automountServiceAccountToken,omitempty" protobuf:"21"`
	NodeName                     string              `json:"nodeName,omitempty" protobuf:"10"`
	HostNetwork                  bool                `json:"hostNetwork,omitempty" protobuf:"11"`
	HostPID                      bool                `json:"hostPID,omitempty" protobuf:"12"`
	HostIPC                      bool                `json:"hostIPC,omitempty" protobuf:"13"`
	ShareProcessNamespace        *bool               `json:"shareProcessNamespace,omitempty" protobuf:"27"`
	SecurityContext              *PodSecurityContext `json:"securityContext,omitempty" protobuf:"14"`
	// +listType=map
	// +listMapKey=name
	ImagePullSecrets []LocalObjectReference `json:"imagePullSecrets,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"15"`
	Hostname         string                 `json:"hostname,omitempty" protobuf:"16"`
	Subdomain        string                 `json:"subdomain,omitempty" protobuf:"17"`
	Affinity         *Affinity              `json:"affinity,omitempty" protobuf:"18"`
	SchedulerName    string                 `json:"schedulerName,omitempty" protobuf:"19"`
	// +listType=atomic
	// +k8s:alpha(since: "1.37")=+k8s:optional
	Tolerations []Toleration `json:"tolerations,omitempty" protobuf:"22"`
	// +listType=map
	// +listMapKey=ip
	HostAliases       []HostAlias   `json:"hostAliases,omitempty" patchStrategy:"merge" patchMergeKey:"ip" protobuf:"23"`
	PriorityClassName string        `json:"priorityClassName,omitempty" protobuf:"24"`
	Priority          *int32        `json:"priority,omitempty" protobuf:"25"`
	DNSConfig         *PodDNSConfig `json:"dnsConfig,omitempty" protobuf:"26"`
	// +listType=atomic
	ReadinessGates     []PodReadinessGate `json:"readinessGates,omitempty" protobuf:"28"`
	RuntimeClassName   *string            `json:"runtimeClassName,omitempty" protobuf:"29"`
	EnableServiceLinks *bool              `json:"enableServiceLinks,omitempty" protobuf:"30"`
	PreemptionPolicy   *PreemptionPolicy  `json:"preemptionPolicy,omitempty" protobuf:"31"`
	Overhead           ResourceList       `json:"overhead,omitempty" protobuf:"32"`
	// +listType=map
	// +listMapKey=topologyKey
	// +listMapKey=whenUnsatisfiable
	TopologySpreadConstraints []TopologySpreadConstraint `json:"topologySpreadConstraints,omitempty" patchStrategy:"merge" patchMergeKey:"topologyKey" protobuf:"33"`
	SetHostnameAsFQDN         *bool                      `json:"setHostnameAsFQDN,omitempty" protobuf:"35"`
	OS                        *PodOS                     `json:"os,omitempty" protobuf:"36"`
	HostUsers                 *bool                      `json:"hostUsers,omitempty" protobuf:"37"`
	// +listType=map
	// +listMapKey=name
	SchedulingGates []PodSchedulingGate `json:"schedulingGates,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"38"`
	// +listType=map
	// +listMapKey=name
	// +featureGate=DynamicResourceAllocation
	ResourceClaims []PodResourceClaim `json:"resourceClaims,omitempty" patchStrategy:"merge,retainKeys" patchMergeKey:"name" protobuf:"39"`
	// +featureGate=PodLevelResources
	Resources *ResourceRequirements `json:"resources,omitempty" protobuf:"40"`
	// +featureGate=HostnameOverride
	HostnameOverride *string `json:"hostnameOverride,omitempty" protobuf:"41"`
	// +featureGate=GenericWorkload
	SchedulingGroup *PodSchedulingGroup `json:"schedulingGroup,omitempty" protobuf:"43"`
	// +featureGate=EvictionRequestAPI
	// +listType=map
	// +listMapKey=name
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=10
	// +k8s:alpha(since: "1.37")=+k8s:dependentForbidden("schedulingGroup")
	EvictionResponders []EvictionResponder `json:"evictionResponders,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"44"`
}

type PodResourceClaim struct {
	Name                      string  `json:"name" protobuf:"1"`
	ResourceClaimName         *string `json:"resourceClaimName,omitempty" protobuf:"3"`
	ResourceClaimTemplateName *string `json:"resourceClaimTemplateName,omitempty" protobuf:"4"`
}

type PodResourceClaimStatus struct {
	Name              string  `json:"name" protobuf:"1"`
	ResourceClaimName *string `json:"resourceClaimName,omitempty" protobuf:"2"`
}

type PodExtendedResourceClaimStatus struct {
	// +listType=atomic
	RequestMappings   []ContainerExtendedResourceRequest `json:"requestMappings" protobuf:"1"`
	ResourceClaimName string                             `json:"resourceClaimName" protobuf:"2"`
}

type ContainerExtendedResourceRequest struct {
	ContainerName string `json:"containerName" protobuf:"1"`
	ResourceName  string `json:"resourceName" protobuf:"2"`
	RequestName   string `json:"requestName" protobuf:"3"`
}

type OSName string

type PodOS struct {
	Name OSName `json:"name" protobuf:"1"`
}

type PodSchedulingGate struct {
	Name string `json:"name" protobuf:"1"`
}

// +union
type PodSchedulingGroup struct {
	// +optional
	PodGroupName *string `json:"podGroupName,omitempty" protobuf:"1"`
}

// +enum
type UnsatisfiableConstraintAction string

const (
	DoNotSchedule  UnsatisfiableConstraintAction = "DoNotSchedule"
	ScheduleAnyway UnsatisfiableConstraintAction = "ScheduleAnyway"
)

// +enum
type NodeInclusionPolicy string

const (
	NodeInclusionPolicyIgnore NodeInclusionPolicy = "Ignore"
	NodeInclusionPolicyHonor  NodeInclusionPolicy = "Honor"
)

type TopologySpreadConstraint struct {
	MaxSkew            int32                         `json:"maxSkew" protobuf:"1"`
	TopologyKey        string                        `json:"topologyKey" protobuf:"2"`
	WhenUnsatisfiable  UnsatisfiableConstraintAction `json:"whenUnsatisfiable" protobuf:"3"`
	LabelSelector      *metav1.LabelSelector         `json:"labelSelector,omitempty" protobuf:"4"`
	MinDomains         *int32                        `json:"minDomains,omitempty" protobuf:"5"`
	NodeAffinityPolicy *NodeInclusionPolicy          `json:"nodeAffinityPolicy,omitempty" protobuf:"6"`
	NodeTaintsPolicy   *NodeInclusionPolicy          `json:"nodeTaintsPolicy,omitempty" protobuf:"7"`
	// +listType=atomic
	MatchLabelKeys []string `json:"matchLabelKeys,omitempty" protobuf:"8"`
}

type HostAlias struct {
	// +required
	IP string `json:"ip" protobuf:"1"`
	// +listType=atomic
	Hostnames []string `json:"hostnames,omitempty" protobuf:"2"`
}

// +enum
type PodFSGroupChangePolicy string

const (
	FSGroupChangeOnRootMismatch PodFSGroupChangePolicy = "OnRootMismatch"
	FSGroupChangeAlways         PodFSGroupChangePolicy = "Always"
)

// +enum
type SupplementalGroupsPolicy string

const (
	SupplementalGroupsPolicyMerge  SupplementalGroupsPolicy = "Merge"
	SupplementalGroupsPolicyStrict SupplementalGroupsPolicy = "Strict"
)

type PodSELinuxChangePolicy string

type PodSecurityContext struct {
	SELinuxOptions *SELinuxOptions                `json:"seLinuxOptions,omitempty" protobuf:"1"`
	WindowsOptions *WindowsSecurityContextOptions `json:"windowsOptions,omitempty" protobuf:"8"`
	RunAsUser      *int64                         `json:"runAsUser,omitempty" protobuf:"2"`
	RunAsGroup     *int64                         `json:"runAsGroup,omitempty" protobuf:"6"`
	RunAsNonRoot   *bool                          `json:"runAsNonRoot,omitempty" protobuf:"3"`
	// +listType=atomic
	SupplementalGroups []int64 `json:"supplementalGroups,omitempty" protobuf:"4"`
	// +featureGate=SupplementalGroupsPolicy
	SupplementalGroupsPolicy *SupplementalGroupsPolicy `json:"supplementalGroupsPolicy,omitempty" protobuf:"12"`
	FSGroup                  *int64                    `json:"fsGroup,omitempty" protobuf:"5"`
	// +listType=atomic
	Sysctls             []Sysctl                `json:"sysctls,omitempty" protobuf:"7"`
	FSGroupChangePolicy *PodFSGroupChangePolicy `json:"fsGroupChangePolicy,omitempty" protobuf:"9"`
	SeccompProfile      *SeccompProfile         `json:"seccompProfile,omitempty" protobuf:"10"`
	AppArmorProfile     *AppArmorProfile        `json:"appArmorProfile,omitempty" protobuf:"11"`
	// +featureGate=SELinuxChangePolicy
	SELinuxChangePolicy *PodSELinuxChangePolicy `json:"seLinuxChangePolicy,omitempty" protobuf:"13"`
}

// +union
type SeccompProfile struct {
	// +unionDiscriminator
	Type SeccompProfileType `json:"type" protobuf:"1"`
	// +optional
	LocalhostProfile *string `json:"localhostProfile,omitempty" protobuf:"2"`
}

// +enum
type SeccompProfileType string

const (
	SeccompProfileTypeUnconfined     SeccompProfileType = "Unconfined"
	SeccompProfileTypeRuntimeDefault SeccompProfileType = "RuntimeDefault"
	SeccompProfileTypeLocalhost      SeccompProfileType = "Localhost"
)

// +union
type AppArmorProfile struct {
	// +unionDiscriminator
	Type AppArmorProfileType `json:"type" protobuf:"1"`
	// +optional
	LocalhostProfile *string `json:"localhostProfile,omitempty" protobuf:"2"`
}

// +enum
type AppArmorProfileType string

const (
	AppArmorProfileTypeUnconfined     AppArmorProfileType = "Unconfined"
	AppArmorProfileTypeRuntimeDefault AppArmorProfileType = "RuntimeDefault"
	AppArmorProfileTypeLocalhost      AppArmorProfileType = "Localhost"
)

// +enum
type PodQOSClass string

const (
	PodQOSGuaranteed PodQOSClass = "Guaranteed"
	PodQOSBurstable  PodQOSClass = "Burstable"
	PodQOSBestEffort PodQOSClass = "BestEffort"
)

type PodDNSConfig struct {
	// +listType=atomic
	Nameservers []string `json:"nameservers,omitempty" protobuf:"1"`
	// +listType=atomic
	Searches []string `json:"searches,omitempty" protobuf:"2"`
	// +listType=atomic
	Options []PodDNSConfigOption `json:"options,omitempty" protobuf:"3"`
}

type PodDNSConfigOption struct {
	Name  string  `json:"name,omitempty" protobuf:"1"`
	Value *string `json:"value,omitempty" protobuf:"2"`
}

type PodIP struct {
	// +required
	IP string `json:"ip" protobuf:"1"`
}

type HostIP struct {
	// +required
	IP string `json:"ip" protobuf:"1"`
}

type EphemeralContainerCommon struct {
	Name  string `json:"name" protobuf:"1"`
	Image string `json:"image,omitempty" protobuf:"2"`
	// +listType=atomic
	Command []string `json:"command,omitempty" protobuf:"3"`
	// +listType=atomic
	Args       []string `json:"args,omitempty" protobuf:"4"`
	WorkingDir string   `json:"workingDir,omitempty" protobuf:"5"`
	// +listType=map
	// +listMapKey=containerPort
	// +listMapKey=protocol
	Ports []ContainerPort `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"containerPort" protobuf:"6"`
	// +listType=atomic
	EnvFrom []EnvFromSource `json:"envFrom,omitempty" protobuf:"19"`
	// +listType=map
	// +listMapKey=name
	Env       []EnvVar             `json:"env,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"7"`
	Resources ResourceRequirements `json:"resources,omitempty" protobuf:"8"`
	// +featureGate=InPlacePodVerticalScaling
	// +listType=atomic
	ResizePolicy  []ContainerResizePolicy `json:"resizePolicy,omitempty" protobuf:"23"`
	RestartPolicy *ContainerRestartPolicy `json:"restartPolicy,omitempty" protobuf:"24"`
	// +featureGate=ContainerRestartRules
	// +listType=atomic
	RestartPolicyRules []ContainerRestartRule `json:"restartPolicyRules,omitempty" protobuf:"25"`
	// +listType=map
	// +listMapKey=mountPath
	VolumeMounts []VolumeMount `json:"volumeMounts,omitempty" patchStrategy:"merge" patchMergeKey:"mountPath" protobuf:"9"`
	// +listType=map
	// +listMapKey=devicePath
	VolumeDevices            []VolumeDevice           `json:"volumeDevices,omitempty" patchStrategy:"merge" patchMergeKey:"devicePath" protobuf:"21"`
	LivenessProbe            *Probe                   `json:"livenessProbe,omitempty" protobuf:"10"`
	ReadinessProbe           *Probe                   `json:"readinessProbe,omitempty" protobuf:"11"`
	StartupProbe             *Probe                   `json:"startupProbe,omitempty" protobuf:"22"`
	Lifecycle                *Lifecycle               `json:"lifecycle,omitempty" protobuf:"12"`
	TerminationMessagePath   string                   `json:"terminationMessagePath,omitempty" protobuf:"13"`
	TerminationMessagePolicy TerminationMessagePolicy `json:"terminationMessagePolicy,omitempty" protobuf:"20"`
	ImagePullPolicy          PullPolicy               `json:"imagePullPolicy,omitempty" protobuf:"14"`
	SecurityContext          *SecurityContext         `json:"securityContext,omitempty" protobuf:"15"`
	Stdin                    bool                     `json:"stdin,omitempty" protobuf:"16"`
	StdinOnce                bool                     `json:"stdinOnce,omitempty" protobuf:"17"`
	TTY                      bool                     `json:"tty,omitempty" protobuf:"18"`
}

type EphemeralContainer struct {
	EphemeralContainerCommon `json:",inline" protobuf:"1"`
	TargetContainerName      string `json:"targetContainerName,omitempty" protobuf:"2"`
}

// +structType=atomic
type EvictionResponder struct {
	// +required
	// +k8s:required
	// +k8s:format=k8s-prefixed-label-key
	// +k8s:customValidation
	Name string `json:"name" protobuf:"1"`
	// +required
	// +k8s:required
	// +k8s:minimum=0
	// +k8s:maximum=100000
	// +k8s:customValidation
	Priority *int32 `json:"priority" protobuf:"2"`
}

type PodStatus struct {
	ObservedGeneration int64    `json:"observedGeneration,omitempty" protobuf:"17"`
	Phase              PodPhase `json:"phase,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=type
	Conditions        []PodCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"2"`
	Message           string         `json:"message,omitempty" protobuf:"3"`
	Reason            string         `json:"reason,omitempty" protobuf:"4"`
	NominatedNodeName string         `json:"nominatedNodeName,omitempty" protobuf:"11"`
	HostIP            string         `json:"hostIP,omitempty" protobuf:"5"`
	// +listType=atomic
	HostIPs []HostIP `json:"hostIPs,omitempty" patchStrategy:"merge" patchMergeKey:"ip" protobuf:"16"`
	PodIP   string   `json:"podIP,omitempty" protobuf:"6"`
	// +listType=map
	// +listMapKey=ip
	PodIPs    []PodIP      `json:"podIPs,omitempty" patchStrategy:"merge" patchMergeKey:"ip" protobuf:"12"`
	StartTime *metav1.Time `json:"startTime,omitempty" protobuf:"7"`
	// +listType=atomic
	InitContainerStatuses []ContainerStatus `json:"initContainerStatuses,omitempty" protobuf:"10"`
	// +listType=atomic
	ContainerStatuses []ContainerStatus `json:"containerStatuses,omitempty" protobuf:"8"`
	QOSClass          PodQOSClass       `json:"qosClass,omitempty" protobuf:"9"`
	// +listType=atomic
	EphemeralContainerStatuses []ContainerStatus `json:"ephemeralContainerStatuses,omitempty" protobuf:"13"`
	// +featureGate=InPlacePodVerticalScaling
	Resize PodResizeStatus `json:"resize,omitempty" protobuf:"14"`
	// +listType=map
	// +listMapKey=name
	// +featureGate=DynamicResourceAllocation
	ResourceClaimStatuses []PodResourceClaimStatus `json:"resourceClaimStatuses,omitempty" patchStrategy:"merge,retainKeys" patchMergeKey:"name" protobuf:"15"`
	// +featureGate=DRAExtendedResource
	ExtendedResourceClaimStatus *PodExtendedResourceClaimStatus `json:"extendedResourceClaimStatus,omitempty" protobuf:"18"`
	// +featureGate=InPlacePodLevelResourcesVerticalScaling
	AllocatedResources ResourceList `json:"allocatedResources,omitempty" protobuf:"19"`
	// +featureGate=InPlacePodLevelResourcesVerticalScaling
	Resources *ResourceRequirements `json:"resources,omitempty" protobuf:"20"`
	// +featureGate=DRANodeAllocatableResources
	// +listType=map
	// +listMapKey=resourceClaimName
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=resourceClaimName
	NodeAllocatableResourceClaimStatuses []NodeAllocatableResourceClaimStatus `json:"nodeAllocatableResourceClaimStatuses,omitempty" patchStrategy:"merge" patchMergeKey:"resourceClaimName" protobuf:"21"`
	// +featureGate=CSIVolumeHealth
	// +listType=map
	// +listMapKey=name
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	VolumeHealth []PodVolumeHealth `json:"volumeHealth,omitempty" protobuf:"22"`
}

// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/ephemeralcontainers"
// +k8s:supportsSubresource="/resize"
// +k8s:supportsSubresource="/eviction"
type Pod struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              PodSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            PodStatus `json:"status,omitempty" protobuf:"3"`
}

type PodList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Pod `json:"items" protobuf:"2"`
}

type PodTemplateSpec struct {
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              PodSpec `json:"spec,omitempty" protobuf:"2"`
}

type PodTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Template          PodTemplateSpec `json:"template,omitempty" protobuf:"2"`
}

type PodTemplateList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []PodTemplate `json:"items" protobuf:"2"`
}

type ReplicationControllerSpec struct {
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +default=1
	// +k8s:beta(since: "1.37")=+k8s:minimum=0
	Replicas *int32 `json:"replicas,omitempty" protobuf:"1"`
	// +k8s:beta(since: "1.37")=+k8s:optional
	// +default=0
	// +k8s:beta(since: "1.37")=+k8s:minimum=0
	MinReadySeconds int32 `json:"minReadySeconds,omitempty" protobuf:"4"`
	// +mapType=atomic
	Selector map[string]string `json:"selector,omitempty" protobuf:"2"`
	// +k8s:alpha(since: "1.37")=+k8s:optional
	Template *PodTemplateSpec `json:"template,omitempty" protobuf:"3"`
}

type ReplicationControllerStatus struct {
	Replicas             int32 `json:"replicas" protobuf:"1"`
	FullyLabeledReplicas int32 `json:"fullyLabeledReplicas,omitempty" protobuf:"2"`
	ReadyReplicas        int32 `json:"readyReplicas,omitempty" protobuf:"4"`
	AvailableReplicas    int32 `json:"availableReplicas,omitempty" protobuf:"5"`
	ObservedGeneration   int64 `json:"observedGeneration,omitempty" protobuf:"3"`
	// +listType=map
	// +listMapKey=type
	Conditions []ReplicationControllerCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"6"`
}

type ReplicationControllerConditionType string

type ReplicationControllerCondition struct {
	Type               ReplicationControllerConditionType `json:"type" protobuf:"1"`
	Status             ConditionStatus                    `json:"status" protobuf:"2"`
	LastTransitionTime metav1.Time                        `json:"lastTransitionTime,omitempty" protobuf:"3"`
	Reason             string                             `json:"reason,omitempty" protobuf:"4"`
	Message            string                             `json:"message,omitempty" protobuf:"5"`
}

// +k8s:supportsSubresource="/scale"
// +k8s:supportsSubresource="/status"
type ReplicationController struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:beta(since: "1.37")=+k8s:subfield(name)=+k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:subfield(name)=+k8s:format=k8s-long-name
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              ReplicationControllerSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            ReplicationControllerStatus `json:"status,omitempty" protobuf:"3"`
}

type ReplicationControllerList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ReplicationController `json:"items" protobuf:"2"`
}

// +enum
type ServiceAffinity string

const (
	ServiceAffinityClientIP ServiceAffinity = "ClientIP"
	ServiceAffinityNone     ServiceAffinity = "None"
)

type SessionAffinityConfig struct {
	ClientIP *ClientIPConfig `json:"clientIP,omitempty" protobuf:"1"`
}

type ClientIPConfig struct {
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty" protobuf:"1"`
}

// +enum
type ServiceType string

const (
	ServiceTypeClusterIP    ServiceType = "ClusterIP"
	ServiceTypeNodePort     ServiceType = "NodePort"
	ServiceTypeLoadBalancer ServiceType = "LoadBalancer"
	ServiceTypeExternalName ServiceType = "ExternalName"
)

// +enum
type ServiceInternalTrafficPolicy string

const (
	ServiceInternalTrafficPolicyCluster ServiceInternalTrafficPolicy = "Cluster"
	ServiceInternalTrafficPolicyLocal   ServiceInternalTrafficPolicy = "Local"
)

// +enum
type ServiceExternalTrafficPolicy string

const (
	ServiceExternalTrafficPolicyCluster ServiceExternalTrafficPolicy = "Cluster"
	ServiceExternalTrafficPolicyLocal   ServiceExternalTrafficPolicy = "Local"
)

type ServiceStatus struct {
	LoadBalancer LoadBalancerStatus `json:"loadBalancer,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=type
	// +k8s:alpha(since: "1.37")=+k8s:eachVal=+k8s:opaqueType
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"2"`
}

type LoadBalancerStatus struct {
	// +listType=atomic
	Ingress []LoadBalancerIngress `json:"ingress,omitempty" protobuf:"1"`
}

type LoadBalancerIngress struct {
	IP       string              `json:"ip,omitempty" protobuf:"1"`
	Hostname string              `json:"hostname,omitempty" protobuf:"2"`
	IPMode   *LoadBalancerIPMode `json:"ipMode,omitempty" protobuf:"3"`
	// +listType=atomic
	Ports []PortStatus `json:"ports,omitempty" protobuf:"4"`
}

// +enum
type IPFamily string

const (
	IPv4Protocol    IPFamily = "IPv4"
	IPv6Protocol    IPFamily = "IPv6"
	IPFamilyUnknown IPFamily = ""
)

// +enum
type IPFamilyPolicy string

const (
	IPFamilyPolicySingleStack      IPFamilyPolicy = "SingleStack"
	IPFamilyPolicyPreferDualStack  IPFamilyPolicy = "PreferDualStack"
	IPFamilyPolicyRequireDualStack IPFamilyPolicy = "RequireDualStack"
)

type ServiceSpec struct {
	// +listType=map
	// +listMapKey=port
	// +listMapKey=protocol
	Ports []ServicePort `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"port" protobuf:"1"`
	// +mapType=atomic
	Selector  map[string]string `json:"selector,omitempty" protobuf:"2"`
	ClusterIP string            `json:"clusterIP,omitempty" protobuf:"3"`
	// +listType=atomic
	ClusterIPs []string    `json:"clusterIPs,omitempty" protobuf:"18"`
	Type       ServiceType `json:"type,omitempty" protobuf:"4"`
	// +listType=atomic
	ExternalIPs     []string        `json:"externalIPs,omitempty" protobuf:"5"`
	SessionAffinity ServiceAffinity `json:"sessionAffinity,omitempty" protobuf:"7"`
	LoadBalancerIP  string          `json:"loadBalancerIP,omitempty" protobuf:"8"`
	// +listType=atomic
	LoadBalancerSourceRanges []string                     `json:"loadBalancerSourceRanges,omitempty" protobuf:"9"`
	ExternalName             string                       `json:"externalName,omitempty" protobuf:"10"`
	ExternalTrafficPolicy    ServiceExternalTrafficPolicy `json:"externalTrafficPolicy,omitempty" protobuf:"11"`
	HealthCheckNodePort      int32                        `json:"healthCheckNodePort,omitempty" protobuf:"12"`
	PublishNotReadyAddresses bool                         `json:"publishNotReadyAddresses,omitempty" protobuf:"13"`
	SessionAffinityConfig    *SessionAffinityConfig       `json:"sessionAffinityConfig,omitempty" protobuf:"14"`
	// +listType=atomic
	IPFamilies                    []IPFamily                    `json:"ipFamilies,omitempty" protobuf:"19"`
	IPFamilyPolicy                *IPFamilyPolicy               `json:"ipFamilyPolicy,omitempty" protobuf:"17"`
	AllocateLoadBalancerNodePorts *bool                         `json:"allocateLoadBalancerNodePorts,omitempty" protobuf:"20"`
	LoadBalancerClass             *string                       `json:"loadBalancerClass,omitempty" protobuf:"21"`
	InternalTrafficPolicy         *ServiceInternalTrafficPolicy `json:"internalTrafficPolicy,omitempty" protobuf:"22"`
	TrafficDistribution           *string                       `json:"trafficDistribution,omitempty" protobuf:"23"`
}

type ServicePort struct {
	Name string `json:"name,omitempty" protobuf:"1"`
	// +default="TCP"
	Protocol    Protocol           `json:"protocol,omitempty" protobuf:"2"`
	AppProtocol *string            `json:"appProtocol,omitempty" protobuf:"6"`
	Port        int32              `json:"port" protobuf:"3"`
	TargetPort  intstr.IntOrString `json:"targetPort,omitempty" protobuf:"4"`
	NodePort    int32              `json:"nodePort,omitempty" protobuf:"5"`
}

// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/proxy"
type Service struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              ServiceSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            ServiceStatus `json:"status,omitempty" protobuf:"3"`
}

type ServiceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Service `json:"items" protobuf:"2"`
}

type ServiceAccount struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=name
	Secrets []ObjectReference `json:"secrets,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"2"`
	// +listType=atomic
	ImagePullSecrets             []LocalObjectReference `json:"imagePullSecrets,omitempty" protobuf:"3"`
	AutomountServiceAccountToken *bool                  `json:"automountServiceAccountToken,omitempty" protobuf:"4"`
}

type ServiceAccountList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ServiceAccount `json:"items" protobuf:"2"`
}

type Endpoints struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=atomic
	Subsets []EndpointSubset `json:"subsets,omitempty" protobuf:"2"`
}

type EndpointSubset struct {
	// +listType=atomic
	Addresses []EndpointAddress `json:"addresses,omitempty" protobuf:"1"`
	// +listType=atomic
	NotReadyAddresses []EndpointAddress `json:"notReadyAddresses,omitempty" protobuf:"2"`
	// +listType=atomic
	Ports []EndpointPort `json:"ports,omitempty" protobuf:"3"`
}

// +structType=atomic
type EndpointAddress struct {
	IP        string           `json:"ip" protobuf:"1"`
	Hostname  string           `json:"hostname,omitempty" protobuf:"3"`
	NodeName  *string          `json:"nodeName,omitempty" protobuf:"4"`
	TargetRef *ObjectReference `json:"targetRef,omitempty" protobuf:"2"`
}

// +structType=atomic
type EndpointPort struct {
	Name        string   `json:"name,omitempty" protobuf:"1"`
	Port        int32    `json:"port" protobuf:"2"`
	Protocol    Protocol `json:"protocol,omitempty" protobuf:"3"`
	AppProtocol *string  `json:"appProtocol,omitempty" protobuf:"4"`
}

type EndpointsList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Endpoints `json:"items" protobuf:"2"`
}

type NodeSpec struct {
	PodCIDR string `json:"podCIDR,omitempty" protobuf:"1"`
	// +listType=set
	PodCIDRs []string `json:"podCIDRs,omitempty" patchStrategy:"merge" protobuf:"7"`
	// +k8s:alpha(since: "1.36")=+k8s:optional
	// +k8s:alpha(since: "1.36")=+k8s:update=NoModify
	// +k8s:alpha(since: "1.36")=+k8s:update=NoUnset
	ProviderID    string `json:"providerID,omitempty" protobuf:"3"`
	Unschedulable bool   `json:"unschedulable,omitempty" protobuf:"4"`
	// +listType=atomic
	Taints             []Taint           `json:"taints,omitempty" protobuf:"5"`
	ConfigSource       *NodeConfigSource `json:"configSource,omitempty" protobuf:"6"`
	DoNotUseExternalID string            `json:"externalID,omitempty" protobuf:"2"`
	// +featureGate=InPlacePodVerticalScalingSchedulerPreemption
	// +k8s:optional
	// +k8s:ifDisabled(InPlacePodVerticalScalingSchedulerPreemption)=+k8s:forbidden
	PodPreemptionPolicy *NodePodPreemptionPolicy `json:"podPreemptionPolicy,omitempty" protobuf:"8"`
}

type NodePodPreemptionPolicy struct {
	// +listType=set
	// +k8s:listType=set
	// +k8s:maxItems=20
	// +k8s:optional
	// +k8s:eachVal=+k8s:format=k8s-label-key
	DisableResizePreemption []string `json:"disableResizePreemption,omitempty" protobuf:"1"`
}

type NodeConfigSource struct {
	ConfigMap *ConfigMapNodeConfigSource `json:"configMap,omitempty" protobuf:"2"`
}

type ConfigMapNodeConfigSource struct {
	Namespace        string    `json:"namespace" protobuf:"1"`
	Name             string    `json:"name" protobuf:"2"`
	UID              types.UID `json:"uid,omitempty" protobuf:"3"`
	ResourceVersion  string    `json:"resourceVersion,omitempty" protobuf:"4"`
	KubeletConfigKey string    `json:"kubeletConfigKey" protobuf:"5"`
}

type DaemonEndpoint struct {
	Port int32 `json:"Port" protobuf:"1"`
}

type NodeDaemonEndpoints struct {
	KubeletEndpoint DaemonEndpoint `json:"kubeletEndpoint,omitempty" protobuf:"1"`
}

type NodeRuntimeHandlerFeatures struct {
	RecursiveReadOnlyMounts *bool `json:"recursiveReadOnlyMounts,omitempty" protobuf:"1"`
	UserNamespaces          *bool `json:"userNamespaces,omitempty" protobuf:"2"`
}

type NodeRuntimeHandler struct {
	// +optional
	Name     string                      `json:"name" protobuf:"1"`
	Features *NodeRuntimeHandlerFeatures `json:"features,omitempty" protobuf:"2"`
}

type NodeFeatures struct {
	SupplementalGroupsPolicy *bool `json:"supplementalGroupsPolicy,omitempty" protobuf:"1"`
}

type NodeSystemInfo struct {
	MachineID               string          `json:"machineID" protobuf:"1"`
	SystemUUID              string          `json:"systemUUID" protobuf:"2"`
	BootID                  string          `json:"bootID" protobuf:"3"`
	KernelVersion           string          `json:"kernelVersion" protobuf:"4"`
	OSImage                 string          `json:"osImage" protobuf:"5"`
	ContainerRuntimeVersion string          `json:"containerRuntimeVersion" protobuf:"6"`
	KubeletVersion          string          `json:"kubeletVersion" protobuf:"7"`
	KubeProxyVersion        string          `json:"kubeProxyVersion" protobuf:"8"`
	OperatingSystem         string          `json:"operatingSystem" protobuf:"9"`
	Architecture            string          `json:"architecture" protobuf:"10"`
	Swap                    *NodeSwapStatus `json:"swap,omitempty" protobuf:"11"`
	// +featureGate=KubeletInUserNamespace
	RunningInUserNamespace *bool `json:"runningInUserNamespace,omitempty" protobuf:"12"`
}

type NodeSwapStatus struct {
	Capacity *int64 `json:"capacity,omitempty" protobuf:"1"`
}

type NodeConfigStatus struct {
	Assigned      *NodeConfigSource `json:"assigned,omitempty" protobuf:"1"`
	Active        *NodeConfigSource `json:"active,omitempty" protobuf:"2"`
	LastKnownGood *NodeConfigSource `json:"lastKnownGood,omitempty" protobuf:"3"`
	Error         string            `json:"error,omitempty" protobuf:"4"`
}

type NodeStatus struct {
	Capacity    ResourceList `json:"capacity,omitempty" protobuf:"1"`
	Allocatable ResourceList `json:"allocatable,omitempty" protobuf:"2"`
	Phase       NodePhase    `json:"phase,omitempty" protobuf:"3"`
	// +listType=map
	// +listMapKey=type
	Conditions []NodeCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"4"`
	// +listType=map
	// +listMapKey=type
	Addresses       []NodeAddress       `json:"addresses,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"5"`
	DaemonEndpoints NodeDaemonEndpoints `json:"daemonEndpoints,omitempty" protobuf:"6"`
	NodeInfo        NodeSystemInfo      `json:"nodeInfo,omitempty" protobuf:"7"`
	// +listType=atomic
	Images []ContainerImage `json:"images,omitempty" protobuf:"8"`
	// +listType=atomic
	VolumesInUse []UniqueVolumeName `json:"volumesInUse,omitempty" protobuf:"9"`
	// +listType=atomic
	VolumesAttached []AttachedVolume  `json:"volumesAttached,omitempty" protobuf:"10"`
	Config          *NodeConfigStatus `json:"config,omitempty" protobuf:"11"`
	// +listType=atomic
	RuntimeHandlers []NodeRuntimeHandler `json:"runtimeHandlers,omitempty" protobuf:"12"`
	// +featureGate=SupplementalGroupsPolicy
	Features *NodeFeatures `json:"features,omitempty" protobuf:"13"`
	// +featureGate=NodeDeclaredFeatures
	// +listType=atomic
	DeclaredFeatures []string `json:"declaredFeatures,omitempty" protobuf:"14"`
}

type UniqueVolumeName string

type AttachedVolume struct {
	Name       UniqueVolumeName `json:"name" protobuf:"1"`
	DevicePath string           `json:"devicePath" protobuf:"2"`
}

type AvoidPods struct {
	// +listType=atomic
	PreferAvoidPods []PreferAvoidPodsEntry `json:"preferAvoidPods,omitempty" protobuf:"1"`
}

type PreferAvoidPodsEntry struct {
	PodSignature PodSignature `json:"podSignature" protobuf:"1"`
	EvictionTime metav1.Time  `json:"evictionTime,omitempty" protobuf:"2"`
	Reason       string       `json:"reason,omitempty" protobuf:"3"`
	Message      string       `json:"message,omitempty" protobuf:"4"`
}

type PodSignature struct {
	PodController *metav1.OwnerReference `json:"podController,omitempty" protobuf:"1"`
}

type ContainerImage struct {
	// +optional
	// +listType=atomic
	Names     []string `json:"names" protobuf:"1"`
	SizeBytes int64    `json:"sizeBytes,omitempty" protobuf:"2"`
}

// +enum
type NodePhase string

const (
	NodePending    NodePhase = "Pending"
	NodeRunning    NodePhase = "Running"
	NodeTerminated NodePhase = "Terminated"
)

type NodeConditionType string

type NodeCondition struct {
	Type               NodeConditionType `json:"type" protobuf:"1"`
	Status             ConditionStatus   `json:"status" protobuf:"2"`
	LastHeartbeatTime  metav1.Time       `json:"lastHeartbeatTime,omitempty" protobuf:"3"`
	LastTransitionTime metav1.Time       `json:"lastTransitionTime,omitempty" protobuf:"4"`
	Reason             string            `json:"reason,omitempty" protobuf:"5"`
	Message            string            `json:"message,omitempty" protobuf:"6"`
}

type NodeAddressType string

type NodeAddress struct {
	Type    NodeAddressType `json:"type" protobuf:"1"`
	Address string          `json:"address" protobuf:"2"`
}

type ResourceName string

type ResourceList map[ResourceName]resource.Quantity

// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/proxy"
type Node struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              NodeSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            NodeStatus `json:"status,omitempty" protobuf:"3"`
}

type NodeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Node `json:"items" protobuf:"2"`
}

type FinalizerName string

// The desired state of a namespace.
type NamespaceSpec struct {
	// Components that must act before the namespace is removed; only the subresource finalize changes them.
	// +listType=atomic
	Finalizers []FinalizerName `json:"finalizers,omitempty" protobuf:"1"`
}

// The current state of a namespace.
type NamespaceStatus struct {
	// The phase of the namespace: Active, or Terminating while it is being deleted.
	Phase NamespacePhase `json:"phase,omitempty" protobuf:"1"`
	// The conditions of a deletion that does not complete.
	// +listType=map
	// +listMapKey=type
	Conditions []NamespaceCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"2"`
}

// The phase of a namespace.
// +enum
type NamespacePhase string

const (
	NamespaceActive      NamespacePhase = "Active"
	NamespaceTerminating NamespacePhase = "Terminating"
)

// The type of a namespace's condition.
type NamespaceConditionType string

// A condition of a namespace.
type NamespaceCondition struct {
	// The type of the condition as one word, such as NamespaceContentRemaining.
	Type NamespaceConditionType `json:"type" protobuf:"1"`
	// The status of the condition: True, False or Unknown.
	Status ConditionStatus `json:"status" protobuf:"2"`
	// The time when status last changed.
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty" protobuf:"4"`
	// The reason of the status as one word, for programs.
	Reason string `json:"reason,omitempty" protobuf:"5"`
	// A description of the condition, for humans.
	Message string `json:"message,omitempty" protobuf:"6"`
}

// A scope for the names of namespaced objects.
// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/finalize"
type Namespace struct {
	metav1.TypeMeta `json:",inline"`
	// The metadata of this object.
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// The desired state of the namespace.
	Spec NamespaceSpec `json:"spec,omitempty" protobuf:"2"`
	// The current state of the namespace.
	Status NamespaceStatus `json:"status,omitempty" protobuf:"3"`
}

// A list of namespaces.
type NamespaceList struct {
	metav1.TypeMeta `json:",inline"`
	// The metadata of the list.
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	// The namespaces in this part of the list.
	Items []Namespace `json:"items" protobuf:"2"`
}

type Binding struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Target            ObjectReference `json:"target" protobuf:"2"`
}

type Preconditions struct {
	UID *types.UID `json:"uid,omitempty" protobuf:"1"`
}

// The options of reading a log.
type PodLogOptions struct {
	metav1.TypeMeta `json:",inline"`
	// The container; required if the pod has several.
	Container string `json:"container,omitempty" protobuf:"1"`
	// Streams the log as it is written.
	Follow bool `json:"follow,omitempty" protobuf:"2"`
	// Reads the log of the container that ran before this one.
	Previous bool `json:"previous,omitempty" protobuf:"3"`
	// Returns only lines of the last seconds; not together with sinceTime.
	SinceSeconds *int64 `json:"sinceSeconds,omitempty" protobuf:"4"`
	// Returns only lines after this time.
	SinceTime *metav1.Time `json:"sinceTime,omitempty" protobuf:"5"`
	// Prefixes each line with its time.
	Timestamps bool `json:"timestamps,omitempty" protobuf:"6"`
	// Returns only this number of lines at the end.
	TailLines *int64 `json:"tailLines,omitempty" protobuf:"7"`
	// Ends after this number of bytes.
	LimitBytes *int64 `json:"limitBytes,omitempty" protobuf:"8"`
	// Skips the verification of the kubelet's certificate.
	InsecureSkipTLSVerifyBackend bool `json:"insecureSkipTLSVerifyBackend,omitempty" protobuf:"9"`
	// The stream to read: All, Stdout or Stderr.
	// +featureGate=PodLogsQuerySplitStreams
	Stream *string `json:"stream,omitempty" protobuf:"10"`
}

// The options of attaching to a container.
type PodAttachOptions struct {
	metav1.TypeMeta `json:",inline"`
	// True to attach standard input.
	Stdin bool `json:"stdin,omitempty" protobuf:"1"`
	// True to attach standard output, the default.
	Stdout bool `json:"stdout,omitempty" protobuf:"2"`
	// True to attach standard error, the default.
	Stderr bool `json:"stderr,omitempty" protobuf:"3"`
	// True to allocate a terminal.
	TTY bool `json:"tty,omitempty" protobuf:"4"`
	// The container; required if the pod has several.
	Container string `json:"container,omitempty" protobuf:"5"`
}

// The options of running a command in a container.
type PodExecOptions struct {
	metav1.TypeMeta `json:",inline"`
	// True to attach the command's standard input.
	Stdin bool `json:"stdin,omitempty" protobuf:"1"`
	// True to attach standard output.
	Stdout bool `json:"stdout,omitempty" protobuf:"2"`
	// True to attach standard error.
	Stderr bool `json:"stderr,omitempty" protobuf:"3"`
	// True to allocate a terminal.
	TTY bool `json:"tty,omitempty" protobuf:"4"`
	// The container; required if the pod has several.
	Container string `json:"container,omitempty" protobuf:"5"`
	// The command with its arguments; no shell reads it.
	// +listType=atomic
	Command []string `json:"command" protobuf:"6"`
}

// The options of forwarding ports of a pod.
type PodPortForwardOptions struct {
	metav1.TypeMeta `json:",inline"`
	// The ports, if the streams do not name them.
	// +listType=atomic
	Ports []int32 `json:"ports,omitempty" protobuf:"1"`
}

// The options of a request to a pod.
type PodProxyOptions struct {
	metav1.TypeMeta `json:",inline"`
	// The path of the request.
	Path string `json:"path,omitempty" protobuf:"1"`
}

// The options of a request to a node.
type NodeProxyOptions struct {
	metav1.TypeMeta `json:",inline"`
	// The path of the request.
	Path string `json:"path,omitempty" protobuf:"1"`
}

// The options of a request to a service.
type ServiceProxyOptions struct {
	metav1.TypeMeta `json:",inline"`
	// The path of the request, or its prefix before the rest of the URL.
	Path string `json:"path,omitempty" protobuf:"1"`
}

// +structType=atomic
type ObjectReference struct {
	Kind            string    `json:"kind,omitempty" protobuf:"1"`
	Namespace       string    `json:"namespace,omitempty" protobuf:"2"`
	Name            string    `json:"name,omitempty" protobuf:"3"`
	UID             types.UID `json:"uid,omitempty" protobuf:"4"`
	APIVersion      string    `json:"apiVersion,omitempty" protobuf:"5"`
	ResourceVersion string    `json:"resourceVersion,omitempty" protobuf:"6"`
	FieldPath       string    `json:"fieldPath,omitempty" protobuf:"7"`
}

// +structType=atomic
type LocalObjectReference struct {
	// +default=""
	// +kubebuilder:default=""
	Name string `json:"name,omitempty" protobuf:"1"`
}

// +structType=atomic
type TypedLocalObjectReference struct {
	// +optional
	APIGroup *string `json:"apiGroup" protobuf:"1"`
	Kind     string  `json:"kind" protobuf:"2"`
	Name     string  `json:"name" protobuf:"3"`
}

type SerializedReference struct {
	metav1.TypeMeta `json:",inline"`
	Reference       ObjectReference `json:"reference,omitempty" protobuf:"1"`
}

type EventSource struct {
	Component string `json:"component,omitempty" protobuf:"1"`
	Host      string `json:"host,omitempty" protobuf:"2"`
}

type Event struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata" protobuf:"1"`
	InvolvedObject    ObjectReference  `json:"involvedObject" protobuf:"2"`
	Reason            string           `json:"reason,omitempty" protobuf:"3"`
	Message           string           `json:"message,omitempty" protobuf:"4"`
	Source            EventSource      `json:"source,omitempty" protobuf:"5"`
	FirstTimestamp    metav1.Time      `json:"firstTimestamp,omitempty" protobuf:"6"`
	LastTimestamp     metav1.Time      `json:"lastTimestamp,omitempty" protobuf:"7"`
	Count             int32            `json:"count,omitempty" protobuf:"8"`
	Type              string           `json:"type,omitempty" protobuf:"9"`
	EventTime         metav1.MicroTime `json:"eventTime,omitempty" protobuf:"10"`
	Series            *EventSeries     `json:"series,omitempty" protobuf:"11"`
	Action            string           `json:"action,omitempty" protobuf:"12"`
	Related           *ObjectReference `json:"related,omitempty" protobuf:"13"`
	// +optional
	ReportingController string `json:"reportingComponent" protobuf:"14"`
	// +optional
	ReportingInstance string `json:"reportingInstance" protobuf:"15"`
}

type EventSeries struct {
	Count            int32            `json:"count,omitempty" protobuf:"1"`
	LastObservedTime metav1.MicroTime `json:"lastObservedTime,omitempty" protobuf:"2"`
}

type EventList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Event `json:"items" protobuf:"2"`
}

type List metav1.List

type LimitType string

type LimitRangeItem struct {
	Type                 LimitType    `json:"type" protobuf:"1"`
	Max                  ResourceList `json:"max,omitempty" protobuf:"2"`
	Min                  ResourceList `json:"min,omitempty" protobuf:"3"`
	Default              ResourceList `json:"default,omitempty" protobuf:"4"`
	DefaultRequest       ResourceList `json:"defaultRequest,omitempty" protobuf:"5"`
	MaxLimitRequestRatio ResourceList `json:"maxLimitRequestRatio,omitempty" protobuf:"6"`
}

type LimitRangeSpec struct {
	// +listType=atomic
	Limits []LimitRangeItem `json:"limits" protobuf:"1"`
}

type LimitRange struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              LimitRangeSpec `json:"spec,omitempty" protobuf:"2"`
}

type LimitRangeList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []LimitRange `json:"items" protobuf:"2"`
}

// +enum
type ResourceQuotaScope string

const (
	ResourceQuotaScopeTerminating               ResourceQuotaScope = "Terminating"
	ResourceQuotaScopeNotTerminating            ResourceQuotaScope = "NotTerminating"
	ResourceQuotaScopeBestEffort                ResourceQuotaScope = "BestEffort"
	ResourceQuotaScopeNotBestEffort             ResourceQuotaScope = "NotBestEffort"
	ResourceQuotaScopePriorityClass             ResourceQuotaScope = "PriorityClass"
	ResourceQuotaScopeCrossNamespacePodAffinity ResourceQuotaScope = "CrossNamespacePodAffinity"
	ResourceQuotaScopeVolumeAttributesClass     ResourceQuotaScope = "VolumeAttributesClass"
)

type ResourceQuotaSpec struct {
	Hard ResourceList `json:"hard,omitempty" protobuf:"1"`
	// +listType=atomic
	Scopes        []ResourceQuotaScope `json:"scopes,omitempty" protobuf:"2"`
	ScopeSelector *ScopeSelector       `json:"scopeSelector,omitempty" protobuf:"3"`
}

// +structType=atomic
type ScopeSelector struct {
	// +listType=atomic
	MatchExpressions []ScopedResourceSelectorRequirement `json:"matchExpressions,omitempty" protobuf:"1"`
}

type ScopedResourceSelectorRequirement struct {
	ScopeName ResourceQuotaScope    `json:"scopeName" protobuf:"1"`
	Operator  ScopeSelectorOperator `json:"operator" protobuf:"2"`
	// +listType=atomic
	Values []string `json:"values,omitempty" protobuf:"3"`
}

// +enum
type ScopeSelectorOperator string

const (
	ScopeSelectorOpIn           ScopeSelectorOperator = "In"
	ScopeSelectorOpNotIn        ScopeSelectorOperator = "NotIn"
	ScopeSelectorOpExists       ScopeSelectorOperator = "Exists"
	ScopeSelectorOpDoesNotExist ScopeSelectorOperator = "DoesNotExist"
)

type ResourceQuotaStatus struct {
	Hard ResourceList `json:"hard,omitempty" protobuf:"1"`
	Used ResourceList `json:"used,omitempty" protobuf:"2"`
}

// +k8s:supportsSubresource="/status"
type ResourceQuota struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Spec              ResourceQuotaSpec   `json:"spec,omitempty" protobuf:"2"`
	Status            ResourceQuotaStatus `json:"status,omitempty" protobuf:"3"`
}

type ResourceQuotaList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ResourceQuota `json:"items" protobuf:"2"`
}

type Secret struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Immutable         *bool             `json:"immutable,omitempty" protobuf:"5"`
	Data              map[string][]byte `json:"data,omitempty" protobuf:"2"`
	StringData        map[string]string `json:"stringData,omitempty" protobuf:"4"`
	// +k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:immutable
	Type SecretType `json:"type,omitempty" protobuf:"3"`
}

type SecretType string

type SecretList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []Secret `json:"items" protobuf:"2"`
}

type ConfigMap struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Immutable         *bool             `json:"immutable,omitempty" protobuf:"4"`
	Data              map[string]string `json:"data,omitempty" protobuf:"2"`
	BinaryData        map[string][]byte `json:"binaryData,omitempty" protobuf:"3"`
}

type ConfigMapList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ConfigMap `json:"items" protobuf:"2"`
}

type ComponentConditionType string

type ComponentCondition struct {
	Type    ComponentConditionType `json:"type" protobuf:"1"`
	Status  ConditionStatus        `json:"status" protobuf:"2"`
	Message string                 `json:"message,omitempty" protobuf:"3"`
	Error   string                 `json:"error,omitempty" protobuf:"4"`
}

type ComponentStatus struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=type
	Conditions []ComponentCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"2"`
}

type ComponentStatusList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"1"`
	Items           []ComponentStatus `json:"items" protobuf:"2"`
}

type DownwardAPIVolumeSource struct {
	// +listType=atomic
	Items       []DownwardAPIVolumeFile `json:"items,omitempty" protobuf:"1"`
	DefaultMode *int32                  `json:"defaultMode,omitempty" protobuf:"2"`
	// +featureGate=AtomicWriteVolumeUserFields
	DefaultUser *int64 `json:"defaultUser,omitempty" protobuf:"3"`
}

type DownwardAPIVolumeFile struct {
	Path             string                 `json:"path" protobuf:"1"`
	FieldRef         *ObjectFieldSelector   `json:"fieldRef,omitempty" protobuf:"2"`
	ResourceFieldRef *ResourceFieldSelector `json:"resourceFieldRef,omitempty" protobuf:"3"`
	Mode             *int32                 `json:"mode,omitempty" protobuf:"4"`
	// +featureGate=AtomicWriteVolumeUserFields
	User *int64 `json:"user,omitempty" protobuf:"5"`
}

type DownwardAPIProjection struct {
	// +listType=atomic
	Items []DownwardAPIVolumeFile `json:"items,omitempty" protobuf:"1"`
}

type SecurityContext struct {
	Capabilities             *Capabilities                  `json:"capabilities,omitempty" protobuf:"1"`
	Privileged               *bool                          `json:"privileged,omitempty" protobuf:"2"`
	SELinuxOptions           *SELinuxOptions                `json:"seLinuxOptions,omitempty" protobuf:"3"`
	WindowsOptions           *WindowsSecurityContextOptions `json:"windowsOptions,omitempty" protobuf:"10"`
	RunAsUser                *int64                         `json:"runAsUser,omitempty" protobuf:"4"`
	RunAsGroup               *int64                         `json:"runAsGroup,omitempty" protobuf:"8"`
	RunAsNonRoot             *bool                          `json:"runAsNonRoot,omitempty" protobuf:"5"`
	ReadOnlyRootFilesystem   *bool                          `json:"readOnlyRootFilesystem,omitempty" protobuf:"6"`
	AllowPrivilegeEscalation *bool                          `json:"allowPrivilegeEscalation,omitempty" protobuf:"7"`
	ProcMount                *ProcMountType                 `json:"procMount,omitempty" protobuf:"9"`
	SeccompProfile           *SeccompProfile                `json:"seccompProfile,omitempty" protobuf:"11"`
	AppArmorProfile          *AppArmorProfile               `json:"appArmorProfile,omitempty" protobuf:"12"`
}

// +enum
type ProcMountType string

const (
	DefaultProcMount  ProcMountType = "Default"
	UnmaskedProcMount ProcMountType = "Unmasked"
)

type SELinuxOptions struct {
	User  string `json:"user,omitempty" protobuf:"1"`
	Role  string `json:"role,omitempty" protobuf:"2"`
	Type  string `json:"type,omitempty" protobuf:"3"`
	Level string `json:"level,omitempty" protobuf:"4"`
}

type WindowsSecurityContextOptions struct {
	GMSACredentialSpecName *string `json:"gmsaCredentialSpecName,omitempty" protobuf:"1"`
	GMSACredentialSpec     *string `json:"gmsaCredentialSpec,omitempty" protobuf:"2"`
	RunAsUserName          *string `json:"runAsUserName,omitempty" protobuf:"3"`
	HostProcess            *bool   `json:"hostProcess,omitempty" protobuf:"4"`
}

type RangeAllocation struct {
	metav1.TypeMeta `json:",inline"`
	// +k8s:opaqueType
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"1"`
	Range             string `json:"range" protobuf:"2"`
	Data              []byte `json:"data" protobuf:"3"`
}

type Sysctl struct {
	Name  string `json:"name" protobuf:"1"`
	Value string `json:"value" protobuf:"2"`
}

type PortStatus struct {
	Port     int32    `json:"port" protobuf:"1"`
	Protocol Protocol `json:"protocol" protobuf:"2"`
	// +kubebuilder:validation:Required
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	// +kubebuilder:validation:MaxLength=316
	Error *string `json:"error,omitempty" protobuf:"3"`
}

type LoadBalancerIPMode string

type ImageVolumeSource struct {
	Reference  string     `json:"reference,omitempty" protobuf:"1"`
	PullPolicy PullPolicy `json:"pullPolicy,omitempty" protobuf:"2"`
}

type NodeAllocatableResourceClaimStatus struct {
	// +required
	// +k8s:required
	ResourceClaimName string `json:"resourceClaimName" protobuf:"1"`
	// +listType=set
	// +k8s:optional
	// +k8s:listType=set
	Containers []string `json:"containers,omitempty" protobuf:"2"`
	// +listType=map
	// +listMapKey=name
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Mapping []NodeAllocatableMappedResources `json:"mapping,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"4"`
	// +listType=map
	// +listMapKey=name
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	Overhead []NodeAllocatableOverheadResources `json:"overhead,omitempty" patchStrategy:"merge" patchMergeKey:"name" protobuf:"5"`
}

type NodeAllocatableMappedResources struct {
	// +required
	// +k8s:required
	Name ResourceName `json:"name" protobuf:"1"`
	// +required
	// +k8s:required
	Quantity *resource.Quantity `json:"quantity" protobuf:"2"`
}

type NodeAllocatableOverheadResources struct {
	// +required
	// +k8s:required
	Name ResourceName `json:"name" protobuf:"1"`
	// +k8s:optional
	PerPod *resource.Quantity `json:"perPod,omitempty" protobuf:"2"`
	// +k8s:optional
	PerContainer *resource.Quantity `json:"perContainer,omitempty" protobuf:"3"`
}
