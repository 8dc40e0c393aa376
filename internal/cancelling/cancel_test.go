package cancelling

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/mail"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// to are the addresses of letters.
func to(letters []letter) []string {
	var out []string
	for _, l := range letters {
		out = append(out, l.to)
	}
	slices.Sort(out)
	return out
}

// full has the event full of people: who is entered by hand, with an address and without, a visitor who is confirmed and
// has paid, one who is not confirmed, one whose address is not confirmed, one who withdrew, and a follower.
func (w *world) full() {
	w.t.Helper()
	w.enters(w.person("Reach", "Ann", "ann@example.nz"))
	silent := w.enters(w.person("Silent", "Sam", ""))
	paid, _ := w.visits("Payer")
	_, err := w.entries.ConfirmAll(ctx, w.director, w.event.ID)
	w.must(err)
	w.must(w.entries.Pay(ctx, w.director, paid.ID, entering.Beforehand, w.version(paid.ID)))
	w.visits("Early")
	w.asks("Unsure")
	gone, token := w.visits("Gone")
	w.must(w.entries.WithdrawByLink(ctx, token, w.version(gone.ID)))
	w.must(w.letters.AskAt(ctx, w.section, silent.ID, "fan@example.org"))
	for _, l := range w.come() {
		if _, rest, ok := strings.Cut(l.body, "/round-letters/"); ok {
			w.must(w.letters.Confirm(ctx, rest[:26]))
		}
	}
	treasurer := w.person("Money", "Tom", "tom@example.nz")
	chief := w.actor(w.person("First", "Pat", ""), auth.President, auth.Secretary)
	_, err = w.offices.Appoint(ctx, chief, auth.Office{
		Person: treasurer, Role: auth.Treasurer, From: civil.MustParseDate("2026-11-01"),
	})
	w.must(err)
	w.come()
}

func (w *world) version(id entering.ApplicationID) int64 {
	w.t.Helper()
	all, err := w.entries.ApplicationsIn(ctx, w.db, w.event.ID)
	w.must(err)
	for _, a := range all {
		if a.ID == id {
			return a.Version
		}
	}
	w.t.Fatal("no such application")
	return 0
}

// Everyone on the list is written to once, with the reason; whoever is not reached is named, and who paid is too.
func TestEveryoneIsToldOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.full()
		terms, err := w.entries.Terms(ctx, w.director, w.event.ID)
		w.must(err)
		w.must(w.entries.SetTerms(ctx, w.director, w.event.ID, entering.TermsInput{
			Taken: true, Closes: terms.Closes, Fees: terms.Fees, Billed: true, Lists: terms.Lists, Version: terms.Version,
		}))
		due, _ := w.visits("Due")
		w.must(w.entries.ConfirmOne(ctx, w.director, due.ID, 0, w.version(due.ID)))
		w.come()
		asks := func(want money.Cents) {
			t.Helper()
			all, err := w.entries.ApplicationsIn(ctx, w.db, w.event.ID)
			w.must(err)
			for _, a := range all {
				if a.ID == due.ID && a.Bill.Open() != want {
					t.Errorf("the books ask for %s, want %s", a.Bill.Open(), want)
				}
			}
		}
		asks(50_00)
		plan, err := w.s.Plan(ctx, w.director, w.event.ID)
		w.must(err)
		if plan.Refused != "" || plan.Letters != 5 || !slices.Equal(plan.Untold, []string{"Sam Silent"}) || plan.Paid.Total != 50_00 || !plan.Books {
			t.Errorf("the plan is %+v", plan)
		}
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "The hall\n is  flooded.", plan.Event.Version))
		want := []string{"ann@example.nz", "due@example.org", "early@example.org", "fan@example.org", "payer@example.org", "tom@example.nz"}
		letters := w.told()
		if got := to(letters); !slices.Equal(got, want) {
			t.Fatalf("letters went to %v, want %v", got, want)
		}
		for _, l := range letters {
			if l.subject != "Congress is cancelled" || l.to != "tom@example.nz" && !strings.Contains(l.body, "Why: The hall is flooded.") {
				t.Errorf("the letter to %s: %s\n%s", l.to, l.subject, l.body)
			}
			has := map[string]string{
				"payer@example.org": "Your fee of $50.00 is noted as paid.", "fan@example.org": "You asked for letters about a player.",
				"tom@example.nz": "$50.00 in all are noted as paid for it. Who paid: " + site + "/director/events/1/paid",
				"ann@example.nz": "You are on the list of Open. There is nothing for you to do.",
			}[l.to]
			if !strings.Contains(l.body, has) {
				t.Errorf("the letter to %s lacks %q:\n%s", l.to, has, l.body)
			}
		}
		e := w.read(w.event.ID)
		if !e.Cancelled.Is || e.Cancelled.Reason != "The hall is flooded." || e.Cancelled.By != w.director.Name || e.Cancelled.Turns != 1 {
			t.Errorf("kept is %+v", e.Cancelled)
		}
		asks(0)
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "The hall is flooded.", plan.Event.Version)) // pressed twice
		w.must(w.s.Undo(ctx, w.director, w.event.ID, e.Version))
		w.must(w.s.Undo(ctx, w.director, w.event.ID, e.Version))
		asks(50_00)
		letters = w.told()
		if got := to(letters); !slices.Equal(got, want) || letters[0].subject != "Congress takes place after all" {
			t.Errorf("after it was undone letters went to %v: %+v", got, letters)
		}
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "Again.", w.read(w.event.ID).Version))
		if got := to(w.told()); !slices.Equal(got, want) || w.read(w.event.ID).Cancelled.Turns != 3 {
			t.Errorf("cancelled again, letters went to %v", got)
		}
	})
}

