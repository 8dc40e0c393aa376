package takeover_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/takeover"
)

var ctx = context.Background()

// society is an empty one with its secretary; its day can be moved.
type society struct {
	*takeover.Service
	t         *testing.T
	db        *store.DB
	people    *members.Service
	clubs     *clubs.Service
	ratings   *ratings.Service
	now       civil.Instant
	secretary auth.Actor
}

func each(t *testing.T, test func(t *testing.T, s *society)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newSociety(t, db)) })
}

func newSociety(t *testing.T, db *store.DB) *society {
	t.Helper()
	s := &society{t: t, db: db, now: civil.MustParseInstant("2026-03-10T00:00:00.000Z")}
	clock := func() civil.Instant { return s.now }
	offices := auth.New(db, clock, auth.Settings{})
	s.people, s.ratings = members.New(db, clock), ratings.New(db, clock)
	s.clubs = clubs.New(db, clock, offices)
	s.Service = takeover.New(db, clock, offices, s.ratings)
	ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Secretary", GivenNames: "Sina"}})
	s.must(err)
	s.secretary = s.actor(ids[0], auth.Secretary)
	return s
}

// actor is somebody with an account, an office and a recent sign-in.
func (s *society) actor(person members.PersonID, role auth.Role) auth.Actor {
	s.t.Helper()
	var account auth.AccountID
	s.must(s.db.InTx(ctx, func(tx *store.Tx) (err error) {
		account, err = store.One(ctx, tx, store.Value[auth.AccountID], `
			INSERT INTO account (person_id, email, email_key, created_at) VALUES ($1, $2, $2, $3) RETURNING id`,
			person, fmt.Sprintf("officer%d@example.nz", person), s.now)
		return err
	}))
	return auth.Actor{
		Account: account, Person: person, Name: "Officer",
		Offices: []auth.Office{{Person: person, Role: role, From: civil.MustParseDate("2020-01-01")}},
	}
}

func (s *society) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *society) send(name, text string) {
	s.t.Helper()
	s.must(s.Send(ctx, s.secretary, []takeover.Upload{{Name: name, Reader: strings.NewReader(text)}}, nil))
}

func (s *society) waiting() takeover.Waiting {
	s.t.Helper()
	w, err := s.Waiting(ctx, s.secretary)
	s.must(err)
	return w
}

// say answers what is asked about all files: members already, years that begin.
func (s *society) say(set func(*takeover.ReadAs)) {
	s.t.Helper()
	for _, f := range s.waiting().Files {
		in := takeover.ReadAs{File: f.ID, Version: f.Version, What: f.What, Headless: f.Headless, Settings: f.Settings}
		in.Settings.Already, in.Settings.Years = "yes", takeover.Begins
		if set != nil {
			set(&in)
		}
		s.must(s.ReadAs(ctx, s.secretary, in))
	}
}

func (s *society) take() takeover.ID {
	s.t.Helper()
	id, _, err := s.Take(ctx, s.secretary, s.waiting().Plan.Digest)
	s.must(err)
	return id
}

// row is a row of what waits, by its file and number.
func (s *society) row(file string, number int) takeover.Row {
	s.t.Helper()
	for _, r := range s.waiting().Plan.Rows {
		if r.FileName == file && r.Row == number {
			return r
		}
	}
	s.t.Fatalf("no row %d of %s", number, file)
	return takeover.Row{}
}

func (s *society) choose(file string, number int, choice takeover.Choice) {
	s.t.Helper()
	s.must(s.Choose(ctx, s.secretary, takeover.Chosen{Rows: map[takeover.Ref]takeover.Choice{s.row(file, number).Ref: choice}}))
}

// member is somebody of the register by a piece of the name.
func (s *society) member(name string) members.File {
	s.t.Helper()
	all, err := s.people.All(ctx, s.secretary, members.RegisterFilter{Query: name})
	s.must(err)
	if len(all.Entries) != 1 {
		s.t.Fatalf("%d people are called %s", len(all.Entries), name)
	}
	f, err := s.people.File(ctx, s.secretary, all.Entries[0].Person.ID)
	s.must(err)
	return f
}

