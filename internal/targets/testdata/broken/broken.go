// Package broken is complete on one system alone.
package broken

var Here = where()
