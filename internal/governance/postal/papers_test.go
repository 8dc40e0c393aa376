package postal

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
)

func TestPapersOfTheWholeRoll(t *testing.T) {
	each(t, 30, func(t *testing.T, w *society) {
		w.reach(StateTellers, draft)
		secretary := w.actors["secretary"]
		first, err := w.MakePapers(ctx, secretary, w.vote, w.version())
		w.must(err)
		earlier, err := w.Sheets(ctx, secretary, w.vote, first)
		w.must(err)
		code, err := w.MakePapers(ctx, secretary, w.vote, w.version())
		w.must(err)
		sheets, err := w.Sheets(ctx, secretary, w.vote, code)
		w.must(err)
		spares, err := w.Spares(ctx, secretary, w.vote, code)
		w.must(err)
		if len(sheets) != 30 || len(spares) != 5 {
			t.Fatalf("%d papers, %d spare ones", len(sheets), len(spares))
		}
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		p, err := ballot.ParsePackage([]byte(f.pack))
		w.must(err)
		seen := map[string]bool{}
		for i, s := range append(sheets, spares...) {
			serial, err := ballot.ParseSerial(s.QR)
			if err != nil || serial.String() != s.Serial || !p.Knows(serial) || seen[s.Serial] {
				t.Errorf("paper %d: %+v, %v", i, s, err)
			}
			seen[s.Serial] = true
			if i < 30 && (s.Name != fmt.Sprintf("Member Testcase%03d", i) || s.Person != w.people[i]) ||
				i >= 30 && s.Person != 0 {
				t.Errorf("paper %d is %s's", i, s.Name)
			}
		}
		for _, s := range earlier {
			if serial, _ := ballot.ParseSerial(s.Serial); p.Knows(serial) {
				t.Error("a paper that was made anew is still good")
			}
		}
		typed := PrintCode(" " + strings.ToLower(strings.ReplaceAll(string(code), "-", " ")) + " ")
		if again, err := w.Sheets(ctx, secretary, w.vote, typed); err != nil || again[3] != sheets[3] {
			t.Errorf("the code typed by hand: %v", err)
		}
		for _, bad := range []PrintCode{"", first, "AAAA", code + "A", PrintCode(strings.Repeat("A", 1<<16))} {
			if _, err := w.Sheets(ctx, secretary, w.vote, bad); fields(err) != "code" {
				t.Errorf("code %.12s: %v", bad, err)
			}
		}
		if _, err := w.Sheets(ctx, w.actors["ana"], w.vote, code); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a teller prints: %v", err)
		}
		w.must(w.Service.Despatch(ctx, secretary, w.vote, w.version(), Despatch{On: w.now.Date(), How: "By post", By: "A Helper"}))
		_, err = w.Sheets(ctx, secretary, w.vote, code)
		w.refused(err, "5.9", "the vote is not at that step")
		if n := w.rows("postal_print"); n != 0 {
			t.Error("the print block is still there")
		}
	})
}

// A code opens its own vote's papers only.
func TestAPrintCodeIsForOneVote(t *testing.T) {
	code := newPrintCode()
	sealed := sealPrint(code, 7, []Voter{{Person: 3, Name: "Ana"}}, make([]ballot.Serial, 0))
	if _, err := openPrint(code, 7, sealed); err != nil {
		t.Error(err)
	}
	if _, err := openPrint(code, 8, sealed); err == nil {
		t.Error("it opens another vote's")
	}
	for i := range sealed {
		broken := append([]byte{}, sealed...)
		broken[i] ^= 1
		if _, err := openPrint(code, 7, broken); err == nil {
			t.Fatalf("changed at byte %d, and not found out", i)
		}
	}
	if a, b := newPrintCode(), newPrintCode(); a == b || len(a) != 39 {
		t.Errorf("codes %s and %s", a, b)
	}
}

// Rule 5.9: two weeks' notice of the closing, by the day of the despatch.
func TestDespatchIsRefusedUnderTheRule(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name, today string
			d           Despatch
			fields      string
			rule, want  string
		}{
			{"nothing said", "2026-03-20", Despatch{}, "on how by", "", ""},
			{"to come", "2026-03-20", Despatch{On: day("2026-03-21"), How: "By post", By: "A Helper"}, "on", "", "still to come"},
			{
				"before the papers were made", "2026-03-20", Despatch{On: day("2026-03-14"), How: "By post", By: "A Helper"}, "on", "",
				"made on 15 March 2026",
			},
			{
				"13 days before the closing", "2026-04-08", Despatch{On: day("2026-04-07"), How: "By post", By: "A Helper"}, "", "5.9",
				"13 days from 7 April 2026 to 20 April 2026 < 14",
			},
			{"14 days", "2026-04-08", Despatch{On: day("2026-04-06"), How: "By post", By: "A Helper"}, "", "", ""},
		} {
			w.on("2026-03-15")
			w.reach(StatePapers, draft)
			w.on(c.today)
			err := w.Service.Despatch(ctx, w.actors["secretary"], w.vote, w.version(), c.d)
			switch {
			case c.fields != "" && fields(err) != c.fields:
				t.Errorf("%s: fields %q, want %q", c.name, fields(err), c.fields)
			case c.rule != "" || c.want != "":
				w.refused(err, c.rule, c.want)
			case c.fields == "" && err != nil:
				t.Errorf("%s: %v", c.name, err)
			}
		}
		f, err := w.Vote(ctx, w.actors["member"], w.vote)
		if err != nil || len(f.Calendar.Warnings) != 1 || !strings.Contains(f.Calendar.Warnings[0].Text, "exactly 14 days") {
			t.Errorf("exactly fourteen days: %v, %v", f.Calendar.Warnings, err)
		}
	})
}

// A lost paper is replaced; the member's papers are told apart by the name on
// them, and both serials can be entered.
func TestALostPaperIsReplaced(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateDespatched, draft)
		replace := func(p auth.PersonID, reason string) (Sheet, error) {
			return w.ReplacePaper(ctx, w.actors["secretary"], w.vote, p, reason)
		}
		if _, err := replace(999, ""); fields(err) != "person reason" {
			t.Errorf("nobody, for no reason: %v", err)
		}
		sheet, err := replace(w.people[7], "Lost in the post.")
		w.must(err)
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		p, err := ballot.ParsePackage([]byte(f.pack))
		w.must(err)
		for _, text := range []string{sheet.Serial, w.serials[w.people[7]], w.serials[w.people[8]]} {
			if serial, _ := ballot.ParseSerial(text); !p.Knows(serial) {
				t.Errorf("%s is no paper of the vote", text)
			}
		}
		if sheet.Name != "Member Testcase007" || len(p.Serials) != 14+5+1 {
			t.Errorf("%+v, %d serials", sheet, len(p.Serials))
		}
		w.on("2026-04-20")
		_, err = replace(w.people[8], "Lost.")
		w.must(err)
		w.on("2026-04-21")
		_, err = replace(w.people[9], "Lost.")
		w.refused(err, "5.9", "The last day for papers was 20 April 2026")
	})
}
