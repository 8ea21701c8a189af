package resource

type Format string

type Quantity struct {
	i int64
	d *int64
	s string
	Format
}
