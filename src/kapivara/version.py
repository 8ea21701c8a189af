"""The versions of kapivara and of the Kubernetes that it implements; constants only, for import by any room."""

VERSION = "0.1.0"
KUBERNETES = "v1.37.0"
