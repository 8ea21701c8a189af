"""PodSecurity: labels of a namespace limit the permissions of its pods.

`policy` reads the labels, `checks` lists the checks of each level by version, `baseline` and `restricted` implement the
checks, `plugin` runs them. Upstream: k8s.io/pod-security-admission (1.37).
"""
