"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""

INTERNAL = {
    "Volume": """\
Name name ""
+VolumeSource - {core.VolumeSource}
""",
    "VolumeSource": """\
HostPath hostPath *{core.HostPathVolumeSource}
EmptyDir emptyDir *{core.EmptyDirVolumeSource}
GCEPersistentDisk gcePersistentDisk *{core.GCEPersistentDiskVolumeSource}
AWSElasticBlockStore awsElasticBlockStore *{core.AWSElasticBlockStoreVolumeSource}
GitRepo gitRepo *{core.GitRepoVolumeSource}
Secret secret *{core.SecretVolumeSource}
NFS nfs *{core.NFSVolumeSource}
ISCSI iscsi *{core.ISCSIVolumeSource}
Glusterfs glusterfs *{core.GlusterfsVolumeSource}
PersistentVolumeClaim persistentVolumeClaim *{core.PersistentVolumeClaimVolumeSource}
RBD rbd *{core.RBDVolumeSource}
FlexVolume flexVolume *{core.FlexVolumeSource}
Cinder cinder *{core.CinderVolumeSource}
CephFS cephfs *{core.CephFSVolumeSource}
Flocker flocker *{core.FlockerVolumeSource}
DownwardAPI downwardAPI *{core.DownwardAPIVolumeSource}
FC fc *{core.FCVolumeSource}
AzureFile azureFile *{core.AzureFileVolumeSource}
ConfigMap configMap *{core.ConfigMapVolumeSource}
VsphereVolume vsphereVolume *{core.VsphereVirtualDiskVolumeSource}
Quobyte quobyte *{core.QuobyteVolumeSource}
AzureDisk azureDisk *{core.AzureDiskVolumeSource}
PhotonPersistentDisk photonPersistentDisk *{core.PhotonPersistentDiskVolumeSource}
Projected projected *{core.ProjectedVolumeSource}
PortworxVolume portworxVolume *{core.PortworxVolumeSource}
ScaleIO scaleIO *{core.ScaleIOVolumeSource}
StorageOS storageos *{core.StorageOSVolumeSource}
CSI csi *{core.CSIVolumeSource}
Ephemeral ephemeral *{core.EphemeralVolumeSource}
Image image *{core.ImageVolumeSource}
""",
    "PersistentVolumeSource": """\
GCEPersistentDisk gcePersistentDisk *{core.GCEPersistentDiskVolumeSource}
AWSElasticBlockStore awsElasticBlockStore *{core.AWSElasticBlockStoreVolumeSource}
HostPath hostPath *{core.HostPathVolumeSource}
Glusterfs glusterfs *{core.GlusterfsPersistentVolumeSource}
NFS nfs *{core.NFSVolumeSource}
RBD rbd *{core.RBDPersistentVolumeSource}
ISCSI iscsi *{core.ISCSIPersistentVolumeSource}
Cinder cinder *{core.CinderPersistentVolumeSource}
CephFS cephfs *{core.CephFSPersistentVolumeSource}
FC fc *{core.FCVolumeSource}
Flocker flocker *{core.FlockerVolumeSource}
FlexVolume flexVolume *{core.FlexPersistentVolumeSource}
AzureFile azureFile *{core.AzureFilePersistentVolumeSource}
VsphereVolume vsphereVolume *{core.VsphereVirtualDiskVolumeSource}
Quobyte quobyte *{core.QuobyteVolumeSource}
AzureDisk azureDisk *{core.AzureDiskVolumeSource}
PhotonPersistentDisk photonPersistentDisk *{core.PhotonPersistentDiskVolumeSource}
PortworxVolume portworxVolume *{core.PortworxVolumeSource}
ScaleIO scaleIO *{core.ScaleIOPersistentVolumeSource}
Local local *{core.LocalVolumeSource}
StorageOS storageos *{core.StorageOSPersistentVolumeSource}
CSI csi *{core.CSIPersistentVolumeSource}
""",
    "PersistentVolumeClaimVolumeSource": """\
ClaimName claimName ""
ReadOnly readOnly false
""",
    "PersistentVolume": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.PersistentVolumeSpec}
Status status {core.PersistentVolumeStatus}
""",
    "PersistentVolumeSpec": """\
Capacity capacity null
+PersistentVolumeSource - {core.PersistentVolumeSource}
AccessModes accessModes null
ClaimRef claimRef *{core.ObjectReference}
PersistentVolumeReclaimPolicy persistentVolumeReclaimPolicy ""
StorageClassName storageClassName ""
MountOptions mountOptions null
VolumeMode volumeMode null
NodeAffinity nodeAffinity *{core.VolumeNodeAffinity}
VolumeAttributesClassName volumeAttributesClassName null
""",
    "VolumeNodeAffinity": """\
Required required *{core.NodeSelector}
""",
    "PersistentVolumeStatus": """\
Phase phase ""
Message message ""
Reason reason ""
LastPhaseTransitionTime lastPhaseTransitionTime null
""",
    "PersistentVolumeList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.PersistentVolume}
""",
    "PersistentVolumeClaim": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.PersistentVolumeClaimSpec}
Status status {core.PersistentVolumeClaimStatus}
""",
    "PersistentVolumeClaimList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.PersistentVolumeClaim}
""",
    "PersistentVolumeClaimSpec": """\
AccessModes accessModes null
Selector selector null
Resources resources {core.VolumeResourceRequirements}
VolumeName volumeName ""
StorageClassName storageClassName null
VolumeMode volumeMode null
DataSource dataSource *{core.TypedLocalObjectReference}
DataSourceRef dataSourceRef *{core.TypedObjectReference}
VolumeAttributesClassName volumeAttributesClassName null
""",
    "TypedObjectReference": """\
APIGroup apiGroup null
Kind kind ""
Name name ""
Namespace namespace null
""",
    "ModifyVolumeStatus": """\
TargetVolumeAttributesClassName targetVolumeAttributesClassName ""
Status status ""
""",
    "PersistentVolumeClaimCondition": """\
Type type ""
Status status ""
LastProbeTime lastProbeTime null
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "VolumeHealthCondition": """\
Status status ""
Reason reason ""
Message message ""
""",
    "VolumeHealthStatus": """\
