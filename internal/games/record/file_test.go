package record

import (
	"context"
	"encoding/json"
	"testing"

	gorecord "nzgs/internal/gorules/record"
)

// TestAFileOfAllGames: each game of a file is checked by its own rules, in the order written.
func TestAFileOfAllGames(t *testing.T) {
	text := "(;GM[1]SZ[9];B[ee])(;GM[11]SZ[5]RE[W+]PB[A]" + hexWin + ")(;GM[2])" + stuck + "(;RU[Tanbo];B[cc])(;GM[11];B[f6])(;GM[1]SZ["
	want := []string{
		`{"file":"x","game":1,"game_of":"go"`,
		`{"file":"x","game":2,"game_of":"hex","size":[5,5],"handicap":0,"komi":0,"moves":9,"played":9,"violation":null,` +
			`"violations":[],"score":{"black":0,"white":0,"shared":0,"margin":0},"result":{"claimed":"W+","winner":"W","by":"",` +
			`"computed":"B+","agrees":false,"consistent":"none"},"by_record_rules":null,"setup_stones":0,` +
			`"players":{"black":"A","white":""},"warnings":[],"error":null}`,
		`{"file":"x","game":3,"game_of":""`,
		`{"file":"x","game":4,"game_of":"amazons","size":[3,3],"handicap":0,"komi":0,"moves":1,"played":1,"violation":null,` +
			`"violations":[],"score":{"black":0,"white":0,"shared":0,"margin":0},"result":{"claimed":"","winner":"unknown","by":"",` +
			`"computed":"B+","agrees":null,"consistent":null},"by_record_rules":null,"setup_stones":4,` +
			`"players":{"black":"","white":""},"warnings":[],"error":null}`,
		`{"file":"x","game":5,"game_of":"tanbo","size":[19,19],"handicap":0,"komi":0,"moves":1,"played":0,` +
			`"violation":{"move":1,"colour":"B","point":"cc","kind":"touches_none","repeats":0}`,
		`{"file":"x","game":6,"game_of":"hex","size":[11,11],"handicap":0,"komi":0,"moves":1,"played":0,` +
			`"violation":{"move":1,"colour":"B","point":"f6","kind":"opening","repeats":0}`,
		`{"file":"x","game":7,"game_of":"go"`,
	}
	ok := []bool{true, false, false, true, false, false, true}
	var c Checker
	c.Rules = gorecord.ItsYourTurn
	i := 0
	c.CheckFile(context.Background(), []byte(text), func(f Found) {
		row, err := json.Marshal(f.Row("x"))
		if err != nil {
			t.Fatal(err)
		}
		if i >= len(want) || len(row) < len(want[i]) || string(row[:len(want[i])]) != want[i] {
			t.Errorf("game %d: %s", i+1, row)
		}
		if f.Err == nil && f.OK() != ok[i] {
			t.Errorf("game %d: OK is %v", i+1, f.OK())
		}
		i++
	})
	if i != len(want) {
		t.Errorf("%d games; want %d", i, len(want))
	}
}

// TestTanboIsNotPlayedAsGo: a record that names Tanbo's rules is handed on before anything of it is played.
func TestTanboIsNotPlayedAsGo(t *testing.T) {
	var c Checker
	c.CheckFile(context.Background(), []byte("(;GM[1]SZ[19]RU[Tanbo];B[ba];W[ha])"), func(f Found) {
		if f.Report.Moves != 0 || f.Other == nil || f.Other.Moves != 2 || f.Err != nil {
			t.Errorf("%d moves were played as Go; %+v, %v", f.Report.Moves, f.Other, f.Err)
		}
	})
}
