package kit_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// The sheet of labels is remembered in a cookie as safe as all others: behind a proxy too, which speaks plain HTTP to the
// program.
func TestTheSheetOfLabelsIsRemembered(t *testing.T) {
	at := func(base, query string, cookies ...*http.Cookie) (string, []*http.Cookie) {
		s := &kit.Site{BaseURL: base}
		r := httptest.NewRequest(http.MethodGet, "http://inside/labels.pdf"+query, nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		c := echo.New().NewContext(r, w)
		return s.ChosenLabelSheet(c, kit.Asked(c)).Key, w.Result().Cookies()
	}
	for base, secure := range map[string]bool{"https://go.example.nz": true, "http://127.0.0.1:8080": false} {
		sheet, cookies := at(base, "?sheet=L7160")
		if sheet != "L7160" || len(cookies) != 1 {
			t.Fatalf("%s: %s, %v", base, sheet, cookies)
		}
		c := cookies[0]
		if c.Secure != secure || !c.HttpOnly || (c.Name == "__Host-label-sheet") != secure {
			t.Errorf("%s: %v", base, c)
		}
		if again, set := at(base, "", c); again != "L7160" || len(set) != 0 {
			t.Errorf("%s: next time %s, %v", base, again, set)
		}
	}
	if sheet, _ := at("http://127.0.0.1", "?sheet=%00other"); sheet != "plain" {
		t.Errorf("a sheet that there is not is %s", sheet)
	}
}