HealthConditions healthConditions []{core.VolumeHealthCondition}
LastTransitionTime lastTransitionTime null
""",
    "PodVolumeHealth": """\
Name name ""
HealthConditions healthConditions []{core.VolumeHealthCondition}
LastTransitionTime lastTransitionTime null
""",
    "PersistentVolumeClaimStatus": """\
Phase phase ""
AccessModes accessModes null
Capacity capacity null
Conditions conditions []{core.PersistentVolumeClaimCondition}
AllocatedResources allocatedResources null
AllocatedResourceStatuses allocatedResourceStatuses null
CurrentVolumeAttributesClassName currentVolumeAttributesClassName null
ModifyVolumeStatus modifyVolumeStatus *{core.ModifyVolumeStatus}
HealthStatus healthStatus *{core.VolumeHealthStatus}
""",
    "HostPathVolumeSource": """\
Path path ""
Type type null
""",
    "EmptyDirVolumeSource": """\
Medium medium ""
SizeLimit sizeLimit null
Mode mode null
""",
    "GCEPersistentDiskVolumeSource": """\
PDName pdName ""
FSType fsType ""
Partition partition 0
ReadOnly readOnly false
""",
    "ISCSIVolumeSource": """\
TargetPortal targetPortal ""
IQN iqn ""
Lun lun 0
ISCSIInterface iscsiInterface ""
FSType fsType ""
ReadOnly readOnly false
Portals portals null
DiscoveryCHAPAuth chapAuthDiscovery false
SessionCHAPAuth chapAuthSession false
SecretRef secretRef *{core.LocalObjectReference}
InitiatorName initiatorName null
""",
    "ISCSIPersistentVolumeSource": """\
TargetPortal targetPortal ""
IQN iqn ""
Lun lun 0
ISCSIInterface iscsiInterface ""
FSType fsType ""
ReadOnly readOnly false
Portals portals null
DiscoveryCHAPAuth chapAuthDiscovery false
SessionCHAPAuth chapAuthSession false
SecretRef secretRef *{core.SecretReference}
InitiatorName initiatorName null
""",
    "FCVolumeSource": """\
TargetWWNs targetWWNs null
Lun lun null
FSType fsType ""
ReadOnly readOnly false
WWIDs wwids null
""",
    "FlexPersistentVolumeSource": """\
Driver driver ""
FSType fsType ""
SecretRef secretRef *{core.SecretReference}
ReadOnly readOnly false
Options options null
""",
    "FlexVolumeSource": """\
Driver driver ""
FSType fsType ""
SecretRef secretRef *{core.LocalObjectReference}
ReadOnly readOnly false
Options options null
""",
    "AWSElasticBlockStoreVolumeSource": """\
VolumeID volumeID ""
FSType fsType ""
Partition partition 0
ReadOnly readOnly false
""",
    "GitRepoVolumeSource": """\
Repository repository ""
Revision revision ""
Directory directory ""
""",
    "SecretVolumeSource": """\
SecretName secretName ""
Items items []{core.KeyToPath}
DefaultMode defaultMode null
Optional optional null
DefaultUser defaultUser null
""",
    "SecretProjection": """\
+LocalObjectReference - {core.LocalObjectReference}
Items items []{core.KeyToPath}
Optional optional null
""",
    "NFSVolumeSource": """\
Server server ""
Path path ""
ReadOnly readOnly false
""",
    "QuobyteVolumeSource": """\
Registry registry ""
Volume volume ""
ReadOnly readOnly false
User user ""
Group group ""
Tenant tenant ""
""",
    "GlusterfsVolumeSource": """\
EndpointsName endpoints ""
Path path ""
ReadOnly readOnly false
""",
    "GlusterfsPersistentVolumeSource": """\
EndpointsName endpoints ""
Path path ""
ReadOnly readOnly false
EndpointsNamespace endpointsNamespace null
""",
    "RBDVolumeSource": """\
CephMonitors monitors null
RBDImage image ""
FSType fsType ""
RBDPool pool ""
RadosUser user ""
Keyring keyring ""
SecretRef secretRef *{core.LocalObjectReference}
ReadOnly readOnly false
""",
    "RBDPersistentVolumeSource": """\
CephMonitors monitors null
RBDImage image ""
FSType fsType ""
RBDPool pool ""
RadosUser user ""
Keyring keyring ""
SecretRef secretRef *{core.SecretReference}
ReadOnly readOnly false
""",
    "CinderVolumeSource": """\
VolumeID volumeID ""
FSType fsType ""
ReadOnly readOnly false
SecretRef secretRef *{core.LocalObjectReference}
""",
    "CinderPersistentVolumeSource": """\
VolumeID volumeID ""
FSType fsType ""
ReadOnly readOnly false
SecretRef secretRef *{core.SecretReference}
""",
    "CephFSVolumeSource": """\
Monitors monitors null
Path path ""
User user ""
SecretFile secretFile ""
SecretRef secretRef *{core.LocalObjectReference}
ReadOnly readOnly false
""",
    "SecretReference": """\
Name name ""
Namespace namespace ""
""",
    "CephFSPersistentVolumeSource": """\
Monitors monitors null
Path path ""
User user ""
SecretFile secretFile ""
SecretRef secretRef *{core.SecretReference}
ReadOnly readOnly false
""",
    "FlockerVolumeSource": """\
DatasetName datasetName ""
DatasetUUID datasetUUID ""
""",
    "DownwardAPIVolumeSource": """\
Items items []{core.DownwardAPIVolumeFile}
DefaultMode defaultMode null
DefaultUser defaultUser null
""",
    "DownwardAPIVolumeFile": """\
Path path ""
FieldRef fieldRef *{core.ObjectFieldSelector}
ResourceFieldRef resourceFieldRef *{core.ResourceFieldSelector}
Mode mode null
User user null
""",
    "DownwardAPIProjection": """\
Items items []{core.DownwardAPIVolumeFile}
""",
    "AzureFileVolumeSource": """\
SecretName secretName ""
ShareName shareName ""
ReadOnly readOnly false
""",
    "AzureFilePersistentVolumeSource": """\
