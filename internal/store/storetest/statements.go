package storetest

import (
	"path"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"nzgs/internal/store"
)

// outcome is a statement of a store*.go file and whether it failed: a refusal by
// a constraint is told in another way by each database.
type outcome struct {
	shape  string
	failed bool
}

// tried is what this program's tests have run on PostgreSQL.
var tried = struct {
	sync.Mutex
	outcomes map[outcome]bool
	prepared map[string]bool
}{outcomes: map[outcome]bool{}, prepared: map[string]bool{}}

// diary keeps what the statements of store*.go files did in one database.
type diary struct {
	mu       sync.Mutex
	texts    map[string]string // by shape, as one of them was written
	outcomes map[outcome]bool
}

// shapes are the statements met so far by their text; "" is one that no
// store*.go file runs.
var shapes sync.Map

var (
	lists        = regexp.MustCompile(`\(\$\d+(?:,\s*\$\d+)*\)(?:,\s*\(\$\d+(?:,\s*\$\d+)*\))*`)
	placeholders = regexp.MustCompile(`\$\d+`)
)

// shapeOf is a statement without the numbers of its placeholders, and with one
// list for one of any length.
func shapeOf(query string) string {
	if shape, ok := shapes.Load(query); ok && shape != "" {
		return shape.(string)
	}
	shape := ""
	if fromStoreFile() {
		shape = placeholders.ReplaceAllString(lists.ReplaceAllString(query, "($)"), "$$")
	}
	shapes.Store(query, shape)
	return shape
}

// fromStoreFile reports whether the statement being told of is run by a
// store*.go file of the program: the SQL of a test is its own.
func fromStoreFile() bool {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	for {
		frame, more := frames.Next()
		dir, file := path.Split(frame.File)
		if strings.HasPrefix(file, "store") && !strings.HasSuffix(file, "_test.go") &&
			!strings.Contains(dir, "/internal/store/") {
			return true
		}
		if !more {
			return false
		}
	}
}

// watch begins a diary of the database.
func watch(db *store.DB) *diary {
	d := &diary{texts: map[string]string{}, outcomes: map[outcome]bool{}}
	db.Watch(func(query string, err error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if shape := shapeOf(query); shape != "" {
			d.texts[shape] = query
			d.outcomes[outcome{shape, err != nil}] = true
		}
	})
	return d
}

// isNew reports whether something of the diary has not been on PostgreSQL.
func (d *diary) isNew() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	tried.Lock()
	defer tried.Unlock()
	for o := range d.outcomes {
		if !tried.outcomes[o] {
			return true
		}
	}
	return false
}

// keep notes what has been on PostgreSQL.
func (d *diary) keep() {
	d.mu.Lock()
	defer d.mu.Unlock()
	tried.Lock()
	defer tried.Unlock()
	for o := range d.outcomes {
		tried.outcomes[o] = true
		tried.prepared[o.shape] = true
	}
}
