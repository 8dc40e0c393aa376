package mail

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"nzgs/internal/auth"
)

func TestASubjectIsShortenedAtAWord(t *testing.T) {
	for _, tt := range []struct {
		in   string
		most int
		want string
	}{
		{"Aroha moves to Harbour", 200, "Aroha moves to Harbour"},
		{"Aroha moves to Harbour", 16, "Aroha moves…"},
		{"Aroha moves to Harbour", 17, "Aroha moves to…"}, // the word ends there
		{strings.Repeat("a", 30), 10, "aaaaaaa…"},
		{strings.Repeat("明", 30), 10, "明明…"},
		{"a " + strings.Repeat("b", 30), 10, "a bbbbb…"},
	} {
		if got := shortened(tt.in, tt.most); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.in, tt.most, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in, most := rapid.String().Draw(t, "text"), rapid.IntRange(10, 60).Draw(t, "most")
		got := shortened(in, most)
		if len(got) > most || utf8.ValidString(in) && !utf8.ValidString(got) || shortened(got, most) != got {
			t.Fatalf("%q in %d: %q", in, most, got)
		}
	})
}

// Bug: a name or an address of over 200 bytes made whatever a letter tells of fail.
func TestALongNameFailsNoLetter(t *testing.T) {
	onBoth(t, func(t *testing.T, h *house) {
		long := strings.Repeat("Ngāti Whātua o Ōrākei ", 12)
		key := "round-letters:" + strings.Repeat("a", 64) + "@" + strings.Repeat("b", 180) + ".nz:2026-11-2"
		l := Letter{Purpose: "Moved", Subject: long + "moves", Body: "Hello.", To: Recipient{Name: long, Address: "a@example.nz"}}
		one, two := l, l
		one.Key, two.Key = key+"1", key+"2"
		if n := h.queue(one, two, one); n != 2 {
			t.Errorf("%d letters are new, want 2", n)
		}
		out, err := h.s.Outbox(ctx, auth.System("test"), Filter{})
		if err != nil || len(out.Entries) != 2 {
			t.Fatalf("%+v, %v", out, err)
		}
		if got := out.Entries[0].Subject; !strings.HasPrefix(got, "Ngāti Whātua") || !strings.HasSuffix(got, "…") || len(got) > maxSubject {
			t.Errorf("the subject is %q", got)
		}
	})
}