// Attack: a director presses to and fro, so that everyone's letter box fills. What is undone before its letters leave no one
// hears of, no one is told twice the same, and there is an end to it.
func TestLettersSayWhatStands(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.full()
		turn := func(reason string) {
			t.Helper()
			if e := w.read(w.event.ID); e.Cancelled.Is {
				w.must(w.s.Undo(ctx, w.director, e.ID, e.Version))
			} else {
				w.must(w.s.Cancel(ctx, w.director, e.ID, reason, e.Version))
			}
		}
		subjects := func(letters []letter) (out []string) {
			for _, l := range letters {
				if !slices.Contains(out, l.subject) {
					out = append(out, l.subject)
				}
			}
			return out
		}
		turn("Flood.")
		turn("")
		if come := w.told(); len(come) != 0 {
			t.Errorf("cancelled and undone at once: %v", to(come))
		}
		turn("Flood.") // 3
		turn("")
		turn("Flood.")
		if come := w.told(); len(come) != 5 || !slices.Equal(subjects(come), []string{"Congress is cancelled"}) {
			t.Errorf("cancelled: %v, %v", to(come), subjects(come))
		}
		turn("") // 6
		turn("Flood.")
		if come := w.told(); len(come) != 0 {
			t.Errorf("told the same again: %v", to(come))
		}
		turn("") // 8
		turn("The hall is sold.")
		if come := w.told(); len(come) != 4 || !strings.Contains(come[0].body, "Why: The hall is sold.") {
			t.Errorf("another reason: %v", to(come)) // the treasurer has read that it is cancelled
		}
		turn("") // 10
		plan, err := w.s.Plan(ctx, w.director, w.event.ID)
		if w.must(err); plan.Letters != 4 || plan.Known != 0 || plan.Spent {
			t.Errorf("the plan is %+v", plan)
		}
		if come := w.told(); len(come) != 5 || !slices.Equal(subjects(come), []string{"Congress takes place after all"}) {
			t.Errorf("undone: %v, %v", to(come), subjects(come))
		}
		for range 20 {
			turn("Flood.")
			w.told()
		}
		letters := len(w.sent)
		plan, err = w.s.Plan(ctx, w.director, w.event.ID)
		if w.must(err); plan.Letters != 0 || !plan.Spent {
			t.Errorf("the plan is %+v", plan)
		}
		turn("Flood.")
		if w.told(); len(w.sent) != letters {
			t.Errorf("%d letters more", len(w.sent)-letters)
		}
	})
}

