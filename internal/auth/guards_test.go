package auth

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// Accounts are their owners' and those people's who manage accounts.
func TestWhoseAccountItIs(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		_, hemi := w.account("Hemi", "Kea")
		aroha := w.actor(w.signIn("Aroha"))
		_, err := w.OwnAccount(ctx, Actor{})
		w.refused(err, apperr.SignIn, "")
		if own, err := w.OwnAccount(ctx, aroha); err != nil || own.ID != aroha.Account {
			w.t.Errorf("the own account: %+v, %v", own, err)
		}
		if log, err := w.AccountHistory(ctx, aroha, aroha.Account, 5); err != nil || len(log) == 0 {
			w.t.Errorf("the own history: %+v, %v", log, err)
		}
		_, err = w.AccountHistory(ctx, aroha, hemi, 5)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.AccountHistory(ctx, Actor{}, 0, 5)
		w.refused(err, apperr.SignIn, "")
		w.refused(w.Disable(ctx, program, 0, 1), apperr.NotFound, "")
		w.refused(w.RevokeOtherSessions(ctx, Actor{}), apperr.SignIn, "")
		w.must(w.SignOut(ctx, Actor{}))
		w.must(w.SignOut(ctx, aroha))
		w.must(w.SignOut(ctx, aroha)) // in another window since
		_, err = w.SignIn(ctx, Credentials{})
		w.refused(err, apperr.Invalid, "email: Enter your e-mail address.; password: Enter your password.")
	})
}

func TestAnAddressToSignInWith(t *testing.T) {
	each(t, func(w *world) {
		admin, id := w.account("Mere", "Kereru")
		w.appointed(admin, Administrator)
		file, err := accountByID(ctx, w.db, id)
		w.must(err)
		w.refused(w.ChangeEmail(ctx, program, id, file.Version, " ", ForBoth), apperr.Invalid, "email: Enter the e-mail address to sign in")
		w.refused(w.ChangeEmail(ctx, program, id, file.Version, "mere at home", ForBoth), apperr.Invalid, "like aroha@example.nz")
		// Another address takes no administrator away.
		w.must(w.ChangeEmail(ctx, program, id, file.Version, "kereru@example.nz", ForBoth))

		long := strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 94) + "nz"
		for address, good := range map[string]bool{
			"aroha@example.nz": true, " aroha@example.nz ": true, "": false, "aroha": false, "aroha@": false,
			"Aroha <aroha@example.nz>": false, "aroha@example": false, "aroha@.nz": false, "aroha@example.": false,
			"a@example.nz, b@example.nz": false, long[:64] + "@" + long[67:]: true, "x" + long: false,
		} {
			if ValidEmail(address) != good {
				w.t.Errorf("%d characters %.30q: %t, want %t", len(address), address, !good, good)
			}
		}
	})
}

// Right passwords are no guesses, however many.
func TestChangingThePasswordOftenIsNotGuessing(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		a := w.actor(w.signIn("Aroha"))
		current, fresh := goodPassword, otherPassword
		for range 3 * pairBackOff.free {
			w.must(w.ChangePassword(ctx, a, PasswordChange{Current: current, New: fresh, Network: "192.0.2.1"}))
			current, fresh = fresh, current
		}
	})
}

// A password is asked of its own account alone.
func TestAPasswordIsConfirmedOfItsAccount(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		hemi, _ := w.account("Hemi", "Kea")
		a := w.actor(w.signIn("Aroha"))
		err := w.confirm(ctx, Actor{Account: a.Account, Person: hemi, Session: a.Session}, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")
		err = w.confirm(ctx, Actor{Account: 999, Person: hemi, Session: a.Session}, goodPassword, "192.0.2.1")
		w.refused(err, apperr.SignIn, "")
	})
}

// An office counts on its days, as what it is, and for a person alone.
func TestOfficesAreHeldByPeopleOnDays(t *testing.T) {
	day := civil.MustParseDate
	a := Actor{Person: 1, Offices: []Office{
		{Role: ClubSecretary, Club: 3, From: day("2026-01-01"), Until: day("2026-06-30")},
		{Role: ClubSecretary, Club: 4, From: day("2026-07-01")}, {Role: Committee, From: day("2026-01-01")},
	}}
	if got := a.ClubsOn(day("2026-07-01")); !slices.Equal(got, []ClubID{4}) {
		t.Errorf("secretary of %v", got)
	}
	for _, tt := range []struct {
		on    string
		roles []Role
		want  bool
	}{
		{"2026-07-01", []Role{Committee}, true}, {"2025-12-31", []Role{Committee}, false},
		{"2026-07-01", []Role{Treasurer, ClubSecretary}, true}, {"2026-07-01", []Role{Treasurer}, false},
		{"2026-07-01", nil, false},
	} {
		if a.Holds(day(tt.on), tt.roles...) != tt.want {
			t.Errorf("holds %v on %s: %t", tt.roles, tt.on, !tt.want)
		}
	}
	for name, tt := range map[string]struct {
		actor  Actor
		action Action
		object Object
	}{
		"offices of no person": {
			Actor{Offices: []Office{{Role: President, From: day("2026-01-01")}}}, ViewRegister, Object{},
		},
		"an officer of a club": {
			Actor{Person: 1, Offices: []Office{{Role: Treasurer, Club: 3, From: day("2026-01-01")}}}, ConfirmReturn, Object{},
		},
		"an officer of an event": {
			Actor{Person: 1, Offices: []Office{{Role: Treasurer, Event: 3, From: day("2026-01-01")}}}, ConfirmReturn, Object{},
		},
		"a secretary of no club": {
			Actor{Person: 1, Offices: []Office{{Role: ClubSecretary, From: day("2026-01-01")}}}, SubmitReturn, Object{},
		},
	} {
		if Can(tt.actor, tt.action, tt.object, day("2026-07-01")) {
			t.Errorf("%s may %s", name, tt.action)
		}
	}
}

