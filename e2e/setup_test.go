package e2e

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestServeWithoutSettings starts the program as its README says, with nothing
// but a folder. The set-up link that it prints opens; the next start's link
// takes its place.
func TestServeWithoutSettings(t *testing.T) {
	t.Parallel()
	s := serveEmpty(t)
	if status, body := s.get("/sign-in"); status != http.StatusOK || !strings.Contains(body, "not been set up yet") {
		t.Errorf("sign-in to an empty society answers %d:\n%s", status, words(body))
	}
	link, found := strings.CutPrefix(s.SetUpLink(), s.URL)
	if !found {
		t.Fatalf("the site is %s, its link %s", s.URL, s.SetUpLink())
	}
	if status, body := s.get(link); status != http.StatusOK || !strings.Contains(body, "Set up the society") {
		t.Errorf("the set-up page answers %d:\n%s", status, words(body))
	}
	s.stop()
	s = start(t, "serve", s.Data)
	if status, _ := s.get(link); status != http.StatusNotFound {
		t.Errorf("the first start's link answers %d", status)
	}
	if status, _ := s.get(strings.TrimPrefix(s.SetUpLink(), s.URL)); status != http.StatusOK {
		t.Errorf("the second start's link answers %d", status)
	}
}

// TestHealthAndMetrics asks what a monitor asks.
func TestHealthAndMetrics(t *testing.T) {
	t.Parallel()
	s := serveEmpty(t)
	if status, body := s.get("/healthz"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("/healthz: %d %q", status, body)
	}
	counted := `nzgs_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1`
	if status, body := s.get("/metrics"); status != http.StatusOK || !strings.Contains(body, counted) {
		t.Errorf("/metrics from this machine: %d\n%.500s", status, body)
	}
	// What a proxy passes on comes from elsewhere.
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Forwarded-For", "203.0.113.9")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("/metrics through a proxy: %d", res.StatusCode)
	}
}

// TestStopsGracefully stops the server as a service manager does, while a live
// page hangs on it: it ends by itself, well, and soon.
func TestStopsGracefully(t *testing.T) {
	t.Parallel()
	s := serveRaced(t)
	event := theCongress(t, call(t, s, "Director").page("/director"))
	live, err := http.Get(s.URL + strings.TrimPrefix(event, "/director") + "/live")
	if err != nil {
		t.Fatal(err)
	}
	defer live.Body.Close()
	if live.StatusCode != http.StatusOK {
		t.Fatalf("the live page answers %s", live.Status)
	}
	s.stop()
	if code := s.exitCode(); code != 0 {
		t.Errorf("it ended with status %d", code)
	}
}

// roles are the links that a demonstration prints.
var roles = []string{"Administrator", "Treasurer", "Director", "Referee", "Secretary", "Club secretary", "Member"}

// TestDemoSecondStartGoesOn starts a demonstration with its own command, changes
// something and starts it again: the same society goes on, with new links.
func TestDemoSecondStartGoesOn(t *testing.T) {
	t.Parallel()
	s := start(t, "demo", t.TempDir())
	director := call(t, s, "Director")
	board, tables := runningBoard(director)
	open := tables[len(tables)-1]
	if got := director.post(board, open.line("one key", "b", "")); got.Status != http.StatusSeeOther {
		t.Fatalf("save a result: %s", got)
	}
	spent := strings.TrimPrefix(s.LinkFor("Director"), s.URL)
	s.stop()

	s = start(t, "demo", s.Data)
	if strings.Contains(s.Console(), "Past events") {
		t.Errorf("the second start made a society:\n%s", s.Console())
	}
	director.moveTo(s)
	if now := readBoard(t, director.page(board))[len(tables)-1]; now.Result != "b" || open.Result == "b" {
		t.Errorf("table %d has %q, had %q", now.Number, now.Result, open.Result)
	}
	if status, _ := s.get(spent); status != http.StatusNotFound {
		t.Errorf("the link that was used answers %d", status)
	}
	for _, role := range roles {
		call(t, s, role)
	}
}

// TestBackupWhileServingAndRestore backs a society up while results are being
// saved, refuses to restore over it while it is served, and restores it.
func TestBackupWhileServingAndRestore(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	director := call(t, s, "Director")
	board, tables := runningBoard(director)
	table := tables[len(tables)-1]
	save := func(result string) {
		t.Helper()
		if got := director.post(board, table.line("", result, "")); got.Status != http.StatusSeeOther {
			t.Fatalf("save a result: %s", got)
		}
		table.Version++
	}
	save("b")

	file := t.TempDir() + "/society.db"
	backedUp := make(chan string)
	go func() {
		out, err := runCommand("backup", file, "--data", s.Data)
		if err != nil {
			out = "refused: " + err.Error() + "\n" + out
		}
		backedUp <- out
	}()
	said, saved := "", 1
	for said == "" { // results alternate between w and b; b is saved first
		save([]string{"b", "w"}[saved%2])
		saved++
		select {
		case said = <-backedUp:
		default:
		}
	}
	if !strings.Contains(said, "opened and checked") {
		t.Fatalf("backup: %s", said)
	}
	t.Logf("%d results were saved while the backup was made", saved-1)

	if said := nzgsRefuses(
		t, "restore", file, "--data", s.Data,
	); !strings.Contains(said, "another nzgs is using the data folder") {
		t.Errorf("restore over a society that is served: %s", said)
	}
	if said := nzgsRefuses(t, "backup", file, "--data", s.Data); !strings.Contains(said, "already exists") {
		t.Errorf("backup over a backup: %s", said)
	}
	save("j") // after the backup
	s.stop()

	if said := nzgs(t, "restore", file, "--data", s.Data); !strings.Contains(said, "kept as") {
		t.Errorf("restore: %s", said)
	}
	s = start(t, "serve", s.Data)
	director.moveTo(s)
	now := readBoard(t, director.page(board))[len(tables)-1]
	if now.Result != "b" && now.Result != "w" || now.Version > table.Version-1 ||
		now.Version <= tables[len(tables)-1].Version {
		t.Errorf("after the restore the table has %+v; before the backup it had %+v", now, tables[len(tables)-1])
	}
	if said := nzgs(t, "audit", "verify", "--data", s.Data); !strings.Contains(said, "unbroken") {
		t.Errorf("audit verify: %s", said)
	}

	// A folder of its own, and a file that is no backup.
	empty := t.TempDir()
	nzgs(t, "restore", file, "--data", empty)
	other := start(t, "serve", empty)
	if status, body := other.get("/events"); status != http.StatusOK || !strings.Contains(body, "Congress") {
		t.Errorf("restored elsewhere, /events answers %d", status)
	}
	scrap := t.TempDir() + "/scrap.db"
	if err := os.WriteFile(scrap, []byte("not a database"), 0o600); err != nil {
		t.Fatal(err)
	}
	nzgsRefuses(t, "restore", scrap, "--data", t.TempDir())
}
