package venue

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// codeFor is today's code for a role.
func (l *laptop) codeFor(role auth.Role) string {
	l.t.Helper()
	codes, err := l.Codes(ctx, l.director)
	l.must(err)
	for _, c := range codes {
		if c.Role == role {
			return c.Code
		}
	}
	l.t.Fatalf("no code for a %s", role)
	return ""
}

// who is whoever has just come in.
func (l *laptop) who(in auth.SignedIn, err error) auth.Actor {
	l.t.Helper()
	l.must(err)
	a, err := l.desk.auth.ActorBySession(ctx, in.Token)
	l.must(err)
	return a
}

// Helpers come in by the code of their role, for the day, until the director ends it. A browser's form has a key, which
// one press may use for one change: coming in is several, and may be tried again.
func TestHelpersComeInByTheCodeOfTheDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		l := w.laptop(w.lend())
		pressed := audit.WithRequestKey(ctx, "a-key-of-a-form")
		code := l.codeFor(auth.Referee)
		var enters auth.Actor
		for range 2 {
			enters = l.who(l.Join(pressed, " "+strings.ToLower(code)+" ", "  Mere   Helper ", "a phone"))
		}
		directs := l.who(l.Join(ctx, strings.ReplaceAll(l.codeFor(auth.Director), "-", ""), "Second", "a phone"))
		here := l.who(l.SignInHere(audit.WithRequestKey(ctx, "another"), "the laptop"))
		for who, a := range map[string]auth.Actor{"enters": enters, "directs": directs, "here": here} {
			_, err := l.Codes(ctx, a)
			if may := who != "enters"; may != (err == nil) || !may && apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s sees the codes: %v", who, err)
			}
		}
		if enters.Name != "Mere Helper" || here.Name != w.director.Name {
			t.Errorf("in came %q and %q", enters.Name, here.Name)
		}
		l.enter(enters, w.section, 1, 1, pairing.BlackWins)

		l.must(l.RenewCodes(ctx, l.director))
		_, err := l.Join(ctx, code, " ", "a phone")
		l.refused(err, apperr.Invalid, "not one of today’s codes")
		l.refused(err, apperr.Invalid, "Enter your name")
		l.enter(enters, w.section, 1, 2, pairing.BlackWins) // who is in stays in

		helpers, err := l.Helpers(ctx, l.director)
		l.must(err)
		for _, h := range helpers {
			if h.Name == "Mere Helper" {
				l.refused(l.DropHelper(ctx, enters, h.Office), apperr.Forbidden, "")
				l.must(l.DropHelper(ctx, l.director, h.Office))
				l.refused(l.DropHelper(ctx, l.director, h.Office), apperr.NotFound, "nothing more")
			}
		}
		in, err := l.Join(ctx, l.codeFor(auth.Referee), "Mere Helper", "a phone")
		again := l.who(in, err)
		l.enter(again, w.section, 1, 3, pairing.BlackWins)
		l.desk.now = l.desk.now.Add(24 * time.Hour)
		if a, err := l.desk.auth.ActorBySession(ctx, in.Token); err == nil {
			l.refused(l.tryEnter(a, w.section, 1, 3, pairing.WhiteWins), apperr.Forbidden, "")
		}
		for name, ask := range map[string]func(auth.Actor) error{
			"renew":     func(a auth.Actor) error { return l.RenewCodes(ctx, a) },
			"helpers":   func(a auth.Actor) error { _, err := l.Helpers(ctx, a); return err },
			"give back": func(a auth.Actor) error { return l.GiveBack(ctx, a) },
			"go on":     func(a auth.Actor) error { return l.KeepOn(ctx, a) },
		} {
			if err := ask(auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
				t.Errorf("nobody in particular: %s: %v", name, err)
			}
			if err := ask(enters); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("who enters results: %s: %v", name, err)
			}
		}
	})
}
