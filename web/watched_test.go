package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/upkeep"
	"nzgs/web/kit/kittest"
)

// figures are the names of our figures that a site has.
func figures(t *testing.T, s *kittest.Site) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (nzgs_\S+) `).FindAllStringSubmatch(machineAsks(s, "/metrics").Body.String(), -1) {
		out[m[1]] = true
	}
	return out
}

// machineAsks is a request of the machine itself.
func machineAsks(s *kittest.Site, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = "127.0.0.1:999"
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// The dashboard and the alert rules that societies copy ask for figures that there are, and leave none out.
func TestDashboardAndAlertsAskForFiguresThatThereAre(t *testing.T) {
	s := kittest.EmptySite(t)
	keeper := upkeep.New(s.DB, s.Clock, "")
	if err := keeper.BackedUp(t.Context(), upkeep.Outcome{Kept: true, Worked: true, Size: 5, Oldest: keeper.Now()}); err != nil {
		t.Fatal(err)
	}
	s.Browser("").Post("/sign-in", "email", "a@example.nz", "password", "wrong")
	have := figures(t, s)
	have["nzgs_disk_free_bytes"] = true // of a data folder, which this site has not
	if len(have) < 10 {
		t.Fatalf("figures: %v", have)
	}
	asked := map[string]bool{}
	for _, name := range []string{"nzgs-dashboard.json", "nzgs-alerts.yml"} {
		text, err := os.ReadFile("../deploy/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".json") && !json.Valid(text) {
			t.Errorf("%s is no JSON", name)
		}
		for _, found := range regexp.MustCompile(`\bnzgs_[a-z_]+`).FindAllString(string(text), -1) {
			base := found
			for _, suffix := range []string{"_bucket", "_count", "_sum"} {
				base = strings.TrimSuffix(base, suffix)
			}
			if !have[base] {
				t.Errorf("%s asks for %s, which is no figure", name, found)
			}
			asked[base] = true
		}
	}
	for name := range have {
		if !asked[name] {
			t.Errorf("neither the dashboard nor an alert asks for %s", name)
		}
	}
}

func TestHealthAndReady(t *testing.T) {
	s := kittest.EmptySite(t)
	if w := machineAsks(s, "/healthz"); w.Code != http.StatusOK || w.Body.String() != "ok\n" {
		t.Errorf("/healthz: %d %s", w.Code, w.Body)
	}
	if w := machineAsks(s, "/readyz"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "writing: ok\ndisk: ok\n") {
		t.Errorf("/readyz: %d %s", w.Code, w.Body)
	}
	if a := s.Browser("").Get("/readyz"); a.Status != http.StatusOK || a.Body != "ready\n" {
		t.Errorf("/readyz for a stranger: %d %s", a.Status, a.Body)
	}
}

// Without its database the program is alive and not ready, and says to a stranger no more than that.
func TestNotReadyWithoutItsDatabase(t *testing.T) {
	s := kittest.EmptySite(t)
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	if w := machineAsks(s, "/healthz"); w.Code != http.StatusOK {
		t.Errorf("/healthz: %d", w.Code)
	}
	w := machineAsks(s, "/readyz")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "writing: ") {
		t.Errorf("/readyz: %d %s", w.Code, w.Body)
	}
	r := httptest.NewRequest(http.MethodGet, "/readyz", nil)
	r.RemoteAddr = "192.0.2.1:999"
	stranger := httptest.NewRecorder()
	s.ServeHTTP(stranger, r)
	if stranger.Body.String() != "not ready\n" {
		t.Errorf("a stranger reads %s", stranger.Body)
	}
}
