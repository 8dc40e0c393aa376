package auth

import (
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func TestAppointments(t *testing.T) {
	each(t, func(w *world) {
		aroha, wiremu := w.person("Aroha", "Tūī"), w.person("Wiremu", "Parata")
		club, event := w.club("Kāpiti Go Club"), w.event("congress")
		day := civil.MustParseDate
		from := day("2026-07-01")
		for _, tt := range []struct {
			name   string
			office Office
			kind   apperr.Kind
			want   string
		}{
			{"president", Office{Person: aroha, Role: President, From: from, Until: day("2027-06-30")}, "", ""},
			{
				"a second president", Office{Person: wiremu, Role: President, From: day("2027-06-30")}, apperr.Invalid,
				"Aroha Tūī is the president from 1 July 2026 until 30 June 2027",
			},
			{"the next president", Office{Person: wiremu, Role: President, From: day("2027-07-01")}, "", ""},
			{"one person, two offices", Office{Person: aroha, Role: Treasurer, From: from}, "", ""},
			{
				"the same office twice", Office{Person: aroha, Role: Treasurer, From: day("2030-01-01")}, apperr.Invalid,
				"already has this office (since 1 July 2026)",
			},
			{"two on the committee", Office{Person: aroha, Role: Committee, From: from}, "", ""},
			{"two on the committee", Office{Person: wiremu, Role: Committee, From: from}, "", ""},
			{"club secretary", Office{Person: aroha, Role: ClubSecretary, Club: club, From: from}, "", ""},
			{
				"club secretary without a club", Office{Person: aroha, Role: ClubSecretary, From: from}, apperr.Invalid,
				"club: Choose the club",
			},
			{
				"president of a club", Office{Person: aroha, Role: President, Club: club, From: from}, apperr.Invalid,
				"club: Only a club secretary",
			},
			{
				"no such club", Office{Person: aroha, Role: ClubSecretary, Club: 999, From: from}, apperr.Invalid,
				"club: This club does not exist",
			},
			{"director of an event", Office{Person: aroha, Role: Director, Event: event, From: from}, "", ""},
			{"director of every event", Office{Person: aroha, Role: Director, From: from}, "", ""},
			{"referee of an event", Office{Person: aroha, Role: Referee, Event: event, From: from}, "", ""},
			{
				"treasurer of an event", Office{Person: wiremu, Role: Treasurer, Event: event, From: from}, apperr.Invalid,
				"event: Only directors",
			},
			{
				"no such event", Office{Person: aroha, Role: Referee, Event: 999, From: from}, apperr.Invalid,
				"event: This event does not exist",
			},
			{
				"not in the register", Office{Person: 999, Role: Committee, From: from}, apperr.Invalid,
				"person: This person is not in the register",
			},
			{
				"everything at once", Office{Role: "king", Until: day("2020-01-01")}, apperr.Invalid,
				"person: Choose the person.; role: Choose the office.; from: Enter the first day of the office.",
			},
			{
				"ends before it begins", Office{Person: aroha, Role: Committee, From: from, Until: day("2026-06-30")},
				apperr.Invalid, "until: The last day is before the first. Enter 1 July 2026 or later",
			},
			{"one day", Office{Person: w.person("Mei", "Lin"), Role: Committee, From: from, Until: from}, "", ""},
		} {
			_, err := w.Appoint(ctx, program, tt.office)
			if tt.kind == "" && err != nil {
				w.t.Errorf("%s: %v", tt.name, err)
			}
			if tt.kind != "" {
				w.refused(err, tt.kind, tt.want)
			}
		}
		list, err := w.Offices(ctx, program)
		w.must(err)
		var got []string
		for _, a := range list {
			got = append(got, a.Name.Given+": "+a.Title())
		}
		want := "Aroha: President\nWiremu: President\nAroha: Treasurer\nMei: Committee member\nWiremu: Committee " +
			"member\nAroha: Committee member\n" +
			"Aroha: Club secretary, Kāpiti Go Club\nAroha: Tournament director, congress\nAroha: Tournament director\nAroha: " +
			"Referee, congress"
		if sorted := strings.Join(got, "\n"); sorted != want {
			w.t.Errorf("offices:\n%s\nwant:\n%s", sorted, want)
		}
	})
}

func TestOfficesEnd(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		person := w.person("Aroha", "Tūī")
		id, err := w.Appoint(ctx, program, Office{Person: person, Role: Secretary, From: today.AddDays(-30)})
		w.must(err)
		w.refused(w.EndOffice(ctx, program, id, 1, civil.Date{}), apperr.Invalid, "until: Enter the last day")
		w.refused(w.EndOffice(ctx, program, 999, 1, today), apperr.NotFound, "Office not found")
		w.must(w.EndOffice(ctx, program, id, 1, today.AddDays(30)))
		w.refused(w.EndOffice(ctx, program, id, 1, today), apperr.Conflict, "Someone else")
		w.must(w.EndOffice(ctx, program, id, 2, today)) // sooner than was said before
		w.must(w.EndOffice(ctx, program, id, 3, today.AddDays(-1)))
		w.refused(w.EndOffice(ctx, program, id, 4, today.AddDays(9)), apperr.Invalid, "ended on 30 June 2026")
		ended, total, err := w.EndedOffices(ctx, program, 0, 10)
		w.must(err)
		if total != 1 || len(ended) != 1 || ended[0].Until != today.AddDays(-1) || ended[0].Name.Given != "Aroha" {
			w.t.Errorf("ended %+v of %d", ended, total)
		}

		mistake := w.appointed(person, Treasurer)
		w.must(w.EndOffice(ctx, program, mistake, 1, today.AddDays(-1)))
		_, err = w.Office(ctx, program, mistake)
		w.refused(err, apperr.NotFound, "Office not found")
		if n := w.count(
			`SELECT COUNT(*) FROM audit_entry WHERE action = 'withdraw.office' AND object_id = $1`, mistake,
		); n != 1 {
			w.t.Errorf("%d audit entries of the withdrawn appointment, want 1", n)
		}

		first, err := w.Appoint(ctx, program, Office{Person: person, Role: President, From: today, Until: today.AddDays(10)})
		w.must(err)
		_, err = w.Appoint(ctx, program, Office{
			Person: w.person("Wiremu", "Parata"), Role: President, From: today.AddDays(11),
		})
		w.must(err)
		w.refused(w.EndOffice(ctx, program, first, 1, today.AddDays(11)), apperr.Invalid, "Wiremu Parata is the president")
	})
}

