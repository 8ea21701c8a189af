"""From Go types with kubebuilder's markers to CustomResourceDefinitions, as controller-gen makes them."""