SecretName secretName ""
ShareName shareName ""
ReadOnly readOnly false
SecretNamespace secretNamespace null
""",
    "VsphereVirtualDiskVolumeSource": """\
VolumePath volumePath ""
FSType fsType ""
StoragePolicyName storagePolicyName ""
StoragePolicyID storagePolicyID ""
""",
    "PhotonPersistentDiskVolumeSource": """\
PdID pdID ""
FSType fsType ""
""",
    "PortworxVolumeSource": """\
VolumeID volumeID ""
FSType fsType ""
ReadOnly readOnly false
""",
    "AzureDiskVolumeSource": """\
DiskName diskName ""
DataDiskURI diskURI ""
CachingMode cachingMode null
FSType fsType null
ReadOnly readOnly null
Kind kind null
""",
    "ScaleIOVolumeSource": """\
Gateway gateway ""
System system ""
SecretRef secretRef *{core.LocalObjectReference}
SSLEnabled sslEnabled false
ProtectionDomain protectionDomain ""
StoragePool storagePool ""
StorageMode storageMode ""
VolumeName volumeName ""
FSType fsType ""
ReadOnly readOnly false
""",
    "ScaleIOPersistentVolumeSource": """\
Gateway gateway ""
System system ""
SecretRef secretRef *{core.SecretReference}
SSLEnabled sslEnabled false
ProtectionDomain protectionDomain ""
StoragePool storagePool ""
StorageMode storageMode ""
VolumeName volumeName ""
FSType fsType ""
ReadOnly readOnly false
""",
    "StorageOSVolumeSource": """\
VolumeName volumeName ""
VolumeNamespace volumeNamespace ""
FSType fsType ""
ReadOnly readOnly false
SecretRef secretRef *{core.LocalObjectReference}
""",
    "StorageOSPersistentVolumeSource": """\
VolumeName volumeName ""
VolumeNamespace volumeNamespace ""
FSType fsType ""
ReadOnly readOnly false
SecretRef secretRef *{core.ObjectReference}
""",
    "ConfigMapVolumeSource": """\
+LocalObjectReference - {core.LocalObjectReference}
Items items []{core.KeyToPath}
DefaultMode defaultMode null
Optional optional null
DefaultUser defaultUser null
""",
    "ConfigMapProjection": """\
+LocalObjectReference - {core.LocalObjectReference}
Items items []{core.KeyToPath}
Optional optional null
""",
    "ServiceAccountTokenProjection": """\
Audience audience ""
ExpirationSeconds expirationSeconds null
Path path ""
User user null
""",
    "ClusterTrustBundleProjection": """\
Name name null
SignerName signerName null
LabelSelector labelSelector null
Optional optional null
Path path ""
User user null
""",
    "PodCertificateProjection": """\
SignerName signerName ""
KeyType keyType ""
MaxExpirationSeconds maxExpirationSeconds null
CredentialBundlePath credentialBundlePath ""
KeyPath keyPath ""
CertificateChainPath certificateChainPath ""
UserAnnotations userAnnotations null
User user null
""",
    "ProjectedVolumeSource": """\
Sources sources []{core.VolumeProjection}
DefaultMode defaultMode null
DefaultUser defaultUser null
""",
    "VolumeProjection": """\
Secret secret *{core.SecretProjection}
DownwardAPI downwardAPI *{core.DownwardAPIProjection}
ConfigMap configMap *{core.ConfigMapProjection}
ServiceAccountToken serviceAccountToken *{core.ServiceAccountTokenProjection}
ClusterTrustBundle clusterTrustBundle *{core.ClusterTrustBundleProjection}
PodCertificate podCertificate *{core.PodCertificateProjection}
""",
    "KeyToPath": """\
Key key ""
Path path ""
Mode mode null
User user null
""",
    "LocalVolumeSource": """\
Path path ""
FSType fsType null
""",
    "CSIPersistentVolumeSource": """\
Driver driver ""
VolumeHandle volumeHandle ""
ReadOnly readOnly false
FSType fsType ""
VolumeAttributes volumeAttributes null
ControllerPublishSecretRef controllerPublishSecretRef *{core.SecretReference}
NodeStageSecretRef nodeStageSecretRef *{core.SecretReference}
NodePublishSecretRef nodePublishSecretRef *{core.SecretReference}
ControllerExpandSecretRef controllerExpandSecretRef *{core.SecretReference}
NodeExpandSecretRef nodeExpandSecretRef *{core.SecretReference}
""",
    "CSIVolumeSource": """\
Driver driver ""
ReadOnly readOnly null
FSType fsType null
VolumeAttributes volumeAttributes null
NodePublishSecretRef nodePublishSecretRef *{core.LocalObjectReference}
""",
    "EphemeralVolumeSource": """\
VolumeClaimTemplate volumeClaimTemplate *{core.PersistentVolumeClaimTemplate}
""",
    "PersistentVolumeClaimTemplate": """\
+ObjectMeta metadata null
Spec spec {core.PersistentVolumeClaimSpec}
""",
    "ContainerPort": """\
Name name ""
HostPort hostPort 0
ContainerPort containerPort 0
Protocol protocol ""
HostIP hostIP ""
""",
    "VolumeMount": """\
Name name ""
ReadOnly readOnly false
RecursiveReadOnly recursiveReadOnly null
MountPath mountPath ""
SubPath subPath ""
MountPropagation mountPropagation null
SubPathExpr subPathExpr ""
BindMountOptions bindMountOptions null
""",
    "VolumeDevice": """\
Name name ""
DevicePath devicePath ""
""",
    "EnvVar": """\
Name name ""
Value value ""
ValueFrom valueFrom *{core.EnvVarSource}
""",
    "EnvVarSource": """\
FieldRef fieldRef *{core.ObjectFieldSelector}
ResourceFieldRef resourceFieldRef *{core.ResourceFieldSelector}
ConfigMapKeyRef configMapKeyRef *{core.ConfigMapKeySelector}
SecretKeyRef secretKeyRef *{core.SecretKeySelector}
FileKeyRef fileKeyRef *{core.FileKeySelector}
""",
    "FileKeySelector": """\
