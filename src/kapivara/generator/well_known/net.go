package net // import "net"

type IP []byte
type IPMask []byte