// Bug: whoever had read last that the event takes place was told so again when it was cancelled and reinstated before they
// heard, because another line of the letter had changed; and who was never reached by the letter before was told “after all”.
func TestNoOneIsToldTwiceThatItTakesPlace(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.full()
		turn := func(reason string) {
			t.Helper()
			if e := w.read(w.event.ID); e.Cancelled.Is {
				w.must(w.s.Undo(ctx, w.director, e.ID, e.Version))
			} else {
				w.must(w.s.Cancel(ctx, w.director, e.ID, reason, e.Version))
			}
		}
		w.refuses = "ann@example.nz" // her letter is refused for good
		turn("Flood.")
		w.told()
		w.refuses = ""
		turn("")
		if got := to(w.told()); slices.Contains(got, "ann@example.nz") || len(got) != 4 {
			t.Errorf("told that it takes place: %v", got)
		}
		turn("Flood.")
		e := w.read(w.event.ID)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { // the place is put right meanwhile
			_, err := tx.Exec(ctx, `UPDATE event SET place = 'Town hall' WHERE id = $1`, e.ID)
			return err
		}))
		turn("")
		if got := to(w.told()); len(got) != 0 {
			t.Errorf("told again that it takes place: %v", got)
		}
	})
}

// Who paid is for the director and the society's officers, and no one else.
func TestWhoPaidIsNamed(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.full()
		for _, role := range []auth.Role{auth.Treasurer, auth.Director, auth.President} {
			paid, err := w.s.Paid(ctx, w.actor(w.person("Officer", string(role), ""), role), w.event.ID)
			w.must(err)
			if len(paid.Rows) != 1 || paid.Rows[0].Name != "Rima Payer" || paid.Rows[0].Fee != 50_00 || paid.Rows[0].Section != "Open" ||
				paid.Rows[0].Paid.How != entering.Beforehand || paid.Rows[0].Email != "payer@example.org" {
				t.Errorf("the %s reads %+v", role, paid)
			}
		}
		for _, role := range []auth.Role{auth.Referee, auth.Committee, auth.RatingsOfficer, auth.ClubSecretary} {
			_, err := w.s.Paid(ctx, w.actor(w.person("No", string(role), ""), role), w.event.ID)
			w.refused(err, apperr.Forbidden, "")
		}
		_, err := w.s.Paid(ctx, auth.Actor{}, w.event.ID)
		w.refused(err, apperr.SignIn, "")
	})
}

// Who may is whoever directs the event.
func TestOnlyItsDirectorCancels(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "Flood.", w.event.Version))
		other, _ := w.opens("Other")
		elsewhere := w.actor(w.person("Elsewhere", "Eve", ""))
		elsewhere.Offices = []auth.Office{{Person: elsewhere.Person, Role: auth.Director, Event: other.ID, From: civil.MustParseDate("2020-01-01")}}
		actors := map[string]auth.Actor{"the director of another event": elsewhere}
		for _, role := range []auth.Role{auth.Referee, auth.President, auth.Treasurer, auth.Administrator, auth.Committee, auth.ClubSecretary} {
			actors[string(role)] = w.actor(w.person("No", string(role), ""), role)
		}
		for name, actor := range maps.All(actors) {
			_, err := w.s.Plan(ctx, actor, w.event.ID)
			for _, err := range []error{
				err, w.s.Cancel(ctx, actor, w.event.ID, "Mine.", w.event.Version), w.s.Undo(ctx, actor, w.event.ID, w.event.Version),
			} {
				if apperr.KindOf(err) != apperr.Forbidden {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		w.refused(w.s.Cancel(ctx, auth.Actor{}, w.event.ID, "Mine.", 1), apperr.SignIn, "")
		w.refused(w.s.Undo(ctx, auth.Actor{}, w.event.ID, 1), apperr.SignIn, "")
	})
}

