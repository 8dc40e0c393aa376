package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// A group's rows come whole: the greatest and least numbers, texts with everything in
// them, and nothing of another group between them.
func TestGatheredRowsAreTheRowsOfTheTable(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		type row struct {
			a, b int64
			text string
		}
		want := map[int64][]row{
			1: {{math.MaxInt64, math.MinInt64, ""}, {-1, 0, `Ā "quoted", \ and ]`}, {7, 7, "two\nlines 🏆"}},
			3: {{5, -5, "x"}, {6, -6, "x"}},
		}
		var union string
		for group, rows := range want {
			for _, r := range rows {
				if union != "" {
					union += " UNION ALL "
				}
				text, _ := json.Marshal(r.text)
				union += fmt.Sprintf("SELECT CAST(%d AS BIGINT) AS g, CAST(%s AS BIGINT) AS a, CAST(%s AS BIGINT) AS b, CAST(%s AS TEXT) AS t",
					group, literal(r.a), literal(r.b), quoted(t, text))
			}
		}
		got := make(map[int64][]row)
		var groups []int64
		err := store.Gathered{By: "g", Numbers: "a, b", Text: "t", From: "FROM (" + union + ") AS all_rows WHERE g >= $1"}.Each(
			ctx, db, func(group int64, n []int64, text string) error {
				got[group] = append(got[group], row{n[0], n[1], text})
				if len(groups) == 0 || groups[len(groups)-1] != group {
					groups = append(groups, group)
				}
				return nil
			}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(groups) != len(want) {
			t.Errorf("groups came as %v", groups)
		}
		for group, rows := range want {
			for _, r := range rows {
				if !slices.Contains(got[group], r) {
					t.Errorf("group %d: %v is not among %v", group, r, got[group])
				}
			}
			if len(got[group]) != len(rows) {
				t.Errorf("group %d: %d rows", group, len(got[group]))
			}
		}

		// What is asked wrongly, and what scan refuses, is an error.
		for _, from := range []string{"FROM nowhere", "FROM (SELECT 1 AS g, NULL AS a) AS x"} {
			err := store.Gathered{By: "g", Numbers: "a", From: from}.Each(ctx, db, func(int64, []int64, string) error { return nil })
			if err == nil {
				t.Errorf("%s: no error", from)
			}
		}
		stop := errors.New("stop")
		err = store.Gathered{By: "g", Numbers: "a", From: "FROM (SELECT 1 AS g, 2 AS a) AS x"}.Each(
			ctx, db, func(int64, []int64, string) error { return stop })
		if !errors.Is(err, stop) {
			t.Errorf("%v", err)
		}
	})
}

// literal is a number as both databases read it: the least one has no positive.
func literal(n int64) string {
	if n == math.MinInt64 {
		return fmt.Sprintf("(%d - 1)", n+1)
	}
	return fmt.Sprint(n)
}

func quoted(t *testing.T, jsonText []byte) string {
	t.Helper()
	var text string
	if err := json.Unmarshal(jsonText, &text); err != nil {
		t.Fatal(err)
	}
	out := "'"
	for _, r := range text {
		if r == '\'' {
			out += "'"
		}
		out += string(r)
	}
	return out + "'"
}
