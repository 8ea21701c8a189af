"""The initial role bindings of every server, gathered by scripts/gather: see `bootstrap.py`."""

LINES = """\
ClusterRoleBinding cluster-admin
  cluster-admin
  Group:system:masters
ClusterRoleBinding system:basic-user
  system:basic-user
  Group:system:authenticated
ClusterRoleBinding system:cluster-trust-bundle-discovery
  system:cluster-trust-bundle-discovery
  Group:system:serviceaccounts
ClusterRoleBinding system:discovery
  system:discovery
  Group:system:authenticated
ClusterRoleBinding system:kube-controller-manager
  system:kube-controller-manager
  User:system:kube-controller-manager
ClusterRoleBinding system:kube-dns
  system:kube-dns
  ServiceAccount:kube-system:kube-dns
ClusterRoleBinding system:kube-scheduler
  system:kube-scheduler
  User:system:kube-scheduler
ClusterRoleBinding system:monitoring
  system:monitoring
  Group:system:monitoring
ClusterRoleBinding system:node
  system:node
ClusterRoleBinding system:node-proxier
  system:node-proxier
  User:system:kube-proxy
ClusterRoleBinding system:public-info-viewer
  system:public-info-viewer
  Group:system:authenticated
  Group:system:unauthenticated
ClusterRoleBinding system:service-account-issuer-discovery
  system:service-account-issuer-discovery
  Group:system:serviceaccounts
ClusterRoleBinding system:volume-scheduler
  system:volume-scheduler
  User:system:kube-scheduler
ClusterRoleBinding system:controller:attachdetach-controller
  system:controller:attachdetach-controller
  ServiceAccount:kube-system:attachdetach-controller
ClusterRoleBinding system:controller:certificate-controller
  system:controller:certificate-controller
  ServiceAccount:kube-system:certificate-controller
ClusterRoleBinding system:controller:clusterrole-aggregation-controller
  system:controller:clusterrole-aggregation-controller
  ServiceAccount:kube-system:clusterrole-aggregation-controller
ClusterRoleBinding system:controller:cronjob-controller
  system:controller:cronjob-controller
  ServiceAccount:kube-system:cronjob-controller
ClusterRoleBinding system:controller:daemon-set-controller
  system:controller:daemon-set-controller
  ServiceAccount:kube-system:daemon-set-controller
ClusterRoleBinding system:controller:deployment-controller
  system:controller:deployment-controller
  ServiceAccount:kube-system:deployment-controller
ClusterRoleBinding system:controller:device-taint-eviction-controller
  system:controller:device-taint-eviction-controller
  ServiceAccount:kube-system:device-taint-eviction-controller
ClusterRoleBinding system:controller:disruption-controller
  system:controller:disruption-controller
  ServiceAccount:kube-system:disruption-controller
ClusterRoleBinding system:controller:endpoint-controller
  system:controller:endpoint-controller
  ServiceAccount:kube-system:endpoint-controller
ClusterRoleBinding system:controller:endpointslice-controller
  system:controller:endpointslice-controller
  ServiceAccount:kube-system:endpointslice-controller
ClusterRoleBinding system:controller:endpointslicemirroring-controller
  system:controller:endpointslicemirroring-controller
  ServiceAccount:kube-system:endpointslicemirroring-controller
ClusterRoleBinding system:controller:ephemeral-volume-controller
  system:controller:ephemeral-volume-controller
  ServiceAccount:kube-system:ephemeral-volume-controller
ClusterRoleBinding system:controller:expand-controller
  system:controller:expand-controller
  ServiceAccount:kube-system:expand-controller
ClusterRoleBinding system:controller:generic-garbage-collector
  system:controller:generic-garbage-collector
  ServiceAccount:kube-system:generic-garbage-collector
ClusterRoleBinding system:controller:horizontal-pod-autoscaler
  system:controller:horizontal-pod-autoscaler
  ServiceAccount:kube-system:horizontal-pod-autoscaler
ClusterRoleBinding system:controller:job-controller
  system:controller:job-controller
  ServiceAccount:kube-system:job-controller
ClusterRoleBinding system:controller:kube-apiserver-serving-clustertrustbundle-publisher
  system:controller:kube-apiserver-serving-clustertrustbundle-publisher
  ServiceAccount:kube-system:kube-apiserver-serving-clustertrustbundle-publisher
ClusterRoleBinding system:controller:legacy-service-account-token-cleaner
  system:controller:legacy-service-account-token-cleaner
  ServiceAccount:kube-system:legacy-service-account-token-cleaner
ClusterRoleBinding system:controller:namespace-controller
  system:controller:namespace-controller
  ServiceAccount:kube-system:namespace-controller
ClusterRoleBinding system:controller:node-controller
  system:controller:node-controller
  ServiceAccount:kube-system:node-controller
ClusterRoleBinding system:controller:persistent-volume-binder
  system:controller:persistent-volume-binder
  ServiceAccount:kube-system:persistent-volume-binder
ClusterRoleBinding system:controller:pod-garbage-collector
  system:controller:pod-garbage-collector
  ServiceAccount:kube-system:pod-garbage-collector
ClusterRoleBinding system:controller:podcertificaterequestcleaner
  system:controller:podcertificaterequestcleaner
  ServiceAccount:kube-system:podcertificaterequestcleaner
ClusterRoleBinding system:controller:pv-protection-controller
  system:controller:pv-protection-controller
  ServiceAccount:kube-system:pv-protection-controller
ClusterRoleBinding system:controller:pvc-protection-controller
  system:controller:pvc-protection-controller
  ServiceAccount:kube-system:pvc-protection-controller
ClusterRoleBinding system:controller:replicaset-controller
  system:controller:replicaset-controller
  ServiceAccount:kube-system:replicaset-controller
ClusterRoleBinding system:controller:replication-controller
  system:controller:replication-controller
  ServiceAccount:kube-system:replication-controller
ClusterRoleBinding system:controller:resource-claim-controller
  system:controller:resource-claim-controller
  ServiceAccount:kube-system:resource-claim-controller
ClusterRoleBinding system:controller:resourcequota-controller
  system:controller:resourcequota-controller
  ServiceAccount:kube-system:resourcequota-controller
ClusterRoleBinding system:controller:root-ca-cert-publisher
  system:controller:root-ca-cert-publisher
  ServiceAccount:kube-system:root-ca-cert-publisher
ClusterRoleBinding system:controller:route-controller
  system:controller:route-controller
  ServiceAccount:kube-system:route-controller
ClusterRoleBinding system:controller:selinux-warning-controller
  system:controller:selinux-warning-controller
  ServiceAccount:kube-system:selinux-warning-controller
ClusterRoleBinding system:controller:service-account-controller
  system:controller:service-account-controller
  ServiceAccount:kube-system:service-account-controller
ClusterRoleBinding system:controller:service-cidrs-controller
  system:controller:service-cidrs-controller
  ServiceAccount:kube-system:service-cidrs-controller
ClusterRoleBinding system:controller:service-controller
  system:controller:service-controller
  ServiceAccount:kube-system:service-controller
ClusterRoleBinding system:controller:statefulset-controller
  system:controller:statefulset-controller
  ServiceAccount:kube-system:statefulset-controller
ClusterRoleBinding system:controller:storage-version-migrator-controller
  system:controller:storage-version-migrator-controller
  ServiceAccount:kube-system:storage-version-migrator-controller
ClusterRoleBinding system:controller:ttl-after-finished-controller
  system:controller:ttl-after-finished-controller
  ServiceAccount:kube-system:ttl-after-finished-controller
ClusterRoleBinding system:controller:ttl-controller
  system:controller:ttl-controller
  ServiceAccount:kube-system:ttl-controller
ClusterRoleBinding system:controller:validatingadmissionpolicy-status-controller
  system:controller:validatingadmissionpolicy-status-controller
  ServiceAccount:kube-system:validatingadmissionpolicy-status-controller
ClusterRoleBinding system:controller:volumeattributesclass-protection-controller
  system:controller:volumeattributesclass-protection-controller
  ServiceAccount:kube-system:volumeattributesclass-protection-controller
RoleBinding kube-public/system:controller:bootstrap-signer
  system:controller:bootstrap-signer
  ServiceAccount:kube-system:bootstrap-signer
RoleBinding kube-system/system::extension-apiserver-authentication-reader
  extension-apiserver-authentication-reader
  User:system:kube-controller-manager
  User:system:kube-scheduler
RoleBinding kube-system/system::leader-locking-kube-controller-manager
  system::leader-locking-kube-controller-manager
  User:system:kube-controller-manager
  ServiceAccount:kube-system:kube-controller-manager
  ServiceAccount:kube-system:leader-election-controller
RoleBinding kube-system/system::leader-locking-kube-scheduler
  system::leader-locking-kube-scheduler
  User:system:kube-scheduler
  ServiceAccount:kube-system:kube-scheduler
RoleBinding kube-system/system:controller:bootstrap-signer
  system:controller:bootstrap-signer
  ServiceAccount:kube-system:bootstrap-signer
RoleBinding kube-system/system:controller:cloud-provider
  system:controller:cloud-provider
  ServiceAccount:kube-system:cloud-provider
RoleBinding kube-system/system:controller:token-cleaner
  system:controller:token-cleaner
  ServiceAccount:kube-system:token-cleaner
"""
