"""The server's descriptions of this group's Table columns, word for word, since Tables are compared in full."""

from __future__ import annotations

SIGNER_OF_REQUEST = (
    "Requested signer for the request. It is a qualified name in the form: `scope-hostname.io/name`. If empty, it "
    "will be defaulted:\n 1. If it's a kubelet client certificate, it is assigned\n    "
    '"kubernetes.io/kube-apiserver-client-kubelet".\n 2. If it\'s a kubelet serving certificate, it is assigned\n   '
    ' "kubernetes.io/kubelet-serving".\n 3. Otherwise, it is assigned '
    '"kubernetes.io/legacy-unknown".\nDistribution of trust for signers happens out of band. You can select on '
    "this field using `spec.signerName`."
)
REQUEST = "Base64-encoded PKCS#10 CSR data"
DURATION = (
    "expirationSeconds is the requested duration of validity of the issued certificate. The certificate signer may "
    "issue a certificate with a different validity duration so a client must check the delta between the notBefore "
    "and and notAfter fields in the issued certificate to determine the actual duration.\n\nThe v1.22+ in-tree "
    "implementations of the well-known Kubernetes signers will honor this field as long as the requested duration is "
    "not greater than the maximum duration they will honor per the --cluster-signing-duration CLI flag to the "
    "Kubernetes controller manager.\n\nCertificate signers may not honor this field for various reasons:\n\n  1. Old "
    "signer that is unaware of the field (such as the in-tree\n     implementations prior to v1.22)\n  2. Signer "
    "whose configured maximum is shorter than the requested duration\n  3. Signer whose configured minimum is longer "
    "than the requested duration\n\nThe minimum valid value for expirationSeconds is 600, i.e. 10 minutes."
)
CONDITIONS = "Conditions applied to the request, such as approval or denial."
SIGNER_OF_BUNDLE = (
    "signerName indicates the associated signer, if any.\n\nIn order to create or update a ClusterTrustBundle that "
    "sets signerName, you must have the following cluster-scoped permission: group=certificates.k8s.io "
    "resource=signers resourceName=<the signer name> verb=attest.\n\nIf signerName is not empty, then the "
    "ClusterTrustBundle object must be named with the signer name as a prefix (translating slashes to colons). For "
    "example, for the signer name `example.com/foo`, valid ClusterTrustBundle object names include "
    "`example.com:foo:abc` and `example.com:foo:v1`.\n\nIf signerName is empty, then the ClusterTrustBundle object's "
    "name must not have such a prefix.\n\nList/watch requests for ClusterTrustBundles can filter on this field using "
    "a `spec.signerName=NAME` field selector."
)
POD = "podName is the name of the pod into which the certificate will be mounted."
SERVICE_ACCOUNT = "serviceAccountName is the name of the service account the pod is running as."
NODE = "nodeName is the name of the node the pod is assigned to."
SIGNER_FOR_POD = (
    "signerName indicates the requested signer.\n\nAll signer names beginning with `kubernetes.io` are reserved for "
    "use by the Kubernetes project.  There is currently one well-known signer documented by the Kubernetes project, "
    "`kubernetes.io/kube-apiserver-client-pod`, which will issue client certificates understood by kube-apiserver.  "
    "It is currently unimplemented."
)
ANNOTATIONS = (
    "unverifiedUserAnnotations allow pod authors to pass additional information to the signer implementation.  "
    "Kubernetes does not restrict or validate this metadata in any way.\n\nEntries are subject to the same "
    "validation as object metadata annotations, with the addition that all keys must be domain-prefixed. No "
    "restrictions are placed on values, except an overall size limitation on the entire field.\n\nSigners should "
    "document the keys and values they support.  Signers should deny requests that contain keys they do not "
    "recognize."
)
