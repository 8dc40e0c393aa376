// Command raced lists the tests that `make test` runs with the race detector: a
// regular expression of their names, then the packages they stand in.
//
// The detector makes a test take five to ten times as long and finds something
// only where goroutines meet, so it is kept for the tests that start some:
//
//   - a test that starts goroutines itself or by a helper of its package: a go
//     statement or a Go method;
//
//   - a test that code of the program names where it starts one, because no test
//     shows that it does:
//
//     go c.work(ctx, job, plan) // raced by TestOneJobForAQuestion
//
// A go statement of the program that names no test is a fault, and so is one
// that names a test which does not exist.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	tests, err := find(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "raced:", err)
		os.Exit(1)
	}
	var names, packages []string
	for _, t := range tests {
		names = append(names, t.name)
		if p := "./" + t.dir; len(packages) == 0 || packages[len(packages)-1] != p {
			packages = append(packages, p)
		}
	}
	fmt.Printf("^(%s)$\n%s\n", strings.Join(names, "|"), strings.Join(packages, " "))
}
