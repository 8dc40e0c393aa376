package venue

import (
	"testing"

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
		w.must(l.events.Announce(ctx, director, e.ID, l.eventOf(e.ID).Version))
		w.reaches(l)
		if got := w.get().Status; got != tournaments.Open {
			t.Errorf("at home it is %s", got)
		}
	})
}
