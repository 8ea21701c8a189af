"""The group flowcontrol.apiserver.k8s.io: FlowSchema and PriorityLevelConfiguration.

Folders
- `v1/`: the types of the group flowcontrol, version v1

Steps
- `zz_generated_internal.py`: internal types of the group, written by scripts/gather
- `column_texts.py`: descriptions of table columns, word for word as the server's
- `conditions.py`: validates conditions of this group
- `flow_schema_rules.py`: validates FlowSchemas
- `flow_schema.py`: FlowSchema as a built-in kind
- `priority_level_rules.py`: validates PriorityLevelConfigurations
- `priority_level_configuration.py`: PriorityLevelConfiguration as a built-in kind
- `bootstrap.py`: the flow schemas and priority levels that every server creates at its start
"""
