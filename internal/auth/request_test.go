package auth

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
)

// board is a society with officers who have held their offices for a while.
type board struct {
	*world
	treasurer, secretary, president AccountID
	post                            *letters
}

func eachBoard(t *testing.T, test func(b board)) {
	t.Helper()
	each(t, func(w *world) {
		b := board{world: w}
		for _, one := range []struct {
			given string
			role  Role
			id    *AccountID
		}{{"Tama", Treasurer, &b.treasurer}, {"Sione", Secretary, &b.secretary}, {"Ana", President, &b.president}} {
			person, id := w.account(one.given, "Kea")
			w.appointed(person, one.role)
			*one.id = id
		}
		w.later(8 * 24 * time.Hour)
		b.post = w.mailing()
		test(b)
	})
}

func (b board) by(given string) Actor { return b.actor(b.signIn(given)) }

func (b board) ask(given string, kind RequestKind, email string) Request {
	b.t.Helper()
	b.must(b.AskAccess(ctx, b.by(given), RequestInput{Account: b.treasurer, Kind: kind, Reason: "stolen", Email: email}))
	return b.only()
}

func (b board) only() Request {
	b.t.Helper()
	list, err := b.Requests(ctx, b.by("Ana"))
	b.must(err)
	if len(list) != 1 {
		b.t.Fatalf("%d requests wait", len(list))
	}
	return list[0]
}

func (b board) agree(given string, r Request) error {
	_, err := b.AgreeToRequest(ctx, b.by(given), r.ID, r.Mark)
	return err
}

func (b board) recoveryLinks() int {
	return b.count(`SELECT COUNT(*) FROM one_time_link WHERE purpose = 'recover'`)
}

// The attack: one who manages accounts takes over another officer's, alone.
func TestNoOfficerAloneOpensTheAccountOfAnother(t *testing.T) {
	eachBoard(t, func(b board) {
		const second = "a second officer has to agree"
		person, _ := b.account("Mere", "Tūī")
		b.appointed(person, Administrator)
		for _, given := range []string{"Sione", "Mere"} {
			alone := b.by(given)
			_, err := b.PasswordLink(ctx, alone, b.treasurer)
			b.refused(err, apperr.Conflict, second)
			b.refused(b.ChangeEmail(ctx, alone, b.treasurer, b.version(b.treasurer), "x@example.nz", ForBoth), apperr.Conflict, second)
			_, err = b.SignInLink(ctx, alone, b.treasurer, time.Hour)
			b.refused(err, apperr.Forbidden, "Only the program")
		}
		b.enrolled(b.signIn("Tama"))
		_, err := b.LetInForADay(ctx, b.by("Sione"), b.treasurer, "lost")
		b.refused(err, apperr.Conflict, second)
		// Members need none; the console needs none.
		_, plain := b.account("Rewi", "Weka")
		_, err = b.PasswordLink(ctx, b.by("Sione"), plain)
		b.must(err)
		_, err = b.PasswordLink(ctx, program, b.treasurer)
		b.must(err)
	})
}

func TestASecondOfficerAgreesToALink(t *testing.T) {
	eachBoard(t, func(b board) {
		r := b.ask("Sione", AskLink, "")
		asked := b.post.take()
		var told []string
		for _, l := range asked {
			if l.Purpose == "About an account" {
				told = append(told, l.Address)
			}
		}
		slices.Sort(told)
		if !slices.Equal(told, []string{"ana@example.nz", "tama@example.nz"}) {
			b.t.Errorf("told of the request: %v", told)
		}
		if b.recoveryLinks() != 0 {
			b.t.Error("there is a link before anyone agreed")
		}
		b.refused(b.AskAccess(ctx, b.by("Sione"), RequestInput{Account: b.treasurer, Kind: AskLink, Reason: "stolen"}),
			apperr.Conflict, "asked for already")
		b.post.take()
		b.must(b.agree("Ana", r))
		var link Letter
		for _, l := range b.post.take() {
			if l.Link != 0 {
				link = l
			}
		}
		if link.Address != "tama@example.nz" {
			b.t.Fatalf("the link went to %q", link.Address)
		}
		_, err := b.SetPasswordByLink(ctx, Arrival{Token: b.linkIn(link)}, otherPassword)
		b.must(err)
		b.refused(b.agree("Ana", r), apperr.Conflict, "answered already")

		lately, err := b.TrustedOpenedLately(ctx, b.by("Ana"))
		b.must(err)
		want := "On 9 July 2026 a link for a new password of Tama Kea was made, asked for by Sione Kea, approved by Ana Kea."
		if len(lately) != 2 || lately[1].Text() != want {
			b.t.Errorf("the committee is shown %+v", lately)
		}
		if none, err := b.TrustedOpenedLately(ctx, Actor{Person: 99, Account: 99}); err != nil || len(none) != 0 {
			b.t.Errorf("a member is shown %+v, %v", none, err)
		}
		b.later(openingLasts)
		if lately, err = b.TrustedOpenedLately(ctx, b.by("Ana")); err != nil || len(lately) != 0 {
			b.t.Errorf("after seven days %+v, %v", lately, err)
		}
	})
}

