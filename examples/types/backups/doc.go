// +k8s:validation-gen=TypesWithField=Spec

// Package backups is the API of a backup service. The folder backups_python has the same API in Python.
package backups
