"""Tests of the rules of CRDs: names, groups, versions and paths of shared parts. Texts are the server's."""

import pytest

LABEL = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')"
)
MIXED_CASE = "may have mixed case, but should otherwise match: "
NO_TYPE = {"openAPIV3Schema": {}}
NO_TYPE_NOR_FIELDS = {"openAPIV3Schema": {"properties": {}, "required": []}}
COLUMN = {"name": "Size", "type": "integer", "jsonPath": ".spec.size"}


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param({}, id="plain"),
        pytest.param({"scope": "Cluster"}, id="cluster scope"),
        pytest.param({"versions": [{"served": False}]}, id="not served"),
        pytest.param({"versions": [{}, {"name": "v2", "storage": False}]}, id="two versions alike"),
        pytest.param({"versions": [{"additionalPrinterColumns": []}]}, id="no columns"),
        pytest.param({"versions": [{"deprecated": True, "deprecationWarning": "use v2"}]}, id="deprecated"),
        pytest.param({"preserveUnknownFields": False}, id="preserving nothing"),
        pytest.param({"names": {"plural": "ws", "kind": "W", "shortNames": ["w", "w"]}}, id="short name twice"),
    ],
)
def test_good(crds, spec):
    assert crds.errors(crds.widget(**spec)) == []


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param(
            {"names": {"plural": "9s", "kind": "1W", "shortNames": ["ok", "no.dot"], "categories": ["-"]}},
            [
                f'spec.names.plural: Invalid value: "9s": {LABEL}',
                f'spec.names.singular: Invalid value: "1w": {LABEL}',
                f'spec.names.kind: Invalid value: "1W": {MIXED_CASE}{LABEL}',
                f'spec.names.listKind: Invalid value: "1WList": {MIXED_CASE}{LABEL}',
                f'spec.names.shortNames[1]: Invalid value: "no.dot": {LABEL}',
                f'spec.names.categories[0]: Invalid value: "-": {LABEL}',
            ],
            id="names",
        ),
        pytest.param(
            {"names": {"plural": "widgets", "kind": "W", "listKind": "W"}},
            ['spec.names.listKind: Invalid value: "W": kind and listKind may not be the same'],
            id="kind twice",
        ),
        pytest.param(
            {"names": {"plural": "widgets"}},
            [
                "spec.names.singular: Required value",
                "spec.names.kind: Required value",
                "spec.names.listKind: Required value",
            ],
            id="no kind",
        ),
        pytest.param(
            {"group": "example"},
            ['spec.group: Invalid value: "example": should be a domain with at least one dot'],
            id="group without a dot",
        ),
        pytest.param({"scope": None}, ["spec.scope: Required value"], id="no scope"),
        pytest.param(
            {"scope": "Galaxy"},
            ['spec.scope: Unsupported value: "Galaxy": supported values: "Cluster", "Namespaced"'],
            id="other scope",
        ),
        pytest.param(
            {"versions": [{"name": "V1"}]},
            [
                f'spec.versions[0].name: Invalid value: "V1": {LABEL}',
                f'spec.version: Invalid value: "V1": {LABEL}',
            ],
            id="the first version's name twice",
        ),
        pytest.param(
            {"versions": []},
            [
                "spec.versions: Invalid value: []: must have exactly one version marked as storage version",
                "status.storedVersions: Invalid value: null: must have at least one stored version",
            ],
            id="no versions",
        ),
        pytest.param(
            {"versions": [{}, {}]},
            [
                'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,'
                '"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,'
                '"SelectableFields":null},{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,'
                '"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,'
                '"SelectableFields":null}]: must contain unique version names',
                'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,'
                '"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,'
                '"SelectableFields":null},{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,'
                '"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,'
                '"SelectableFields":null}]: must have exactly one version marked as storage version',
                'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
            ],
            id="a version twice",
        ),
        pytest.param(
            {"versions": [{"deprecationWarning": "use v2"}]},
            ['spec.versions[0].deprecationWarning: Invalid value: "use v2": can only be set for deprecated versions'],
            id="warning without deprecation",
        ),
        pytest.param(
            {"versions": [{"deprecated": True, "deprecationWarning": "é\t"}]},
            [
                'spec.versions[0].deprecationWarning: Invalid value: "é\\t": must only contain printable UTF-8 '
                "characters; non-printable character found at index 2"
            ],
            id="control character in a warning",
        ),
        pytest.param(
            {"versions": [{"deprecated": True, "deprecationWarning": "\x01\u200b<"}]},
            [
                'spec.versions[0].deprecationWarning: Invalid value: "\\u0001\u200b\\u003c": must only contain '
                "printable UTF-8 characters; non-printable character found at index 0"
            ],
            id="a warning is quoted as JSON",
        ),
        pytest.param(
            {"versions": [{"schema": None}, {"name": "v2", "storage": False, "schema": {}}]},
            [
                "spec.versions[0].schema.openAPIV3Schema: Required value",
                "spec.versions[1].schema.openAPIV3Schema: Required value",
            ],
            id="no schemas",
        ),
        pytest.param(
            {"preserveUnknownFields": True},
            [
                "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set "
                "x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"
            ],
            id="the old way to preserve fields",
        ),
        pytest.param(
            {"versions": [{"schema": NO_TYPE}, {"name": "v2", "storage": False, "schema": NO_TYPE}]},
            ["spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root"],
            id="a shared schema is blamed once",
        ),
        pytest.param(
            {"versions": [{"schema": NO_TYPE}, {"name": "v2", "storage": False, "schema": NO_TYPE_NOR_FIELDS}]},
            ["spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root"],
            id="an empty list or map makes no other schema",
        ),
        pytest.param(
            {
                "versions": [
                    {"storage": False, "additionalPrinterColumns": [], "selectableFields": []},
                    {"name": "v2", "storage": False, "additionalPrinterColumns": [COLUMN]},
                ]
            },
            [
                'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,'
                '"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":[],'
                '"SelectableFields":null},{"Name":"v2","Served":true,"Storage":false,"Deprecated":false,'
                '"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":[{"Name":"Size",'
                '"Type":"integer","Format":"","Description":"","Priority":0,"JSONPath":".spec.size"}],'
                '"SelectableFields":null}]: must have exactly one version marked as storage version',
                "status.storedVersions: Invalid value: null: must have at least one stored version",
            ],
            id="no columns are told from none given",
        ),
        pytest.param(
            {"versions": [{}, {"name": "v2", "storage": False, "schema": NO_TYPE}]},
            ["spec.versions[1].schema.openAPIV3Schema.type: Required value: must not be empty at the root"],
            id="a schema of one version is blamed there",
        ),
    ],
)
def test_bad(crds, spec, errors):
    assert crds.errors(crds.widget(**spec)) == errors


