package takeover_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/merging"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/takeover"
	"nzgs/internal/usecase"
)

// Two officers press at the same instant: one of them makes the people, the other is told that something changed. Both are
// held up by a change that is under way until both have come as far as they can.
func TestTwoOfficersAtTheSameInstant(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		s := newSociety(t, db)
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Other"}})
		s.must(err)
		officers := []auth.Actor{s.secretary, s.actor(ids[0], auth.Secretary)}
		var seen [2]string
		for i, who := range officers {
			s.secretary = who
			s.send("list.csv", "Name,Email,2025/26\nAroha Tūī,a@example.nz,x\nMere Kererū,,x\n")
			s.say(nil)
			seen[i] = s.waiting().Plan.Digest
		}
		underWay, goOn := make(chan struct{}), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			if err := db.InTx(ctx, func(tx *store.Tx) error {
				defer func() { <-goOn }()
				defer close(underWay)
				return usecase.Alone(ctx, tx)
			}); err != nil {
				t.Error(err)
			}
		})
		<-underWay
		var errs [2]error
		for i, who := range officers {
			all.Go(func() { _, _, errs[i] = s.Take(ctx, who, seen[i]) })
		}
		s.waitForLocks(2)
		close(goOn)
		all.Wait()
		if n := s.count("person"); n != 4 || (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("%d people, %v, %v", n, errs[0], errs[1])
		}
	})
}