func TestThereIsAlwaysAnAdministrator(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		const want = "have no administrator"
		mere, mereAccount := w.account("Mere", "Kererū")
		office := w.appointed(mere, Administrator)
		account, err := w.Account(ctx, program, mereAccount)
		w.must(err)
		for _, last := range []civil.Date{today, today.AddDays(-1), today.AddDays(100)} {
			w.refused(w.EndOffice(ctx, program, office, 1, last), apperr.Invalid, want)
		}
		w.refused(w.Disable(ctx, program, mereAccount, account.Version), apperr.Invalid, want)

		// Neither someone who cannot sign in yet, nor someone for a while, nor
		// someone later on looks after the program.
		invited := w.person("Wiremu", "Parata")
		_, err = w.AddAccount(ctx, program, invited, "wiremu@example.nz")
		w.must(err)
		w.appointed(invited, Administrator)
		passing, _ := w.account("Aroha", "Tūī")
		_, err = w.Appoint(ctx, program, Office{Person: passing, Role: Administrator, From: today, Until: today.AddDays(200)})
		w.must(err)
		coming, _ := w.account("Mei", "Lin")
		_, err = w.Appoint(ctx, program, Office{Person: coming, Role: Administrator, From: today.AddDays(50)})
		w.must(err)
		w.refused(w.EndOffice(ctx, program, office, 1, today), apperr.Invalid, want)
		w.refused(w.Disable(ctx, program, mereAccount, account.Version), apperr.Invalid, want)

		w.must(w.EndOffice(ctx, program, office, 1, today.AddDays(49))) // Mei follows on the day after
		w.refused(w.EndOffice(ctx, program, office, 2, today), apperr.Invalid, want)
		if got, _ := w.Office(ctx, program, office); got.Until != today.AddDays(49) || got.Version != 2 {
			w.t.Errorf("a refused change left %+v", got)
		}
		a := w.actor(w.signIn("Aroha"))
		own, err := w.OwnAccount(ctx, a)
		w.must(err)
		w.refused(w.Disable(ctx, a, own.ID, own.Version), apperr.Invalid, "your own account")
	})
}

func TestTwoAdministratorsCannotEndEachOther(t *testing.T) {
	each(t, func(w *world) {
		var ids []OfficeID
		for _, name := range []string{"Mere", "Aroha"} {
			person, _ := w.account(name, "Tūī")
			ids = append(ids, w.appointed(person, Administrator))
		}
		var wg sync.WaitGroup
		errs := make([]error, 2)
		for i, id := range ids {
			wg.Go(func() { errs[i] = w.EndOffice(ctx, program, id, 1, w.now.Date()) })
		}
		wg.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			w.t.Errorf("ending both at once: %v and %v, want one of them refused", errs[0], errs[1])
		}
	})
}

// Who died is given no office, until that is undone.
func TestTheDeadHoldNoOffice(t *testing.T) {
	each(t, func(w *world) {
		id := w.person("Aroha", "Tūī")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				VALUES ($1, 'died', '2026-06-01', 'Told', $2, 'X')`, id, w.now)
			return err
		}))
		office := Office{Person: id, Role: President, From: civil.MustParseDate("2026-07-01")}
		if _, err := w.Appoint(ctx, System("test"), office); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("the dead are appointed: %v", err)
		}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE departure SET undone_at = $1, undone_by = 'X', undone_why = 'A namesake'`, w.now)
			return err
		}))
		_, err := w.Appoint(ctx, System("test"), office)
		w.must(err)
	})
}