func (s *society) count(table string) int {
	s.t.Helper()
	n, err := store.One(ctx, s.db, store.Value[int], `SELECT count(*) FROM `+table)
	s.must(err)
	return n
}

func file(t *testing.T, name string) takeover.Upload {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return takeover.Upload{Name: name, Reader: bytes.NewReader(data)}
}

// the three messy files.
func messy(t *testing.T) []takeover.Upload {
	return []takeover.Upload{file(t, "members.csv"), file(t, "subscriptions.tsv"), file(t, "clubs.csv")}
}

// settleMessy answers what the three files ask.
func (s *society) settleMessy() {
	s.t.Helper()
	s.say(nil)
	s.choose("members.csv", 9, takeover.Choice{Kind: takeover.LeaveOut})   // Tom & Jane
	s.choose("members.csv", 12, takeover.Choice{Kind: takeover.NewPerson}) // a number that another row has
	s.choose("members.csv", 14, takeover.Choice{Kind: takeover.NewPerson})
	s.choose("members.csv", 15, takeover.Choice{Kind: takeover.LeaveOut}) // the total
	for _, sp := range s.waiting().Plan.Spellings {
		if sp.Ask {
			other := ""
			for _, o := range s.waiting().Plan.Spellings {
				if o.Name == "Harbour Go Club" {
					other = o.Key
				}
			}
			s.must(s.Choose(ctx, s.secretary, takeover.Chosen{Clubs: map[string]string{sp.Key: map[bool]string{true: "as:" + other, false: "new"}[sp.Name != "Harbour Go Club"]}}))
		}
	}
}

func TestThreeMessyFiles(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.must(s.Send(ctx, s.secretary, messy(t), nil))
		w := s.waiting()
		for _, f := range w.Files {
			t.Logf("%s: %s %+v missing %v", f.Name, f.What, f.Columns, f.Missing)
		}
		s.settleMessy()
		w = s.waiting()
		for _, r := range w.Plan.Rows {
			t.Logf("%s %d %s: %s %+v why %q does %q notes %q problems %q", r.FileName, r.Row, r.Name, r.State, r.Choice, r.Why, r.Does, r.Notes, r.Problems)
		}
		t.Logf("%+v\n%+v\n%v", w.Plan.Spellings, w.Plan.Clubs, w.Plan.Obstacles)
		s.take()
		aroha := s.member("Aroha")
		if aroha.Person.ID != 101 || aroha.Person.Contact.Address != "1 Rata Street\nTe Aro\nWellington 6011" || len(aroha.Terms) != 4 ||
			len(aroha.Earlier) != 1 || aroha.Earlier[0].From.String() != "1998-11-21" || len(aroha.Consents) != 1 ||
			!strings.Contains(aroha.Consents[0].Wording, "members.csv, row 5") {
			t.Errorf("Aroha: %+v", aroha)
		}
		if n := s.count("mail_letter"); n != 0 {
			t.Errorf("%d letters were written", n)
		}
		people, terms := s.count("person"), s.count("membership_term")
		for range 2 {
			s.must(s.Send(ctx, s.secretary, messy(t), nil))
			s.say(nil)
			again := s.waiting().Plan
			if !again.Nothing() || len(again.Obstacles) > 0 {
				for _, r := range again.Rows {
					t.Logf("%s %d %s: %s %+v why %q does %q notes %q", r.FileName, r.Row, r.Name, r.State, r.Choice, r.Why, r.Does, r.Notes)
				}
				t.Fatalf("the same files again: %+v %v", again.Counts, again.Obstacles)
			}
			if _, _, err := s.Take(ctx, s.secretary, again.Digest); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("taking nothing over: %v", err)
			}
			for _, f := range s.waiting().Files {
				s.must(s.Remove(ctx, s.secretary, f.ID))
			}
		}
		if s.count("person") != people || s.count("membership_term") != terms {
			t.Error("the same files again changed something")
		}
	})
}

