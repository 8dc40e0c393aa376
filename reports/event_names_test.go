package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// eventNames are of 20 to 200 characters, in words and in one, with what must not be parted.
func eventNames() map[string]string {
	out := map[string]string{}
	words := "Aotearoa Ōtautahi Congress of the Southern Alps and the Islands beside Te Waipounamu with a Rapid "
	for n := 20; n <= 200; n += 60 {
		text := []rune(strings.Repeat(words, 3))[:n-5]
		out[fmt.Sprintf("%d in words", n)] = strings.ReplaceAll(string(text), "  ", " ") + " 2026"
		out[fmt.Sprintf("%d in one", n)] = strings.Repeat("Kw", (n-4)/2) + "2026"
	}
	out["Han"] = strings.Repeat("全国囲碁大会", 20) + "2026"
	return out
}

// printsOf are all prints of an event of that name.
func printsOf(event string) map[string]func(io.Writer) error {
	sheet := samplePairings(59)
	sheet.Event = event
	standings, cards, badges, poster, schedule := sampleStandings(60), sampleCards(3), sampleBadges(3), samplePoster(), sampleSchedule(2)
	standings.Event, cards.Event, badges.Event, poster.Event, schedule.Event = event, event, event, event, event
	bracket, chart := sampleBracket(6), sampleWallChart(40, 9, 4)
	bracket.Event, chart.Event = event, event
	certificate := sampleCertificate("Mei Lin")
	certificate.Event, certificate.Over = event+", Open", "Certificate"
	part := sampleCertificate("Aroha Tūī")
	part.What, part.Event = event, "Open"
	list := Listing{Over: event, Title: "Open: players", AsAt: sheet.AsAt, Columns: []ListingColumn{{Title: "Player"}}, Rows: make([][]string, 60)}
	for i := range list.Rows {
		list.Rows[i] = []string{samplePlayer(i).Name}
	}
	across := list
	across.Across = true
	return map[string]func(io.Writer) error{
		"by table":    func(w io.Writer) error { return press.PairingsByTable(w, sheet) },
		"by name":     func(w io.Writer) error { return press.PairingsByName(w, sheet) },
		"slips":       func(w io.Writer) error { return press.ResultSlips(w, sheet) },
		"bundle":      func(w io.Writer) error { return press.RoundBundle(w, bundleOf(sheet)) },
		"round sheet": func(w io.Writer) error { return press.RoundSheetPDF(w, bundleOf(sheet)) },
		"standings":   func(w io.Writer) error { return press.StandingsPDF(w, standings) },
		"cards":       func(w io.Writer) error { return press.TableCardsPDF(w, cards) },
		"badges":      func(w io.Writer) error { return press.BadgesPDF(w, badges) },
		"poster":      func(w io.Writer) error { return press.DoorPosterPDF(w, poster) },
		"schedule":    func(w io.Writer) error { return press.SchedulePDF(w, schedule) },
		"bracket":     func(w io.Writer) error { return press.BracketPDF(w, bracket) },
		"wall chart":  func(w io.Writer) error { return press.WallChartPDF(w, chart) },
		"list":        func(w io.Writer) error { return press.ListingPDF(w, list) },
		"list across": func(w io.Writer) error { return press.ListingPDF(w, across) },
		"certificates": func(w io.Writer) error {
			return press.CertificatesPDF(w, Certificates{Event: event, Certificates: []Certificate{certificate, part}})
		},
	}
}

// An event's name stands whole on its prints; where a foot, a head of a further page or a slip has no room for it, it is
// shortened in its middle and fills its line, and its end, the time and the page stay.
func TestEventNamesAreCutOnlyWhereThereIsNoRoom(t *testing.T) {
	const most = 25.0 // millimetres free at the end of a line with a cut: less than the longest word
	for length, event := range eventNames() {
		for name, write := range printsOf(event) {
			pages := textsOf(t, written(t, write))
			whole := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(allText(pages), "|", ""), "\n", ""), " ", "")
			bare := strings.ReplaceAll(printable(event), " ", "")
			if !strings.Contains(whole, bare) && (name != "slips" || utf8.RuneCountInString(event) <= 60) {
				t.Errorf("%s: %s: the name stands nowhere whole", length, name)
			}
			for n, page := range pages {
				for _, p := range page {
					if !strings.Contains(p.text, "…") {
						continue
					}
					x := func(p pdfText) float64 { return p.x * mmPerPoint }
					slip := name == "slips" || name == "bundle" && p.size == 8.5
					limit := pageWidth - margin
					switch {
					case name == "list across":
						limit = pageHeight - margin
					case slip && x(p) > slipWidth:
						limit = pageWidth - 9
					case slip:
						limit = slipWidth - 9
					}
					lineEnd := 0.0
					for _, q := range page {
						switch {
						case q.y != p.y || slip && (x(q) > slipWidth) != (x(p) > slipWidth):
						case strings.HasPrefix(q.text, "Page "):
							limit = min(limit, x(q))
						default:
							lineEnd = max(lineEnd, x(q)+widthOf(q.text, style{size: q.size}))
						}
					}
					if free := limit - lineEnd; free > most {
						t.Errorf("%s: %s, page %d: cut with %.0f mm free: %q", length, name, n+1, free, p.text)
					}
					if !strings.Contains(allText([][]pdfText{page}), "2026") {
						t.Errorf("%s: %s, page %d: the end of a name that is cut is gone", length, name, n+1)
					}
				}
			}
			if name == "by table" && !strings.Contains(strings.ReplaceAll(whole, "asat", "as at "), "as at 21November2026,1.42pm") {
				t.Errorf("%s: %s: the time is cut: %.300s", length, name, whole)
			}
		}
	}
}

// No head of a slip stands nearer the edge of the paper than printers print, also of teams with long names whose handicap
// was worked out.
func TestHeadsOfSlipsStayOnThePaper(t *testing.T) {
	for _, event := range []string{"Winter Cup", strings.Repeat("A Congress of a Long Name ", 8)} {
		sheet := samplePairings(12)
		sheet.Event = event
		for i := range sheet.Games {
			sheet.Games[i].Match, sheet.Games[i].Board = "Tāmaki Makaurau and the Gulf – Te Whanganui-a-Tara", 2
			sheet.Games[i].How = "3.4 − (−2.8) = 6.2 → 7, −1 = 6, and no more than 9 by the ceiling of this section"
		}
		for _, page := range textsOf(t, written(t, func(w io.Writer) error { return press.ResultSlips(w, sheet) })) {
			for _, p := range page {
				if top := (p.y + p.size) * mmPerPoint; top > pageHeight-5 {
					t.Errorf("%q stands %.1f mm below the edge", p.text, pageHeight-top)
				}
			}
		}
	}
}
