package meetings_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/store"
)

// wordsOf are the words of a PDF as another reader sees them.
func wordsOf(t *testing.T, pdf string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "print.pdf")
	if err := os.WriteFile(file, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-raw", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// Whoever reads the notice, in a letter by e-mail or on paper, in print or with the roll, reads the same opening words,
// agenda and motions in the same order; and what was sent is what stays.
func TestANoticeIsOneTextForEveryone(t *testing.T) {
	for _, words := range []string{"", "Kia ora koutou. Nau mai, haere mai: bring a plate."} {
		a := newAssembly(t)
		a.planned()
		a.on("2026-09-20")
		a.notified("words", words)
		body, sent, letters := "", "", 0
		a.Must(a.DB.InTx(t.Context(), func(tx *store.Tx) error {
			bodies, err := store.All(t.Context(), tx, store.Value[string], `SELECT body FROM mail_letter WHERE subject LIKE 'Notice of%'`)
			for _, one := range bodies {
				if letters++; body != "" && one != body {
					t.Error("not all letters say the same")
				}
				body = one
			}
			if err != nil {
				return err
			}
			sent, err = store.One(t.Context(), tx, store.Value[string], `SELECT content FROM mail_attachment WHERE name = 'notice.pdf'`)
			return err
		}))
		if letters != 9 {
			t.Fatalf("%d letters", letters)
		}
		opening := words
		if opening == "" {
			opening = "All members are invited to the annual general meeting."
		}
		said := []string{opening, "a) Electing tellers", "h) Other business", "Motion 1: A youth tournament", "That there be a youth tournament.",
			"Moved by Aroha Test, seconded by Wiremu Test.", "Motion 2: The quorum", "That the quorum be twelve.",
			"10 members → 12 members", "Moved by Mei Test, seconded by Kenji Test.", "Amends the constitution:"}
		printed := a.secretary.Get(a.path("notice.pdf"))
		roll, paper := a.secretary.Get(a.path("roll.pdf")), a.secretary.Get(a.path("letters.pdf"))
		for name, text := range map[string]string{
			"the letter": strings.Join(strings.Fields(body), " "), "the print": wordsOf(t, sent), "the roll": wordsOf(t, roll.Body),
			"the letter on paper": wordsOf(t, paper.Body),
		} {
			rest := text
			for _, part := range said {
				_, after, found := strings.Cut(rest, part)
				if !found {
					t.Errorf("%s lacks %q, or has it in another place:\n%s", name, part, text)
					break
				}
				rest = after
			}
		}
		if n := strings.Count(wordsOf(t, paper.Body), opening); n != 5 {
			t.Errorf("%d letters on paper for the five without an e-mail address", n)
		}
		if printed.Body != sent {
			t.Error("the print is not the one that was sent")
		}
		a.on("2026-09-25")
		a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "as it was sent")
		if again := a.member.Get(a.path("notice.pdf")); again.Status != http.StatusOK || again.Body != sent {
			t.Errorf("a member has another print afterwards: %d", again.Status)
		}
		a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "SHA-256 of the text: ", "; of the PDF: ")
		a.member.Get(a.path("letters.pdf")).Wants(t, http.StatusForbidden)
	}
}