// What cannot be cancelled says why, and nothing of it is kept.
func TestWhatIsNotCancelled(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		id := w.event.ID
		w.refused(w.s.Cancel(ctx, w.director, id, " \n", w.event.Version), apperr.Invalid, "reason: Say why")
		w.refused(w.s.Cancel(ctx, w.director, id, strings.Repeat("ā", maxReason+1), w.event.Version), apperr.Invalid, "reason: Say why")
		w.refused(w.s.Cancel(ctx, w.director, id, "Flood.", w.event.Version-1), apperr.Conflict, "")
		w.refused(w.s.Undo(ctx, w.director, 9999, 1), apperr.NotFound, "")
		draft := w.drafts("Draft")
		w.refused(w.s.Cancel(ctx, w.director, draft.ID, "Flood.", draft.Version), apperr.Conflict, "Delete it instead")

		_, err := w.venue.Lend(ctx, w.director, id)
		w.must(err)
		w.refused(w.s.Cancel(ctx, w.director, id, "Flood.", w.read(id).Version), apperr.Conflict, "at its venue")
		w.must(w.venue.Reclaim(ctx, w.director, id))

		r := w.plays()
		w.must(w.wins(r))
		w.refused(w.s.Cancel(ctx, w.director, id, "Flood.", w.read(id).Version), apperr.Conflict, "End it early")
		if w.read(id).Cancelled != (tournaments.Cancellation{}) || len(w.come()) > 0 {
			t.Error("something of it was kept")
		}
	})
}

// A round that is published and of which nothing was played does not keep an event from being cancelled; what a phone
// reports does.
func TestAPublishedRoundIsNotAResult(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		r := w.plays()
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "Flood.", w.read(w.event.ID).Version))
		w.refused(w.wins(r), apperr.Conflict, "is cancelled")
		w.must(w.s.Undo(ctx, w.director, w.event.ID, w.read(w.event.ID).Version))
		w.must(w.wins(r))
	})
}

// Nothing goes on in an event that is cancelled, but fees that came in are noted.
func TestNothingGoesOn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.enters(w.person("Black", "Ada", "ada@example.nz"))
		w.enters(w.person("White", "Bob", "bob@example.nz"))
		r, err := w.events.Draw(ctx, w.director, w.section, 1)
		w.must(err)
		early, token := w.visits("Early")
		unsure := w.asks("Unsure")
		member := w.actor(w.person("Late", "Lea", "lea@example.nz"))
		id := w.event.ID
		w.must(w.s.Cancel(ctx, w.director, id, "Flood.", w.read(id).Version))
		e := w.read(id)
		_, byHand := w.events.Enter(ctx, w.director, member.Person, tournaments.EntryInput{Section: w.section, Visitor: true})
		_, own := w.entries.EnterOwn(ctx, member, id, entering.Input{Grade: "3k"})
		visitor := w.entries.Enter(ctx, id, entering.Input{FamilyName: "New", GivenNames: "N", Email: "n@example.org", Grade: "3k"}, "192.0.2.9")
		_, confirm := w.entries.Confirm(ctx, unsure)
		_, accept := w.entries.ConfirmAll(ctx, w.director, id)
		_, draw := w.events.Draw(ctx, w.director, w.section, 1)
		_, lend := w.venue.Lend(ctx, w.director, id)
		_, rate := w.events.SubmitForRating(ctx, w.director, id, e.Version)
		for name, err := range map[string]error{
			"enter by hand": byHand, "enter online": own, "enter as a visitor": visitor, "confirm an address": confirm,
			"confirm all": accept, "draw": draw, "publish": w.events.Publish(ctx, w.director, r.ID, r.Version, ""), "lend": lend, "rate": rate,
			"withdraw": w.entries.WithdrawByLink(ctx, token, early.Version), "unannounce": w.events.Unannounce(ctx, w.director, id, e.Version),
			"edit": w.events.EditEvent(ctx, w.director, id, tournaments.EventInput{Name: "X", From: e.From, To: e.To, Version: e.Version}),
		} {
			if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "cancelled") && name != "rate" {
				t.Errorf("%s: %v", name, err)
			}
		}
		w.must(w.entries.Pay(ctx, w.director, early.ID, entering.Beforehand, w.version(early.ID)))
		if err := e.Closed(); err == nil || e.TakesChanges() || e.BeingPlayed() || e.State() != "cancelled" {
			t.Errorf("%v, %s", err, e.State())
		}
		if a, err := w.entries.ByLink(ctx, token); err != nil || a.Closed != "Congress is cancelled: Flood." {
			t.Errorf("the own page says %q, %v", a.Closed, err)
		}
	})
}

