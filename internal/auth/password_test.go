package auth

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
)

func TestNewPasswords(t *testing.T) {
	about := aboutPerson{email: "aroha.tamihana@example.nz", society: "New Zealand Go Society"}
	for _, tt := range []struct{ password, want string }{
		{"", "Choose a password"},
		{"elevenchars", "at least 12 characters"},
		{"ngahere toka", ""},
		{"āēīōūāēīōū1k", ""},           // twelve characters, though more bytes
		{"ngā  wawa k", "at least 12"}, // eleven characters, though twelve bytes
		{"ａｂ碁会所でまた来週", "at least 12"},  // eleven characters
		{"碁会所でまた来週会いましょう", ""},         // no Latin letter is asked for
		{"kōkako sings at dawn", ""},
		{"correct horse battery", ""}, // three words of the list
		{"9471083652840", ""},         // only figures, none of them a pattern
		{"aaaaaaaaaaaaaaaa", "repeats"},
		{"abcabcabcabcabc", "repeats"},
		{"abababababac", "repeats"}, // three different characters
		{"kumara7kumara7", "repeats"},
		{"Password1234", "easy to guess"},
		{"P4$$w0rd!2026", "easy to guess"},
		{"password-12-pw", ""}, // pw is no piece
		{"123456789012", "easy to guess"},
		{"qwertyuiop[]", "easy to guess"},
		{"1q2w3e4r5t6y", "easy to guess"},
		{"2026-11-21 !!", "easy to guess"},    // a date is one thing to guess
		{"Summer2026Summer", "easy to guess"}, // two different pieces
		{"iloveyousomuch", "easy to guess"},
		{"Christchurch!1", "easy to guess"},
		{"Dragon  Monkey", "easy to guess"},
		{"correcthorsebatterystaple", "easy to guess"},
		{"aroha.tamihana.99", "e-mail"},
		{"xx Āroha-Tamihana xx", "e-mail"},
		{"the new zealand go society", "society's name"},
		{"nzgs password", "society's name"},
		{"a tui lost its hat, nzgs", ""},
		{strings.Repeat("kererū ", 35) + "flew by", ""},
		{strings.Repeat("a1b2c3d4", 33), "longer than 256"},
		{strings.Repeat("ﷺ", 20), "longer than 256"}, // each becomes eighteen characters
		{"not utf-8 \xff\xfe at all", "could not be read"},
		{"nul \x00 is a character", ""},
		{" leading and trailing ", ""},
	} {
		got := weakness(tt.password, about)
		if tt.want == "" && got != "" || tt.want != "" && !strings.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.password, got, tt.want)
		}
	}
}

// Whole passwords and long words that are guessed first, and the owner's name.
func TestCommonPasswordsAndNames(t *testing.T) {
	about := aboutPerson{name: Name{Family: "Tamihana", Given: "Aroha Rose"}, society: "New Zealand Go Society"}
	for _, tt := range []struct{ password, want string }{
		{"qazwsxedcrfv", "easy to guess"}, {"ghbdtnrfrltkf", "easy to guess"}, // "привет, как дела" on a Latin keyboard
		{"polniypizdec0211", "easy to guess"}, {"Championship!", "easy to guess"}, {"congratulations2026", "easy to guess"},
		{"championship of kererū", ""}, {"newzealand2026", "easy to guess"}, {"GoClub-Wellington-2026", ""},
		{"arohatamihana", "your name"}, {"Tamihana, Aroha!", "your name"}, {"tamihana2026!", "your name"},
		{"kitten tamihana", "your name"}, {"xx-aroha-rose-tamihana-xx", "your name"},
		{"the rose by a wharf creaks", ""}, {"tamihana feeds four kererū", ""},
	} {
		got := weakness(tt.password, about)
		if tt.want == "" && got != "" || tt.want != "" && !strings.Contains(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.password, got, tt.want)
		}
	}
	long := 0
	for word := range commonLong() {
		if len(word) < MinPasswordLength {
			t.Errorf("%q is too short to be chosen", word)
		}
		if weakness(word, aboutPerson{}) == "" {
			t.Errorf("%q is allowed", word)
		}
		long++
	}
	if long < 3000 {
		t.Errorf("the list has %d entries", long)
	}
}

