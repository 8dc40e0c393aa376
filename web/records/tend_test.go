package records_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

const tellingRecord = "(;GM[1]SZ[9]KM[7]PB[Tanaka Taro]PW[Someone]GC[Tanaka of Wellington]EV[Tanaka cup]" +
	";B[ee]C[Tanaka plays];W[cc](;B[gc]N[Tanaka])(;B[cg]))"

// sentByCard is a record that somebody sent by the card of a half's table.
func sentByCard(t *testing.T, s *kittest.Site, half kittest.Half, content string) results.RecordID {
	t.Helper()
	table, err := s.Results.TableByCard(t.Context(), auth.Actor{}, half.Card)
	s.Must(err)
	r, err := s.Results.AttachRecord(t.Context(), auth.Actor{}, results.AttachForm{
		Card: half.Card, Game: table.Game.ID, FileName: "tanaka.sgf", Content: []byte(content),
	})
	s.Must(err)
	return r.ID
}

func TestARecordSentByTheCardIsAcceptedHiddenAndRemoved(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	id := sentByCard(t, s, half, "(;GM[1]SZ[9];B[ee];W[cc];B[cd])")
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee, anyone, here := s.Browser(s.Session(account)), s.Browser(""), kit.RecordURL(id)

	anyone.Get(here).Wants(t, http.StatusNotFound)
	anyone.Get(here+"/record.sgf").Wants(t, http.StatusNotFound)
	anyone.Post(here+"/accept").Wants(t, http.StatusUnauthorized, "Sign in")
	referee.Get(here).Wants(t, http.StatusOK, "waiting to be accepted", "Accept the record", "Remove the record")
	referee.Get(kit.RecordDeskURL(id)).Wants(t, http.StatusOK, "waiting to be accepted")
	referee.Post(here+"/accept").LeadsTo(t, here)
	anyone.Get(here).Wants(t, http.StatusOK, `id="board"`)

	referee.Post(here+"/hide", "hide", "yes", "reason", "").Wants(t, http.StatusUnprocessableEntity, "Give the reason")
	referee.Post(here+"/hide", "hide", "yes", "reason", "It is of another game.").LeadsTo(t, here)
	anyone.Get(here).Wants(t, http.StatusNotFound)
	referee.Get(here).Wants(t, http.StatusOK, "It is of another game.", "Show it to everyone")
	referee.Post(here+"/show").LeadsTo(t, here)
	referee.Post(here+"/remove", "remove", "yes", "reason", "It is of another game.").LeadsTo(t, "/")
	for _, path := range []string{here, here + "/record.sgf", kit.RecordDeskURL(id)} {
		referee.Get(path).Wants(t, http.StatusGone, "This record was removed")
	}
	anyone.Get(here).Wants(t, http.StatusGone, "This was removed", "This record was removed")
	s.Must(s.Results.Tend(t.Context(), kittest.Program, half.Record, results.RemoveRecord, "The players asked for it."))
	referee.Get(kit.RulingSheetURL(half.Ruling)).Wants(t, http.StatusOK) // stays without its record
	r, err := s.Results.Records(t.Context(), half.Game)
	s.Must(err)
	referee.Get(kit.GameDeskURL(half.Game)).Wants(t, http.StatusOK, "removed by", "It is of another game.", r[0].Hash)
}

// A player who goes by an alias does so in the records of their games: on the page
// and in the file that everybody has, which replays to the same board.
func TestRecordsFollowTheChoiceOfAnAlias(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	id := sentByCard(t, s, half, tellingRecord)
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee, anyone := s.Browser(s.Session(account)), s.Browser("")
	referee.Post(kit.RecordURL(id)+"/accept").LeadsTo(t, kit.RecordURL(id))
	anyone.Get(kit.RecordURL(id)).Wants(t, http.StatusOK, "Tanaka Taro") // kept with its names
	kept, err := s.Results.Record(t.Context(), auth.Actor{}, id)
	s.Must(err)
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE person SET alias = 'Kea', public_as = 'alias' WHERE id = $1`, kept.Played.BlackPerson)
		return err
	}))
	page, file := anyone.Get(kit.RecordURL(id)), anyone.Get(kit.RecordURL(id)+"/record.sgf")
	page.Wants(t, http.StatusOK, "Kea", `id="board"`)
	file.Wants(t, http.StatusOK, "PB[Kea]")
	for _, got := range []string{page.Body, file.Body} {
		if strings.Contains(got, "anaka") {
			t.Errorf("the player is named:\n%s", got)
		}
	}
	sameMainLine(t, tellingRecord, file.Body)
	referee.Get(kit.RecordURL(id)+"/record.sgf").Wants(t, http.StatusOK, "Tanaka Taro", "Tanaka of Wellington")
}

// Nobody’s address or telephone number is given out with a record, whoever wrote it
// there.
func TestRecordsGiveOutNoContactData(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	for _, tt := range []struct {
		text string
		out  bool // goes out as it is
	}{
		{"Write to tanaka@example.nz", false}, {"Ring +64 21 555 0199", false}, {"or 021 555 0199", false},
		{"Move 12 was 2026-11-21, 14:00; 10 20 30 40 50", true},
	} {
		id := sentByCard(t, s, half, "(;GM[1]SZ[9];B[ee]C["+tt.text+"];W[cc])")
		s.Must(s.Results.Tend(t.Context(), kittest.Program, id, results.AcceptRecord, ""))
		got := s.Browser("").Get(kit.RecordURL(id) + "/record.sgf").Body
		if strings.Contains(got, tt.text) != tt.out || !strings.Contains(got, "B[ee]") {
			t.Errorf("%s: %s", tt.text, got)
		}
	}
	id := sentByCard(t, s, half, "(;GM[1]SZ[9]PB[tanaka@example.nz];B[ee];W[cc])")
	s.Must(s.Results.Tend(t.Context(), kittest.Program, id, results.AcceptRecord, ""))
	if got := s.Browser("").Get(kit.RecordURL(id)); strings.Contains(got.Body, "tanaka@") {
		t.Error("the page has an address as a player's name")
	}
}

// sameMainLine wants two records to have the same moves.
func sameMainLine(t *testing.T, a, b string) {
	t.Helper()
	var lines [2]sgf.Record
	for i, text := range []string{a, b} {
		if err := sgf.Parse([]byte(text)).Games[0].MainLine(&lines[i]); err != nil {
			t.Fatal(err)
		}
	}
	if len(lines[0].Steps) != len(lines[1].Steps) {
		t.Fatalf("%d steps, and then %d", len(lines[0].Steps), len(lines[1].Steps))
	}
	for i, step := range lines[0].Steps {
		if now := lines[1].Steps[i]; now.X != step.X || now.Y != step.Y || now.Colour != step.Colour || now.Kind != step.Kind {
			t.Errorf("step %d is %+v, and then %+v", i, step, now)
		}
	}
}