// Without mail who agreed hands the link over; who asked never has it.
func TestWithoutMailWhoAgreedHandsTheLinkOver(t *testing.T) {
	eachBoard(t, func(b board) {
		b.sendsMail = false
		r := b.ask("Sione", AskLink, "")
		done, err := b.AgreeToRequest(ctx, b.by("Ana"), r.ID, r.Mark)
		b.must(err)
		if done.Link == nil {
			b.t.Fatal("no link")
		}
		_, err = b.SetPasswordByLink(ctx, Arrival{Token: done.Link.Token}, otherPassword)
		b.must(err)
	})
}

func TestWhoMayAgree(t *testing.T) {
	eachBoard(t, func(b board) {
		r := b.ask("Sione", AskLink, "")
		sione, err := b.OwnAccount(ctx, b.by("Sione"))
		b.must(err)
		tama := b.by("Tama")
		// One person with two offices is one person.
		b.appointed(sione.Person, Administrator)
		b.refused(b.agree("Sione", r), apperr.Forbidden, "You asked for this")
		_, err = b.AgreeToRequest(ctx, tama, r.ID, r.Mark)
		b.refused(err, apperr.Forbidden, "your own account")
		b.refused(b.RefuseAccess(ctx, tama, r.ID), apperr.Forbidden, "your own account")
		// Somebody appointed to agree: an account of long ago, an office of today.
		friend, friends := b.account("Hemi", "Weka")
		b.later(25 * time.Hour)
		b.set(`UPDATE account_opening SET at = '2026-06-01T00:00:00.000Z' WHERE account_id = $1`, friends)
		office := b.appointed(friend, Administrator)
		b.refused(b.agree("Hemi", r), apperr.Conflict, "less than seven days")
		// An office that is said to be old, and was entered today.
		b.set(`UPDATE office SET from_day = '2026-01-01' WHERE id = $1`, office)
		b.refused(b.agree("Hemi", r), apperr.Conflict, "less than seven days")
		// An office of long ago, an account of today.
		b.set(`UPDATE office SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = $1`, office)
		b.set(`UPDATE account_opening SET at = $2 WHERE account_id = $1`, friends, b.now)
		b.refused(b.agree("Hemi", r), apperr.Conflict, "you can agree to what others ask")
		// A member; a session from this morning.
		b.account("Rewi", "Tūī")
		b.refused(b.agree("Rewi", r), apperr.Forbidden, "")
		in := b.signIn("Ana")
		b.later(proofLasts)
		_, err = b.AgreeToRequest(ctx, b.actor(in), r.ID, r.Mark)
		b.refused(err, apperr.Prove, "Sign in again")
		// Who asked is secretary no longer.
		b.set(`DELETE FROM office WHERE person_id = $1`, sione.Person)
		b.refused(b.agree("Ana", r), apperr.Conflict, "no longer manages accounts")
		if b.recoveryLinks() != 0 {
			b.t.Error("there is a link")
		}
	})
}

// The attacks with the database: a request that nobody asked, one that was changed
// after it was asked or shown.
func TestARequestIsAsItWasAsked(t *testing.T) {
	eachBoard(t, func(b board) {
		r := b.ask("Sione", AskAddress, "tama@home.example.nz")
		b.set(`UPDATE account_request SET new_email = 'thief@example.nz' WHERE id = $1`, r.ID)
		b.refused(b.agree("Ana", r), apperr.Conflict, "not as it was shown")
		b.refused(b.agree("Ana", b.only()), apperr.Conflict, "log does not have this request")
		b.set(`UPDATE account_request SET new_email = $2, account_id = $3 WHERE id = $1`, r.ID, r.NewEmail, b.secretary)
		b.refused(b.agree("Ana", b.only()), apperr.Conflict, "log does not have this request")
		b.set(`DELETE FROM account_request`)
		b.row(`INSERT INTO account_request (account_id, kind, reason, salt, asked_by, asked_at, until_at)
			SELECT $1, 'link', 'stolen', 'x', person_id, CAST($2 AS TEXT), CAST($3 AS TEXT) FROM account WHERE id = $4`,
			b.treasurer, b.now, b.now.Add(time.Hour), b.secretary)
		b.refused(b.agree("Ana", b.only()), apperr.Conflict, "log does not have this request")
	})
}