// Bug: with a local part of three letters or fewer the whole address was taken.
func TestAShortAddressIsNoPassword(t *testing.T) {
	about := aboutPerson{email: "jo@example.nz", society: "New Zealand Go Society"}
	for password, want := range map[string]string{
		"jo@example.nz": "e-mail", "JO@Example.NZ!": "e-mail", "my jo example nz": "e-mail", "joyful banjo tunes": "",
	} {
		if got := weakness(password, about); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", password, got, want)
		}
	}
}

func TestCommonWordsAreReadable(t *testing.T) {
	n := 0
	for first, words := range commonWords() {
		for _, w := range words {
			n++
			if w[0] != first || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
				t.Errorf("%q can never be found", w)
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d words, want a list", n)
	}
}

func TestHashAndVerify(t *testing.T) {
	ctx := context.Background()
	h := newHasher(cheap)
	stored, err := h.hash(ctx, "kōkako sings at dawn")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := h.hash(ctx, "kōkako sings at dawn"); again == stored {
		t.Error("the same password twice gave the same hash: no salt")
	}
	for _, tt := range []struct {
		name, stored, password string
		want                   verdict
	}{
		{"right", stored, "kōkako sings at dawn", verdict{right: true}},
		{"right, in two code points", stored, "kōkako sings at dawn", verdict{right: true}},
		{"right, full-width", stored, "ｋōkako sings at dawn", verdict{right: true}},
		{"case counts", stored, "Kōkako sings at dawn", verdict{}},
		{"spaces count", stored, "kōkako sings at dawn ", verdict{}},
		{"nothing is cut off", stored, "kōkako sings at dawn" + strings.Repeat("x", 100), verdict{}},
		{"no password set", "", "kōkako sings at dawn", verdict{}},
		{"no password set, none given", "", "", verdict{}},
	} {
		if got, err := h.verify(ctx, tt.stored, tt.password); err != nil || got != tt.want {
			t.Errorf("%s: %+v, %v; want %+v", tt.name, got, err, tt.want)
		}
	}
	dearer := newHasher(cost{memory: 128, passes: 1, lanes: 1})
	if got, err := dearer.verify(
		ctx, stored, "kōkako sings at dawn",
	); err != nil || got != (verdict{right: true, stale: true}) {
		t.Errorf("under a new cost: %+v, %v; want right and stale", got, err)
	}
	if got, _ := dearer.verify(ctx, stored, "wrong"); got != (verdict{}) {
		t.Errorf("wrong under a new cost: %+v; want wrong", got)
	}
}

func TestTheCostIsTheAdvisedOne(t *testing.T) {
	stored, err := newHasher(currentCost).hash(context.Background(), "kōkako sings at dawn")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("stored as %s", stored)
	}
}

// That an unknown account is hashed for at all is seen by its waiting for a turn,
// in TestHashingTakesTurns.
func TestAnUnknownAccountTakesAsLong(t *testing.T) {
	h := newHasher(currentCost)
	stored, err := h.hash(context.Background(), "kōkako sings at dawn")
	if err != nil {
		t.Fatal(err)
	}
	known, err := h.work(stored)
	if err != nil {
		t.Fatal(err)
	}
	unknown, err := h.work("")
	if err != nil {
		t.Fatal(err)
	}
	if known.cost != unknown.cost || len(known.salt) != len(unknown.salt) || len(known.sum) != len(unknown.sum) {
		t.Errorf("the work for a known account is %v with %d bytes of salt for %d, for an unknown one %v with %d for %d: "+
			"the difference tells which is which",
			known.cost, len(known.salt), len(known.sum), unknown.cost, len(unknown.salt), len(unknown.sum))
	}
}

