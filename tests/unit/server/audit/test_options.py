"""Tests of files of audit policies: their content, and the places of errors."""

import pytest

from kapivara.server.audit.options import PolicyFileError, read_policy_file
from kapivara.server.audit.policy import AuditRule, GroupResources, Level

HEAD = "apiVersion: audit.k8s.io/v1\nkind: Policy\n"


@pytest.fixture
def read(tmp_path):
    def read(text):
        file = tmp_path / "policy.yaml"
        file.write_text(text)
        return read_policy_file(file)

    return read


def test_all_that_a_policy_can_say(read):
    policy = read(
        HEAD
        + """
omitStages: [RequestReceived]
omitManagedFields: true
rules:
- level: None
  users: ["system:kube-proxy"]
  verbs: [watch]
  resources:
  - group: ""
    resources: [endpoints, services/status]
    resourceNames: [web]
- level: Request
  userGroups: [devs]
  namespaces: [kube-system]
  omitStages: [ResponseStarted]
  omitManagedFields: false
- level: Metadata
  nonResourceURLs: ["/api*", "*"]
- level: RequestResponse
"""
    )
    omitted = frozenset(["RequestReceived"])
    assert policy.rules == (
        AuditRule(
            Level.NONE,
            ("system:kube-proxy",),
            verbs=("watch",),
            resources=(GroupResources("", ("endpoints", "services/status"), ("web",)),),
            omitted=omitted,
            omits_managed_fields=True,
        ),
        AuditRule(
            Level.REQUEST,
            groups=("devs",),
            namespaces=("kube-system",),
            omitted=omitted | {"ResponseStarted"},
        ),
        AuditRule(Level.METADATA, urls=("/api*", "*"), omitted=omitted, omits_managed_fields=True),
        AuditRule(Level.REQUEST_RESPONSE, omitted=omitted, omits_managed_fields=True),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rules: [", "policy.yaml:2:1: "),
        (HEAD, "1:1: rules: a policy needs at least one rule"),
        ("kind: Policy\nrules: []\n", "1:1: apiVersion: audit.k8s.io/v1, kind: Policy is expected"),
        (HEAD.replace("v1", "v1beta1") + "rules: [{level: None}]\n", "not apiVersion: audit.k8s.io/v1beta1"),
        (HEAD + "rules:\n- level: Metdata\n", "4:3: rules[0].level: 'Metdata' is no level: did you mean Metadata?"),
        (HEAD + "rules:\n- verbs: [get]\n", "4:3: rules[0]: a rule needs a level"),
        (HEAD + "rules:\n- level: None\n  user: [jane]\n", "5:3: rules[0].user: unknown field 'user': did you mean"),
        (HEAD + "rules:\n- level: None\n  users: jane\n", "rules[0].users: must be a list"),
        (HEAD + "rules:\n- level: None\n  users: [1]\n", "rules[0].users[0]: must be a text: put it between quotes"),
        (HEAD + "rules:\n- level: None\n  omitStages: [Started]\n", "did you mean ResponseStarted?"),
        (HEAD + "omitManagedFields: 1\nrules: [{level: None}]\n", "omitManagedFields: must be true or false"),
        (HEAD + "rules:\n- level: None\n  nonResourceURLs: [livez]\n", "must begin with a slash"),
        (HEAD + "rules:\n- level: None\n  nonResourceURLs: ['/a*b']\n", "may have a * at its end alone"),
        (
            HEAD + "rules:\n- level: None\n  nonResourceURLs: ['/a']\n  namespaces: [b]\n",
            "a rule is about resources or about other URLs, not both: leave out nonResourceURLs or namespaces",
        ),
        (
            HEAD + "rules:\n- level: None\n  resources: [{group: apps/v1}]\n",
            "resources[0].group: 'apps/v1' is no API group: without a version, 'apps'",
        ),
        (
            HEAD + "rules:\n- level: None\n  resources: [{resourceNames: [a]}]\n",
            "resourceNames need resources that they are names of",
        ),
        (HEAD + "rules: [{level: None}]\n---\na: 1\n", "one audit policy is expected, and 2 documents are there"),
        (HEAD + "rules: [{level: None}]\nrules: []\n", "duplicate field"),
        ("", "0 documents"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_its_cure(read, text, told):
    with pytest.raises(PolicyFileError) as error:
        read(text)
    assert told in str(error.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(PolicyFileError, match=r"cannot read the audit policy .*: No such file"):
        read_policy_file(tmp_path / "none.yaml")
