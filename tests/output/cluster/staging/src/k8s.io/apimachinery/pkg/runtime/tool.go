// +build ignore

package main

type RawExtension string
