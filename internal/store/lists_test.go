package store

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzLists: what is read is what encoding/json reads, or an error.
func FuzzLists(f *testing.F) {
	for _, raw := range []string{
		`[[1,-2,"a"],[3,4,"a"]]`, `[[1, -2, "\u0041\\\""], [9223372036854775807, -9223372036854775808, ""]]`, `[]`, `[[]]`,
		`[[1]]`, `[["a"]]`, `[[1,"a",2]]`, `[[1,"a"]`, `[[1,"a]]`, `[[1.5,"a"]]`, `[[9223372036854775808,"a"]]`, `[[1,"a"]]x`, ``,
		`[[1,"a"],]`, `[[-,"a"]]`, `[[null,"a"]]`, `[[1,"\`,
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var got [][]any
		in := lists{text: true}
		err := in.each([]byte(raw), func() error {
			row := []any{}
			for _, n := range in.numbers {
				row = append(row, n)
			}
			got = append(got, append(row, in.last))
			return nil
		})
		if err != nil {
			return
		}
		var rows [][]json.RawMessage
		if err := json.Unmarshal([]byte(raw), &rows); err != nil {
			t.Fatalf("%q was read as %v; it is no JSON: %v", raw, got, err)
		}
		var want [][]any
		for _, row := range rows {
			out := []any{}
			for i, cell := range row {
				var n int64
				var text string
				if i == len(row)-1 {
					err = json.Unmarshal(cell, &text)
					out = append(out, text)
				} else {
					err = json.Unmarshal(cell, &n)
					out = append(out, n)
				}
				if err != nil {
					t.Fatalf("%q: %v", raw, err)
				}
			}
			want = append(want, out)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q was read as %v, not %v", raw, got, want)
		}
	})
}