func TestHashingTakesTurns(t *testing.T) {
	h := newHasher(cheap)
	for range hashesAtOnce {
		h.turns <- struct{}{} // everyone's turn is taken
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.hash(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who left: %v, want context.Canceled", err)
	}
	h.patience = time.Millisecond
	if _, err := h.verify(context.Background(), "", "x"); apperr.KindOf(err) != apperr.Busy {
		t.Errorf("a caller who waited too long: %v, want busy", err)
	}
	<-h.turns
	if _, err := h.hash(context.Background(), "x"); err != nil {
		t.Errorf("with a turn free: %v", err)
	}
	h.patience = hashPatience
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := h.hash(context.Background(), "x"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(h.turns) != hashesAtOnce-1 {
		t.Errorf("%d turns are still taken, want %d", len(h.turns), hashesAtOnce-1)
	}
}

func TestDamagedHashesAreRefused(t *testing.T) {
	const salt, sum = "c29tZXNhbHQ", "MDEyMzQ1Njc4OWFiY2RlZg"
	good := "$argon2id$v=19$m=64,t=1,p=1$" + salt + "$" + sum
	if _, err := parsePHC(good); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		"plain text", "$2a$10$abcdefghijklmnopqrstuv", good + "$", good[:len(good)-1],
		"$argon2i$v=19$m=64,t=1,p=1$" + salt + "$" + sum,
		"$argon2id$v=16$m=64,t=1,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=4294967295,t=1,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=64,t=0,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=64,t=1,p=0$" + salt + "$" + sum,
		"$argon2id$v=19$m=064,t=1,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=64,t=1$" + salt + "$" + sum,
		"$argon2id$v=19$t=1,m=64,p=1$" + salt + "$" + sum,
		"$argon2id$v=19$m=64,t=1,p=1$" + salt + "==$" + sum,
		"$argon2id$v=19$m=64,t=1,p=1$$" + sum,
		"$argon2id$v=19$m=64,t=1,p=1$" + salt + "$",
		"x" + good,
		"$argon2id$v=19$m=64,t=1,p=1$" + strings.Repeat("c29t", 22) + "$" + sum,
		"$argon2id$v=19$m=64,t=1,p=1$" + salt + "$" + strings.Repeat("MDEy", 22),
	} {
		if p, err := parsePHC(s); err == nil {
			t.Errorf("%q was read as %+v", s, p)
		}
		if _, err := newHasher(cheap).verify(context.Background(), s, "x"); err == nil {
			t.Errorf("%q was verified against", s)
		}
	}
}

func FuzzParsePHC(f *testing.F) {
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$MDEyMzQ1Njc4OWFiY2RlZg")
	f.Add("$argon2id$v=19$m=,t=,p=$$")
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := parsePHC(s); err == nil && p.String() != s {
			t.Errorf("%q was read as %q", s, p.String())
		}
	})
}

func FuzzToken(f *testing.F) {
	f.Add(newToken())
	f.Add(strings.Repeat("A", tokenLength))
	f.Fuzz(func(t *testing.T, s string) {
		hash, ok := hashOf(s)
		if ok != (hash != "") || ok && (len(s) != tokenLength || len(hash) != 64) {
			t.Errorf("hashOf(%q) = %q, %v", s, hash, ok)
		}
	})
}

func FuzzWeakness(f *testing.F) {
	f.Add("P4$$w0rd!2026", "aroha@example.nz")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, password, email string) {
		about := aboutPerson{email: email, society: "New Zealand Go Society"}
		if weakness(password, about) == "" && len([]rune(normal(password))) < MinPasswordLength {
			t.Errorf("%q was accepted", password)
		}
	})
}

func TestTokensAreLongAndDifferent(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		token := newToken()
		hash, ok := hashOf(token)
		if !ok || seen[token] || strings.Contains(hash, token) {
			t.Fatalf("token %q, hash %q, %v", token, hash, ok)
		}
		seen[token] = true
	}
}