VolumeName volumeName ""
Path path ""
Key key ""
Optional optional null
""",
    "ObjectFieldSelector": """\
APIVersion apiVersion ""
FieldPath fieldPath ""
""",
    "ResourceFieldSelector": """\
ContainerName containerName ""
Resource resource ""
Divisor divisor "0"
""",
    "ConfigMapKeySelector": """\
+LocalObjectReference - {core.LocalObjectReference}
Key key ""
Optional optional null
""",
    "SecretKeySelector": """\
+LocalObjectReference - {core.LocalObjectReference}
Key key ""
Optional optional null
""",
    "EnvFromSource": """\
Prefix prefix ""
ConfigMapRef configMapRef *{core.ConfigMapEnvSource}
SecretRef secretRef *{core.SecretEnvSource}
""",
    "ConfigMapEnvSource": """\
+LocalObjectReference - {core.LocalObjectReference}
Optional optional null
""",
    "SecretEnvSource": """\
+LocalObjectReference - {core.LocalObjectReference}
Optional optional null
""",
    "HTTPHeader": """\
Name name ""
Value value ""
""",
    "HTTPGetAction": """\
Path path ""
Port port 0
Host host ""
Scheme scheme ""
HTTPHeaders httpHeaders []{core.HTTPHeader}
Protocol protocol null
""",
    "TCPSocketAction": """\
Port port 0
Host host ""
""",
    "ExecAction": """\
Command command null
""",
    "SleepAction": """\
Seconds seconds 0
""",
    "Probe": """\
+ProbeHandler - {core.ProbeHandler}
InitialDelaySeconds initialDelaySeconds 0
TimeoutSeconds timeoutSeconds 0
PeriodSeconds periodSeconds 0
SuccessThreshold successThreshold 0
FailureThreshold failureThreshold 0
TerminationGracePeriodSeconds terminationGracePeriodSeconds null
""",
    "ContainerResizePolicy": """\
ResourceName resourceName ""
RestartPolicy restartPolicy ""
""",
    "Capabilities": """\
Add add null
Drop drop null
""",
    "ResourceRequirements": """\
Limits limits null
Requests requests null
Claims claims []{core.ResourceClaim}
""",
    "VolumeResourceRequirements": """\
Limits limits null
Requests requests null
""",
    "ResourceClaim": """\
Name name ""
Request request ""
""",
    "Container": """\
Name name ""
Image image ""
Command command null
Args args null
WorkingDir workingDir ""
Ports ports []{core.ContainerPort}
EnvFrom envFrom []{core.EnvFromSource}
Env env []{core.EnvVar}
Resources resources {core.ResourceRequirements}
ResizePolicy resizePolicy []{core.ContainerResizePolicy}
RestartPolicy restartPolicy null
RestartPolicyRules restartPolicyRules []{core.ContainerRestartRule}
VolumeMounts volumeMounts []{core.VolumeMount}
VolumeDevices volumeDevices []{core.VolumeDevice}
LivenessProbe livenessProbe *{core.Probe}
ReadinessProbe readinessProbe *{core.Probe}
StartupProbe startupProbe *{core.Probe}
Lifecycle lifecycle *{core.Lifecycle}
TerminationMessagePath terminationMessagePath ""
TerminationMessagePolicy terminationMessagePolicy ""
ImagePullPolicy imagePullPolicy ""
SecurityContext securityContext *{core.SecurityContext}
Stdin stdin false
StdinOnce stdinOnce false
TTY tty false
""",
    "ProbeHandler": """\
Exec exec *{core.ExecAction}
HTTPGet httpGet *{core.HTTPGetAction}
TCPSocket tcpSocket *{core.TCPSocketAction}
GRPC grpc *{core.GRPCAction}
""",
    "LifecycleHandler": """\
Exec exec *{core.ExecAction}
HTTPGet httpGet *{core.HTTPGetAction}
TCPSocket tcpSocket *{core.TCPSocketAction}
Sleep sleep *{core.SleepAction}
""",
    "GRPCAction": """\
Port port 0
Service service null
Mode mode null
""",
    "Lifecycle": """\
PostStart postStart *{core.LifecycleHandler}
PreStop preStop *{core.LifecycleHandler}
StopSignal stopSignal null
""",
    "ContainerStateWaiting": """\
Reason reason ""
Message message ""
""",
    "ContainerStateRunning": """\
StartedAt startedAt null
""",
    "ContainerStateTerminated": """\
ExitCode exitCode 0
Signal signal 0
Reason reason ""
Message message ""
StartedAt startedAt null
FinishedAt finishedAt null
ContainerID containerID ""
""",
    "ContainerState": """\
Waiting waiting *{core.ContainerStateWaiting}
Running running *{core.ContainerStateRunning}
Terminated terminated *{core.ContainerStateTerminated}
""",
    "ContainerStatus": """\
Name name ""
State state {core.ContainerState}
LastTerminationState lastState {core.ContainerState}
Ready ready false
RestartCount restartCount 0
Image image ""
ImageID imageID ""
ContainerID containerID ""
Started started null
AllocatedResources allocatedResources null
Resources resources *{core.ResourceRequirements}
VolumeMounts volumeMounts []{core.VolumeMountStatus}
User user *{core.ContainerUser}
AllocatedResourcesStatus allocatedResourcesStatus []{core.ResourceStatus}
StopSignal stopSignal null
""",
    "ResourceStatus": """\
Name name ""
Resources resources []{core.ResourceHealth}
""",
    "ResourceHealth": """\
ResourceID resourceID ""
Health health ""
Message message null
""",
    "ContainerUser": """\
Linux linux *{core.LinuxContainerUser}
""",
    "LinuxContainerUser": """\
UID uid 0
GID gid 0
SupplementalGroups supplementalGroups null
""",
    "PodCondition": """\
Type type ""
ObservedGeneration observedGeneration 0
Status status ""
LastProbeTime lastProbeTime null
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "VolumeMountStatus": """\
Name name ""
MountPath mountPath ""
ReadOnly readOnly false
RecursiveReadOnly recursiveReadOnly null
VolumeStatus volumeStatus *{core.VolumeStatus}
""",
    "VolumeStatus": """\
Image image *{core.ImageVolumeStatus}
""",
    "ImageVolumeStatus": """\
ImageRef imageRef ""
""",
    "ContainerRestartRule": """\
Action action ""
ExitCodes exitCodes *{core.ContainerRestartRuleOnExitCodes}
""",
    "ContainerRestartRuleOnExitCodes": """\
Operator operator ""
Values values null
""",
    "PodList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Pod}
