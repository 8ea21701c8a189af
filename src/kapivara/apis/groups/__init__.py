"""The API groups, each with a folder for every version that it serves.

A group imports `machinery` and `shared`, and no other group. Types are generated from GROUP/VERSION/types.go.

Folders
- `admissionregistration/`: the group admissionregistration.k8s.io: webhook configurations and admission policies
- `apidiscovery/`: the group apidiscovery.k8s.io: types of aggregated discovery
- `apiextensions/`: the group apiextensions.k8s.io: CustomResourceDefinition
- `apiregistration/`: the group apiregistration.k8s.io: APIService
- `apps/`: the group apps: workloads
- `authentication/`: the group authentication.k8s.io: reviews of tokens and users
- `authorization/`: the group authorization.k8s.io: reviews of access
- `autoscaling/`: the group autoscaling: HorizontalPodAutoscaler, and the types of Scale
- `batch/`: the group batch: Job and CronJob
- `certificates/`: the group certificates.k8s.io: signing requests and trust bundles
- `coordination/`: the group coordination.k8s.io: Lease
- `core/`: the core group (`/api/v1`)
- `discovery/`: the group discovery.k8s.io: EndpointSlice
- `events/`: the group events.k8s.io: types of Event; the kind is in `shared/events`
- `flowcontrol/`: the group flowcontrol.apiserver.k8s.io: FlowSchema and PriorityLevelConfiguration
- `networking/`: the group networking.k8s.io: Ingress, NetworkPolicy, IPAddress and ServiceCIDR
- `node/`: the group node.k8s.io: RuntimeClass
- `policy/`: the group policy: PodDisruptionBudget
- `rbac/`: the group rbac.authorization.k8s.io: roles and bindings
- `resource/`: the group resource.k8s.io: devices, classes, claims and slices
- `scheduling/`: the group scheduling.k8s.io: PriorityClass
- `storage/`: the group storage.k8s.io: storage classes, CSI drivers and attachments
- `storagemigration/`: the group storagemigration.k8s.io: StorageVersionMigration
"""
