"""What a default server asks before it stores an object: plugins that change new objects, or refuse writes.

`catalog` lists the plugins in the server's order, `chain` asks those that are on, one file each holds a plugin.
Upstream: apiserver/pkg/admission, pkg/kubeapiserver/options/plugins.go (1.37).
"""
