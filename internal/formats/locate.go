package formats

import (
	"encoding/json"
	"strings"
)

// locate says on which line of a JSON text each problem stands: where the value of its
// path is, or where a value is missing the nearest that is around it. It reads the text
// once more, which only a file with problems costs.
func (e *Problems) locate(data []byte) {
	wanted := map[string]int{}
	for _, p := range e.List {
		for path := p.Path; path != ""; path = parent(path) {
			wanted[path] = 0
		}
	}
	r, err := newJSONReader(data, "an event")
	if err != nil || len(wanted) == 0 {
		return // what is no JSON has its line already
	}
	r.find(wanted)
	for i := range e.List {
		p := &e.List[i]
		for path := p.Path; path != "" && p.Line == 0; path = parent(path) {
			p.Line = wanted[path]
		}
	}
}

// parent is the path of what a value stands in: players[2].rating is in players[2].
func parent(path string) string {
	return path[:max(0, strings.LastIndexAny(path, ".["))]
}

// find walks through the whole text and notes the lines of the wanted paths. A path
// that stands twice has the first.
func (r *jsonReader) find(wanted map[string]int) {
	var keys []bool // of each object and list that is open: whether a name comes next
	for ; r.next != nil; r.advance() {
		top := len(keys) - 1
		if close, is := r.next.(json.Delim); is && (close == '}' || close == ']') {
			keys, r.path = keys[:top], r.path[:top]
			r.passed(keys)
			continue
		}
		if name, is := r.next.(string); is && top >= 0 && keys[top] {
			keys[top], r.path[top].name = false, name
			continue
		}
		if line, is := wanted[r.here()]; is && line == 0 {
			wanted[r.here()] = r.lineOfNext()
		}
		switch r.next {
		case json.Delim('{'):
			keys, r.path = append(keys, true), append(r.path, segment{name: "{"})
		case json.Delim('['):
			keys, r.path = append(keys, false), append(r.path, segment{})
		default:
			r.passed(keys)
		}
	}
}

// passed goes on to what follows a value: the next element, or a name.
func (r *jsonReader) passed(keys []bool) {
	top := len(keys) - 1
	switch {
	case top < 0:
	case r.path[top].name == "":
		r.path[top].index++
	default:
		keys[top] = true
	}
}