""",
    "NodeSelector": """\
NodeSelectorTerms nodeSelectorTerms []{core.NodeSelectorTerm}
""",
    "NodeSelectorTerm": """\
MatchExpressions matchExpressions []{core.NodeSelectorRequirement}
MatchFields matchFields []{core.NodeSelectorRequirement}
""",
    "NodeSelectorRequirement": """\
Key key ""
Operator operator ""
Values values null
""",
    "TopologySelectorTerm": """\
MatchLabelExpressions matchLabelExpressions []{core.TopologySelectorLabelRequirement}
""",
    "TopologySelectorLabelRequirement": """\
Key key ""
Values values null
""",
    "Affinity": """\
NodeAffinity nodeAffinity *{core.NodeAffinity}
PodAffinity podAffinity *{core.PodAffinity}
PodAntiAffinity podAntiAffinity *{core.PodAntiAffinity}
""",
    "PodAffinity": """\
RequiredDuringSchedulingIgnoredDuringExecution requiredDuringSchedulingIgnoredDuringExecution []{core.PodAffinityTerm}
PreferredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution []{core.WeightedPodAffinityTerm}
""",
    "PodAntiAffinity": """\
RequiredDuringSchedulingIgnoredDuringExecution requiredDuringSchedulingIgnoredDuringExecution []{core.PodAffinityTerm}
PreferredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution []{core.WeightedPodAffinityTerm}
""",
    "WeightedPodAffinityTerm": """\
Weight weight 0
PodAffinityTerm podAffinityTerm {core.PodAffinityTerm}
""",
    "PodAffinityTerm": """\
LabelSelector labelSelector null
Namespaces namespaces null
TopologyKey topologyKey ""
NamespaceSelector namespaceSelector null
MatchLabelKeys matchLabelKeys null
MismatchLabelKeys mismatchLabelKeys null
""",
    "NodeAffinity": """\
RequiredDuringSchedulingIgnoredDuringExecution requiredDuringSchedulingIgnoredDuringExecution *{core.NodeSelector}
PreferredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution []{core.PreferredSchedulingTerm}
""",
    "PreferredSchedulingTerm": """\
Weight weight 0
Preference preference {core.NodeSelectorTerm}
""",
    "Taint": """\
Key key ""
Value value ""
Effect effect ""
TimeAdded timeAdded null
""",
    "Toleration": """\
Key key ""
Operator operator ""
Value value ""
Effect effect ""
TolerationSeconds tolerationSeconds null
""",
    "PodReadinessGate": """\
ConditionType conditionType ""
""",
    "PodSpec": """\
Volumes volumes []{core.Volume}
InitContainers initContainers []{core.Container}
Containers containers []{core.Container}
EphemeralContainers ephemeralContainers []{core.EphemeralContainer}
RestartPolicy restartPolicy ""
TerminationGracePeriodSeconds terminationGracePeriodSeconds null
ActiveDeadlineSeconds activeDeadlineSeconds null
DNSPolicy dnsPolicy ""
NodeSelector nodeSelector null
ServiceAccountName serviceAccountName ""
DeprecatedServiceAccount serviceAccount ""
AutomountServiceAccountToken automountServiceAccountToken null
NodeName nodeName ""
HostNetwork hostNetwork false
HostPID hostPID false
HostIPC hostIPC false
ShareProcessNamespace shareProcessNamespace null
SecurityContext securityContext *{core.PodSecurityContext}
ImagePullSecrets imagePullSecrets []{core.LocalObjectReference}
Hostname hostname ""
Subdomain subdomain ""
Affinity affinity *{core.Affinity}
SchedulerName schedulerName ""
Tolerations tolerations []{core.Toleration}
HostAliases hostAliases []{core.HostAlias}
PriorityClassName priorityClassName ""
Priority priority null
DNSConfig dnsConfig *{core.PodDNSConfig}
ReadinessGates readinessGates []{core.PodReadinessGate}
RuntimeClassName runtimeClassName null
EnableServiceLinks enableServiceLinks null
PreemptionPolicy preemptionPolicy null
Overhead overhead null
TopologySpreadConstraints topologySpreadConstraints []{core.TopologySpreadConstraint}
SetHostnameAsFQDN setHostnameAsFQDN null
OS os *{core.PodOS}
HostUsers hostUsers null
SchedulingGates schedulingGates []{core.PodSchedulingGate}
ResourceClaims resourceClaims []{core.PodResourceClaim}
Resources resources *{core.ResourceRequirements}
HostnameOverride hostnameOverride null
SchedulingGroup schedulingGroup *{core.PodSchedulingGroup}
EvictionResponders evictionResponders []{core.EvictionResponder}
""",
    "PodResourceClaim": """\
Name name ""
ResourceClaimName resourceClaimName null
ResourceClaimTemplateName resourceClaimTemplateName null
""",
    "PodResourceClaimStatus": """\
Name name ""
ResourceClaimName resourceClaimName null
""",
    "PodExtendedResourceClaimStatus": """\
RequestMappings requestMappings []{core.ContainerExtendedResourceRequest}
ResourceClaimName resourceClaimName ""
""",
    "ContainerExtendedResourceRequest": """\
ContainerName containerName ""
ResourceName resourceName ""
RequestName requestName ""
""",
    "PodOS": """\
Name name ""
""",
    "PodSchedulingGate": """\
Name name ""
""",
    "PodSchedulingGroup": """\
PodGroupName podGroupName null
""",
    "HostAlias": """\
IP ip ""
Hostnames hostnames null
""",
    "Sysctl": """\
Name name ""
Value value ""
""",
    "PodSecurityContext": """\
