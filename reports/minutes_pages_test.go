package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// Wherever a page of minutes ends, no heading and no line that leads to
// something is the last on it, and the signature is not alone on the last one.
func TestMinutesBreakWell(t *testing.T) {
	const part = `

## g) Proposals

### Motion 1: Boards

> That ten boards be bought.

Moved by the committee.

**President**

Ballot 1 for 1 seat: 12 valid papers, leads to:

- Ana: 6
- Ben: 6

**Carried**: ` + `Count 1 by hands decides, and this goes on for so long that it needs several lines of the page, which are never parted so that one of them stands alone at the end of a page or at the beginning of the next one, however far down the page it begins, and however many there are.

**Ordinary committee members** (2 seats)

- Cal, nominated by Dee and Eva
`
	for above := range 60 {
		text := strings.Repeat("A line.\n\n", above) + strings.Repeat(part, 3) + "\nThe meeting closed at 10:53 am.\n"
		pages := textsOf(
			t, written(t, func(w io.Writer) error { return press.MinutesPDF(w, Minutes{Text: text, Sign: "Chair"}) }),
		)
		for i, page := range pages {
			body := linesOf(page)
			body = body[:len(body)-1] // the foot
			what := fmt.Sprintf("%d lines above, page %d of %d", above, i+1, len(pages))
			last := strings.TrimSpace(body[len(body)-1])
			for _, head := range []string{"g) Proposals", "Motion 1: Boards", "President", "leads to:", "(2 seats)"} {
				if i+1 < len(pages) && strings.HasSuffix(last, head) {
					t.Errorf("%s ends with %q", what, last)
				}
			}
			if strings.HasPrefix(last, "Carried") {
				t.Errorf("%s ends with the first line of a paragraph", what)
			}
			if i > 0 && i+1 == len(pages) && !strings.Contains(strings.Join(body, "\n"), "The meeting closed") {
				t.Errorf("%s has only the signature", what)
			}
		}
	}
}