func TestAnAddressAndADayThatTwoAgreedOn(t *testing.T) {
	eachBoard(t, func(b board) {
		r := b.ask("Sione", AskAddress, "tama@home.example.nz")
		if to := addressesOf(b.post.take()); !to["tama@example.nz"] || !to["tama@home.example.nz"] {
			b.t.Errorf("told of the request: %v", to)
		}
		b.must(b.agree("Ana", r))
		if to := addressesOf(b.post.take()); !to["tama@example.nz"] || !to["tama@home.example.nz"] {
			b.t.Errorf("told of the change: %v", to)
		}
		a, err := b.Account(ctx, program, b.treasurer)
		b.must(err)
		if a.Email != "tama@home.example.nz" {
			b.t.Errorf("the address is %s", a.Email)
		}
		// The former address is told of what follows, for seven days.
		r = b.ask("Sione", AskLink, "")
		b.must(b.agree("Ana", r))
		if to := addressesOf(b.post.take()); !to["tama@example.nz"] || !to["tama@home.example.nz"] {
			b.t.Errorf("told of the link: %v", to)
		}
		b.later(openingLasts)
		if _, err := b.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		if n := b.count(`SELECT COUNT(*) FROM account_opening WHERE old_email <> ''`); n != 0 {
			b.t.Errorf("%d former addresses are kept", n)
		}
		if n := b.count(`SELECT COUNT(*) FROM account_request WHERE new_email <> ''`); n != 0 {
			b.t.Errorf("%d addresses that were asked for are kept", n)
		}
	})
	eachBoard(t, func(b board) {
		b.enrolled(b.signIn("Tama"))
		r := b.ask("Sione", AskLetIn, "")
		b.must(b.agree("Ana", r))
		if in := b.signIn("Tama"); in.Token == "" {
			b.t.Error("Tama is not let in")
		}
	})
}

func addressesOf(list []Letter) map[string]bool {
	out := make(map[string]bool)
	for _, l := range list {
		out[l.Address] = true
	}
	return out
}

func TestARequestEnds(t *testing.T) {
	eachBoard(t, func(b board) {
		r := b.ask("Sione", AskLink, "")
		b.must(b.RefuseAccess(ctx, b.by("Ana"), r.ID))
		b.refused(b.agree("Ana", r), apperr.Conflict, "answered already")
		r = b.ask("Sione", AskLink, "")
		b.later(requestLasts)
		b.refused(b.agree("Ana", r), apperr.Conflict, "lapsed on")
		if _, err := b.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		b.refused(b.agree("Ana", r), apperr.Conflict, "answered already")
		for _, action := range []string{"ask", "refuse", "lapse"} {
			if b.count(`SELECT COUNT(*) FROM audit_entry WHERE action = $1`, action+".account_request") == 0 {
				b.t.Errorf("the log has no %s", action)
			}
		}
		if b.recoveryLinks() != 0 {
			b.t.Error("there is a link")
		}
	})
}

func TestWhatIsAsked(t *testing.T) {
	eachBoard(t, func(b board) {
		sione := b.by("Sione")
		ask := func(by Actor, in RequestInput) error { return b.AskAccess(ctx, by, in) }
		b.refused(ask(sione, RequestInput{Account: b.treasurer}), apperr.Invalid, "kind: Choose what")
		b.refused(ask(sione, RequestInput{b.treasurer, AskAddress, "stolen", ""}), apperr.Invalid, "email: Enter")
		b.refused(ask(sione, RequestInput{b.treasurer, AskLink, "stolen", "x@example.nz"}), apperr.Invalid, "email: Leave")
		b.refused(ask(sione, RequestInput{b.secretary, AskLink, "stolen", ""}), apperr.Invalid, "your own account")
		b.refused(ask(sione, RequestInput{b.treasurer, AskLetIn, "factor", ""}), apperr.Invalid, "no second factor")
		b.refused(ask(sione, RequestInput{999, AskLink, "stolen", ""}), apperr.NotFound, "not found")
		b.refused(ask(b.by("Tama"), RequestInput{b.secretary, AskLink, "stolen", ""}), apperr.Forbidden, "")
		_, plain := b.account("Rewi", "Tūī")
		b.refused(ask(sione, RequestInput{plain, AskLink, "stolen", ""}), apperr.Invalid, "No second officer")
		in := b.signIn("Sione")
		b.later(proofLasts)
		b.refused(ask(b.actor(in), RequestInput{b.treasurer, AskLink, "stolen", ""}), apperr.Prove, "Sign in again")
		sione = b.by("Sione")
		// Only the treasurer could agree, and it is about the treasurer.
		b.set(`UPDATE office SET until_day = '2026-07-08' WHERE role = 'president'`)
		b.refused(ask(sione, RequestInput{b.treasurer, AskLink, "stolen", ""}), apperr.Conflict, "nzgs link")
	})
}

