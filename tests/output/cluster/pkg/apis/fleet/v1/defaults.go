package v1

import fleetv1 "k8s.io/api/fleet/v1"

// SetDefaults_Fleet is written in a Go that is newer than some parsers.
func SetDefaults_Fleet(obj *fleetv1.Fleet) {
	if obj.Spec.Ships == nil {
		obj.Spec.Ships = new(int32(3))
	}
}

type table[K comparable] map[K]string

func (t table[K]) pick[V any](key K, otherwise V) (string, V) {
	return t[key], otherwise
}