SELinuxOptions seLinuxOptions *{core.SELinuxOptions}
WindowsOptions windowsOptions *{core.WindowsSecurityContextOptions}
RunAsUser runAsUser null
RunAsGroup runAsGroup null
RunAsNonRoot runAsNonRoot null
SupplementalGroups supplementalGroups null
SupplementalGroupsPolicy supplementalGroupsPolicy null
FSGroup fsGroup null
Sysctls sysctls []{core.Sysctl}
FSGroupChangePolicy fsGroupChangePolicy null
SeccompProfile seccompProfile *{core.SeccompProfile}
AppArmorProfile appArmorProfile *{core.AppArmorProfile}
SELinuxChangePolicy seLinuxChangePolicy null
""",
    "SeccompProfile": """\
Type type ""
LocalhostProfile localhostProfile null
""",
    "AppArmorProfile": """\
Type type ""
LocalhostProfile localhostProfile null
""",
    "PodDNSConfig": """\
Nameservers nameservers null
Searches searches null
Options options []{core.PodDNSConfigOption}
""",
    "PodDNSConfigOption": """\
Name name ""
Value value null
""",
    "PodIP": """\
IP ip ""
""",
    "HostIP": """\
IP ip ""
""",
    "EphemeralContainerCommon": """\
Name name ""
Image image ""
Command command null
Args args null
WorkingDir workingDir ""
Ports ports []{core.ContainerPort}
EnvFrom envFrom []{core.EnvFromSource}
Env env []{core.EnvVar}
Resources resources {core.ResourceRequirements}
ResizePolicy resizePolicy []{core.ContainerResizePolicy}
RestartPolicy restartPolicy null
RestartPolicyRules restartPolicyRules []{core.ContainerRestartRule}
VolumeMounts volumeMounts []{core.VolumeMount}
VolumeDevices volumeDevices []{core.VolumeDevice}
LivenessProbe livenessProbe *{core.Probe}
ReadinessProbe readinessProbe *{core.Probe}
StartupProbe startupProbe *{core.Probe}
Lifecycle lifecycle *{core.Lifecycle}
TerminationMessagePath terminationMessagePath ""
TerminationMessagePolicy terminationMessagePolicy ""
ImagePullPolicy imagePullPolicy ""
SecurityContext securityContext *{core.SecurityContext}
Stdin stdin false
StdinOnce stdinOnce false
TTY tty false
""",
    "EphemeralContainer": """\
+EphemeralContainerCommon - {core.EphemeralContainerCommon}
TargetContainerName targetContainerName ""
""",
    "EvictionResponder": """\
Name name ""
Priority priority null
""",
    "PodStatus": """\
ObservedGeneration observedGeneration 0
Phase phase ""
Conditions conditions []{core.PodCondition}
Message message ""
Reason reason ""
NominatedNodeName nominatedNodeName ""
HostIP hostIP ""
HostIPs hostIPs []{core.HostIP}
PodIP podIP ""
PodIPs podIPs []{core.PodIP}
StartTime startTime null
InitContainerStatuses initContainerStatuses []{core.ContainerStatus}
ContainerStatuses containerStatuses []{core.ContainerStatus}
QOSClass qosClass ""
EphemeralContainerStatuses ephemeralContainerStatuses []{core.ContainerStatus}
Resize resize ""
ResourceClaimStatuses resourceClaimStatuses []{core.PodResourceClaimStatus}
ExtendedResourceClaimStatus extendedResourceClaimStatus *{core.PodExtendedResourceClaimStatus}
AllocatedResources allocatedResources null
Resources resources *{core.ResourceRequirements}
NodeAllocatableResourceClaimStatuses nodeAllocatableResourceClaimStatuses []{core.NodeAllocatableResourceClaimStatus}
VolumeHealth volumeHealth []{core.PodVolumeHealth}
""",
    "Pod": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.PodSpec}
Status status {core.PodStatus}
""",
    "PodTemplateSpec": """\
+ObjectMeta metadata null
Spec spec {core.PodSpec}
""",
    "PodTemplate": """\
+TypeMeta - null
+ObjectMeta metadata null
Template template {core.PodTemplateSpec}
""",
    "PodTemplateList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.PodTemplate}
""",
    "ReplicationControllerSpec": """\
Replicas replicas null
MinReadySeconds minReadySeconds 0
Selector selector null
Template template *{core.PodTemplateSpec}
""",
    "ReplicationControllerStatus": """\
Replicas replicas 0
FullyLabeledReplicas fullyLabeledReplicas 0
ReadyReplicas readyReplicas 0
AvailableReplicas availableReplicas 0
ObservedGeneration observedGeneration 0
Conditions conditions []{core.ReplicationControllerCondition}
""",
    "ReplicationControllerCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "ReplicationController": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.ReplicationControllerSpec}
Status status {core.ReplicationControllerStatus}
""",
    "ReplicationControllerList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.ReplicationController}
""",
    "ServiceList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Service}
""",
    "SessionAffinityConfig": """\
ClientIP clientIP *{core.ClientIPConfig}
""",
    "ClientIPConfig": """\
TimeoutSeconds timeoutSeconds null
""",
    "ServiceStatus": """\
LoadBalancer loadBalancer {core.LoadBalancerStatus}
Conditions conditions null
""",
    "LoadBalancerStatus": """\
Ingress ingress []{core.LoadBalancerIngress}
""",
    "LoadBalancerIngress": """\
IP ip ""
Hostname hostname ""
IPMode ipMode null
Ports ports []{core.PortStatus}
""",
    "ServiceSpec": """\
Ports ports []{core.ServicePort}
Selector selector null
ClusterIP clusterIP ""
ClusterIPs clusterIPs null
Type type ""
ExternalIPs externalIPs null
SessionAffinity sessionAffinity ""
LoadBalancerIP loadBalancerIP ""
LoadBalancerSourceRanges loadBalancerSourceRanges null
ExternalName externalName ""
ExternalTrafficPolicy externalTrafficPolicy ""
HealthCheckNodePort healthCheckNodePort 0
PublishNotReadyAddresses publishNotReadyAddresses false
SessionAffinityConfig sessionAffinityConfig *{core.SessionAffinityConfig}
IPFamilies ipFamilies null
IPFamilyPolicy ipFamilyPolicy null
AllocateLoadBalancerNodePorts allocateLoadBalancerNodePorts null
LoadBalancerClass loadBalancerClass null
InternalTrafficPolicy internalTrafficPolicy null
TrafficDistribution trafficDistribution null
""",
    "ServicePort": """\
Name name ""
Protocol protocol ""
AppProtocol appProtocol null
Port port 0
TargetPort targetPort 0
NodePort nodePort 0
""",
    "Service": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.ServiceSpec}
