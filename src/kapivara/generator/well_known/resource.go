package resource

type Format string
type Scale int32

type int64Amount struct {
	value int64
	scale Scale
}

type infDecAmount struct{ Dec *int64 }
type Quantity struct {
	i int64Amount
	d infDecAmount
	s string
	Format
}
