package v1

import "time"

type Time struct {
	time.Time `protobuf:"-"`
}

type MicroTime struct {
	time.Time `protobuf:"-"`
}
