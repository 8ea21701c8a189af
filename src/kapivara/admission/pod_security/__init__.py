"""PodSecurity: namespaces say by labels how much the pods in them may do.

`policy` reads the labels, `checks` lists what each level asks for and since when, `baseline` and `restricted` hold the
checks themselves, `plugin` asks them.
Upstream: k8s.io/pod-security-admission (1.37).
"""
