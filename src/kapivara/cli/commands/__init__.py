"""The commands of `kapivara`: one folder per command, or one module for a short one.

A command declares its options, reads its inputs, does its work and prints a report. Commands do not import each
other.

- `cel/`: evaluates CEL expressions
- `completion.py`: prints the completion script of a shell
- `config.py`: the group of the commands about settings
- `config_show.py`: lists all settings, with their origin
- `crd/`: checks, lints, tests and upgrades CRDs
- `docs/`: prints references of CRDs and of validation tags
- `explain/`: prints the fields of a kind, with their rules
- `gen/`: generates validators, CRDs and OpenAPI documents from API types
- `kubeconfig.py`: writes a kubeconfig for a user of a server
- `lint/`: lints the tags of API types
- `serve/`: serves the Kubernetes API
- `storage/`: checks, compacts, backs up and copies a storage
- `test_types/`: runs tables of cases against API types
- `validate/`: validates manifests
- `version.py`: prints the version

Entry point: the function or `Group` that `kapivara.cli.main.COMMANDS` names.
"""