def test_the_name_follows_from_plural_and_group(crds):
    crd = crds.widget()
    crd["metadata"] = {"name": "gadgets.example.com", "generateName": "x-"}
    wanted = 'must be spec.names.plural+"."+spec.group'
    assert crds.errors(crd) == [
        f'metadata.generateName: Invalid value: "x-": {wanted}',
        f'metadata.name: Invalid value: "gadgets.example.com": {wanted}',
    ]


@pytest.mark.parametrize(
    ("annotation", "error"),
    [
        (None, "Required value: protected groups must have approval annotation"),
        ("", "Required value: protected groups must have approval annotation"),
        ("/pull/1", 'Invalid value: "/pull/1": protected groups must have approval annotation'),
        ("no host", 'Invalid value: "no host": protected groups must have approval annotation'),
        ("https://github.com/kubernetes/kubernetes/pull/1", ""),
        ("unapproved, experimental", ""),
    ],
)
@pytest.mark.parametrize("group", ["x.k8s.io", "k8s.io", "x.kubernetes.io"])
def test_protected_groups(crds, group, annotation, error):
    crd = crds.widget(group=group)
    if annotation is not None:
        crd["metadata"]["annotations"] = {"api-approved.kubernetes.io": annotation}
    errors = crds.errors(crd)
    assert len(errors) == bool(error)
    if error:
        assert errors[0].startswith(f"metadata.annotations[api-approved.kubernetes.io]: {error}")


