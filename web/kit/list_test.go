package kit_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

func TestAPageOfALongList(t *testing.T) {
	rows := make([]int, 25)
	for i := range rows {
		rows[i] = i
	}
	for _, tt := range []struct {
		at         string
		size       int
		first, n   int
		summary    string
		prev, next string
	}{
		{"/list", 25, 0, 25, "", "", ""}, // all of them fit
		{"/list?last=2026-06-30", 10, 0, 10, "1–10 of 25", "", "/list?last=2026-06-30&page=2"},
		{"/list?last=2026-06-30&page=2", 10, 10, 10, "11–20 of 25", "/list?last=2026-06-30", "/list?last=2026-06-30&page=3"},
		{"/list?page=3", 10, 20, 5, "21–25 of 25", "/list?page=2", ""},
		{"/list?page=99", 10, 20, 5, "21–25 of 25", "/list?page=2", ""}, // the last one, and the pager says so
		{"/list?page=-1", 10, 0, 10, "1–10 of 25", "", "/list?page=2"},
		{"/list?page=1e9", 10, 0, 10, "1–10 of 25", "", "/list?page=2"},
	} {
		c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, tt.at, nil), httptest.NewRecorder())
		got, pager := kit.Paged(c, rows, tt.size)
		if len(got) != tt.n || got[0] != tt.first {
			t.Errorf("%s: %v", tt.at, got)
		}
		if tt.summary == "" {
			if pager != nil {
				t.Errorf("%s: %+v leads to nothing", tt.at, pager)
			}
			continue
		}
		want := []string{tt.summary, tt.prev, tt.next}
		if diff := cmp.Diff(want, []string{pager.Summary, pager.Prev, pager.Next}); diff != "" {
			t.Errorf("%s: %s", tt.at, diff)
		}
	}
}
