package events

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

func fillSettings(in *kit.Filling, t tournaments.Settings) {
	in.Set("system", string(t.System))
	in.Set("rounds", strconv.Itoa(t.Rounds))
	in.Set("komi", t.Komi.String())
	in.Set("board_time", t.BoardTime)
	in.Set("board_size", strconv.Itoa(t.BoardSize))
	in.Set("first_table", strconv.Itoa(t.FirstTable))
	in.Set("handicap", string(t.Handicap.By))
	in.Set("ceiling", strconv.Itoa(t.Handicap.Ceiling))
	in.Set("reduction", strconv.Itoa(t.Handicap.Reduction))
	in.Tick("even_under_half", t.Handicap.EvenUnderHalf)
	if top := t.Handicap.Top; top != nil {
		in.Set("no_handicap_above", top.Short())
	}
	in.Set("seeding", string(t.Seeding))
	in.Set("seed", strconv.FormatUint(t.Seed, 10))
	if t.Bar != nil {
		in.Set("bar", t.Bar.String())
	}
	if t.Floor != nil {
		in.Set("floor", t.Floor.String())
	}
	in.Set("bands", bandsText(t.Bands))
	setNumber(in, "accelerated", t.Acceleration.Rounds)
	if t.Acceleration.Rounds > 0 {
		in.Set("accelerated_points", tournaments.FormatScore(cmp.Or(t.Acceleration.Points, pairing.OnePoint)))
	}
	fillCriteria(in, t.Criteria)
	setNumber(in, "apart_firm", t.Apart.Firm)
	setNumber(in, "apart_weak", t.Apart.Weak)
	for _, b := range t.TieBreaks {
		in.Add("tie_breaks", string(b))
	}
	in.Set("unplayed", string(t.Unplayed))
	in.Tick("absence_half", t.AbsenceHalf)
	in.Tick("halves_down", t.HalvesDown)
	in.Set("bye", string(cmp.Or(t.Bye, pairing.ByePoint)))
	in.Set("reseed", string(t.Reseed.Seeding))
	setNumber(in, "reseed_from", t.Reseed.From)
	in.Tick("handicap_in_sosm", t.HandicapInSOSM)
	in.Tick("third_place", t.Knockout.ThirdPlace)
	in.Set("jigo", string(cmp.Or(t.Knockout.Jigo, pairing.JigoReplay)))
	in.Tick("play_out", t.PlayOut)
	in.Tick("pairs", t.Pairs)
	in.Set("boards", strconv.Itoa(t.Boards))
	in.Tick("rated", t.Rated)
	in.Set("weight", t.Weight.String())
}

// bandsText is the form that readBands reads: grades where a band begins one.
func bandsText(bands []scale.Rating) string {
	parts := make([]string, len(bands))
	for i, b := range bands {
		parts[i] = b.String()
		if b%10 == 0 {
			parts[i] = b.Grade().Short()
		}
	}
	return strings.Join(parts, ", ")
}

// readSection reads the settings; lot is the lot where none is given.
func readSection(in *kit.Filling, lot uint64) tournaments.SectionInput {
	t := tournaments.DefaultSettings()
	t.System, t.Rounds = oneOf(in, "system", t.System), in.NumberOr("rounds", 0)
	t.Komi = points(in, "komi", t.Komi, "Write the komi of even games as 7 or 6.5; an even game has one.")
	t.BoardTime, t.FirstTable = in.Text("board_time"), in.NumberOr("first_table", t.FirstTable)
	t.BoardSize = in.NumberOr("board_size", t.BoardSize)
	t.Handicap = scale.Setting{
		By: oneOf(in, "handicap", t.Handicap.By), Ceiling: in.NumberOr("ceiling", t.Handicap.Ceiling),
		Reduction: in.NumberOr("reduction", 0), EvenUnderHalf: in.Ticked("even_under_half"),
	}
	if top := grade(in, "no_handicap_above", writeGrade); top != nil {
		last := top.Grade()
		t.Handicap.Top = &last
	}
	t.Seeding, t.Seed = oneOf(in, "seeding", t.Seeding), readLot(in, lot)
	t.Criteria = readCriteria(in)
	t.Apart = pairing.Apart{Firm: in.NumberOr("apart_firm", 0), Weak: in.NumberOr("apart_weak", 0)}
	t.Acceleration = pairing.Acceleration{Rounds: in.NumberOr("accelerated", 0), Points: readLent(in)}
	t.Bar, t.Floor, t.Bands = grade(in, "bar", writeGrade), grade(in, "floor", writeGrade), readBands(in)
	t.TieBreaks = nil
	for _, text := range in.All("tie_breaks") {
		if text != "" {
			t.TieBreaks = append(t.TieBreaks, pairing.TieBreak(text))
		}
	}
	t.Unplayed = oneOf(in, "unplayed", t.Unplayed)
	t.Unpaired = tournaments.Unpaired{
		Bye: oneOf(in, "bye", pairing.ByePoint), HalvesDown: in.Ticked("halves_down"),
		Reseed: pairing.Reseed{From: in.NumberOr("reseed_from", 0), Seeding: pairing.Seeding(in.Text("reseed"))},
	}
	t.AbsenceHalf, t.HandicapInSOSM = in.Ticked("absence_half"), in.Ticked("handicap_in_sosm")
	t.Knockout = pairing.KnockoutRules{ThirdPlace: in.Ticked("third_place"), Jigo: oneOf(in, "jigo", pairing.JigoReplay)}
	t.PlayOut, t.Pairs, t.Boards = in.Ticked("play_out"), in.Ticked("pairs"), in.NumberOr("boards", 0)
	t.Rated, t.Weight = in.Ticked("rated"), readWeight(in)
	return tournaments.SectionInput{Name: in.Text("name"), Settings: t, Version: in.Version()}
}

func readLot(in *kit.Filling, lot uint64) uint64 {
	text := in.Text("seed")
	if text == "" {
		return lot
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		in.Problem("seed", "Enter a whole number, or leave this empty for a random one.")
	}
	return n
}

// readLent reads how many points the upper half is lent.
func readLent(in *kit.Filling) pairing.Score {
	const wanted = "Write the points as 1 or 1½, or leave this empty for 1."
	lent := points(in, "accelerated_points", scale.HalfPoints(pairing.OnePoint), wanted)
	if lent == 0 {
		in.Problem("accelerated_points", wanted)
	}
	return pairing.Score(lent)
}

// readBands reads ratings and grades that are separated by commas or lines, in
// any order.
func readBands(in *kit.Filling) []scale.Rating {
	var bands []scale.Rating
	for _, part := range strings.FieldsFunc(in.Text("bands"), func(r rune) bool { return strings.ContainsRune(",;\n", r) }) {
		band, err := scale.Parse(part)
		switch {
		case errors.Is(err, scale.ErrEmpty):
		case err != nil:
			in.Problem(
				"bands", "“%s” is not a grade or a rating. Write them as 15k, 10k, 5k, 1d.",
				kit.Shortened(strings.TrimSpace(part), 20),
			)
		default:
			bands = append(bands, band)
		}
	}
	return bands
}

func readWeight(in *kit.Filling) ratings.Weight {
	text := in.Text("weight")
	if text == "" {
		return ratings.FullWeight
	}
	w, ok := ratings.ParseWeight(text)
	if !ok {
		in.Problem("weight", "Enter a weight above 0 and at most 1.")
	}
	return w
}
