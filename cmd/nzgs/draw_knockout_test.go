package main

import (
	"strings"
	"testing"
)

const cup = `{"system":"knockout","rounds":3,"knockout":{"third_place":true},"seeding":"order","players":[
	{"id":"a","rating":"1d","seed":2},{"id":"b","rating":"3d"},{"id":"c","rating":"2d"},{"id":"d","rating":"5k","seed":1},
	{"id":"e","rating":"1k"}],"played":[%PLAYED%]}`

func TestDrawOfAKnockout(t *testing.T) {
	draw := func(played string, args ...string) outcome {
		return nzgs(t, strings.ReplaceAll(cup, "%PLAYED%", played), append(args, "-")...)
	}
	o := draw("", "draw")
	for _, says := range []string{"c 2.0", "e 0.", "quarter-finals", "seed 1 goes through: 5 players leave 3 free places"} {
		if o.status != 0 || !strings.Contains(o.stdout, says) {
			t.Errorf("no %q:\n%s%s", says, o.stdout, o.stderr)
		}
	}
	first := `{"round":1,"games":[{"white":"c","black":"e","handicap":0,"result":"J"}],"byes":["a","b","d"]}`
	if o := draw(first, "draw"); o.status != 1 || !strings.Contains(o.stdout, "it is played again until someone wins") {
		t.Errorf("after a jigo: %d %s%s", o.status, o.stdout, o.stderr)
	}
	first = strings.Replace(first, `"J"`, `"B"`, 1)
	if o := draw(first, "draw", "--json"); o.status != 0 || !strings.Contains(o.stdout, `"round": 2`) {
		t.Errorf("the semi-finals: %s%s", o.stdout, o.stderr)
	}
	if o := draw(first, "draw", "check"); o.status != 0 {
		t.Errorf("the check: %s%s", o.stdout, o.stderr)
	}
	if o := draw(first, "standings"); !strings.Contains(o.stdout, "1–4") {
		t.Errorf("four are still in: %s%s", o.stdout, o.stderr)
	}
}

func TestDrawOfAMatch(t *testing.T) {
	o := nzgs(t, `{"system":"match","rounds":3,"players":[{"id":"a","rating":"1d"},{"id":"b","rating":"3d"}],"played":[
		{"round":1,"games":[{"white":"a","black":"b","result":"W","handicap":0}]},
		{"round":2,"games":[{"white":"b","black":"a","result":"B","handicap":0}]}]}`, "draw", "-")
	if o.status != 1 || !strings.Contains(o.stdout, "the match was decided after game 2, 2–0") {
		t.Errorf("%d %s%s", o.status, o.stdout, o.stderr)
	}
}
