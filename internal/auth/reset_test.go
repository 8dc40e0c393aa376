package auth

import (
	"context"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// letters is an outbox that keeps each letter once, by its key.
type letters struct{ queued []Letter }

func (p *letters) queue(_ context.Context, _ *store.Tx, l Letter) error {
	for _, known := range p.queued {
		if known.Key == l.Key {
			return nil
		}
	}
	p.queued = append(p.queued, l)
	return nil
}

// take is what was queued since the last look.
func (p *letters) take() []Letter {
	list := p.queued
	p.queued = nil
	return list
}

// mailing gives the society an outbox.
func (w *world) mailing() *letters {
	p := &letters{}
	w.post, w.sendsMail, w.baseURL = p.queue, true, "https://go.example.nz"
	return p
}

// linkIn is the token that a letter carries as it leaves.
func (w *world) linkIn(l Letter) string {
	w.t.Helper()
	address, err := w.AddressOfLink(ctx, l.Link, l.Address)
	w.must(err)
	token, ok := strings.CutPrefix(address, "https://go.example.nz/link/")
	if !ok || !strings.Contains(l.Body, LinkHere) {
		w.t.Fatalf("%s, in %s", address, l.Body)
	}
	return token
}

func (w *world) version(id AccountID) int64 {
	w.t.Helper()
	a, err := w.Account(ctx, program, id)
	w.must(err)
	return a.Version
}

// asked has a new password asked for, and answers it.
func (w *world) asked(email string) {
	w.t.Helper()
	w.must(w.AskReset(ctx, email, "192.0.2.7"))
	w.must(w.AnswerResets(ctx))
}

// Attack: finding out who has an account. What is written when the answer goes out
// is the same for every address; only afterwards there is a letter for one.
func TestAskingForAPasswordSaysNothingOfAccounts(t *testing.T) {
	each(t, func(w *world) {
		_, closed := w.account("Closed", "Account")
		w.account("Aroha", "Tūī")
		w.must(w.Disable(ctx, program, closed, w.version(closed)))
		p := w.mailing()
		rows := func() [3]int {
			return [3]int{
				w.count(`SELECT COUNT(*) FROM reset_request`), w.count(`SELECT COUNT(*) FROM sign_in_failure`),
				w.count(`SELECT COUNT(*) FROM audit_entry`),
			}
		}
		before := rows()
		for i, address := range []string{"aroha@example.nz", "nobody@example.nz", "closed@example.nz", " AROHA@Example.nz "} {
			w.must(w.AskReset(ctx, address, "192.0.2.7"))
			n := i + 1
			if got := rows(); got != [3]int{before[0] + n, before[1] + 2*n, before[2]} || len(p.queued) != 0 {
				t.Errorf("%s: %v after %v, %d letters", address, got, before, len(p.queued))
			}
		}
		w.must(w.AnswerResets(ctx))
		got := p.take()
		if len(got) != 1 || got[0].Address != "aroha@example.nz" || got[0].Subject != "Choose a new password" {
			t.Errorf("letters: %+v", got)
		}
		w.must(w.AnswerResets(ctx))
		if got := p.take(); len(got) != 0 {
			t.Errorf("answered twice: %+v", got)
		}
		w.refused(w.AskReset(ctx, "no address", "192.0.2.7"), apperr.Invalid, "email")
	})
}

// Attack: filling somebody's mailbox, from many networks; and asking for everybody.
func TestAPersonIsNotFloodedWithLetters(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		p := w.mailing()
		for i := range 2 * resetsOfAccount {
			w.must(w.AskReset(ctx, "aroha@example.nz", "198.51.100."+strings.Repeat("1", i%3+1)))
			w.must(w.AnswerResets(ctx))
		}
		if n := len(p.take()); n != resetsOfAccount {
			t.Errorf("%d letters, want %d", n, resetsOfAccount)
		}
		w.later(failureWindow + time.Minute)
		w.asked("aroha@example.nz")
		if n := len(p.take()); n != 1 {
			t.Errorf("%d letters the next day", n)
		}
		for range resetsOfNetwork - 1 {
			w.must(w.AskReset(ctx, "nobody@example.nz", "192.0.2.7"))
		}
		w.refused(w.AskReset(ctx, "aroha@example.nz", "192.0.2.7"), apperr.TooMany, "Try again tomorrow")
		w.must(w.AskReset(ctx, "aroha@example.nz", "192.0.2.8"))

		// The owner can still sign in: asking is not a failed sign-in.
		_, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Network: "192.0.2.7"})
		w.must(err)
	})
}

