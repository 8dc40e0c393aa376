package postal

import (
	"encoding/base64"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
)

// Whatever a form holds: a paper is read whole, with a serial of the vote and a
// mark for each motion, or it is refused beside its fields.
func FuzzPapersAreReadOrRefused(f *testing.F) {
	p, serials := pack()
	d := desk{facts: &facts{Vote: Vote{Draft: draft.tidied()}}, pack: p}
	f.Add(serials[0].String(), "yes,no", serials[1].QR(), "")
	f.Add(strings.ToLower(serials[0].String()), "abstain", serials[0].String(), "blank,spoiled,yes")
	f.Add("O0I1-L", "yes,maybe", "\xff", ",")
	f.Fuzz(func(t *testing.T, one, marks, two, others string) {
		var typed []Entry
		for _, e := range [][2]string{{one, marks}, {two, others}} {
			entry := Entry{Serial: e[0]}
			if e[1] != "" {
				for _, m := range strings.Split(e[1], ",") {
					entry.Marks = append(entry.Marks, Mark(m))
				}
			}
			typed = append(typed, entry)
		}
		papers, err := d.papers(typed)
		if err != nil {
			if fields(err) == "" || strings.HasPrefix(fields(err), "no refusal") {
				t.Fatalf("refused without a field: %v", err)
			}
			return
		}
		for i, paper := range papers {
			again, err := ballot.ParseSerial(typed[i].Serial)
			if err != nil || again != paper.Serial || !p.Knows(paper.Serial) {
				t.Fatalf("taken with the serial %q", typed[i].Serial)
			}
			if len(typed[i].Marks) != len(paper.Choices) || len(paper.Choices) != 0 && p.CheckPaper(paper) != nil {
				t.Fatalf("taken with the marks %q", typed[i].Marks)
			}
		}
		if papers[0].Serial == papers[1].Serial {
			t.Fatal("one paper twice")
		}
	})
}

// A print block that was touched, or a code that is another, opens nothing.
func FuzzPrintBlocksAreOpenedByTheirCodeOnly(f *testing.F) {
	// Fixed, for each of the fuzzer's processes runs this anew.
	const code PrintCode = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ23-4567"
	sealed, err := base64.StdEncoding.DecodeString("owz9GyeQhk0ubf5ePsJYYrcFN/3bidklYq91xU5c")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(code), sealed)
	f.Add("", []byte{})
	f.Add(strings.ToLower(string(code)), sealed[:20])
	f.Add(strings.ToLower(strings.ReplaceAll(string(code), "-", " ")), sealed)
	f.Fuzz(func(t *testing.T, typed string, block []byte) {
		same := strings.ToUpper(
			strings.NewReplacer("-", "", " ", "").Replace(typed),
		) == strings.ReplaceAll(string(code), "-", "")
		if _, err := openPrint(PrintCode(typed), 7, block); (err == nil) != (same && string(block) == string(sealed)) {
			t.Fatalf("opened: %v", err)
		}
	})
}
