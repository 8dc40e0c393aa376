// Command sbom lists what a program that Go built is made of, as CycloneDX 1.5 in JSON:
//
//	go run ./internal/sbom out/release/nzgs-linux-amd64 > nzgs-linux-amd64.cdx.json
//
// The list is what the builder wrote into the program itself. It has neither the time nor the machine, so that the same
// program always gives the same list.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "sbom: name one program")
		os.Exit(2)
	}
	if err := list(os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func list(w io.Writer, program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return fmt.Errorf("read what %s is made of: %w", program, err)
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(bomOf(filepath.Base(program), info))
}

type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bomOf lists the program, the Go that built it, and its modules with the sums that Go checked them by.
func bomOf(name string, info *debug.BuildInfo) bom {
	main := library(info.Main)
	main.Type, main.Name = "application", name
	for _, s := range info.Settings {
		main.Properties = append(main.Properties, property{"go:build:" + s.Key, s.Value})
	}
	out := bom{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{main}}
	out.Components = append(out.Components, component{
		Type: "library", Name: "std", Version: info.GoVersion, PURL: "pkg:golang/std@" + info.GoVersion,
		Ref: "pkg:golang/std@" + info.GoVersion,
	})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		out.Components = append(out.Components, library(*m))
	}
	return out
}

func library(m debug.Module) component {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: purl, Ref: purl}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