func TestARefusalNamesWhoMay(t *testing.T) {
	for action, want := range map[Action]string{
		ManageTerms:         "Only the treasurer can do this.",
		TakePartInCommittee: "Only a member of the committee, the president, the secretary or the treasurer can do this.",
		SubmitReturn:        "Only the treasurer or the secretary of that club can do this.",
		ViewOwn:             "Only the president, the secretary, the treasurer or the person concerned can do this.",
		"fly":               "Only an office that does not exist can do this.",
	} {
		if err := Require(Actor{Person: 1}, action, Object{}, civil.MustParseDate("2026-07-01")); err == nil || err.Error() != "forbidden: "+want {
			t.Errorf("%s: %v, want %q", action, err, want)
		}
	}
}

func TestOfficesOverlap(t *testing.T) {
	o := func(from, until string) Office {
		out := Office{From: civil.MustParseDate(from)}
		if until != "" {
			out.Until = civil.MustParseDate(until)
		}
		return out
	}
	for _, tt := range []struct {
		a, b Office
		want bool
	}{
		{o("2026-01-01", "2026-06-30"), o("2026-07-01", "2026-12-31"), false},
		{o("2026-01-01", "2026-06-30"), o("2026-06-30", "2026-12-31"), true},
		{o("2026-01-01", "2026-06-30"), o("2026-07-01", ""), false},
		{o("2026-01-01", ""), o("2026-07-01", ""), true},
		{o("2026-01-01", ""), o("2025-01-01", "2025-12-31"), false},
	} {
		if overlap(tt.a, tt.b) != tt.want || overlap(tt.b, tt.a) != tt.want {
			t.Errorf("%s and %s overlap: %t and %t, want %t", daysOf(tt.a), daysOf(tt.b), overlap(tt.a, tt.b), overlap(tt.b, tt.a), tt.want)
		}
	}
}

// Rule 3.1: an office that is made longer meets nobody else's.
func TestAnOfficeIsNotMadeLongerOverTheNext(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		first, err := w.Appoint(ctx, program, Office{
			Person: w.person("Aroha", "Tūī"), Role: President, From: today, Until: today.AddDays(10),
		})
		w.must(err)
		_, err = w.Appoint(ctx, program, Office{Person: w.person("Hemi", "Kea"), Role: President, From: today.AddDays(11)})
		w.must(err)
		w.refused(w.EndOffice(ctx, program, first, 1, today.AddDays(11)), apperr.Invalid, "Hemi Kea is the president")
		w.must(w.EndOffice(ctx, program, first, 1, today.AddDays(9)))
		w.refused(w.EndOffice(ctx, Actor{Account: 9, Person: 9}, 999, 1, today), apperr.Forbidden, "")
		w.refused(w.EndOffice(ctx, program, first, 2, civil.Date{}), apperr.Invalid, "until: Enter the last day")
		if n := w.count(`SELECT COUNT(*) FROM audit_entry WHERE action = 'end.office' AND detail LIKE '%"after"%'`); n != 1 {
			w.t.Errorf("%d entries say until when the office goes on, want 1", n)
		}
	})
}

// Who directs every event appoints to events, and to nothing else.
func TestADirectorOfEveryEventAppointsNoOfficers(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		person, _ := w.account("Aroha", "Tūī")
		w.appointed(person, Director)
		director := w.actor(w.signIn("Aroha"))
		event, other := w.event("congress"), w.person("Hemi", "Kea")
		for _, role := range []Role{Treasurer, Committee, Director, Referee} {
			_, err := w.Appoint(ctx, director, Office{Person: other, Role: role, From: today})
			w.refused(err, apperr.Forbidden, "")
		}
		_, err := w.Appoint(ctx, director, Office{Person: other, Role: Referee, Event: event, From: today})
		w.must(err)
	})
}

