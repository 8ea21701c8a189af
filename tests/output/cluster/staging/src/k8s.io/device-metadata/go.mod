module k8s.io/device-metadata

go 1.26.0
