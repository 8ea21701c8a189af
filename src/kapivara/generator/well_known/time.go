package time // import "time"

type Duration int64
type Month int
type Weekday int
type Location struct{ name string }
type Time struct {
	wall uint64
	ext  int64
	loc  *Location
}

const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)
