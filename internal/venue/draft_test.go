package venue

import (
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/tournaments"
)

// A draft that was taken along and is announced at its venue comes home: since when its lots are public the laptop leaves
// as the site has it, which takes no other lots.
func TestADraftIsAnnouncedAtItsVenue(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
			Name: "Club day", From: civil.MustParseDate("2027-01-02"), To: civil.MustParseDate("2027-01-02"),
		})
		w.must(err)
		in := tournaments.SectionInput{Name: "Open", Settings: tournaments.DefaultSettings(), Lot: tournaments.LotCommitted}
		_, err = w.events.AddSection(ctx, w.director, e.ID, in)
		w.must(err)
		w.event = e.ID
		l := w.laptop(w.lend())
		director := actor(w.director.Person, w.director.Name, auth.Director, e.ID)
		sections, err := w.events.Sections(ctx, w.director, e.ID)
		w.must(err)
		lot := func(d *desk) tournaments.Lot {
			t.Helper()
			lot, err := d.events.Lot(ctx, director, sections[0].ID)
			d.must(err)
			return lot
		}
		before := lot(w.desk)
		l.desk.now = l.desk.now.Add(time.Hour)
		w.desk.now = w.desk.now.Add(2 * time.Hour)
		w.must(l.events.Announce(ctx, director, e.ID, l.eventOf(e.ID).Version))
		if there := lot(l.desk); !there.CommittedAt.After(before.CommittedAt.Add(30 * time.Minute)) {
			t.Errorf("at the venue public since %s, of a draft of %s", there.CommittedAt, before.CommittedAt)
		}
		w.reaches(l)
		if got := w.get().Status; got != tournaments.Open {
			t.Errorf("at home it is %s", got)
		}
		home := lot(w.desk)
		if !home.CommittedAt.After(before.CommittedAt.Add(time.Hour)) || home.Commitment != before.Commitment {
			t.Errorf("at home public since %s, of a draft of %s", home.CommittedAt, before.CommittedAt)
		}
		_, err = l.events.EnterGuest(ctx, director, guest(sections[0].ID, "Late", "Comer"))
		w.must(err)
		w.reaches(l) // once more with the same lots
		if again := lot(w.desk); again.CommittedAt != home.CommittedAt {
			t.Errorf("public since %s, and then since %s", home.CommittedAt, again.CommittedAt)
		}
	})
}