// undone is a take-over that is taken back whole, and can be made again.
func TestUndoingATakeOver(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		tables := []string{
			"person", "club", "membership_term", "membership_consent", "earlier_membership", "office", "rating_correction", "rating", "departure",
		}
		counts := func() (out []int) {
			for _, table := range tables {
				out = append(out, s.count(table))
			}
			return out
		}
		before := counts()
		s.must(s.Send(ctx, s.secretary, messy(t), nil))
		s.settleMessy()
		s.send("ratings.csv", "Name,Rating,Games\nAroha Tūī,3.4,55\nSina Secretary,-2.0,12\nNobody Known,-12.5,3\n")
		s.say(func(in *takeover.ReadAs) {
			if in.Settings.Already == "yes" && in.What == takeover.OfPeople {
				in.Settings.Day, in.Settings.Source = civil.MustParseDate("2026-03-01"), "The list of March 2026"
			}
		})
		id := s.take()
		if got := counts(); got[0] <= before[0] || got[6] != 2 || got[7] != 2 || got[5] != 2 {
			t.Errorf("taken over: %v, before %v", got, before)
		}
		if err := s.Undo(ctx, s.secretary, id, " "); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("without a reason: %v", err)
		}
		s.must(s.Undo(ctx, s.secretary, id, "The wrong files."))
		if got := counts(); fmt.Sprint(got) != fmt.Sprint(before) {
			t.Errorf("undone: %v of %v, before %v", got, tables, before)
		}
		if err := s.Undo(ctx, s.secretary, id, "Again."); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("undone twice: %v", err)
		}
		s.must(s.Send(ctx, s.secretary, messy(t), nil))
		s.settleMessy()
		again := s.take()
		aroha := s.member("Aroha").Person.ID
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO account (person_id, email, email_key, created_at) VALUES ($1, 'a@example.nz', 'a@example.nz', $2)`, aroha, s.now)
			return err
		}))
		u, err := s.Undoing(ctx, s.secretary, again)
		s.must(err)
		if len(u.InTheWay) != 1 || u.InTheWay[0] != "People that came by it have an account since." {
			t.Errorf("in the way: %q", u.InTheWay)
		}
		if err := s.Undo(ctx, s.secretary, again, "Too late."); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("with an account: %v", err)
		}
		if s.member("Aroha").Person.ID != aroha {
			t.Error("a refused undoing changed something")
		}
	})
}

// A corrected file changes what it corrects, and what was changed here since stays.
func TestACorrectedFile(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		const heads = "No.,Surname,Given,Email,Phone,Joined,2024/25,2025/26\n"
		s.send("one.csv", heads+"17,Smth,John,john@example.nz,021 555 017,1998,x,x\n18,Brown,Ann,ann@example.nz,021 555 018,2001,,x\n"+
			"30,Brown,Bo,,,,x,\n")
		s.say(nil)
		s.take()
		john, ann := s.member("Smth").Person, s.member("Ann")
		s.must(s.people.Edit(ctx, s.secretary, members.EditInput{ID: ann.Person.ID, Version: ann.Person.Version, PersonInput: members.PersonInput{
			FamilyName: "Brown", GivenNames: "Ann", Email: "ann@example.nz", Phone: "021 999 999",
		}}))
		s.send("two.csv", heads+"17,Smith,John,john@example.nz,021 555 099,1989,,x\n18,Brown,Ann,ann.new@example.nz,021 555 018,2001,x,x\n30,Brown,Bo,,,,x,\n")
		s.say(nil)
		w := s.waiting()
		if w.Plan.New != 0 || w.Plan.Changed != 2 || w.Plan.Terms != 1 || w.Plan.Ended != 1 || w.Plan.Earlier != 1 || len(w.Plan.Obstacles) > 0 {
			for _, r := range w.Plan.Rows {
				t.Logf("%d %s %s %q %q", r.Row, r.Name, r.State, r.Does, r.Notes)
			}
			t.Fatalf("the corrected file: %+v %q", w.Plan.Counts, w.Plan.Obstacles)
		}
		id := s.take()
		now := s.member("John")
		if now.Person.ID != john.ID || now.Person.Name.Family != "Smith" || now.Person.Contact.Phone != "021 555 099" ||
			len(now.Earlier) != 1 || now.Earlier[0].From.String() != "1989-12-31" || len(members.InForce(now.Terms)) != 1 {
			t.Errorf("John: %+v", now)
		}
		if got := s.member("Ann").Person.Contact; got.Phone != "021 999 999" || got.Email != "ann.new@example.nz" {
			t.Errorf("Ann: %+v", got)
		}
		s.must(s.Undo(ctx, s.secretary, id, "It was wrong."))
		if was := s.member("John"); was.Person.Name.Family != "Smth" || was.Person.Contact.Phone != "021 555 017" || len(was.Earlier) != 1 ||
			was.Earlier[0].From.String() != "1998-12-31" || len(members.InForce(was.Terms)) != 2 {
			t.Errorf("undone: %+v", was)
		}
	})
}

// Rows that may mean two people, or no one, are asked about, each with its reason.
func TestWhatIsAskedAbout(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere", Email: "tere@example.nz", Phone: "021 555 100"}, {FamilyName: "Hēnare", GivenNames: "Mere"},
			{FamilyName: "Hēnare", GivenNames: "Mere"},
		})
		s.must(err)
		s.send("list.csv", "Member no.,Name,Email,Phone,Status\n"+
			"50,John Smith,,,\n"+ // 2
			"51,John Smith,,,\n"+ // 3: the same name
			"50,Jane Jones,,,\n"+ // 4: the same number
			fmt.Sprintf("%d,Hone Hone,,,\n", ids[0])+ // 5: a number that is someone else's
			",Mere Henare,,,\n"+ // 6: two of the register
			",Tere Moana,,,\n"+ // 7: the one of the register
			",Tom & Jane Brown,,,\n"+ // 8
			"Total,8,,,\n"+ // 9
			",Old Timer,,,deceased\n"+ // 10
			",Ex Player,,,resigned 2019\n"+ // 11
			",Tere Moanna,,,\n"+ // 12: nearly the one of the register
			",,lost@example.nz,,\n"+ // 13: no name
			"99999999,Kim Kim,family@example.nz,,\n"+ // 14: a number too long, an address of a family
			",Lee Kim,family@example.nz,,\n") // 15
		s.say(nil)
		want := map[int]takeover.State{
			2: takeover.Fresh, 3: takeover.Open, 4: takeover.Open, 5: takeover.Open, 6: takeover.Open, 7: takeover.Changes, 8: takeover.Open,
			9: takeover.Open, 10: takeover.Open, 11: takeover.Open, 12: takeover.Open, 13: takeover.Wrong, 14: takeover.Fresh, 15: takeover.Fresh,
		}
		for number, state := range want {
			r := s.row("list.csv", number)
			if r.State != state || state == takeover.Open && len(r.Notes) == 0 {
				t.Errorf("row %d, %s: %s (%s) %q %q %q, want %s", number, r.Name, r.State, r.Why, r.Notes, r.Problems, r.Does, state)
			}
		}
		if _, _, err := s.Take(ctx, s.secretary, s.waiting().Plan.Digest); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("with open rows: %v", err)
		}
		for number, state := range want {
			switch {
			case number == 4 || number == 5:
				s.choose("list.csv", number, takeover.Choice{Kind: takeover.NewPerson})
			case state == takeover.Open || state == takeover.Wrong:
				s.choose("list.csv", number, takeover.Choice{Kind: takeover.LeaveOut})
			}
		}
		seen := s.waiting().Plan.Digest
		s.must(s.people.Edit(ctx, s.secretary, members.EditInput{ID: ids[0], Version: 1, PersonInput: members.PersonInput{FamilyName: "Gone", GivenNames: "Tere"}}))
		if _, _, err := s.Take(ctx, s.secretary, seen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("after the register changed: %v", err)
		}
		s.take()
		if jane, hone := s.member("Jane Jones").Person, s.member("Hone").Person; jane.ID <= 51 || hone.ID <= 51 || !strings.Contains(jane.Note, "50") {
			t.Errorf("numbers: %d %q, %d", jane.ID, jane.Note, hone.ID)
		}
	})
}

// Who has died gets no letters: how to reach them is not taken.
func TestWhoDied(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Email,Died,2023/24,2024/25\nOld Timer,old@example.nz,12/03/2024,x,x\nNew Timer,new@example.nz,,,x\n")
		s.say(nil)
		s.choose("list.csv", 2, takeover.Choice{Kind: takeover.NewPerson})
		s.take()
		old := s.member("Old")
		if old.Person.Contact.Email != "" || old.Person.Died.String() != "2024-03-12" || len(old.Terms) != 1 || old.Terms[0].To.String() != "2024-03-12" ||
			len(old.Earlier) != 0 {
			t.Errorf("%+v", old)
		}
	})
}

// A year that a file says of everyone, going live in March: no free year, and a renewal.
func TestGoingLiveInMarch(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Club\nAroha Tūī,Capital\nMere Kererū,Capital\n")
		s.say(func(in *takeover.ReadAs) { in.Settings.Year = 2025 })
		s.take()
		aroha := s.member("Aroha")
		if aroha.Summary.Until.String() != "2026-06-30" || aroha.Terms[0].Kind != members.KindRenewal || aroha.Terms[0].Club == 0 || len(aroha.Earlier) != 1 ||
			aroha.Earlier[0].From.String() != "2026-01-31" {
			t.Errorf("%+v", aroha)
		}
	})
}

// Nobody but the secretary and the administrator takes a society over, and everything refuses the others by itself.
func TestWhoMayTakeOver(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		for role, want := range map[auth.Role]apperr.Kind{
			auth.Secretary: "", auth.Administrator: "", auth.Treasurer: apperr.Forbidden, auth.President: apperr.Forbidden, auth.RatingsOfficer: apperr.Forbidden,
		} {
			actor := auth.Actor{Account: s.secretary.Account, Person: s.secretary.Person, Offices: []auth.Office{{Role: role, From: civil.MustParseDate("2020-01-01")}}}
			_, err := s.Waiting(ctx, actor)
			checks := map[string]error{
				"wait": err, "send": s.Send(ctx, actor, nil, nil), "read": s.ReadAs(ctx, actor, takeover.ReadAs{File: 9}), "remove": s.Remove(ctx, actor, 9),
			}
			_, _, checks["take"] = s.Take(ctx, actor, "")
			_, checks["undoing"] = s.Undoing(ctx, actor, 9)
			checks["undo"] = s.Undo(ctx, actor, 9, "why")
			for what, err := range checks {
				if (apperr.KindOf(err) == apperr.Forbidden) != (want == apperr.Forbidden) {
					t.Errorf("%s, %s: %v", role, what, err)
				}
			}
		}
		if err := s.Send(ctx, auth.Actor{}, nil, nil); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("not signed in: %v", err)
		}
		old := s.secretary
		old.Session = 7
		if _, _, err := s.Take(ctx, old, ""); apperr.KindOf(err) != apperr.Prove {
			t.Errorf("signed in long ago: %v", err)
		}
	})
}

// Files of another officer are not to be found.
func TestFilesAreTheirSenders(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Email\nAroha Tūī,a@example.nz\n")
		f := s.waiting().Files[0]
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Other"}})
		s.must(err)
		other := s.actor(ids[0], auth.Administrator)
		if err := s.Remove(ctx, other, f.ID); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("removed by another: %v", err)
		}
		if err := s.ReadAs(ctx, other, takeover.ReadAs{File: f.ID, What: f.What, Settings: f.Settings}); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("read by another: %v", err)
		}
		if w, err := s.Waiting(ctx, other); err != nil || len(w.Files) != 0 {
			t.Errorf("seen by another: %v, %v", w.Files, err)
		}
	})
}

// The administrator, who may take a society over, learns by it nothing of how the people of the register are reached.
func TestTheAdministratorLearnsNoAddresses(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Moana", GivenNames: "Tere", Email: "hidden@example.nz", Phone: "021 777 777", Address: "Hidden Road", Note: "Hidden note"}, {FamilyName: "Admin"},
		})
		s.must(err)
		s.secretary = s.actor(ids[1], auth.Administrator)
		s.send("list.csv", "Name,Email,Address,Notes\nTere Moana,new@example.nz,Elsewhere,Pays in cash\n")
		s.say(nil)
		w := s.waiting()
		if text := fmt.Sprintf("%+v", w.Plan.Rows[0]); strings.Contains(text, "idden") || !strings.Contains(text, "something else") {
			t.Errorf("the administrator reads %s", text)
		}
	})
}

// Two officers send the same files and press one after the other: the second is told that something changed, and nothing
// is made twice.
func TestTwoOfficersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Other"}})
		s.must(err)
		one, other := s.secretary, s.actor(ids[0], auth.Secretary)
		seen := map[auth.AccountID]string{}
		for _, who := range []auth.Actor{one, other} {
			s.secretary = who
			s.send("list.csv", "Name,Email,2025/26\nAroha Tūī,a@example.nz,x\nMere Kererū,,x\n")
			s.say(nil)
			seen[who.Account] = s.waiting().Plan.Digest
		}
		_, _, err = s.Take(ctx, one, seen[one.Account])
		s.must(err)
		if _, _, err := s.Take(ctx, other, seen[other.Account]); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("the second officer: %v", err)
		}
		s.secretary = other
		if p := s.waiting().Plan; !p.Nothing() {
			t.Errorf("the second officer sees %+v", p.Counts)
		}
		if n := s.count("person"); n != 4 {
			t.Errorf("%d people", n)
		}
	})
}

// The list of members says the club, and another list who paid in which year: the club is that of the last of the years, and
// nothing is said of the ones before.
func TestTheClubOfOneListAndTheYearsOfAnother(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		const people = "Name,Email,Club\nAroha Tūī,a@example.nz,Capital\nMere Kererū,,Harbour\n"
		s.send("members.csv", people)
		s.send("years.csv", "Name,2024/25,2025/26\nAroha Tūī,x,x\n")
		s.say(nil)
		const does = "A member for 2024/25 to 2025/26, 2025/26 with Capital"
		if got := s.row("members.csv", 2).Does; !slices.Contains(got, does) {
			t.Errorf("Aroha’s row does %q", got)
		}
		if notes := s.row("members.csv", 3).Notes; len(notes) != 1 || !strings.Contains(notes[0], "The club is not kept") {
			t.Errorf("Mere’s row, of no year: %q", notes)
		}
		s.take()
		aroha := s.member("Aroha")
		if len(aroha.Terms) != 2 {
			t.Fatalf("%d terms", len(aroha.Terms))
		}
		for _, term := range aroha.Terms {
			if (term.Club != 0) != (term.Year == 2025) {
				t.Errorf("%s is with club %d", term.Year, term.Club)
			}
		}
		s.send("members.csv", people)
		s.say(nil)
		if w := s.waiting(); !w.Plan.Nothing() {
			t.Errorf("the same list again: %+v", w.Plan.Counts)
		}
		s.send("clubs.csv", "Club,Secretary,Meets\nCapital,Aroha Tūī,Mondays\n")
		if w := s.waiting(); w.Plan.Named != 1 {
			t.Errorf("%d secretaries: %+v", w.Plan.Named, w.Plan.Clubs)
		}
	})
}