// An account that nobody has come into yet has nothing to take over; it is told and
// shown the same.
func TestAFirstLinkNeedsNoSecondOfficer(t *testing.T) {
	eachBoard(t, func(b board) {
		person := b.person("Hemi", "Weka")
		b.appointed(person, Committee)
		b.post.take()
		made, err := b.Invite(ctx, b.by("Sione"), person, "hemi@example.nz")
		b.must(err)
		if to := addressesOf(b.post.take()); !to["hemi@example.nz"] {
			b.t.Errorf("told: %v", to)
		}
		again, err := b.PasswordLink(ctx, b.by("Sione"), made.Account)
		b.must(err)
		lately, err := b.TrustedOpenedLately(ctx, b.by("Ana"))
		b.must(err)
		if len(lately) != 2 || !strings.Contains(lately[0].Text(), "first password of Hemi Weka was made by Sione Kea") {
			b.t.Errorf("shown %+v", lately)
		}
		_, err = b.SetPasswordByLink(ctx, Arrival{Token: again.Token}, otherPassword)
		b.must(err)
		_, err = b.PasswordLink(ctx, b.by("Sione"), made.Account)
		b.refused(err, apperr.Conflict, "a second officer")
		// Also when the owner stopped everything, so that there is no password.
		b.set(`UPDATE account SET password_hash = '' WHERE id = $1`, made.Account)
		b.set(`DELETE FROM session`)
		_, err = b.PasswordLink(ctx, b.by("Sione"), made.Account)
		b.refused(err, apperr.Conflict, "a second officer")
	})
}

// A link that one officer made for a member ends when the member is appointed.
func TestALinkOfOneOfficerEndsWithAnOffice(t *testing.T) {
	eachBoard(t, func(b board) {
		person, id := b.account("Rewi", "Tūī")
		link, err := b.PasswordLink(ctx, b.by("Sione"), id)
		b.must(err)
		b.appointed(person, Committee)
		_, err = b.SetPasswordByLink(ctx, Arrival{Token: link.Token}, otherPassword)
		b.refused(err, apperr.NotFound, "not valid")
	})
}

// Whatever may have opened an account is noted, and keeps a teller's key away.
func TestWhatOpensAnAccountIsNoted(t *testing.T) {
	eachBoard(t, func(b board) {
		person, id := b.account("Rewi", "Tūī")
		refusal := func() error { return RefuseLatelyOpened(ctx, b.db, person, b.now, "it can be done") }
		free := func(what string) {
			b.t.Helper()
			b.later(openingLasts - time.Millisecond)
			b.refused(refusal(), apperr.Conflict, "it can be done")
			b.later(time.Millisecond)
			if err := refusal(); err != nil {
				b.t.Errorf("%s: %v", what, err)
			}
		}
		b.refused(refusal(), apperr.Conflict, "was chosen with a link. From ")
		free("a first password")
		link, err := b.PasswordLink(ctx, program, id)
		b.must(err)
		free("a link of the console")
		b.must(b.ChangeEmail(ctx, b.by("Sione"), id, b.version(id), "rewi@home.example.nz", ForBoth))
		free("another address")
		link, err = b.PasswordLink(ctx, program, id)
		b.must(err)
		b.set(`DELETE FROM account_opening`)
		_, err = b.SetPasswordByLink(ctx, Arrival{Token: link.Token}, otherPassword)
		b.must(err)
		free("a password chosen with a link")
		b.post.take()
		b.asked("rewi@home.example.nz")
		b.must(b.ResetPassword(ctx, b.linkIn(b.post.take()[0]), goodPassword))
		free("a reset by mail")
		b.set(`INSERT INTO second_factor (account_id, kind, name, created_at) VALUES ($1, 'totp', 'phone', $2)`, id, b.now)
		_, err = b.LetInForADay(ctx, program, id, "lost")
		b.must(err)
		free("a day without the second factor")
	})
}
