package venue

import (
	"slices"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// staysHome is what refers to an event and does not travel, and why.
var staysHome = map[string]string{
	"points_event": "the society's", "title_section": "the society's", "title_award": "the society's",
	"guest": "the society's", "rating_event": "the society's", "rating_change": "the society's", "office": "the society's",
	"weekly_section": "an event with one is not lent", "projector": "set where it hangs", "entry_terms": "the site’s: online entry", "section_places": "likewise", "application": "likewise; its entry is found again",
	"entry_import":    "a list between its preview and its confirmation",
	"referee_letters": "addresses of letters do not travel", "round_letters": "likewise; its entry is found again",
	"play_sent": "a game that was played on the site", "game_record_report": "made again", "event_loan": "what this package keeps", "event_aside": "likewise", "venue_home": "likewise",
}

// columnsHome are columns of travelling tables that do not travel.
var columnsHome = []string{"section.event_id", "section.lots_seen", "section.lots_public_at", "player_report.device"}

// Whatever a migration adds to an event travels, or is said to stay.
func TestTheWholeEventTravels(t *testing.T) {
	db := storetest.SQLite(t)
	names, err := store.All(ctx, db, store.Value[string], `SELECT name FROM sqlite_master WHERE type = 'table'`)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		columns, err := store.All(ctx, db, store.Value[string], `SELECT name FROM pragma_table_info($1)`, name)
		if err != nil {
			t.Fatal(err)
		}
		if tab := tableNamed(name); tab != nil {
			for _, c := range columns {
				if tab.index(c) < 0 && !slices.Contains(columnsHome, name+"."+c) {
					t.Errorf("the column %s of %s does not travel", c, name)
				}
			}
			continue
		}
		refs, err := store.All(ctx, db, store.Value[string], `SELECT "table" FROM pragma_foreign_key_list($1)`, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range refs {
			if (tableNamed(to) != nil || to == "event") && staysHome[name] == "" {
				t.Errorf("the table %s refers to %s and does not travel", name, to)
			}
		}
	}
}
