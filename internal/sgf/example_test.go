package sgf_test

import (
	"fmt"

	"nzgs/internal/sgf"
)

func ExampleGame_MainLine() {
	f := sgf.Parse([]byte("(;GM[1]SZ[9]PB[Ash]PW[Birch]KM[750]RE[白胜3目半];B[ee];W[];B[ab](;W[cc])(;W[dd]"))
	var rec sgf.Record
	if err := f.Games[0].MainLine(&rec); err != nil {
		fmt.Println(err)
		return
	}
	r := rec.Result()
	fmt.Printf(
		"%s–%s, komi %s: %s by %s after %d moves\n", rec.Info(sgf.BlackName), rec.Info(sgf.WhiteName), rec.Komi, r.Winner,
		r.By, rec.Moves,
	)
	for _, w := range append(f.Warnings, rec.Warnings...) {
		fmt.Printf("%d:%d %s\n", w.Line, w.Column, w.Text)
	}
	// Output:
	// Ash–Birch, komi 7.5: W by 3.5 after 4 moves
	// 1:76 2 closing parentheses at the end are missing.
	// 1:2 The record has one other line; what is found is of its main line, the first.
	// 1:32 The komi “750” was read as 7.5 points: it is written in hundredths.
}
