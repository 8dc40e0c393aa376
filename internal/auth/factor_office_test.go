package auth

import (
	"context"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func TestWhoMustHaveASecondFactor(t *testing.T) {
	day := civil.MustParseDate("2026-07-01")
	office := func(role Role, event EventID, until string) Actor {
		o := Office{Role: role, Event: event, From: day.AddDays(-10)}
		if until != "" {
			o.Until = civil.MustParseDate(until)
		}
		return Actor{Offices: []Office{o}}
	}
	enrolled := office(Secretary, 0, "")
	enrolled.Proof.Enrolled = true
	for _, tt := range []struct {
		name string
		a    Actor
		from string
		want Demand
	}{
		{"a member", Actor{}, "2026-01-01", NoDemand},
		{"the secretary", office(Secretary, 0, ""), "2026-01-01", EnrolNow},
		{"on the day", office(Secretary, 0, ""), "2026-07-01", EnrolNow},
		{"the day before", office(Secretary, 0, ""), "2026-07-02", EnrolSoon},
		{"no day is set", office(Secretary, 0, ""), "", EnrolSoon},
		{"whose office has ended", office(Secretary, 0, "2026-06-30"), "2026-01-01", NoDemand},
		{"the administrator", office(Administrator, 0, ""), "2026-01-01", EnrolNow},
		{"a committee member", office(Committee, 0, ""), "2026-01-01", EnrolNow},
		{"a club secretary", office(ClubSecretary, 0, ""), "2026-01-01", EnrolNow},
		{"the director of every event", office(Director, 0, ""), "2026-01-01", EnrolNow},
		{"the director of an event", office(Director, 4, ""), "2026-01-01", NoDemand},
		{"the referee of an event", office(Referee, 4, ""), "2026-01-01", NoDemand},
		{"a teller", Actor{Proof: Proof{Teller: true}}, "2026-01-01", EnrolNow},
		{"who has one", enrolled, "2026-01-01", NoDemand},
	} {
		var from civil.Date
		if tt.from != "" {
			from = civil.MustParseDate(tt.from)
		}
		if got := demandOn(tt.a, day, from); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// From the day that is set, an office opens nothing without a second factor.
func TestAnOfficeOpensNothingWithoutTheSecondFactor(t *testing.T) {
	each(t, func(w *world) {
		person, _ := w.account("Aroha", "Tūī")
		w.appointed(person, Secretary)
		w.factorFrom = w.now.Date()
		in := w.signIn("Aroha")
		_, _, err := w.Accounts(ctx, w.actor(in), AccountQuery{Limit: 1})
		w.refused(err, apperr.Forbidden, "Set up a second factor")
		w.enrolled(in)
		_, _, err = w.Accounts(ctx, w.actor(in), AccountQuery{Limit: 1})
		w.must(err)
	})
}

// A session without the second factor is none once there is one, however it began.
func TestASessionWithoutTheSecondFactorIsNone(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		in := w.signIn("Aroha")
		w.enrolled(in)
		w.actor(in)
		w.set(`UPDATE session SET factor = ''`)
		_, err := w.ActorBySession(ctx, in.Token)
		w.refused(err, apperr.SignIn, "Sign in")
	})
}

// A teller is one only while the vote goes on.
func TestTellersOfAVoteThatGoesOn(t *testing.T) {
	each(t, func(w *world) {
		person, _ := w.account("Aroha", "Tūī")
		in := w.signIn("Aroha")
		vote := w.row(`
			INSERT INTO postal_vote (title, egm, address, way, created_at)
			VALUES ('A vote', '2026-07-01', 'PO Box 1', 'web', '2026-01-01T00:00:00.000Z')`)
		w.set(`INSERT INTO postal_teller (vote_id, person_id, position) VALUES ($1, $2, 1)`, vote, person)
		if p := w.actor(in).Proof; !p.Teller || p.Demand != EnrolSoon {
			t.Errorf("a teller: %+v", p)
		}
		w.set(`UPDATE postal_vote SET state = 'declared'`)
		if w.actor(in).Proof.Teller {
			t.Error("the teller of a vote that was declared is still one")
		}
	})
}

// The owner is told of each factor that comes and goes, and of a recovery code.
func TestTheOwnerIsToldOfFactors(t *testing.T) {
	each(t, func(w *world) {
		var subjects []string
		w.post = func(_ context.Context, _ *store.Tx, l Letter) error {
			subjects = append(subjects, l.Account.Email+": "+l.Subject)
			return nil
		}
		w.account("Aroha", "Tūī")
		_, codes := w.enrolled(w.signIn("Aroha"))
		in, err := w.withCode(w.half("Aroha"), codes[0])
		w.must(err)
		list, _, err := w.Factors(ctx, w.actor(in))
		w.must(err)
		w.must(w.RemoveFactor(ctx, w.actor(in), list[0].ID))
		want := "aroha@example.nz: A second factor was added to your account\n" +
			"aroha@example.nz: A recovery code was used for your account\n" +
			"aroha@example.nz: A second factor was removed from your account"
		if got := strings.Join(subjects, "\n"); got != want {
			t.Errorf("letters:\n%s", got)
		}
	})
}

// A phone is lost on the day of an event: another officer lets its owner in with the
// password alone, for a day, and says why.
func TestLettingSomeoneInForADay(t *testing.T) {
	each(t, func(w *world) {
		_, id := w.account("Aroha", "Tūī")
		w.enrolled(w.signIn("Aroha"))
		person, _ := w.account("Mere", "Kererū")
		w.appointed(person, Administrator)
		in := w.signIn("Mere")
		admin := w.actor(in)
		var letters []string
		w.post = func(_ context.Context, _ *store.Tx, l Letter) error {
			letters = append(letters, l.Account.Email+": "+l.Body)
			return nil
		}
		letIn := func(by Actor, whom AccountID, reason string) error {
			_, err := w.LetInForADay(ctx, by, whom, reason)
			return err
		}
		w.refused(letIn(Actor{}, id, "lost"), apperr.SignIn, "Sign in")
		w.refused(letIn(Actor{Account: 9, Person: 9}, id, "lost"), apperr.Forbidden, "Only")
		w.refused(letIn(admin, id, "  "), apperr.Invalid, "Say why")
		w.refused(letIn(admin, id, strings.Repeat("x", MaxReason+1)), apperr.Invalid, "at most")
		w.refused(letIn(admin, admin.Account, "lost"), apperr.Invalid, "cannot let yourself in")
		w.refused(letIn(program, admin.Account, "lost"), apperr.Invalid, "has no second factor")
		w.refused(letIn(program, 999, "lost"), apperr.NotFound, "not found")
		w.half("Aroha")

		w.must(letIn(admin, id, "Phone in the harbour; she called me."))
		if len(letters) != 1 || !strings.Contains(letters[0], "aroha@example.nz") ||
			!strings.Contains(letters[0], "Mere Kererū has let you sign in") || !strings.Contains(letters[0], "in the harbour") {
			t.Errorf("letters %q", letters)
		}
		w.later(proofLasts)
		w.refused(letIn(w.actor(in), id, "lost"), apperr.Prove, "Sign in again")
		w.later(23*time.Hour - proofLasts)
		came := w.signIn("Aroha")
		if came.Token == "" || w.actor(came).Proof.Factor != LetIn {
			t.Fatalf("who was let in: %+v", came)
		}
		came = w.again(w.actor(came), Again{Password: goodPassword, Network: "n"})
		w.later(time.Hour)
		_, err := w.ActorBySession(ctx, came.Token)
		w.refused(err, apperr.SignIn, "expired") // the day is over
		w.half("Aroha")
	})
}

// A factor that is added ends all other sessions, also those that began with another
// one; a new first factor would not say which of them were the owner's.
func TestAddingAFactorEndsOtherSessions(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		w.account("Hemi", "Kea")
		hemi, here := w.signIn("Hemi"), w.signIn("Aroha")
		phone, _ := w.enrolled(here)
		elsewhere, err := w.withCode(w.half("Aroha"), phone.next())
		w.must(err)
		w.actor(elsewhere)
		w.must(w.OfferTOTP(ctx, w.actor(here)))
		w.later(2 * time.Minute) // the app's next codes
		w.enrolled(here)
		w.refused(second(w.ActorBySession(ctx, elsewhere.Token)), apperr.SignIn, "Sign in")
		w.actor(here)
		w.actor(hemi)
	})
}

