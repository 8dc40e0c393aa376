package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/web"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// from sends a request from a machine.
func from(s *kittest.Site, ip, method, path, form string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form))
	r.Host = "go.example.nz"
	r.RemoteAddr = ip + ":5000"
	if method == http.MethodPost {
		r.Header.Set("Content-Type", urlencoded)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// Every form that anybody may send is limited for each network, all of them
// together, and another network is not held up.
func TestPublicFormsAreLimitedByNetwork(t *testing.T) {
	s := kittest.EmptySite(t)
	var paths []string
	for _, r := range s.Routes() {
		if r.Method == http.MethodPost && r.Access.Public {
			paths = append(paths, strings.NewReplacer(":token", "x", ":card", "1-1-kererukakapotuitui").Replace(r.Path))
		}
	}
	if len(paths) < 5 {
		t.Fatalf("the public forms are %v", paths)
	}
	for i := range web.FormsAtOnce {
		if a := from(s, "192.0.2.1", http.MethodPost, "/sign-out", ""); a.Code == http.StatusTooManyRequests {
			t.Fatalf("form %d is refused", i+1)
		}
	}
	for _, path := range paths {
		refused := false
		for range 20 { // two come back each second
			a := from(s, "192.0.2.1", http.MethodPost, path, "")
			if refused = a.Code == http.StatusTooManyRequests; refused {
				if n, err := strconv.Atoi(a.Header().Get("Retry-After")); err != nil || n < 1 {
					t.Errorf("%s: Retry-After is %q", path, a.Header().Get("Retry-After"))
				}
				break
			}
		}
		if !refused {
			t.Errorf("POST %s is not limited", path)
		}
		if a := from(s, "198.51.100.1", http.MethodPost, path, ""); a.Code == http.StatusTooManyRequests {
			t.Errorf("POST %s is refused to another network", path)
		}
	}
}

// Who says that they pass on for others is believed only where the settings name
// them: else every request would come from a network of its own.
func TestNobodyInventsNetworks(t *testing.T) {
	s := kittest.EmptySite(t)
	refused := false
	for i := range web.FormsAtOnce + 20 {
		r := httptest.NewRequest(http.MethodPost, "/sign-out", nil)
		r.RemoteAddr = "192.0.2.1:5000"
		for _, name := range []string{"X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP"} {
			r.Header.Set(name, "198.51.100."+strconv.Itoa(i))
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		refused = refused || w.Code == http.StatusTooManyRequests
	}
	if !refused {
		t.Error("a network that names another each time is not limited")
	}
}

// What waits in no line is limited for each network, all of it together; another
// network, the pages, and the machine's own look at its health are not held up.
func TestWhatIsOutsideOfEveryLineIsLimited(t *testing.T) {
	outside := []string{
		"GET /healthz", "HEAD /healthz", "GET /readyz", "GET /static/app.css", "GET /metrics", "GET /events/1/revision",
		"GET /events/1/live", "GET /nowhere", "POST /static/app.css", "DELETE /clubs", "GET /static/none.css",
	}
	s := kittest.EmptySite(t)
	s.SetAnswers(3)
	for range 3 {
		if a := from(s, "192.0.2.1", http.MethodGet, "/healthz", ""); a.Code != http.StatusOK {
			t.Fatalf("status %d", a.Code)
		}
	}
	for _, address := range outside {
		method, path, _ := strings.Cut(address, " ")
		a := from(s, "192.0.2.1", method, path, "")
		n, err := strconv.Atoi(a.Header().Get("Retry-After"))
		if a.Code != http.StatusTooManyRequests || err != nil || n < 1 {
			t.Errorf("%s: status %d, Retry-After %q", address, a.Code, a.Header().Get("Retry-After"))
		}
		if a.Header().Get("Content-Security-Policy") == "" || a.Body.Len() > 200 {
			t.Errorf("%s: the refusal has %d bytes and the headers %v", address, a.Body.Len(), a.Header())
		}
	}
	if a := from(s, "192.0.2.1", http.MethodGet, "/clubs", ""); a.Code != http.StatusOK {
		t.Errorf("a page: status %d", a.Code)
	}
	if a := from(s, "198.51.100.1", http.MethodGet, "/healthz", ""); a.Code != http.StatusOK {
		t.Errorf("another network: status %d", a.Code)
	}
	for range 10 {
		if a := from(s, "127.0.0.1", http.MethodGet, "/healthz", ""); a.Code != http.StatusOK {
			t.Fatalf("the machine's own look at its health: status %d", a.Code)
		}
	}
}

// A proxy on the machine does not make its visitors part of the machine.
func TestHealthThroughAProxyIsLimited(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetAnswers(3)
	refused := false
	for range 5 {
		r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
		r.RemoteAddr = "127.0.0.1:5000"
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		refused = refused || w.Code == http.StatusTooManyRequests
	}
	if !refused {
		t.Error("whoever comes through a proxy on this machine is not limited")
	}
}

// The page of a refusal costs as much as others: strangers have so many, then a word.
func TestPagesOfRefusalsAreLimited(t *testing.T) {
	for _, address := range []string{"POST /account/password", "GET /clubs?q=%00", "GET /clubs/999"} {
		method, path, _ := strings.Cut(address, " ")
		s := kittest.EmptySite(t)
		s.SetAnswers(3)
		for range 3 {
			if a := from(s, "192.0.2.1", method, path, ""); a.Code == http.StatusTooManyRequests {
				t.Errorf("%s: refused too soon", address)
			}
		}
		if a := from(s, "192.0.2.1", method, path, ""); a.Code != http.StatusTooManyRequests || a.Body.Len() > 200 {
			t.Errorf("%s: status %d, %d bytes", address, a.Code, a.Body.Len())
		}
		if a := from(s, "198.51.100.1", method, path, ""); a.Code == http.StatusTooManyRequests {
			t.Errorf("%s: refused to another network", address)
		}
	}
}

// The refusal costs less than what it refuses.
func TestRefusingCostsLessThanAnswering(t *testing.T) {
	s := kittest.EmptySite(t)
	s.FillSmall()
	for _, path := range []string{"/static/app.css", "/nowhere", "/events/1/revision"} {
		ask := func() { from(s, "192.0.2.1", http.MethodGet, path, "") }
		s.SetAnswers(1e9)
		answered := testing.AllocsPerRun(50, ask)
		s.SetAnswers(0.5)
		ask()
		if refused := testing.AllocsPerRun(50, ask); refused >= answered {
			t.Errorf("%s: %.0f allocations refused, %.0f answered", path, refused, answered)
		}
	}
}

// Codes in addresses cannot be tried one after the other.
func TestCodesAreSlowToGuess(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	tries := 0
	for ; tries < 3*web.GuessesAtOnce; tries++ {
		a := from(s, "192.0.2.1", http.MethodGet, "/t/1-1-kererukakapotuitui", "")
		if a.Code == http.StatusTooManyRequests {
			break
		}
		if a.Code != http.StatusNotFound {
			t.Fatalf("status %d", a.Code)
		}
	}
	if tries < web.GuessesAtOnce || tries > web.GuessesAtOnce+5 {
		t.Errorf("refused after %d codes, want %d", tries, web.GuessesAtOnce)
	}
	for _, path := range []string{"/t/1-1-kererukakapotuitui", kit.TableCardURL(half.Card), "/link/x", kit.CardURL("x"), kit.DutiesPath + "/calendar/x.ics"} {
		if a := from(s, "192.0.2.1", http.MethodGet, path, ""); a.Code != http.StatusTooManyRequests {
			t.Errorf("%s: status %d after many wrong codes", path, a.Code)
		}
	}
	for range 2 * web.GuessesAtOnce { // a right code costs nothing
		if a := from(s, "198.51.100.1", http.MethodGet, kit.TableCardURL(half.Card), ""); a.Code != http.StatusOK {
			t.Fatalf("status %d for the right code", a.Code)
		}
	}
}

// The letters of table cards cannot be tried one after the other, nor from many networks at once; who scans a code is
// not held up by it.
func TestLettersAreSlowToGuess(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	typed := func(network, letters string) int {
		return from(s, network, http.MethodPost, kit.TypedCardPath, url.Values{"letters": {letters}}.Encode()).Code
	}
	for range 2 * web.LettersAtOnce { // what cannot be letters of a card is no guess
		if got := typed("198.51.100.1", "four"); got != http.StatusUnprocessableEntity {
			t.Fatalf("status %d", got)
		}
	}
	for i := range web.LettersAtOnce {
		if got := typed("192.0.2.1", "bbbbbb"); got != http.StatusUnprocessableEntity {
			t.Fatalf("guess %d: status %d", i+1, got)
		}
	}
	if got := typed("192.0.2.1", "bbbbbb"); got != http.StatusTooManyRequests {
		t.Errorf("status %d after %d guesses", got, web.LettersAtOnce)
	}
	if got := typed("198.51.100.1", "bbbbbb"); got != http.StatusUnprocessableEntity {
		t.Errorf("status %d of another network", got)
	}
	for i := range web.TypedAtOnce {
		typed(fmt.Sprintf("203.0.%d.%d", i/200, i%200+1), "bbbbbb")
	}
	if a := from(s, "198.51.100.9", http.MethodPost, kit.TypedCardPath, "letters=bbbbbb"); a.Code != http.StatusTooManyRequests ||
		!strings.Contains(a.Body.String(), "Scan the code on the card") {
		t.Errorf("status %d of a network that has not guessed, after all together have", a.Code)
	}
	for _, network := range []string{"192.0.2.1", "198.51.100.9"} {
		if a := from(s, network, http.MethodGet, kit.TableCardURL(half.Card), ""); a.Code != http.StatusOK {
			t.Errorf("status %d for a code that is scanned", a.Code)
		}
	}
}

// What is taken in of anybody's form is little.
func TestPublicFormsAreSmall(t *testing.T) {
	s := kittest.EmptySite(t)
	for _, r := range s.Routes() {
		if r.Method != http.MethodPost || !r.Access.Public {
			continue
		}
		path := strings.NewReplacer(":token", "x", ":card", "1-1-kererukakapotuitui").Replace(r.Path)
		limit := kit.PublicFormLimit
		if r.Upload {
			limit = kit.PublicUploadLimit
		}
		form := url.Values{"name": {strings.Repeat("x", limit)}}.Encode()
		if a := from(s, "192.0.2.1", http.MethodPost, path, form); a.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("POST %s with %d bytes: status %d", path, len(form), a.Code)
		}
	}
}

// Whoever is told to come again is told when.
func TestBusyAnswersSayWhenToComeAgain(t *testing.T) {
	s := kittest.EmptySite(t)
	for kind, status := range map[apperr.Kind]int{
		apperr.Busy: http.StatusServiceUnavailable, apperr.TooMany: http.StatusTooManyRequests,
	} {
		w := httptest.NewRecorder()
		c := s.Echo().NewContext(httptest.NewRequest(http.MethodGet, "/clubs", nil), w)
		s.Echo().HTTPErrorHandler(apperr.New(kind, "Not now."), c)
		if n, err := strconv.Atoi(w.Header().Get("Retry-After")); w.Code != status || err != nil || n < 1 {
			t.Errorf("%s: status %d, Retry-After %q", kind, w.Code, w.Header().Get("Retry-After"))
		}
	}
}
