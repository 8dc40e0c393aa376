package archtest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sensitive is what only the named folders or files may import, and why it would
// be a danger elsewhere. Folders end with a slash.
var sensitive = map[string]struct {
	in  []string
	why string
}{
	"os/exec": {[]string{
		"internal/mutate/", "internal/backup/send.go",
	}, "nothing that people send starts a program; a backup is handed to a command of the settings"},
	"unsafe": {nil, "memory is Go's"},
	"plugin": {nil, "no code is loaded"},
	"encoding/gob": {[]string{
		"reports/photo.go",
	}, "what comes from outside is JSON, XML or CSV, into types of ours; there the library of PDFs is told how wide a picture is"},
	"net/rpc":        {nil, "the program is asked by HTTP only"},
	"net/http/pprof": {nil, "nothing shows the inside of the program"},
	"expvar":         {nil, "nothing shows the inside of the program"},
	"net/smtp":       {nil, "letters go through internal/mail"},
	"crypto/md5":     {nil, "it is broken"},
	"crypto/des":     {nil, "it is broken"},
	"crypto/rc4":     {nil, "it is broken"},
	"crypto/rsa":     {nil, "signatures are Ed25519"},
	"crypto/sha1":    {[]string{"internal/auth/totp.go"}, "one-time codes of RFC 6238 are made with it; nothing else is"},
	"crypto/aes": {[]string{
		"internal/governance/postal/papers.go", "internal/governance/ballot/lock.go",
	}, "AES-GCM, sealed and opened there"},
	"crypto/cipher": {[]string{
		"internal/governance/postal/papers.go", "internal/governance/ballot/lock.go",
	}, "AES-GCM, sealed and opened there"},
	"crypto/tls": {[]string{
		"cmd/nzgs/https.go", "internal/mail/dial.go",
	}, "a proxy speaks TLS, or there the standard library: to browsers, and to the mail server where the library would wait too long"},
	"text/template":         {[]string{"web/kit/view_render.go"}, "only to look at parts; pages are html/template"},
	"golang.org/x/net/html": {nil, "nobody sends HTML that is kept as such"},
	"math/rand/v2": {[]string{
		"internal/gorules/", "internal/pairing/", "internal/demo/",
	}, "what nobody may guess is drawn by crypto/rand"},
	"github.com/wneessen/go-mail": {[]string{"internal/mail/"}, "only letters leave the machine"},
	"reflect": {[]string{
		"internal/tournaments/service_entry.go",
	}, "forms and files are read field by field; there it compares two values"},
}

// TestDangerousPartsStayInTheirRooms: whatever could run a program, load code, call
// another machine or use a weak cipher is imported where it is said, and nowhere else.
func TestDangerousPartsStayInTheirRooms(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		if s.test || forTests(s.pkg) || s.pkg == "bench" || s.pkg == "e2e" {
			continue
		}
		for _, p := range s.imports {
			rule, known := sensitive[p]
			if !known {
				continue
			}
			if slices.ContainsFunc(rule.in, func(at string) bool {
				return at == s.file || strings.HasSuffix(at, "/") && strings.HasPrefix(s.file, at)
			}) {
				used[p] = true
				continue
			}
			t.Errorf("%s imports %s: %s", s.file, p, rule.why)
		}
	}
	for p, rule := range sensitive {
		if len(rule.in) > 0 && !used[p] {
			t.Errorf("%s is not imported where it may be: the line is out of date", p)
		}
	}
}

// calls are what only the named files may call, and why.
var calls = []struct {
	what *regexp.Regexp
	in   []string
	why  string
}{
	{regexp.MustCompile(`\.Bind\(|DefaultBinder|BindBody|BindQueryParams`), nil, "a form is read by the names of its fields"},
	{regexp.MustCompile(`\.FormParams\(|\.PostForm\b|\.MultipartForm\b`), []string{
		"web/kit/filling.go", "web/kit/upload.go", "web/middleware.go", "web/account/again.go", // it hands on what was typed
	}, "a form is read by kit.Filling"},
	{regexp.MustCompile(`\.FormValue\(`), []string{
		"web/kit/page.go",
	}, "it mixes the form with the address; kit.Filling reads the form, and only where to go back stands in either"},
	{regexp.MustCompile(`\.RealIP\(|\.RemoteAddr\b`), []string{
		"web/kit/request.go", "web/metrics.go", "web/door.go", // it counts connections, of proxies too
	}, "whose request it is, is said by kit.Network"},
	{regexp.MustCompile(`HeaderXForwarded|HeaderXRealIP|X-Forwarded-|X-Real-I[Pp]`), []string{
		"web/metrics.go", "internal/config/config.go",
	}, "anyone can send it; only echo's extractor reads it, of proxies that are trusted"},
	{regexp.MustCompile(`\bhttp\.(Get|Head|Post|PostForm|Client|DefaultClient|NewRequest|Transport)\b`), []string{
		"cmd/nzgs/venue_home.go",
	}, "the program asks no other site; a laptop at a venue asks the site that its event is from"},
	{regexp.MustCompile(`\bnet\.(Dial|DialTimeout|Dialer|Lookup[A-Za-z]*|DefaultResolver|Resolver)\b`), []string{
		"internal/venue/network.go", "cmd/nzgs/doctor_checks.go", "internal/machine/silence.go",
		"internal/mail/dial.go",
	}, "the program calls no other machine but its database's, by a dialer that notices when that has no power, and the mail " +
		"server, by one that bounds its time and is closed; elsewhere it " +
		"only asks by which of its addresses it would, and where its own name leads"},
	{regexp.MustCompile(`template\.(HTML|JS|URL|CSS|HTMLAttr|JSStr|Srcset)\b`), []string{
		"web/records/board.go", "web/kit/qr.go", "web/account/factors.go", "web/events/event_wall.go",
	}, "html/template escapes; there it is JSON, or a picture, of our own making"},
	{regexp.MustCompile("regexp\\.(MustCompile|Compile|MatchString)\\(([^\"`\\s)]|\\s*[^\"`\\s)])"), []string{
		"internal/raced/", "internal/mutate/",
	}, "a pattern is not made of what people send"},
	{regexp.MustCompile(`InsecureSkipVerify`), nil, "certificates are checked"},
	{regexp.MustCompile(`\.Redirect\(`), []string{"web/kit/"}, "kit.SeeOther leads to this site only"},
}

// TestDangerousCallsStayInTheirFiles is the same of calls.
func TestDangerousCallsStayInTheirFiles(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || forTests(s.pkg) || s.pkg == "bench" || s.pkg == "e2e" || strings.HasPrefix(s.pkg, "internal/raced") {
			continue
		}
		for i, line := range strings.Split(s.text, "\n") {
			code, _, _ := strings.Cut(line, "//")
			for _, c := range calls {
				if c.what.MatchString(code) && !slices.ContainsFunc(c.in, func(at string) bool {
					return at == s.file || strings.HasSuffix(at, "/") && strings.HasPrefix(s.file, at)
				}) {
					t.Errorf("%s:%d: %s: %s", s.file, i+1, strings.TrimSpace(line), c.why)
				}
			}
		}
	}
}
