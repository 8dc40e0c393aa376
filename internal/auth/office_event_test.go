package auth

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
)

// A director appoints who directs and referees beside them, for that event
// alone; officers may do so for every event.
func TestDirectorsAppointForTheirEvent(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		event, other := w.event("congress"), w.event("winter cup")
		first, _ := w.account("Aroha", "Tūī")
		_, err := w.Appoint(ctx, program, Office{Person: first, Role: Director, Event: event, From: today})
		w.must(err)
		director := w.actor(w.signIn("Aroha"))
		second, _ := w.account("Wiremu", "Parata")
		unable := w.person("Mei", "Lin")

		co, err := w.Appoint(ctx, director, Office{Person: second, Role: Director, Event: event, From: today})
		w.must(err)
		referee, err := w.Appoint(ctx, director, Office{Person: unable, Role: Referee, Event: event, From: today})
		w.must(err)
		everywhere, err := w.Appoint(ctx, program, Office{Person: w.person("Every", "Where"), Role: Referee, From: today})
		w.must(err)
		_, err = w.Appoint(ctx, director, Office{Person: second, Role: Director, Event: event, From: today})
		w.refused(err, apperr.Invalid, "already has this office (since 1 July 2026)")

		for _, o := range []Office{
			{Person: second, Role: Director, Event: other, From: today}, // another event
			{Person: second, Role: Director, From: today},               // every event
			{Person: second, Role: Committee, From: today},
			{Person: second, Role: President, Event: other, From: today},
		} {
			_, err := w.Appoint(ctx, director, o)
			w.refused(err, apperr.Forbidden, "the administrator")
		}
		_, err = w.Appoint(ctx, director, Office{Person: second, Role: Treasurer, Event: event, From: today})
		w.refused(err, apperr.Invalid, "event: Only directors and referees")
		_, err = w.Appoint(ctx, w.actor(w.signIn("Wiremu")), Office{
			Person: unable, Role: Director, Event: event, From: today,
		})
		w.must(err) // the second may do what the first may
		_, err = w.Appoint(
			ctx, Actor{Account: 9, Person: unable, Offices: []Office{{Role: Referee, Event: event, From: today}}},
			Office{Person: first, Role: Referee, Event: event, From: today},
		)
		w.refused(err, apperr.Forbidden, "")

		list, err := w.EventOffices(ctx, director, event)
		w.must(err)
		var got []string
		for _, o := range list {
			line := o.Name.Given + ": " + o.Title()
			if o.HasAccount {
				line += ", with an account"
			}
			got = append(got, line)
		}
		want := "Mei: Tournament director, congress; Wiremu: Tournament director, congress, with an account; Aroha: " +
			"Tournament director, congress, with an account; Mei: Referee, congress; Every: Referee"
		if text := strings.Join(got, "; "); text != want {
			w.t.Errorf("serving the event:\n%s\nwant\n%s", text, want)
		}
		_, err = w.EventOffices(ctx, director, other)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.EventOffices(ctx, Actor{Account: 9, Person: second}, event)
		w.refused(err, apperr.Forbidden, "")

		w.refused(w.EndOffice(ctx, director, everywhere, 1, today), apperr.Forbidden, "")
		w.refused(w.EndOffice(ctx, director, 999, 1, today), apperr.NotFound, "Office not found")
		w.must(w.EndOffice(ctx, director, referee, 1, today.AddDays(-1)))
		w.must(w.EndOffice(ctx, director, co, 1, today.AddDays(9)))
		if n := w.count(`SELECT COUNT(*) FROM audit_entry WHERE action = 'appoint.office' AND actor_id = $1`, first); n != 2 {
			w.t.Errorf("%d appointments of the director in the audit log, want 2", n)
		}
		found, err := w.FindPeople(ctx, director, "parata", 10)
		if err != nil || len(found) != 1 || found[0].Email != "" {
			w.t.Errorf("a director looks for someone to appoint: %+v, %v", found, err)
		}
	})
}

// A director does not leave the event without one; officers may, when it is
// over.
func TestAnEventKeepsADirector(t *testing.T) {
	each(t, func(w *world) {
		today := w.now.Date()
		event := w.event("congress")
		person, _ := w.account("Aroha", "Tūī")
		own, err := w.Appoint(ctx, program, Office{Person: person, Role: Director, Event: event, From: today.AddDays(-5)})
		w.must(err)
		director := w.actor(w.signIn("Aroha"))
		const want = "have no director"
		w.refused(w.EndOffice(ctx, director, own, 1, today), apperr.Invalid, want)
		w.refused(w.EndOffice(ctx, director, own, 1, today.AddDays(-9)), apperr.Invalid, want) // taken back

		// Someone for a while is not enough, and a referee is none.
		_, err = w.Appoint(ctx, director, Office{
			Person: w.person("Mei", "Lin"), Role: Director, Event: event, From: today, Until: today.AddDays(3),
		})
		w.must(err)
		_, err = w.Appoint(ctx, director, Office{Person: w.person("Ref", "Eree"), Role: Referee, Event: event, From: today})
		w.must(err)
		w.refused(w.EndOffice(ctx, director, own, 1, today.AddDays(3)), apperr.Invalid, want)
		w.must(w.EndOffice(ctx, director, own, 1, today.AddDays(2)))
		w.must(w.EndOffice(ctx, program, own, 2, today.AddDays(-1)))

		// A director of every event is one of this event too.
		again, err := w.Appoint(ctx, program, Office{Person: person, Role: Director, Event: event, From: today.AddDays(20)})
		w.must(err)
		_, err = w.Appoint(ctx, program, Office{Person: w.person("Every", "Where"), Role: Director, From: today})
		w.must(err)
		w.now = today.AddDays(21).Midnight()
		w.must(w.EndOffice(ctx, w.actor(w.signIn("Aroha")), again, 1, today.AddDays(20)))
	})
}
