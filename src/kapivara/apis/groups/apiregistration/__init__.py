"""The group apiregistration.k8s.io: APIService.

Folders
- `v1/`: the types of the group apiregistration, version v1

Steps
- `api_service_rules.py`: validates APIServices
- `api_service.py`: APIService as a built-in kind
- `bootstrap.py`: the APIServices that every server creates at its start
"""
