// Package good compiles everywhere.
package good

var Here = where()
