package results

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

const someRecord = "(;SZ[9];B[ee];W[cc])"

func (w *world) attach(actor auth.Actor, table int, content string) (Record, error) {
	return w.s.AttachRecord(ctx, actor, AttachForm{Game: w.game(table).ID, FileName: "game.sgf", Content: []byte(content)})
}

func TestWhoHandsARecordIn(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		chart, game := w.chart(), w.game(1)
		var player auth.Actor
		for _, p := range chart.Pairings(1) {
			if p.Game.ID == game.ID {
				player = w.player(p.Black.Entry)
			}
		}
		stranger := auth.Actor{Person: w.people[len(w.people)-1], Name: "Stranger"}
		byCard := AttachForm{Game: game.ID, FileName: "card.sgf", Content: []byte("(;SZ[9];B[aa])"), Card: w.card(1)}
		for _, c := range []struct {
			name string
			do   func() (Record, error)
			kind apperr.Kind
			by   string
		}{
			{"the director", func() (Record, error) { return w.attach(w.director, 1, someRecord) }, "", w.director.Name},
			{"a player", func() (Record, error) { return w.attach(player, 1, someRecord+"\n") }, "", player.Name},
			{
				"the table's card", func() (Record, error) { return w.s.AttachRecord(ctx, auth.Actor{}, byCard) }, "",
				"a player at the table",
			},
			{"a stranger", func() (Record, error) { return w.attach(stranger, 1, someRecord+" ") }, apperr.Forbidden, ""},
			{"no one", func() (Record, error) { return w.attach(auth.Actor{}, 1, someRecord+" ") }, apperr.SignIn, ""},
			{"the card of another table", func() (Record, error) {
				other := byCard
				other.Card = w.card(2)
				return w.s.AttachRecord(ctx, auth.Actor{}, other)
			}, apperr.SignIn, ""},
			{"nothing", func() (Record, error) { return w.attach(w.director, 1, "") }, apperr.Invalid, ""},
			{
				"too much", func() (Record, error) { return w.attach(w.director, 1, strings.Repeat(" ", MaxRecord+1)) },
				apperr.Invalid, "",
			},
		} {
			r, err := c.do()
			if apperr.KindOf(err) != c.kind || c.kind == "" && err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if err == nil && r.AttachedBy != c.by {
				t.Errorf("%s: by %q", c.name, r.AttachedBy)
			}
		}
		list, err := w.s.Records(ctx, game.ID)
		if err != nil || len(list) != 3 || list[0].FileName != "card.sgf" || list[0].Content != nil ||
			list[2].Size != len(someRecord) {
			t.Errorf("records %+v, %v", list, err)
		}
		latest, err := w.s.RecordsOfRound(ctx, chart.Rounds[0].ID) // without those that wait: by the card, of a small board
		if err != nil || len(latest) != 1 || latest[game.ID] != list[2].ID || list[1].Standing != RecordWaiting {
			t.Errorf("records of the round %v, %v", latest, err)
		}
		r, err := w.s.Record(ctx, auth.Actor{}, list[2].ID)
		if err != nil || string(r.Content) != someRecord {
			t.Errorf("record %+v, %v", r, err)
		}
	})
}

func TestTheSameFileAgainIsTheSameRecord(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		first, err := w.attach(w.director, 1, someRecord)
		w.must(err)
		audited := w.audited()
		again, err := w.attach(w.director, 1, someRecord)
		w.must(err)
		if again.ID != first.ID || w.audited() != audited {
			t.Errorf("record %d, then %d", first.ID, again.ID)
		}
	})
}

func TestARoundWithARecordStays(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.attach(w.director, 1, someRecord)
		w.must(err)
		r := w.chart().Rounds[0]
		w.refused(w.events.Unpublish(ctx, w.director, r.ID, r.Version), apperr.Conflict, "record")
	})
}

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"game.sgf", "game.sgf"}, {`C:\games\game.sgf`, "game.sgf"}, {"../../etc/passwd", "passwd"}, {"", "record.sgf"},
		{"/", "record.sgf"},
		{"a\r\nSet-Cookie: x.sgf", "aSet-Cookie: x.sgf"}, {strings.Repeat("ā", 200), strings.Repeat("ā", 100)},
	} {
		if got := tidyFileName(c.in); got != c.want {
			t.Errorf("%q is kept as %q, want %q", c.in, got, c.want)
		}
	}
}

