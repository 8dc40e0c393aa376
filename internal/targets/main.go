// Targets checks the program's source for each system that a release is for: every package is read and its types are
// checked as the compiler would, without making machine code, which takes minutes for each. `make release` compiles them.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"
)

// released are the systems that a release is for, as in scripts/release.sh.
var released = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

func main() {
	wrong := 0
	for _, target := range released {
		if target == runtime.GOOS+"/"+runtime.GOARCH {
			continue // which is compiled
		}
		for _, fault := range check(target, "./...") {
			fmt.Fprintf(os.Stderr, "%s: %s\n", target, fault)
			wrong++
		}
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// check reads packages, with their tests, as they are on a system, and says what does not compile there.
func check(target string, patterns ...string) (faults []string) {
	system, processor, _ := strings.Cut(target, "/")
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		Tests: true,
	}
	list, err := packages.Load(cfg, patterns...)
	if err != nil {
		return []string{err.Error()}
	}
	if len(list) == 0 {
		return []string{"nothing to check in " + strings.Join(patterns, " ")}
	}
	seen := map[string]bool{}
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if !seen[e.Error()] {
				seen[e.Error()] = true
				faults = append(faults, e.Error())
			}
		}
	})
	return faults
}