// waitForLocks waits until so many changes wait for another one. SQLite lets only one begin.
func (s *society) waitForLocks(n int) {
	s.t.Helper()
	if s.db.Dialect() != store.Postgres {
		time.Sleep(50 * time.Millisecond)
		return
	}
	for range 1000 {
		waiting, err := store.One(ctx, s.db, store.Value[int], `
			SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if s.must(err); waiting >= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("no %d changes wait", n)
}

// Somebody in a later list whose name alone agrees with somebody who was taken over, and who is reached otherwise, is asked about.
func TestANamesakeInALaterList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("one.csv", "Name,Email,Phone\nJohn Smith,john@example.nz,021 555 001\n")
		s.say(nil)
		s.take()
		s.send("two.csv", "Name,Email,Phone\nJohn Smith,other@example.nz,09 777 7777\n")
		s.say(nil)
		if r := s.row("two.csv", 2); r.State != takeover.Open || len(r.Notes) != 1 || len(r.Candidates) == 0 {
			t.Fatalf("the other John: %s %q %q %v", r.State, r.Does, r.Notes, r.Candidates)
		}
		s.choose("two.csv", 2, takeover.Choice{Kind: takeover.NewPerson})
		s.take()
		if n := s.count("person"); n != 3 {
			t.Errorf("%d people", n)
		}
	})
}

// A column that is not of clubs is read as one: it is said, in bounded time.
func TestAColumnThatIsNotOfClubs(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		var list strings.Builder
		list.WriteString("Name,Club\n")
		for i := range 3000 {
			fmt.Fprintf(&list, "Family%d Given,A remark about person %d\n", i, i)
		}
		s.send("list.csv", list.String())
		s.say(nil)
		p := s.waiting().Plan
		if len(p.Spellings) != 0 || len(p.Obstacles) != 1 || !strings.Contains(p.Obstacles[0], "3000 different clubs") {
			t.Errorf("%d names of clubs, %q", len(p.Spellings), p.Obstacles)
		}
	})
}

// What cannot be a club's name is asked about, and no club is made of rows that are left out.
func TestNamesThatAreNoClubs(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Club,2025/26\nAroha Tūī,"+strings.Repeat("long ", 60)+",x\nTotal,5 clubs,1\n")
		s.say(nil)
		s.choose("list.csv", 3, takeover.Choice{Kind: takeover.LeaveOut})
		p := s.waiting().Plan
		if len(p.Obstacles) != 1 || p.AddClubs != 0 || !p.Spellings[0].Ask {
			t.Fatalf("%q %+v", p.Obstacles, p.Spellings)
		}
		s.must(s.Choose(ctx, s.secretary, takeover.Chosen{Clubs: map[string]string{p.Spellings[0].Key: "none"}}))
		s.take()
		if n := s.count("club"); n != 0 {
			t.Errorf("%d clubs", n)
		}
	})
}

// Two files rate the same person for a day, and one has a rating that the list cannot have.
func TestRatingsOfTwoFiles(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("one.csv", "Name,Rating,Games\nAroha Tūī,3.4,55\nMere Kererū,48k,3\n")
		s.send("two.csv", "Name,Rating,Games\nAroha Tūī,3.4,55\n")
		s.say(func(in *takeover.ReadAs) {
			in.Settings.Day, in.Settings.Source = civil.MustParseDate("2026-03-01"), "The list of March 2026"
		})
		if p := s.waiting().Plan; p.Rated != 1 {
			t.Errorf("%d ratings", p.Rated)
		}
		s.take()
		if n := s.count("rating_correction"); n != 1 {
			t.Errorf("%d ratings were set", n)
		}
	})
}

// Two columns name one year, and differ: it is asked which counts.
func TestTwoColumnsOfAYear(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,2024/25 subs,2024/25 paid\nAroha Tūī,-,x\n")
		s.say(nil)
		if w := s.waiting(); len(w.Plan.Obstacles) != 1 || w.Files[0].Missing[0].Field != "column-3" {
			t.Fatalf("%q", w.Plan.Obstacles)
		}
		s.say(func(in *takeover.ReadAs) { in.Columns = map[int]string{2: ""} })
		if p := s.waiting().Plan; p.Terms != 1 || len(p.Obstacles) != 0 {
			t.Errorf("%d terms, %q", p.Terms, p.Obstacles)
		}
	})
}

// What was seen is what is done: another reading of the file since is said.
func TestAnotherReadingSince(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Where,Remark\nAroha Tūī,1 Rata Street,quiet\n")
		s.say(nil)
		seen := s.waiting().Plan.Digest
		s.say(func(in *takeover.ReadAs) { in.Columns = map[int]string{2: "address"} })
		if _, _, err := s.Take(ctx, s.secretary, seen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("as it was seen before: %v", err)
		}
	})
}

// Who has died or left is named secretary of no club, nor is who was a member of it by a term that was cancelled.
func TestSecretariesWhoAreNoMembers(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Status,Club,2025/26\nOld Timer,deceased,,\nMere Kererū,,Capital,x\nTere Moana,,Capital,x\n")
		s.say(nil)
		s.choose("list.csv", 2, takeover.Choice{Kind: takeover.NewPerson})
		s.take()
		mere := s.member("Mere")
		s.cancel(mere.Terms[0])
		s.send("clubs.csv", "Club,Secretary,Meets\nHarbour,Old Timer,Mondays\nCapital,Mere Kererū,Tuesdays\n")
		w := s.waiting()
		if w.Plan.Named != 1 { // the register does not know that Old Timer has died: the list is another one
			t.Logf("%+v", w.Plan.Clubs)
		}
		for _, c := range w.Plan.Clubs {
			if c.Name == "Capital" && strings.Contains(fmt.Sprint(c.Does), "secretary") {
				t.Errorf("Capital: %q %q", c.Does, c.Says)
			}
		}
	})
}

func (s *society) cancel(term members.Term) {
	s.t.Helper()
	s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
		return members.Correct(ctx, tx, s.now, s.secretary, []members.Term{term}, civil.Date{}, "It was never paid")
	}))
}

// A term that an officer cancelled does not come back with the file that gave it, nor with a corrected one.
func TestATermThatWasCancelledStays(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		const list = "Name,Email,2024/25,2025/26\nAroha Tūī,a@example.nz,x,x\n"
		s.send("list.csv", list)
		s.say(nil)
		s.take()
		s.cancel(s.member("Aroha").Terms[0])
		for i, text := range []string{list, list + "Mere Kererū,,,\n"} {
			s.send("list.csv", text)
			s.say(nil)
			if p := s.waiting().Plan; p.Terms != 0 || p.New != i || i == 1 && len(s.row("list.csv", 2).Notes) != 1 {
				t.Errorf("list %d: %d terms, %d new, %q", i, p.Terms, p.New, s.row("list.csv", 2).Notes)
			}
			s.must(s.Remove(ctx, s.secretary, s.waiting().Files[0].ID))
		}
	})
}

// The file of before the correction, sent again, does not undo the correction.
func TestTheOldFileAfterACorrection(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		const old = "No.,Surname,Given,Email,Joined,2024/25,2025/26\n17,Smth,John,john@example.nz,1998,x,x\n"
		s.send("one.csv", old)
		s.say(nil)
		s.take()
		s.send("two.csv", "No.,Surname,Given,Email,Joined,2024/25,2025/26\n17,Smith,John,jo@example.nz,1989,,x\n")
		s.say(nil)
		s.take()
		s.send("one.csv", old)
		s.say(nil)
		w := s.waiting()
		if !w.Plan.Nothing() || len(w.Plan.Obstacles) != 0 || w.Files[0].Before == "" {
			t.Errorf("the old file again: %+v %q %q", w.Plan.Counts, w.Plan.Obstacles, s.row("one.csv", 2).Does)
		}
	})
}

// Since when is taken from a list that comes later, and a club that differs is said.
func TestAListThatComesLater(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("one.csv", "Name,Club,2025/26\nAroha Tūī,Capital,x\n")
		s.say(nil)
		s.take()
		s.send("two.csv", "Name,Began,Club,2025/26\nAroha Tūī,11/21/1998,Harbour,x\nMere Kererū,03/04/2001,Harbour,x\n")
		s.say(func(in *takeover.ReadAs) { in.Columns = map[int]string{2: "member_since"} })
		r := s.row("two.csv", 2)
		if !strings.Contains(fmt.Sprint(r.Does), "since 11/21/1998") || !strings.Contains(fmt.Sprint(r.Notes), "another club") {
			t.Errorf("does %q, notes %q", r.Does, r.Notes)
		}
		s.take()
		if mere := s.member("Mere"); len(mere.Earlier) != 1 || mere.Earlier[0].From.String() != "2001-03-04" {
			t.Errorf("Mere: %+v", mere.Earlier)
		}
	})
}

// Take-overs are undone from the last one on, each giving back what was before it.
func TestUndoingOneAfterTheOther(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		const heads = "No.,Name,Phone,Joined,2024/25\n17,John Smith,"
		var ids []takeover.ID
		for _, row := range []string{"021 555 001,1998,x", "021 555 002,1989,", "021 555 003,1989,x"} {
			s.send("list.csv", heads+row+"\n")
			s.say(nil)
			ids = append(ids, s.take())
		}
		if err := s.Undo(ctx, s.secretary, ids[1], "Not the last"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("before the later one: %v", err)
		}
		for i := len(ids) - 1; i >= 0; i-- {
			s.must(s.Undo(ctx, s.secretary, ids[i], "All of it"))
		}
		if n := s.count("person") + s.count("membership_term") + s.count("earlier_membership"); n != 1 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// Files that no one takes over go by themselves, and so does what people's data was.
func TestWhatIsForgotten(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.send("list.csv", "Name,Phone\nSina Secretary,021 555 001\n")
		s.say(nil)
		id := s.take()
		s.send("list.csv", "Name,Phone\nAroha Tūī,021 555 777\n")
		if _, err := s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if n := len(s.waiting().Files); n != 1 {
			t.Fatalf("%d files wait", n)
		}
		s.now = s.now.Add(100 * 24 * 60 * 60 * 1e9)
		if _, err := s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		left, err := store.One(ctx, s.db, store.Value[int], `SELECT count(*) FROM takeover_made WHERE was LIKE '%555%'`)
		s.must(err)
		if n := len(s.waiting().Files); n != 0 || left != 0 {
			t.Errorf("%d files wait, %d rows of what was", n, left)
		}
		if u, err := s.Undoing(ctx, s.secretary, id); err != nil || len(u.InTheWay) != 1 {
			t.Errorf("in the way: %q, %v", u.InTheWay, err)
		}
	})
}

// Five thousand people with one address and one telephone, or with one name, are read in bounded time: who has a name of one’s
// own is someone new and it is said that the address tells nothing, and who has everyone’s name is asked about.
func TestFiveThousandAlike(t *testing.T) {
	for name, tt := range map[string]struct {
		row  func(i int) string
		open int
		note string
	}{
		"one address": {
			func(i int) string { return fmt.Sprintf("Given%d Family%[1]d,office@example.nz,021 555 001\n", i) },
			0, "More than 50 people have this e-mail",
		},
		"one name":   {func(int) string { return "Jonathan Smith,office@example.nz,021 555 001\n" }, 4999, "has the same name"},
		"near names": {func(i int) string { return fmt.Sprintf("Jonathan Smith%c,,\n", '一'+i) }, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var list strings.Builder
			list.WriteString("Name,Email,Phone\n")
			for i := range 5000 {
				list.WriteString(tt.row(i))
			}
			s := newSociety(t, storetest.SQLite(t))
			began := time.Now()
			s.send("large.csv", list.String())
			s.say(nil)
			w := s.waiting()
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
			last := w.Plan.Rows[4999]
			if w.Plan.Counts[takeover.Open] != tt.open || w.Plan.New != 5000-tt.open || !strings.Contains(fmt.Sprint(last.Notes), tt.note) {
				t.Errorf("%d are asked about, %d are new, the last one’s notes are %q", w.Plan.Counts[takeover.Open], w.Plan.New, last.Notes)
			}
		})
	}
}

// Somebody whom a take-over changed was merged with another record since: it is said what to undo first, and then the
// take-over can be undone.
func TestUndoingAfterAMerge(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
			{FamilyName: "Kererū", GivenNames: "Mere"}, {FamilyName: "Kereru", GivenNames: "M."},
		})
		s.must(err)
		gone, kept := ids[0], ids[1]
		s.send("list.csv", "No.,Name,Email,2025/26\n77,Aroha Tūī,a@example.nz,x\n,Mere Kererū,mere@example.nz,\n")
		s.say(nil)
		id := s.take()
		merges := merging.New(s.db, func() civil.Instant { return s.now }, s.ratings)
		c, err := merges.Compare(ctx, s.secretary, kept, gone)
		s.must(err)
		merge, err := merges.Merge(ctx, s.secretary, merging.Input{
			Kept: kept, Gone: gone, KeptVersion: c.Kept.Person.Version, GoneVersion: c.Gone.Person.Version, Reason: "One person",
		})
		s.must(err)
		says := fmt.Sprintf("Number %d, whose data it changed, was merged with number %d since: undo that merge first.", gone, kept)
		if u, err := s.Undoing(ctx, s.secretary, id); err != nil || !slices.Contains(u.InTheWay, says) {
			t.Errorf("in the way: %q, %v", u.InTheWay, err)
		}
		if err := s.Undo(ctx, s.secretary, id, "Wrong list"); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("undone: %v", err)
		}
		_, err = merges.Undo(ctx, s.secretary, merge, "Two people")
		s.must(err)
		s.must(s.Undo(ctx, s.secretary, id, "Wrong list"))
		if mere, err := s.people.File(ctx, s.secretary, gone); err != nil || mere.Person.Contact.Email != "" {
			t.Errorf("Mere is reached at %q, %v", mere.Person.Contact.Email, err)
		}
		if n := s.count("person"); n != 3 {
			t.Errorf("%d people", n)
		}
	})
}