func (w *world) ruling(table int, kind RulingKind, result pairing.Result) RulingInput {
	g := w.game(table)
	return RulingInput{
		Game: g.ID, Kind: kind, Rule: "NZ Rules of Go, the definition of a move", Facts: "Move 24 repeats move 22.",
		Reason: "No one claimed it in time.", Result: result, Version: g.Version,
	}
}

func TestARulingWithAResultIsTheResult(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		record, err := w.attach(w.director, 1, someRecord)
		w.must(err)
		in := w.ruling(1, Forfeit, "W")
		in.Record, in.Move = record.ID, 24
		r, err := w.s.Rule(ctx, w.director, in)
		w.must(err)
		if got := w.game(1); got.Result != pairing.WhiteWins {
			t.Errorf("result %q", got.Result)
		}
		if got, want := w.history(1), "->W by "+w.director.Name+" (ruling)"; got != want {
			t.Errorf("history %q, want %q", got, want)
		}
		saved, table, err := w.s.Ruling(ctx, w.director, r.ID)
		if err != nil || saved.Record != record.ID || saved.Move != 24 || saved.RuledBy != w.director.Name ||
			table.Game.ID != in.Game {
			t.Errorf("ruling %+v, %v", saved, err)
		}
		_, _, err = w.s.Ruling(ctx, auth.Actor{}, r.ID)
		w.refused(err, apperr.SignIn, "")
	})
}

func TestARulingWithoutAResultChangesNone(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.s.Rule(ctx, w.director, w.ruling(1, MoveStands, ""))
		w.must(err)
		if got := w.game(1); got.Result != pairing.NoResult {
			t.Errorf("result %q", got.Result)
		}
		_, err = w.s.Rule(ctx, w.director, w.ruling(1, OtherRuling, ""))
		w.must(err)
		list, err := w.s.Rulings(ctx, w.game(1).ID)
		if err != nil || len(list) != 2 || list[0].Kind != OtherRuling {
			t.Errorf("rulings %+v, %v", list, err)
		}
	})
}

func TestARulingSettlesTheDispute(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for side, result := range map[Side]pairing.Result{BlackSide: "B", WhiteSide: "W"} {
			_, err := w.says(1, side, result)
			w.must(err)
		}
		_, err := w.s.Rule(ctx, w.director, w.ruling(1, StonesStay, "B"))
		w.must(err)
		list, err := w.s.Disputes(ctx, w.director, w.event.ID)
		if err != nil || len(list) != 1 || list[0].SettledAt.IsZero() || !strings.Contains(
			list[0].Ruling, "All stones stay",
		) {
			t.Errorf("disputes %+v, %v", list, err)
		}
	})
}

// Once the game is finished and the result confirmed by both players nothing
// can change the result.
func TestNoRulingChangesAConfirmedResult(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for _, side := range []Side{BlackSide, WhiteSide} {
			_, err := w.says(1, side, "B")
			w.must(err)
		}
		_, err := w.s.Rule(ctx, w.director, w.ruling(1, Forfeit, "W"))
		w.refused(err, apperr.Conflict, "Both players confirmed")
		if list, _ := w.s.Rulings(ctx, w.game(1).ID); len(list) != 0 || w.game(1).Result != pairing.BlackWins {
			t.Errorf("rulings %+v", list)
		}
		_, err = w.s.Rule(ctx, w.director, w.ruling(1, ResultStands, ""))
		w.must(err)
	})
}

func TestRulingsThatAreRefused(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		other, err := w.attach(w.director, 2, someRecord)
		w.must(err)
		for _, c := range []struct {
			name  string
			actor auth.Actor
			spoil func(*RulingInput)
			kind  apperr.Kind
			says  string
		}{
			{"no one", auth.Actor{}, func(*RulingInput) {}, apperr.SignIn, ""},
			{"no kind", w.director, func(in *RulingInput) { in.Kind = "x" }, apperr.Invalid, "kind: "},
			{"no rule", w.director, func(in *RulingInput) { in.Rule = " " }, apperr.Invalid, "rule: "},
			{"no reason", w.director, func(in *RulingInput) { in.Reason = "" }, apperr.Invalid, "reason: "},
			{
				"a forfeit without a result", w.director, func(in *RulingInput) { in.Kind, in.Result = Forfeit, "" }, apperr.Invalid,
				"result: ",
			},
			{"no such result", w.director, func(in *RulingInput) { in.Result = "nonsense" }, apperr.Invalid, "result: "},
			{
				"endless", w.director, func(in *RulingInput) { in.Reason = strings.Repeat("x", maxRuling+1) }, apperr.Invalid,
				"reason: ",
			},
			{"a record of another game", w.director, func(in *RulingInput) { in.Record = other.ID }, apperr.NotFound, ""},
			{"no such record", w.director, func(in *RulingInput) { in.Record = 999 }, apperr.NotFound, ""},
		} {
			in := w.ruling(1, MoveStands, "")
			c.spoil(&in)
			_, err := w.s.Rule(ctx, c.actor, in)
			w.refused(err, c.kind, c.says)
		}
	})
}

