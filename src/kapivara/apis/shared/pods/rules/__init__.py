"""The rules of pods and pod templates, in the server's order.

Each family has a folder: placement, containers, security, annotations, updates.

Folders
- `annotations/`: rules of annotations of pods that the server reads
- `containers/`: rules of containers: init, regular and ephemeral ones
- `placement/`: rules about where pods run and under which names
- `quick/`: accepts ordinary pods without running the full rules
- `security/`: rules of security contexts of pods and containers
- `updates/`: rules of updates of a pod, one module per subresource

Steps
- `options.py`: relaxations for values that a stored pod already has
- `pod_claims.py`: resource claims of pods
- `pod_resources.py`: resources at the level of the pod
- `pod_spec.py`: the spec of pods and pod templates; the facts about the pod that rules of its containers use
- `in_use.py`: finds the values of a stored pod that newer rules reject
- `pod_template.py`: pod templates of all kinds
- `selected_template.py`: pod templates that a selector must match, with restart policy Always
- `log_options.py`: the options of a request for a container's log
- `pods.py`: pods: creation, and updates by each subresource

Entry point: `pod_template.py` for other groups, `pods.py` for Pod.
"""