// On My page and on the director's desk a cancelled event stays until its days are over.
func TestItGoesFromListsOnceItsDaysAreOver(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		player := w.person("Reach", "Ann", "ann@example.nz")
		w.enters(player)
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "Flood.", w.read(w.event.ID).Version))
		shown := func() [2]int {
			own, err := w.events.EntriesOf(ctx, player)
			w.must(err)
			open, _, err := w.events.DeskEvents(ctx, w.director, 5)
			w.must(err)
			return [2]int{len(own), len(open)}
		}
		if got := shown(); got != [2]int{1, 1} {
			t.Errorf("before: %v", got)
		}
		w.now = civil.MustParseInstant("2027-01-05T01:00:00.000Z")
		if got := shown(); got != [2]int{0, 0} {
			t.Errorf("afterwards: %v", got)
		}
	})
}

// When an event takes place after all, whoever still owes the fee is told its reference: the one that it had before.
func TestTheReferenceThatCounts(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		terms, err := w.entries.Terms(ctx, w.director, w.event.ID)
		w.must(err)
		w.must(w.entries.SetTerms(ctx, w.director, w.event.ID, entering.TermsInput{
			Taken: true, Closes: terms.Closes, Fees: terms.Fees, Billed: true, Lists: terms.Lists, Version: terms.Version,
		}))
		due, _ := w.visits("Due")
		w.must(w.entries.ConfirmOne(ctx, w.director, due.ID, 0, w.version(due.ID)))
		reference := func() string {
			t.Helper()
			all, err := w.entries.ApplicationsIn(ctx, w.db, w.event.ID)
			w.must(err)
			return all[0].Bill.Number.Reference()
		}
		first := reference()
		w.come()
		w.must(w.s.Cancel(ctx, w.director, w.event.ID, "Flood.", w.read(w.event.ID).Version))
		if l := w.told()[0]; strings.Contains(l.body, "reference") {
			t.Errorf("cancelled, and the letter asks for the fee: %s", l.body)
		}
		w.must(w.s.Undo(ctx, w.director, w.event.ID, w.read(w.event.ID).Version))
		second := reference()
		if l := w.told()[0]; second != first || !strings.Contains(l.body, "To pay $50.00 of your fee") || !strings.Contains(l.body, second) {
			t.Errorf("the reference is %s, before %s: %s", second, first, l.body)
		}
	})
}

// Bug: a letter that an event is cancelled, which had failed, could be sent again after the event took place after all.
func TestALetterOfAnEarlierTurnIsNotSentAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.enters(w.person("Moana", "Tere", "tere@example.nz"))
		w.refuses = "tere@example.nz"
		e := w.read(w.event.ID)
		w.must(w.s.Cancel(ctx, w.director, e.ID, "Flood.", e.Version))
		w.told()
		failed, err := store.One(ctx, w.db, store.Value[mail.LetterID], `SELECT min(id) FROM mail_letter WHERE state = 'failed'`)
		w.must(err)
		e = w.read(w.event.ID)
		w.must(w.s.Undo(ctx, w.director, e.ID, e.Version))
		secretary := w.actor(w.person("Peters", "James", ""), auth.Secretary)
		w.refused(w.outbox.SendAgain(ctx, secretary, failed), apperr.Conflict, "takes place after all")
	})
}
