package kit

// Graphs are bars with the table that they are drawn from.
type Graphs struct {
	Title string
	All   []Bars
	Heads []string // of the table
	Rows  [][]string
}

// Bars are groups of upright bars, drawn by the server: one group for each label, one bar for each series. The first series is
// filled, the second one an outline, so that no colour is needed to tell them from each other.
type Bars struct {
	Title         string
	Series        []string
	Width, Height int
	Base          int // where the bars stand
	Rects         []Bar
	Labels        []BarLabel
}

// Bar is a bar with what it says.
type Bar struct {
	X, Y, Width, Height int
	Outline             bool
	Text                string // "2025/26, Joined: 12"
	Value               string // above it
	MidX, ValueY        int
}

// BarLabel is a label below a group.
type BarLabel struct {
	X, Y int
	Text string
}

// Series is a row of values, one for each label.
type Series struct {
	Name   string
	Values []int64
}

const (
	barGroup  = 72
	barsHigh  = 150
	barsAbove = 18
	barsBelow = 22
)

// DrawBars draws series of values over labels. Values below zero stand as nothing; the table has them.
func DrawBars(title string, labels []string, text func(int64) string, series ...Series) Bars {
	b := Bars{
		Title: title, Width: barGroup * max(1, len(labels)), Height: barsAbove + barsHigh + barsBelow, Base: barsAbove + barsHigh,
	}
	most := int64(1)
	for _, s := range series {
		b.Series = append(b.Series, s.Name)
		for _, v := range s.Values {
			most = max(most, v)
		}
	}
	width := (barGroup - 16) / max(1, len(series))
	for i, label := range labels {
		left := i*barGroup + 8
		for n, s := range series {
			v := s.Values[i]
			high := int(max(0, v) * barsHigh / most)
			x := left + n*width
			bar := Bar{
				X: x, Y: b.Base - high, Width: width - 4, Height: high, Outline: n > 0, Text: label + ", " + s.Name + ": " + text(v),
				MidX: x + (width-4)/2, ValueY: b.Base - high - 5,
			}
			if len(series) == 1 {
				bar.Value = text(v)
			}
			b.Rects = append(b.Rects, bar)
		}
		b.Labels = append(b.Labels, BarLabel{X: left + (barGroup-16)/2, Y: b.Height - 6, Text: label})
	}
	return b
}