class TestUpdate:
    """Tests of rules that read the stored CRD."""

    def test_nothing_changes(self, crds):
        new, errors = crds.update(crds.stored(crds.widget()), lambda crd: None)
        assert errors == []
        assert new["metadata"]["generation"] == 1

    def test_the_spec_counts_generations_and_the_rest_does_not(self, crds):
        old = crds.stored(crds.widget())
        changed, _ = crds.update(old, lambda crd: crd["spec"]["names"].update(shortNames=["w"]))
        assert changed["metadata"]["generation"] == 2
        labelled, _ = crds.update(old, lambda crd: crd["metadata"].update(labels={"a": "b"}))
        assert labelled["metadata"]["generation"] == 1

    def test_an_empty_keyword_is_no_change(self, crds):
        def add_empty_list(crd):
            crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = []

        new, errors = crds.update(crds.stored(crds.widget()), add_empty_list)
        assert errors == []
        assert new["metadata"]["generation"] == 1

    def test_names_are_immutable(self, crds):
        def change(crd):
            crd["spec"].update(group="other.example.org", scope="Cluster", names={"plural": "gs", "kind": "G"})

        _, errors = crds.update(crds.stored(crds.widget()), change)
        assert errors == [
            'spec.scope: Invalid value: "Cluster": field is immutable',
            'spec.names.kind: Invalid value: "G": field is immutable',
            'spec.group: Invalid value: "other.example.org": field is immutable',
            'spec.names.plural: Invalid value: "gs": field is immutable',
        ]

    def test_kind_and_scope_are_free_until_established(self, crds):
        taken = crds.stored(crds.widget(names={"plural": "gadgets", "kind": "Widget"}))
        old = crds.stored(crds.widget(), [taken])
        _, errors = crds.update(old, lambda crd: crd["spec"].update(scope="Cluster"))
        assert errors == []

    def test_status_is_kept(self, crds):
        old = crds.stored(crds.widget())
        new, _ = crds.update(old, lambda crd: crd.update(status={"storedVersions": ["v9"]}))
        assert new["status"] == old["status"]

    def test_storage_moves_and_its_past_is_remembered(self, crds):
        old = crds.stored(crds.widget())
        two = [crds.version(storage=False), crds.version(name="v2")]
        new, errors = crds.update(old, lambda crd: crd["spec"].update(versions=two))
        assert errors == []
        assert new["status"]["storedVersions"] == ["v1", "v2"]
        _, errors = crds.update(new, lambda crd: crd["spec"].update(versions=[crds.version(name="v2")]))
        assert errors == [
            'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage '
            "version, and must remain in spec.versions until a storage migration ensures no data remains persisted in "
            "v1 and removes v1 from status.storedVersions"
        ]

    def test_approval_may_stay_what_it_was(self, crds):
        old = crds.stored(crds.widget(group="x.k8s.io"))
        _, errors = crds.update(old, lambda crd: crd["metadata"].update(labels={"a": "b"}))
        assert errors == []

    def test_through_the_status_subresource_only_accepted_names_are_judged(self, crds):
        def change(crd):
            crd["spec"]["scope"] = "Galaxy"
            crd["status"]["acceptedNames"]["plural"] = "Bad"

        new, errors = crds.update(crds.stored(crds.widget()), change, "status")
        assert new["spec"]["scope"] == "Namespaced"
        assert errors == [f'status.acceptedNames.plural: Invalid value: "Bad": {LABEL}']


class TestRatcheting:
    """Tests of rules that an update is exempt from because the stored CRD violates them."""

    @pytest.mark.parametrize(
        "spec",
        [
            pytest.param({"versions": [{"schema": None, "served": False}]}, id="no schema, not served"),
            pytest.param(
                {
                    "conversion": {
                        "strategy": "Webhook",
                        "webhook": {"clientConfig": {"url": "https://x"}, "conversionReviewVersions": ["v9"]},
                    }
                },
                id="no known review version",
            ),
            pytest.param(
                {"versions": [{"schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    f"f{n}": {"type": "string"} for n in range(9)
                }}}, "selectableFields": [{"jsonPath": f".f{n}"} for n in range(9)]}]},
                id="too many selectable fields",
            ),
            pytest.param(
                {"versions": [{"schema": {"openAPIV3Schema": {"type": "object", "properties": {"l": {
                    "type": "array", "x-kubernetes-list-type": "set", "items": {"type": "object"},
                }}}}}]},
                id="set of granular objects",
            ),
        ],
    )  # fmt: skip
    def test_forgiven(self, crds, spec):
        assert crds.errors(crds.widget(**spec)) != []
        _, errors = crds.update(crds.stored(crds.widget(**spec)), lambda crd: crd["metadata"].update(labels={"a": "b"}))
        assert errors == []

    def test_not_forgiven_where_it_is_new(self, crds):
        fields = {f"f{n}": {"type": "string"} for n in range(9)}
        schema = {"openAPIV3Schema": {"type": "object", "properties": fields}}
        old = crds.stored(crds.widget(versions=[{"schema": schema}]))
        paths = [{"jsonPath": f".f{n}"} for n in range(9)]
        _, errors = crds.update(old, lambda crd: crd["spec"]["versions"][0].update(selectableFields=paths))
        assert errors == ["spec.selectableFields: Too many: 9: must have at most 8 items"]

    def test_certificates_are_judged_once_established_and_sound_before(self, crds):
        def webhook(bundle):
            client = {"url": "https://x.example.org", "caBundle": bundle}
            return {
                "strategy": "Webhook",
                "webhook": {"clientConfig": client, "conversionReviewVersions": ["v1"]},
            }

        fresh = crds.stored(crds.widget())
        _, errors = crds.update(fresh, lambda crd: crd["spec"].update(conversion=webhook("bm90IGEgY2VydA==")))
        assert errors == [
            'spec.conversion.webhookClientConfig.caBundle: Invalid value: "bm90IGEgY2VydA==": '
            "unable to load root certificates: unable to parse bytes as PEM block"
        ]
        unsound = crds.stored(crds.widget(conversion=webhook("bm90IGEgY2VydA==")))
        _, errors = crds.update(unsound, lambda crd: crd["spec"].update(conversion=webhook("bm9wZQ==")))
        assert errors == []
