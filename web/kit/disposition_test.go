package kit

import (
	"mime"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"nzgs/internal/civil"
)

// plainIn is the name in letters that every program knows.
var plainIn = regexp.MustCompile(`filename="([^"]*)"(; )?`)

// read is a head as readers of others take it: the plain name, and the one that counts.
func read(t testing.TB, head string) (plain, whole string) {
	t.Helper()
	plain = plainIn.FindStringSubmatch(head)[1]
	if strings.Contains(head, "filename*=") {
		head = plainIn.ReplaceAllString(head, "")
	}
	_, with, err := mime.ParseMediaType(head)
	if err != nil {
		t.Fatalf("%s: %v", head, err)
	}
	return plain, with["filename"]
}

// checkSafe finds what Windows, macOS or Linux refuse in a name, or a reader does not see.
func checkSafe(t testing.TB, name string) {
	t.Helper()
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case stem == "" || strings.TrimSpace(stem) == "":
		t.Errorf("%q has no name before its ending", name)
	case len(name) > 240 || !utf8.ValidString(name):
		t.Errorf("%q has %d bytes", name, len(name))
	case strings.ContainsAny(name, `<>:"/\|?*`), strings.ContainsFunc(name, unicode.IsControl), strings.ContainsFunc(name, isFormat):
		t.Errorf("%q has a sign that a file system refuses or no one sees", name)
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") || strings.HasPrefix(name, ".") || strings.HasPrefix(name, " "):
		t.Errorf("%q begins or ends by a dot or a space", name)
	case isDevice(stem):
		t.Errorf("%q is a device of Windows", name)
	}
}

func isFormat(r rune) bool { return unicode.Is(unicode.Cf, r) }

// hardNames are those of people, and of files that people upload.
var hardNames = map[string][2]string{ // whose it is → the plain name, the whole one
	"Aroha Tūī":               {"invoice-7-Aroha-Tui", "invoice-7-Aroha-Tūī"},
	"Nguyễn Thị Ánh Đào":      {"invoice-7-Nguyen-Thi-Anh-Dao", "invoice-7-Nguyễn-Thị-Ánh-Đào"},
	"عبد الرحمن":              {"invoice-7", "invoice-7-عبد-الرحمن"},
	"สมชาย ใจดี":              {"invoice-7", "invoice-7-สมชาย-ใจดี"},
	"प्रिया शर्मा":            {"invoice-7", "invoice-7-प्रिया-शर्मा"},
	"林美玲":                     {"invoice-7", "invoice-7-林美玲"},
	"𠮷野 a":                    {"invoice-7-a", "invoice-7-𠮷野-a"},
	"O’Brien-D'Arcy / \"Jo\"": {"invoice-7-OBrien-DArcy-Jo", "invoice-7-OBrien-DArcy-Jo"},
	"..\\..\\CON":             {"invoice-7-CON", "invoice-7-CON"},
	"a\r\nSet-Cookie: x=1":    {"invoice-7-a-Set-Cookie-x-1", "invoice-7-a-Set-Cookie-x-1"},
	"\u202egpj.exe\x00\x7f":   {"invoice-7-gpj-exe", "invoice-7-gpj-exe"},
	"🦜":                       {"invoice-7", "invoice-7"},
	"":                        {"invoice-7-Society", "invoice-7-Society"},
	"\xff\xfe":                {"invoice-7", "invoice-7"},
	"Æsir Øst Łódź straße":    {"invoice-7-AEsir-Ost-Lodz-strasse", "invoice-7-Æsir-Øst-Łódź-straße"},
}

func TestFilesSayWhatWhoseAndWhen(t *testing.T) {
	s, day := Site{Society: "Society"}, civil.MustParseDate("2026-03-14")
	for whose, want := range hardNames {
		plain, whole := s.FileName("invoice 7", whose, day).with("pdf")
		gotPlain, gotWhole := read(t, disposition("inline", plain, whole))
		if gotPlain != want[0]+"-2026-03-14.pdf" || gotWhole != want[1]+"-2026-03-14.pdf" {
			t.Errorf("of %q is saved as %q, %q", whose, gotPlain, gotWhole)
		}
		checkSafe(t, gotPlain)
		checkSafe(t, gotWhole)
	}
	forty := strings.Repeat("Rangimārie ", 40)
	for _, whose := range []string{forty, strings.Repeat("林", 300), strings.Repeat("a", 300), strings.Repeat("ก็", 100)} {
		plain, whole := s.FileName("statement of account", whose, day).with("pdf")
		checkSafe(t, plain)
		checkSafe(t, whole)
		if !strings.HasPrefix(whole, "statement-of-account-"+whose[:3]) || !strings.HasSuffix(whole, "-2026-03-14.pdf") {
			t.Errorf("a long name is cut to %q", whole)
		}
	}
}

// A file that someone uploaded keeps its name, without what harms who saves it.
func TestNamesOfUploadedFiles(t *testing.T) {
	for name, want := range map[string][2]string{
		"agm-2026-03-14-notice.pdf": {"agm-2026-03-14-notice.pdf", "agm-2026-03-14-notice.pdf"},
		"Ōtautahi Go Club list.pdf": {"Otautahi Go Club list.pdf", "Ōtautahi Go Club list.pdf"},
		"王小明.pdf":                   {"document.pdf", "王小明.pdf"},
		`a"b\c/d` + "\r\n.pdf":      {"a-b-c-d.pdf", "a-b-c-d.pdf"},
		"50% + ½.csv":               {"50- + 12.csv", "50% + ½.csv"},
		".pdf":                      {"document.pdf", "document.pdf"},
		"":                          {"document", "document"},
		"...":                       {"document", "document"},
		"con.txt":                   {"document-con.txt", "document-con.txt"},
		"LPT¹.tar.gz":               {"document-LPT1.tar.gz", "document-LPT¹.tar.gz"},
		"report. ":                  {"report", "report"},
		"invoice\u202efdp.exe":      {"invoicefdp.exe", "invoicefdp.exe"},
	} {
		head := Disposition("attachment", name)
		plain, whole := read(t, head)
		if plain != want[0] || whole != want[1] || strings.ContainsAny(head, "\r\n") {
			t.Errorf("%q is saved as %q, %q: %s", name, plain, whole, head)
		}
		checkSafe(t, plain)
		checkSafe(t, whole)
	}
}

func TestAnyNameIsSafe(t *testing.T) {
	s, day := Site{Society: "Society"}, civil.MustParseDate("2026-03-14")
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(r, "name")
		for _, head := range []string{Disposition("attachment", name), disposition2(s.FileName(name, name, day).with("pdf"))} {
			plain, whole := read(t, head)
			checkSafe(t, plain)
			checkSafe(t, whole)
			if strings.ContainsFunc(plain, func(r rune) bool { return r > '~' }) {
				r.Fatalf("%q is sent as %q", name, plain)
			}
		}
	})
}

func disposition2(plain, whole string) string { return disposition("inline", plain, whole) }
