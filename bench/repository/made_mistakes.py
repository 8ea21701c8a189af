"""The errors in the repository: typical mistakes, each in a document of its own."""

from __future__ import annotations

from bench.repository.mistakes import Mistake

_WEB, _STORE, _AGENT, _JOBS = (f"charts/{part}.yaml" for part in ("web", "store", "agent", "jobs"))
_RENDERED = "kustomize/rendered.yaml"
_DATABASES, _MESSAGING, _CERTIFICATES = (
    f"operators/{name}/objects.yaml" for name in ("databases", "messaging", "certificates")
)

INVALID: tuple[Mistake, ...] = (
    Mistake(_WEB, "  replicas: $replicas", "  replica: $replicas", 'unknown field "spec.replica"'),
    Mistake(
        _WEB, "    type: RollingUpdate", "    type: Rolling", 'supported values: "Recreate", "RollingUpdate"', above=1
    ),
    Mistake(
        _WEB,
        "              containerPort: $port",
        "              containerPort: 70000",
        "must be between 1 and 65535",
    ),
    Mistake(
        _WEB,
        "          imagePullPolicy: IfNotPresent",
        "          imagePullPolicy: IfNotPresent\n          imagePullPolicy: Always",
        'duplicate field "spec.template.spec.containers[0].imagePullPolicy"',
    ),
    Mistake(
        _WEB,
        '              value: "$retries"',
        "              value: $retries",
        "cannot unmarshal number into Go struct field EnvVar",
    ),
    Mistake(
        _WEB,
        "            - name: config\n              mountPath: /etc/web",
        "            - name: configs\n              mountPath: /etc/web",
        "Not found",
        at="            - name: configs",
    ),
    Mistake(
        _WEB,
        "        app.kubernetes.io/component: web\n    spec:",
        "        app.kubernetes.io/component: wbe\n    spec:",
        "`selector` does not match template `labels`",
        at='        prometheus.io/port: "9090"\n      labels:',
    ),
    Mistake(
        _WEB,
        "    - name: metrics\n      port: 9090\n      targetPort: metrics\n      protocol: TCP",
        "    - name: metrics\n      port: 9090\n      targetPort: metrics\n      protocol: HTTP",
        'supported values: "SCTP", "TCP", "UDP"',
    ),
    Mistake(_WEB, "            pathType: Prefix", "", "pathType must be specified", at="          - path: /"),
    Mistake(
        _WEB,
        "            cidr: 10.$octet.0.0/16",
        "            cidr: 10.$octet.0.0/36",
        "must be a valid CIDR value",
    ),
    Mistake(
        _WEB,
        "  minReplicas: $replicas",
        "  minReplicas: 50",
        "must be greater than or equal to `minReplicas`",
        at="  maxReplicas: $most",
    ),
    Mistake(
        _WEB,
        "  maxUnavailable: 1",
        "  maxUnavailable: 1\n  minAvailable: 1",
        "minAvailable and maxUnavailable cannot be both set",
        above=2,
    ),
    Mistake(_WEB, '  LOG_LEVEL: "$level"', "  LOG_LEVEL: 3", "cannot unmarshal number into Go struct field ConfigMap"),
    Mistake(_STORE, '  password: "$secret"', '  password: "not base64!"', "illegal base64 data"),
    Mistake(_STORE, "        - name: permissions", "        - name: Permissions", "a lowercase RFC 1123 label"),
    Mistake(
        _STORE,
        '        accessModes:\n          - "ReadWriteOnce"',
        "        accessModes: ReadWriteOnce",
        "cannot unmarshal string into Go struct field",
    ),
    Mistake(
        _STORE,
        '            storage: "${size}Gi"',
        '            storage: "${size}GB"',
        "quantities must match the regular expression",
    ),
    Mistake(_STORE, "  minAvailable: 50%", "  minAvailable: 150%", "must not be greater than 100%"),
    Mistake(
        _AGENT,
        '    verbs: ["get"]',
        "    verbs: []",
        "rules[2].verbs: Required value",
    ),
    Mistake(
        _AGENT,
        "  kind: ClusterRole\n  name: $release-agent",
        "  kind: Cluster\n  name: $release-agent",
        'supported values: "ClusterRole"',
        at="  kind: Cluster",
    ),
    Mistake(
        _AGENT,
        "              hostPort: 9000",
        "              hostPort: 9001",
        "must match `containerPort`",
        at="              hostPort: 9001",
    ),
    Mistake(
        _AGENT,
        "          effect: NoExecute",
        "          effect: NoSchedule",
        "effect must be 'NoExecute' when `tolerationSeconds` is set",
    ),
    Mistake(
        _JOBS, '  schedule: "$minute 3 * * *"', '  schedule: "$minute 25 * * *"', "end of range (25) above maximum (23)"
    ),
    Mistake(_JOBS, "      restartPolicy: Never", "      restartPolicy: Always", 'valid values: "OnFailure", "Never"'),
    Mistake(_JOBS, "  timeZone: Etc/UTC", "  timeZone: Etc/Mars", "unknown time zone Etc/Mars"),
    Mistake(
        _JOBS,
        "    helm.sh/resource-policy: keep",
        "    helm.sh/resource policy: keep",
        "name part must consist of",
    ),
    Mistake(
        "kustomize/deployment.yaml",
        "        - name: $app\n          image: $app",
        "        - name: $app",
        "containers[0].image: Required value",
        at="        - name: $app",
    ),
    Mistake(
        "kustomize/deployment.yaml",
        "            limits: { memory: ${memory}Mi }",
        "            limits: { memory: 1Mi }",
        "must be less than or equal to memory limit",
        at="            requests: { cpu: ${cpu}m, memory: ${memory}Mi }",
    ),
    Mistake(
        "kustomize/service.yaml", "      port: 80", "      port: http", "cannot unmarshal string into Go struct field"
    ),
    Mistake(
        "kustomize/settings.yaml",
        '  TIMEOUT: "$seconds"',
        '  TIME OUT: "$seconds"',
        "a valid config key must consist of",
    ),
    Mistake("kustomize/account.yaml", "  name: $app", "  name: ${app}_", "a lowercase RFC 1123 subdomain"),
    Mistake(
        "kustomize/autoscaler.yaml",
        "        target: { type: Utilization, averageUtilization: $percent }",
        "        target: { type: Utilization }",
        "must set either a target raw value or a target utilization",
    ),
    Mistake(
        "kustomize/policy.yaml",
        "              - { key: kubernetes.io/metadata.name, operator: In, values: [gateway, $namespace] }",
        "              - { key: kubernetes.io/metadata.name, operator: In }",
        "must be specified when `operator` is 'In' or 'NotIn'",
    ),
    Mistake(_RENDERED, "apiVersion: autoscaling/v2", "apiVersion: autoscaling/v2beta2", "autoscaling/v2"),
    Mistake(
        _RENDERED,
        "      terminationGracePeriodSeconds: $seconds",
        "      terminationGraceSeconds: $seconds",
        'unknown field "spec.template.spec.terminationGraceSeconds"',
    ),
    Mistake(_RENDERED, "kind: ServiceAccount", "kind: ServiceAcount", "ServiceAccount"),
    Mistake(
        _DATABASES,
        "    podAntiAffinity: required",
        "    podAntiAffinity: always",
        'supported values: "required", "preferred", "none"',
    ),
    Mistake(
        _DATABASES,
        '    max_connections: "$connections"',
        '    max_connections: "many"',
        "max_connections is a number",
        at="  parameters:",
    ),
    Mistake(_DATABASES, "    least: 0", "    least: -1", "should be greater than or equal to 0"),
    Mistake(_DATABASES, "    size: ${size}Gi", "    size: big", "should match"),
    Mistake(
        _DATABASES,
        '  notBefore: "2026-0$digit-0${digit}T0$digit:30:00Z"',
        '  notBefore: "tomorrow"',
        "must be of type date-time",
    ),
    Mistake(_DATABASES, "    - name: pg_trgm", "    - name: vector", "Duplicate value"),
    Mistake(_MESSAGING, "      port: 9093", "      port: 9092", "each listener has a port of its own", above=9),
    Mistake(
        _MESSAGING,
        "      type: loadbalancer\n      tls: true",
        "      type: loadbalancer\n      tls: false",
        "listeners that others can reach speak TLS",
        at="    - name: external",
    ),
    Mistake(_MESSAGING, "  partitions: $replicas", "  partitions: 0", "should be greater than or equal to 1"),
    Mistake(_MESSAGING, "  replicas: $most", "  replicas: 2", "racks are for three brokers and more", at="  rack:"),
    Mistake(
        _CERTIFICATES,
        "    server: https://acme.example.com/directory/$digit",
        "    server: http://acme.example.com/directory/$digit",
        "the server is asked over https",
    ),
    Mistake(_CERTIFICATES, "    size: 4096", "    size: 1024", "keys of RSA have 2048, 3072 or 4096 bits"),
    Mistake(
        _CERTIFICATES, "    rotationPolicy: Always", "    rotation: Always", 'unknown field "spec.privateKey.rotation"'
    ),
    Mistake(
        _CERTIFICATES,
        "  renewBefore: ${retries}h",
        "  renewBefore: ${retries}000h",
        "a certificate is renewed before it ends",
    ),
    Mistake(
        "operators/certificates/crd-requests.yaml",
        "                  rule: self.hours < 8760 || has(self.reason)",
        "                  rule: self.hours < 8760 || has(self.reasons)",
        "undefined field 'reasons'",
    ),
)
"""Mistakes that a server rejects."""

BROKEN: tuple[Mistake, ...] = (
    Mistake(
        _JOBS, "  backoffLimit: 0", "\tbackoffLimit: 0", "found character that cannot start any token", unreadable=True
    ),
    Mistake(
        _RENDERED,
        "      annotations:\n        linkerd.io/inject: enabled",
        "      annotations:\n        linkerd.io/inject: [enabled",
        "did not find expected",
        above=-1,
        unreadable=True,
    ),
)
"""Mistakes that make a document unreadable; the other documents of its file are validated nevertheless."""