// What an event needs is a director while one directs it: referees may end
// later, and officers end what is over.
func TestEndingTheOfficesOfAnEvent(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		event := w.event("congress")
		person, _ := w.account("Aroha", "Tūī")
		own, err := w.Appoint(ctx, program, Office{
			Person: person, Role: Director, Event: event, From: today, Until: today.AddDays(3),
		})
		w.must(err)
		referee, err := w.Appoint(ctx, program, Office{Person: w.person("Ref", "Eree"), Role: Referee, Event: event, From: today})
		w.must(err)
		w.must(w.EndOffice(ctx, w.actor(w.signIn("Aroha")), referee, 1, today.AddDays(9)))
		w.must(w.EndOffice(ctx, program, own, 1, today))
	})
}

// Who chooses people reads no more of them than the office needs.
func TestWhoChoosesPeopleAndWhatTheySee(t *testing.T) {
	each(t, func(w *world) {
		admin, _ := w.account("Mere", "Kereru")
		w.appointed(admin, Administrator)
		treasurer, _ := w.account("Tere", "Moana")
		w.appointed(treasurer, Treasurer)
		hemi := w.person("Hemi", "Kea")
		w.row(`UPDATE person SET email = 'hemi@example.nz', family_first = TRUE WHERE id = $1`, hemi)
		for name, want := range map[string]string{"Mere": "", "Tere": "hemi@example.nz"} {
			a := w.actor(w.signIn(name))
			if found, err := w.FindPeople(ctx, a, "kea", 10); err != nil || len(found) != 1 || found[0].Email != want ||
				found[0].Name.String() != "Kea Hemi" {
				w.t.Errorf("%s finds %+v, %v; want the address %q", name, found, err, want)
			}
			if one, err := w.Person(ctx, a, hemi); err != nil || one.Email != want {
				w.t.Errorf("%s reads %+v, %v; want the address %q", name, one, err, want)
			}
		}
	})
}

func TestNamesAreWrittenInTheirOrder(t *testing.T) {
	for _, tt := range []struct {
		name         Name
		want, listed string
	}{
		{Name{"Tūī", "Aroha", GivenFirst}, "Aroha Tūī", "Tūī, Aroha"},
		{Name{"Nguyễn", "Văn An", FamilyFirst}, "Nguyễn Văn An", "Nguyễn Văn An"},
		{Name{"田中", "太郎", FamilyFirst}, "田中太郎", "田中太郎"},
		{Name{"田中", "太郎", GivenFirst}, "太郎 田中", "田中, 太郎"},
		{Name{"スミス", "エミリー", FamilyFirst}, "スミスエミリー", "スミスエミリー"},
		{Name{"王", "Xiaoming", FamilyFirst}, "王 Xiaoming", "王 Xiaoming"},
		{Name{"Wang", "小明", FamilyFirst}, "Wang 小明", "Wang 小明"},
		{Name{"Moana", "", GivenFirst}, "Moana", "Moana"},
		{Name{"", "Moana", GivenFirst}, "Moana", ", Moana"},
	} {
		if got, listed := tt.name.String(), tt.name.Listed(); got != tt.want || listed != tt.listed {
			t.Errorf("%+v is written %q, listed %q; want %q and %q", tt.name, got, listed, tt.want, tt.listed)
		}
	}
}

func TestWhatIsNoToken(t *testing.T) {
	good := newToken()
	if _, ok := hashOf(good); !ok {
		t.Fatalf("%q is no token", good)
	}
	for _, s := range []string{
		"", good[:42], good + "A", strings.Repeat("!", tokenLength), strings.Repeat("_", tokenLength),
		base64.RawURLEncoding.EncodeToString(make([]byte, 33)), base64.RawURLEncoding.EncodeToString(make([]byte, 31)),
	} {
		if hash, ok := hashOf(s); ok {
			t.Errorf("%q is the token of %s", s, hash)
		}
	}
	each(t, func(w *world) {
		_, err := w.LookAtLink(ctx, good[:20])
		w.refused(err, apperr.NotFound, "This link is incomplete")
		invitation, err := w.Invite(ctx, program, w.person("Aroha", "Tūī"), "aroha@example.nz")
		w.must(err)
		_, err = w.SetPasswordByLink(ctx, Arrival{Token: invitation.Link.Token}, goodPassword)
		w.must(err)
		_, err = w.LookAtLink(ctx, invitation.Link.Token)
		w.refused(err, apperr.NotFound, "already been used")
	})
}

// A session shows the device in no more than its hundred characters, and one
// that has run out is not among those that go on.
func TestWhichSessionsAreListed(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		w.signIn("Aroha")
		w.later(memberLimits.idle)
		in, err := w.SignIn(ctx, Credentials{
			Email: "aroha@example.nz", Password: goodPassword, Device: strings.Repeat("ā", maxDevice+1),
		})
		w.must(err)
		list, err := w.Sessions(ctx, w.actor(in))
		if err != nil || len(list) != 1 || list[0].Device != strings.Repeat("ā", maxDevice) {
			w.t.Errorf("sessions: %+v, %v", list, err)
		}
	})
}
