package kit

import (
	"mime"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every name is read by another's reader, whole, and by programs that know ASCII alone in its own letters.
func TestNamesOfFiles(t *testing.T) {
	for name, plain := range map[string]string{
		"agm-2026-03-14-notice.pdf": "agm-2026-03-14-notice.pdf", "Ōtautahi Go Club members.pdf": "Otautahi Go Club members.pdf",
		"王小明 receipt.pdf": " receipt.pdf", `a"b\c/d` + "\r\n.pdf": "a-b-c-d--.pdf", "50% + ½.csv": "50% + 12.csv",
	} {
		got := Disposition("attachment", name)
		if strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) || !strings.Contains(got, `filename="`+plain+`"`) {
			t.Errorf("%q is sent as %s", name, got)
		}
		kind, with, err := mime.ParseMediaType(strings.Replace(got, `filename="`+plain+`"; `, "", 1))
		if err != nil || kind != "attachment" || with["filename"] != strings.NewReplacer(`"`, `"`, `\`, "-", "/", "-", "\r", "-", "\n", "-").Replace(name) &&
			with["filename"] != plain {
			t.Errorf("%q is read as %q, %v", name, with["filename"], err)
		}
	}
}
