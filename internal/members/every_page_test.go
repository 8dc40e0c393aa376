package members

import "testing"

// Bug: a file of the register stopped after 10,000 people without saying so.
func TestAFileHasEveryPage(t *testing.T) {
	for _, all := range []int{0, 1, MaxPageSize, MaxPageSize + 1, 2*MaxPageSize + 7} {
		reads := 0
		got, err := everyPage(RegisterFilter{Page: 3, Size: 5}, func(f RegisterFilter) (Register, error) {
			reads++
			from := min((f.Page-1)*f.Size, all)
			return Register{Matches: all, Entries: make([]Entry, min(f.Size, all-from))}, nil
		})
		if err != nil || len(got.Entries) != all || reads > all/MaxPageSize+1 {
			t.Errorf("%d of %d in %d readings, %v", len(got.Entries), all, reads, err)
		}
	}
}
