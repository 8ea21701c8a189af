package net

type IP []byte
type IPMask []byte