// Recovery codes are kept as passwords are, at their cost, and each is one of 2⁶⁰.
func TestRecoveryCodesAreKeptLikePasswords(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		in := w.signIn("Aroha")
		_, codes := w.enrolled(in)
		hashes, err := recoveryCodesOf(ctx, w.db, w.actor(in).Account)
		w.must(err)
		password, err := w.hasher.hash(ctx, goodPassword)
		w.must(err)
		cost := password[:strings.LastIndex(password[:strings.LastIndex(password, "$")], "$")] // what stands before the salt
		if !strings.HasPrefix(cost, "$argon2id$") || len(hashes) != recoveryCodes {
			t.Fatalf("%d codes at the cost %q", len(hashes), cost)
		}
		seen, letters := map[string]bool{}, map[rune]bool{}
		for i, h := range hashes {
			if !strings.HasPrefix(h.hash, cost+"$") || seen[h.hash] {
				t.Errorf("code %d is kept as %s, want the cost %s", i, h.hash, cost)
			}
			seen[h.hash] = true
		}
		for range 20 {
			for _, code := range codes {
				text := lettersOf(code)
				if len(text) != 12 || seen[text] { // five bits each
					t.Fatalf("code %q", code)
				}
				seen[text] = true
				for _, r := range text {
					letters[r] = true
				}
			}
			codes, err = w.RenewRecoveryCodes(ctx, w.actor(in))
			w.must(err)
		}
		if len(letters) != 32 {
			t.Errorf("%d letters are used, want 32", len(letters))
		}
	})
}
