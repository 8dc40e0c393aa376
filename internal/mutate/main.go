// Command mutate looks for guards that no test of their package notices:
//
//	go run ./internal/mutate -within 8m ./internal/clubs
//
// Every condition of the package is taken away, one at a time, and the tests
// that come to it are run (see mutants.go). Mutants that no test comes to and
// mutants that all tests survive are listed; each wants a test, or is code that
// can go. A test of another package may notice what is listed here.
//
// All mutants are compiled into one test binary, which is told by MUTANT which
// one to be; the files of the package are left alone. Tests run on SQLite.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	within := flag.Duration("within", 8*time.Minute, "stop after so long, and say what was not tried")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "mutate: name one folder with a package, such as ./internal/clubs")
		os.Exit(2)
	}
	r := run{dir: flag.Arg(0), until: time.Now().Add(*within)}
	if err := r.all(); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// run is one package with its test binary.
type run struct {
	dir, bin string
	until    time.Time
	mutants  []mutant
	took     map[string]time.Duration // by test, as it is
	reach    map[int][]string         // the tests that a mutant can make a difference to
}

func (r *run) all() error {
	tmp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := r.build(tmp); err != nil {
		return err
	}
	if err := r.measure(filepath.Join(tmp, "seen")); err != nil {
		return err
	}
	killed, untried := 0, 0
	for i, m := range r.mutants {
		switch tests := r.reach[i+1]; {
		case len(tests) == 0:
			fmt.Printf("no test    %s\n", m)
		case time.Now().After(r.until):
			untried++
		case r.noticed(i+1, tests):
			killed++
		default:
			fmt.Printf("unnoticed  %s\n", m)
		}
	}
	fmt.Printf("%s: %d mutants, %d noticed, %d not tried for want of time\n", r.dir, len(r.mutants), killed, untried)
	return nil
}

// build compiles the tests with all mutants.
func (r *run) build(tmp string) error {
	files, err := filepath.Glob(filepath.Join(r.dir, "*.go"))
	if err != nil {
		return err
	}
	replace := make(map[string]string)
	put := func(path string, content []byte) error {
		at, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		replace[at] = filepath.Join(tmp, filepath.Base(path))
		return os.WriteFile(replace[at], content, 0o600)
	}
	name := ""
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out, pkg, found, err := mutate(filepath.Base(path), src, len(r.mutants))
		if err != nil {
			return err
		}
		name = pkg
		r.mutants = append(r.mutants, found...)
		if err := put(path, out); err != nil {
			return err
		}
	}
	if name == "" {
		return fmt.Errorf("%s holds no Go files", r.dir)
	}
	if err := put(filepath.Join(r.dir, "mutant_at.go"), []byte("package "+name+"\n"+mutantAt)); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(tmp, "overlay.json"), overlay, 0o600); err != nil {
		return err
	}
	r.bin = filepath.Join(tmp, "mutants.test")
	build := exec.Command(
		"go", "test", "-c", "-vet=off", "-overlay", filepath.Join(tmp, "overlay.json"), "-o", r.bin, r.dir,
	)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// measure runs each test on its own, as the package is, to learn how long it
// takes and which mutants it comes to.
func (r *run) measure(seen string) error {
	list, err := r.test(time.Minute, nil, "-test.list", ".")
	if err != nil {
		return err
	}
	r.took, r.reach = make(map[string]time.Duration), make(map[int][]string)
	for _, name := range strings.Fields(string(list)) {
		if !strings.HasPrefix(name, "Test") {
			continue
		}
		begin := time.Now()
		out, err := r.test(10*time.Minute, []string{"MUTANT_SEEN=" + seen}, "-test.short", "-test.run", "^"+name+"$")
		if err != nil {
			return fmt.Errorf("%s fails as it is: %w\n%s", name, err, out)
		}
		r.took[name] = time.Since(begin)
		lines, err := os.ReadFile(seen)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, line := range strings.Fields(string(lines)) {
			if n, err := strconv.Atoi(line); err == nil {
				r.reach[n] = append(r.reach[n], name)
			}
		}
		os.Remove(seen)
	}
	return nil
}

// noticed reports whether a test fails, or does not end, with the mutant. The
// quick ones are asked first.
func (r *run) noticed(n int, tests []string) bool {
	slices.SortFunc(tests, func(a, b string) int { return int(r.took[a] - r.took[b]) })
	limit := 20 * time.Second
	for _, name := range tests {
		limit += 5 * r.took[name]
	}
	_, err := r.test(limit, []string{"MUTANT=" + strconv.Itoa(n)},
		"-test.short", "-test.failfast", "-test.run", "^("+strings.Join(tests, "|")+")$")
	return err != nil
}

// test runs the binary in the folder of the package, as go test does.
func (r *run) test(limit time.Duration, env []string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, r.bin, args...)
	c.Dir, c.Env = r.dir, append(os.Environ(), env...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}