Status status {core.ServiceStatus}
""",
    "ServiceAccount": """\
+TypeMeta - null
+ObjectMeta metadata null
Secrets secrets []{core.ObjectReference}
ImagePullSecrets imagePullSecrets []{core.LocalObjectReference}
AutomountServiceAccountToken automountServiceAccountToken null
""",
    "ServiceAccountList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.ServiceAccount}
""",
    "Endpoints": """\
+TypeMeta - null
+ObjectMeta metadata null
Subsets subsets []{core.EndpointSubset}
""",
    "EndpointSubset": """\
Addresses addresses []{core.EndpointAddress}
NotReadyAddresses notReadyAddresses []{core.EndpointAddress}
Ports ports []{core.EndpointPort}
""",
    "EndpointAddress": """\
IP ip ""
Hostname hostname ""
NodeName nodeName null
TargetRef targetRef *{core.ObjectReference}
""",
    "EndpointPort": """\
Name name ""
Port port 0
Protocol protocol ""
AppProtocol appProtocol null
""",
    "EndpointsList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Endpoints}
""",
    "NodeSpec": """\
PodCIDRs podCIDRs null
ProviderID providerID ""
Unschedulable unschedulable false
Taints taints []{core.Taint}
ConfigSource configSource *{core.NodeConfigSource}
DoNotUseExternalID externalID ""
PodPreemptionPolicy podPreemptionPolicy *{core.NodePodPreemptionPolicy}
""",
    "NodePodPreemptionPolicy": """\
DisableResizePreemption disableResizePreemption null
""",
    "NodeConfigSource": """\
ConfigMap configMap *{core.ConfigMapNodeConfigSource}
""",
    "ConfigMapNodeConfigSource": """\
Namespace namespace ""
Name name ""
UID uid ""
ResourceVersion resourceVersion ""
KubeletConfigKey kubeletConfigKey ""
""",
    "DaemonEndpoint": """\
Port Port 0
""",
    "NodeDaemonEndpoints": """\
KubeletEndpoint kubeletEndpoint {core.DaemonEndpoint}
""",
    "NodeRuntimeHandlerFeatures": """\
RecursiveReadOnlyMounts recursiveReadOnlyMounts null
UserNamespaces userNamespaces null
""",
    "NodeRuntimeHandler": """\
Name name ""
Features features *{core.NodeRuntimeHandlerFeatures}
""",
    "NodeFeatures": """\
SupplementalGroupsPolicy supplementalGroupsPolicy null
""",
    "NodeSystemInfo": """\
MachineID machineID ""
SystemUUID systemUUID ""
BootID bootID ""
KernelVersion kernelVersion ""
OSImage osImage ""
ContainerRuntimeVersion containerRuntimeVersion ""
KubeletVersion kubeletVersion ""
KubeProxyVersion kubeProxyVersion ""
OperatingSystem operatingSystem ""
Architecture architecture ""
Swap swap *{core.NodeSwapStatus}
RunningInUserNamespace runningInUserNamespace null
""",
    "NodeSwapStatus": """\
Capacity capacity null
""",
    "NodeConfigStatus": """\
Assigned assigned *{core.NodeConfigSource}
Active active *{core.NodeConfigSource}
LastKnownGood lastKnownGood *{core.NodeConfigSource}
Error error ""
""",
    "NodeStatus": """\
Capacity capacity null
Allocatable allocatable null
Phase phase ""
Conditions conditions []{core.NodeCondition}
Addresses addresses []{core.NodeAddress}
DaemonEndpoints daemonEndpoints {core.NodeDaemonEndpoints}
NodeInfo nodeInfo {core.NodeSystemInfo}
Images images []{core.ContainerImage}
VolumesInUse volumesInUse null
VolumesAttached volumesAttached []{core.AttachedVolume}
Config config *{core.NodeConfigStatus}
RuntimeHandlers runtimeHandlers []{core.NodeRuntimeHandler}
Features features *{core.NodeFeatures}
DeclaredFeatures declaredFeatures null
""",
    "AttachedVolume": """\
Name name ""
DevicePath devicePath ""
""",
    "AvoidPods": """\
PreferAvoidPods preferAvoidPods []{core.PreferAvoidPodsEntry}
""",
    "PreferAvoidPodsEntry": """\
PodSignature podSignature {core.PodSignature}
EvictionTime evictionTime null
Reason reason ""
Message message ""
""",
    "PodSignature": """\
PodController podController null
""",
    "ContainerImage": """\
Names names null
SizeBytes sizeBytes 0
""",
    "NodeCondition": """\
Type type ""
Status status ""
LastHeartbeatTime lastHeartbeatTime null
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "NodeAddress": """\
Type type ""
Address address ""
""",
    "Node": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.NodeSpec}
Status status {core.NodeStatus}
""",
    "NodeList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Node}
""",
    "NamespaceSpec": """\
Finalizers finalizers null
""",
    "NamespaceStatus": """\
Phase phase ""
Conditions conditions []{core.NamespaceCondition}
""",
    "NamespaceCondition": """\
Type type ""
Status status ""
LastTransitionTime lastTransitionTime null
Reason reason ""
Message message ""
""",
    "Namespace": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.NamespaceSpec}
