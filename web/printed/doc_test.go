// Package printed_test makes every print and every sheet of the site, from the demonstration and from a society of people
// whose names are hard to print, and reads them as other programs do. `make prints` keeps them, with pictures.
package printed_test
