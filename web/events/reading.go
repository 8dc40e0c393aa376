package events

import (
	"strconv"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Reading what directors type: grades, points, rounds and choices.

// grade reads a grade or a rating; an empty field is none. wanted says what to
// write.
func grade(in *kit.Filling, name, wanted string) *scale.Rating {
	text := in.Text(name)
	if text == "" {
		return nil
	}
	r, err := scale.Parse(text)
	if err != nil {
		in.Problem(name, "%s", wanted)
		return nil
	}
	return &r
}

const writeGrade = "Write a grade: 3d, 5k."

// points reads points, whole or half; an empty field is the other.
func points(in *kit.Filling, name string, other scale.HalfPoints, wanted string) scale.HalfPoints {
	text := in.Text(name)
	if text == "" {
		return other
	}
	p, ok := scale.ParseHalfPoints(text)
	if !ok {
		in.Problem(name, "%s", wanted)
	}
	return p
}

// score reads the points that a player starts with; an empty field is none.
func score(in *kit.Filling, name string) pairing.Score {
	return pairing.Score(points(in, name, 0, "Write points as 1 or 1½, at most one point for each round."))
}

// chosenRounds reads rounds: ticked boxes, or a text like "2, 4-5".
func chosenRounds(in *kit.Filling, name string) []int {
	rounds, err := tournaments.ParseRounds(strings.Join(in.All(name), ", "))
	if err != nil {
		in.Problem(name, "Write the rounds as 2, 4-5.")
	}
	return rounds
}

// oneOf reads a choice; a field that is empty or not sent is the other.
func oneOf[T ~string](in *kit.Filling, name string, other T) T {
	if text := in.Text(name); text != "" {
		return T(text)
	}
	return other
}

// setNumber fills in a number; 0 leaves the field empty.
func setNumber(in *kit.Filling, name string, n int) {
	if n != 0 {
		in.Set(name, strconv.Itoa(n))
	}
}

// options makes options of triples: value, label, hint.
func options(triples ...string) []kit.Option {
	var out []kit.Option
	for i := 0; i+2 < len(triples); i += 3 {
		out = append(out, kit.Option{Value: triples[i], Label: triples[i+1], Hint: triples[i+2]})
	}
	return out
}
