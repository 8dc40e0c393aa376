package pairing

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// drawsInChild in the environment has the test draw, in a program of its own whose memory is measured.
const drawsInChild = "NZGS_TEST_DRAWS_10000"

// mostUsed is what the system says of a program in /proc/self/status: the most memory it has had, in kB, since it
// started. What getrusage says of a child begins with the memory of the program that started it.
var mostUsed = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// The fifth round of a field of 10,000 is drawn in 500 MB: of the whole program, as the system counts it.
func TestADrawOfTenThousandInItsMemory(t *testing.T) {
	const players, most = 10_000, 500 << 20
	if os.Getenv(drawsInChild) != "" {
		ev := fieldAfterFour(players)
		d, err := Draw(ev, 5, nil)
		if err != nil || len(d.Pairs) != players/2 {
			t.Fatalf("%d pairs, %v", len(d.Pairs), err)
		}
		status, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%s\n", status)
		return
	}
	if testing.Short() {
		t.Skip("a draw of 10,000 takes long")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.timeout", "10m")
	cmd.Env = append(os.Environ(), drawsInChild+"=1", "GOGC=") // as it is where nobody sets it: tests collect less
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	used := mostUsed.FindSubmatch(out)
	if used == nil {
		t.Fatalf("the system does not say how much memory was used: %s", out)
	}
	kB, err := strconv.Atoi(string(used[1]))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d MB, %s", kB>>10, cmd.ProcessState.UserTime())
	if kB<<10 > most {
		t.Errorf("a draw of %d players used %d MB, want at most %d", players, kB>>10, most>>20)
	}
}

// fieldAfterFour is a Swiss after four rounds in which neighbours by score met, without drawing them: that would take
// four times as long.
func fieldAfterFour(players int) *Event {
	r := rand.New(rand.NewPCG(7, uint64(players)))
	ev := largeEvent(r, Swiss, players)
	order, score, met := r.Perm(players), make([]int, players), make(map[[2]int]bool)
	for round := 1; round <= 4; round++ {
		slices.SortStableFunc(order, func(a, b int) int { return score[b] - score[a] })
		next := Round{Number: round}
		left := slices.Clone(order)
		for len(left) > 0 {
			a, k := left[0], 1
			for k < len(left)-1 && met[[2]int{a, left[k]}] {
				k++
			}
			b := left[k]
			left = append(left[1:k:k], left[k+1:]...)
			met[[2]int{a, b}], met[[2]int{b, a}] = true, true
			g := Game{Table: len(next.Games) + 1, White: ID(fmt.Sprint(a)), Black: ID(fmt.Sprint(b)), Result: WhiteWins}
			if score[a]++; r.IntN(2) == 0 {
				g.Result = BlackWins
				score[a]--
				score[b]++
			}
			next.Games = append(next.Games, g)
		}
		ev.Played = append(ev.Played, next)
	}
	return ev
}