func TestAMailedLinkChoosesAPasswordOnce(t *testing.T) {
	each(t, func(w *world) {
		person, id := w.account("Aroha", "Tūī")
		p := w.mailing()
		in, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Network: "192.0.2.7"})
		w.must(err)
		w.set(`INSERT INTO duty_feed (person_id, token_hash, created_at) VALUES ($1, 'x', $2)`, person, w.now)
		w.asked("aroha@example.nz")
		first := w.linkIn(p.take()[0])
		w.asked("aroha@example.nz")
		letter := p.take()[0]
		token := w.linkIn(letter)
		_, err = w.LookAtLink(ctx, first)
		w.refused(err, apperr.NotFound, "a newer one has replaced it")
		if n := w.count(`SELECT COUNT(*) FROM one_time_link WHERE token_hash = $1`, token); n != 0 ||
			strings.Contains(letter.Body, token) {
			t.Error("the link is kept as it is")
		}

		w.refused(w.ResetPassword(ctx, token, "short"), apperr.Invalid, "at least 12")
		w.must(w.ResetPassword(ctx, token, otherPassword))
		w.refused(w.ResetPassword(ctx, token, goodPassword), apperr.NotFound, "already been used")
		_, err = w.ActorBySession(ctx, in.Token)
		w.refused(err, apperr.SignIn, "")
		_, err = w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: otherPassword, Network: "192.0.2.7"})
		w.must(err)
		if n := w.count(`SELECT COUNT(*) FROM session WHERE account_id = $1`, id); n != 1 {
			t.Errorf("%d sessions: the link signed somebody in", n)
		}
		if n := w.count(`SELECT COUNT(*) FROM duty_feed`); n != 0 {
			t.Error("the calendar's address still works")
		}
		told := p.take()
		if len(told) != 1 || told[0].Subject != "Your password was changed" || told[0].Address != "aroha@example.nz" {
			t.Errorf("told %+v", told)
		}
	})
}

// Attack: a link from an old mailbox, or one whose letter is sent much later.
func TestAMailedLinkEndsWithMuch(t *testing.T) {
	for name, after := range map[string]func(w *world, id AccountID){
		"an hour": func(w *world, _ AccountID) { w.later(resetLasts) },
		"a change of the password": func(w *world, _ AccountID) {
			in, err := w.SignIn(ctx, Credentials{Email: "aroha@example.nz", Password: goodPassword, Network: "192.0.2.7"})
			w.must(err)
			w.must(w.ChangePassword(ctx, w.actor(in), PasswordChange{Current: goodPassword, New: otherPassword}))
		},
		"closing the account": func(w *world, id AccountID) { w.must(w.Disable(ctx, program, id, w.version(id))) },
		"a newer link": func(w *world, id AccountID) {
			_, err := w.PasswordLink(ctx, program, id)
			w.must(err)
		},
		"an office": func(w *world, id AccountID) {
			a, err := w.Account(ctx, program, id)
			w.must(err)
			w.appointed(a.Person, Treasurer)
		},
		"a change of the address": func(w *world, id AccountID) {
			w.must(w.ChangeEmail(ctx, program, id, w.version(id), "new@example.nz", ForBoth))
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *world) {
				_, id := w.account("Aroha", "Tūī")
				p := w.mailing()
				w.asked("aroha@example.nz")
				letter := p.take()[0]
				token := w.linkIn(letter)
				after(w, id)
				w.refused(w.ResetPassword(ctx, token, "wharf ladders sing at dawn"), apperr.NotFound, "")
				if name != "an office" { // whoever is trusted is refused when the link is used
					_, err := w.AddressOfLink(ctx, letter.Link, letter.Address)
					w.refused(err, apperr.NotFound, "no longer good")
				}
			})
		})
	}
}

// Attack: one mailbox of an officer, a teller or an administrator gives everything.
func TestWhoIsTrustedGetsNoLinkByMail(t *testing.T) {
	each(t, func(w *world) {
		secretary, _ := w.account("Mere", "Kererū")
		w.appointed(secretary, Secretary)
		for i, trust := range []func(PersonID){
			func(p PersonID) { w.appointed(p, Administrator) },
			func(p PersonID) { w.appointed(p, Treasurer) },
			func(p PersonID) { w.appointed(p, Committee) },
			func(p PersonID) {
				club := w.club("Kāpiti Go Club")
				_, err := w.Appoint(ctx, program, Office{Person: p, Role: ClubSecretary, Club: club, From: w.now.Date()})
				w.must(err)
			},
			func(p PersonID) {
				_, err := w.Appoint(ctx, program, Office{Person: p, Role: President, From: w.now.Date().AddDays(9)})
				w.must(err)
			},
			func(p PersonID) {
				vote := w.row(`INSERT INTO postal_vote (title, egm, address, way, created_at)
					VALUES ('Vote', '2026-06-01', 'Box 1', 'web', $1)`, w.now)
				w.set(`INSERT INTO postal_teller (vote_id, person_id, position) VALUES ($1, $2, 1)`, vote, p)
			},
		} {
			given := "Person" + string(rune('a'+i))
			person, id := w.account(given, "Trusted")
			trust(person)
			p := w.mailing()
			w.asked(strings.ToLower(given) + "@example.nz")
			w.asked(strings.ToLower(given) + "@example.nz") // once a day is enough
			helped := map[string]bool{}
			for _, l := range p.take() {
				helped[l.Address] = true
				if l.Link != 0 || strings.Contains(l.Body, LinkHere) {
					t.Errorf("%s: a link to %s", given, l.Address)
				}
				if mine := l.Address == strings.ToLower(given)+"@example.nz"; !mine &&
					!strings.Contains(l.Body, "https://go.example.nz/admin/accounts/"+idText(id)) {
					t.Errorf("%s: %s is not told where to help: %s", given, l.Address, l.Body)
				}
			}
			if !helped["mere@example.nz"] || !helped[strings.ToLower(given)+"@example.nz"] {
				t.Errorf("%s: letters to %v", given, helped)
			}
			if n := w.count(`SELECT COUNT(*) FROM one_time_link WHERE purpose = 'reset'`); n != 0 {
				t.Errorf("%s: a link was made", given)
			}
		}
	})
}