func TestTheReportOfARecordIsKept(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		r, err := w.attach(w.director, 1, someRecord)
		w.must(err)
		for _, report := range []string{"", "{}", `{"trouble":"none"}`} {
			if report != "" {
				w.must(w.s.KeepReport(ctx, r.ID, 1, report))
			}
			if got, err := w.s.ReportOf(ctx, r.ID, 1); err != nil || got != report {
				t.Errorf("report %q, %v, want %q", got, err, report)
			}
			if got, err := w.s.ReportOf(ctx, r.ID, 2); err != nil || got != "" {
				t.Errorf("in another form %q, %v", got, err)
			}
		}
	})
}

// A record is compared with its table, whoever hands it in: each difference is named, and
// what a player hands in waits until both or the director have accepted it. The count is
// made with the table's komi.
func TestARecordIsComparedWithItsTable(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		game := w.game(1)
		p, err := tournaments.GameByID(ctx, w.s.db, game.ID)
		if err != nil {
			t.Fatal(err)
		}
		komi := strings.ReplaceAll(p.Game.Komi.String(), "½", ".5")
		right := "PB[" + p.BlackName + "]PW[" + p.WhiteName + "]SZ[19]KM[" + komi + "]"
		for properties, want := range map[string]string{
			right: "",
			strings.Replace(right, "SZ[19]", "SZ[9]", 1):     "Board",
			strings.Replace(right, "SZ[19]", "SZ[4]", 1):     "Board The engine",
			strings.Replace(right, "KM["+komi, "KM[0.5", 1):  "Komi",
			right + "HA[2]AB[dd][pp]":                        "Handicap",
			"PB[" + p.WhiteName + "]PW[" + p.BlackName + "]": "Black White",
			"PB[Someone Else]PW[" + p.WhiteName + "]":        "Black",
		} {
			first := ";B[qd];W[dc]"
			if strings.Contains(properties, "HA[2]") {
				first = ";W[dc];B[qd]"
			}
			if strings.Contains(properties, "SZ[9]") {
				first = ";B[cc];W[gg]"
			}
			r, err := w.s.AttachRecord(ctx, w.director, AttachForm{
				Game: game.ID, FileName: "x.sgf", Content: []byte("(;GM[1]CA[UTF-8]" + properties + first + ")"),
			})
			if err != nil {
				t.Fatal(err)
			}
			var what []string
			for _, d := range r.Differences {
				what = append(what, d.What)
			}
			if got := strings.Join(what, " "); got != want || r.Standing != RecordShown {
				t.Errorf("%s: differs in %q, want %q; %s", properties, got, want, r.Standing)
			}
		}
		r, err := w.s.AttachRecord(ctx, w.seated(t, p.BlackPerson), AttachForm{
			Game: game.ID, FileName: "x.sgf", Content: []byte("(;GM[1]SZ[9];B[cc];W[gg];B[])"),
		})
		if err != nil || r.Standing != RecordWaiting || len(r.Differences) == 0 {
			t.Errorf("a player's record of a small board: %s, %v, %v", r.Standing, r.Differences, err)
		}
	})
}

func (w *world) seated(t *testing.T, person tournaments.PersonID) auth.Actor {
	t.Helper()
	for _, pairing := range w.chart().Pairings(1) {
		for _, seat := range []tournaments.Seat{pairing.Black, pairing.White} {
			if a := w.player(seat.Entry); a.Person == person {
				return a
			}
		}
	}
	t.Fatal("no such player")
	return auth.Actor{}
}