Status status {core.NamespaceStatus}
""",
    "NamespaceList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Namespace}
""",
    "Binding": """\
+TypeMeta - null
+ObjectMeta metadata null
Target target {core.ObjectReference}
""",
    "Preconditions": """\
UID uid null
""",
    "PodLogOptions": """\
+TypeMeta - null
Container container ""
Follow follow false
Previous previous false
SinceSeconds sinceSeconds null
SinceTime sinceTime null
Timestamps timestamps false
TailLines tailLines null
LimitBytes limitBytes null
InsecureSkipTLSVerifyBackend insecureSkipTLSVerifyBackend false
Stream stream null
""",
    "PodAttachOptions": """\
+TypeMeta - null
Stdin stdin false
Stdout stdout false
Stderr stderr false
TTY tty false
Container container ""
""",
    "PodExecOptions": """\
+TypeMeta - null
Stdin stdin false
Stdout stdout false
Stderr stderr false
TTY tty false
Container container ""
Command command null
""",
    "PodPortForwardOptions": """\
+TypeMeta - null
Ports ports null
""",
    "PodProxyOptions": """\
+TypeMeta - null
Path path ""
""",
    "NodeProxyOptions": """\
+TypeMeta - null
Path path ""
""",
    "ServiceProxyOptions": """\
+TypeMeta - null
Path path ""
""",
    "ObjectReference": """\
Kind kind ""
Namespace namespace ""
Name name ""
UID uid ""
APIVersion apiVersion ""
ResourceVersion resourceVersion ""
FieldPath fieldPath ""
""",
    "LocalObjectReference": """\
Name name ""
""",
    "TypedLocalObjectReference": """\
APIGroup apiGroup null
Kind kind ""
Name name ""
""",
    "SerializedReference": """\
+TypeMeta - null
Reference reference {core.ObjectReference}
""",
    "EventSource": """\
Component component ""
Host host ""
""",
    "Event": """\
+TypeMeta - null
+ObjectMeta metadata null
InvolvedObject involvedObject {core.ObjectReference}
Reason reason ""
Message message ""
Source source {core.EventSource}
FirstTimestamp firstTimestamp null
LastTimestamp lastTimestamp null
Count count 0
Type type ""
EventTime eventTime null
Series series *{core.EventSeries}
Action action ""
Related related *{core.ObjectReference}
ReportingController reportingComponent ""
ReportingInstance reportingInstance ""
""",
    "EventSeries": """\
Count count 0
LastObservedTime lastObservedTime null
""",
    "EventList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Event}
""",
    "LimitRangeItem": """\
Type type ""
Max max null
Min min null
Default default null
DefaultRequest defaultRequest null
MaxLimitRequestRatio maxLimitRequestRatio null
""",
    "LimitRangeSpec": """\
Limits limits []{core.LimitRangeItem}
""",
    "LimitRange": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.LimitRangeSpec}
""",
    "LimitRangeList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.LimitRange}
""",
    "ResourceQuotaSpec": """\
Hard hard null
Scopes scopes null
ScopeSelector scopeSelector *{core.ScopeSelector}
""",
    "ScopeSelector": """\
MatchExpressions matchExpressions []{core.ScopedResourceSelectorRequirement}
""",
    "ScopedResourceSelectorRequirement": """\
ScopeName scopeName ""
Operator operator ""
Values values null
""",
    "ResourceQuotaStatus": """\
Hard hard null
Used used null
""",
    "ResourceQuota": """\
+TypeMeta - null
+ObjectMeta metadata null
Spec spec {core.ResourceQuotaSpec}
Status status {core.ResourceQuotaStatus}
""",
    "ResourceQuotaList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.ResourceQuota}
""",
    "Secret": """\
+TypeMeta - null
+ObjectMeta metadata null
Immutable immutable null
Data data null
Type type ""
""",
    "SecretList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.Secret}
""",
    "ConfigMap": """\
+TypeMeta - null
+ObjectMeta metadata null
Immutable immutable null
Data data null
BinaryData binaryData null
""",
    "ConfigMapList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.ConfigMap}
""",
    "ComponentCondition": """\
Type type ""
Status status ""
Message message ""
Error error ""
""",
    "ComponentStatus": """\
+TypeMeta - null
+ObjectMeta metadata null
Conditions conditions []{core.ComponentCondition}
""",
    "ComponentStatusList": """\
+TypeMeta - null
+ListMeta metadata null
Items items []{core.ComponentStatus}
""",
    "SecurityContext": """\
Capabilities capabilities *{core.Capabilities}
Privileged privileged null
SELinuxOptions seLinuxOptions *{core.SELinuxOptions}
WindowsOptions windowsOptions *{core.WindowsSecurityContextOptions}
RunAsUser runAsUser null
RunAsGroup runAsGroup null
RunAsNonRoot runAsNonRoot null
ReadOnlyRootFilesystem readOnlyRootFilesystem null
AllowPrivilegeEscalation allowPrivilegeEscalation null
ProcMount procMount null
SeccompProfile seccompProfile *{core.SeccompProfile}
AppArmorProfile appArmorProfile *{core.AppArmorProfile}
""",
    "SELinuxOptions": """\
User user ""
Role role ""
Type type ""
Level level ""
""",
    "WindowsSecurityContextOptions": """\
GMSACredentialSpecName gmsaCredentialSpecName null
GMSACredentialSpec gmsaCredentialSpec null
RunAsUserName runAsUserName null
HostProcess hostProcess null
""",
    "RangeAllocation": """\
+TypeMeta - null
+ObjectMeta metadata null
Range range ""
Data data null
""",
    "TopologySpreadConstraint": """\
MaxSkew maxSkew 0
TopologyKey topologyKey ""
WhenUnsatisfiable whenUnsatisfiable ""
LabelSelector labelSelector null
MinDomains minDomains null
NodeAffinityPolicy nodeAffinityPolicy null
NodeTaintsPolicy nodeTaintsPolicy null
MatchLabelKeys matchLabelKeys null
""",
    "PortStatus": """\
Port port 0
Protocol protocol ""
Error error null
""",
    "ImageVolumeSource": """\
Reference reference ""
PullPolicy pullPolicy ""
""",
    "NodeAllocatableResourceClaimStatus": """\
ResourceClaimName resourceClaimName ""
Containers containers null
Mapping mapping []{core.NodeAllocatableMappedResources}
Overhead overhead []{core.NodeAllocatableOverheadResources}
""",
    "NodeAllocatableMappedResources": """\
Name name ""
Quantity quantity null
""",
    "NodeAllocatableOverheadResources": """\
Name name ""
PerPod perPod null
PerContainer perContainer null
""",
}
