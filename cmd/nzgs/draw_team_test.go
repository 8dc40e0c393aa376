package main

import (
	"strings"
	"testing"
)

const teamEvent = `{"system":"swiss","rounds":3,"boards":2,"seed":4,"players":[
	{"id":"a1","name":"Ana","rating":"3d"},{"id":"a2","name":"Abe","rating":"1d"},{"id":"a3","name":"Ash","rating":"5k"},
	{"id":"b1","name":"Bea","rating":"2d"},{"id":"b2","name":"Ben","rating":"1k","absent":[1]}],
	"teams":[{"id":"A","name":"Auckland","captain":"Ana","players":["a1","a2","a3"]},{"id":"B","name":"Nelson","players":["b1","b2"]}],
	"played":[%PLAYED%]}`

func TestDrawOfTeams(t *testing.T) {
	run := func(played string, args ...string) outcome {
		return nzgs(t, strings.ReplaceAll(teamEvent, "%PLAYED%", played), append(args, "-")...)
	}
	o := run("", "draw")
	for _, says := range []string{"Ana 3.0", "Bea 2.0", "board 1 of", "Abe 1.0: wins board 2 by default", "Ben: absent: board 2 is lost"} {
		if o.status != 0 || !strings.Contains(o.stdout, says) {
			t.Errorf("no %q:\n%s%s", says, o.stdout, o.stderr)
		}
	}
	played := `{"round":1,"games":[{"table":1,"white":"b1","black":"a1","handicap":0,"result":"W"}],
		"matches":[{"white":"B","black":"A"}],"byes":["a2"]}`
	if o := run(played, "draw", "check"); strings.Contains(o.stdout, "not in this round") {
		t.Errorf("the check: %s%s", o.stdout, o.stderr)
	}
	o = run(played, "standings")
	for _, says := range []string{"board_points", "Auckland", "Nelson", "½"} {
		if o.status != 0 || !strings.Contains(o.stdout, says) {
			t.Errorf("no %q:\n%s%s", says, o.stdout, o.stderr)
		}
	}
	if o := run(played, "standings", "--players"); !strings.Contains(o.stdout, "Bea") {
		t.Errorf("players: %s%s", o.stdout, o.stderr)
	}
}
