package representative

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
)

// Line is a line of the ledger.
type Line struct {
	Person    PersonID
	Name      string // as public pages show it; where a reading fills it in
	Day       civil.Date
	Step      points.Step
	Event     EventID // 0: a balance brought in
	EventName string
	Points    points.Amount
	Balance   points.Amount // after it
	Rule      string
	Trace     string
	Cause     string // why it was posted when it was
	Reverses  bool   // it takes an earlier line back
	Reversed  bool   // a later line takes it back
	PostedAt  civil.Instant
	PostedBy  string

	id       lineID
	opening  openingID
	reverses lineID
}

// same reports whether a line that was posted says what one that is worked out does.
func (l Line) same(o Line) bool {
	return l.key() == o.key() && l.Points == o.Points && l.Rule == o.Rule && l.Trace == o.Trace
}

// lineKey is what a line is about: of each there is at most one that counts.
type lineKey struct {
	person  PersonID
	day     civil.Date
	step    points.Step
	event   EventID
	opening openingID
	name    string
}

func (l Line) key() lineKey { return lineKey{l.Person, l.Day, l.Step, l.Event, l.opening, l.EventName} }

// Difference is what the ledger lacks: lines to reverse, and lines to post.
type Difference struct {
	Reverse []Line
	Post    []Line

	withdrawn []int // points years whose choice went with their championship
}

// differenceOf compares the lines that count with those that are worked out.
func differenceOf(counting, want []Line) (d Difference) {
	have := make(map[lineKey]Line, len(counting))
	for _, l := range counting {
		have[l.key()] = l
	}
	kept := make(map[lineID]bool, len(counting))
	for _, l := range want {
		if old, ok := have[l.key()]; ok && old.same(l) {
			kept[old.id] = true
			continue
		}
		d.Post = append(d.Post, l)
	}
	for _, l := range counting {
		if !kept[l.id] {
			d.Reverse = append(d.Reverse, l)
		}
	}
	return d
}

// settle posts what the ledger lacks of what the facts say, and withdraws the choices of years without a championship.
func (s *Service) settle(ctx context.Context, tx *store.Tx, by, cause string) (Difference, error) {
	withdrawn, err := withdrawBaselessChoices(ctx, tx, s.cases.Now())
	if err != nil {
		return Difference{}, err
	}
	f, err := loadFacts(ctx, tx)
	if err != nil {
		return Difference{}, err
	}
	d, err := lacking(ctx, tx, f)
	if err != nil {
		return Difference{}, err
	}
	var lines []Line
	for _, l := range d.Reverse {
		l.Points, l.reverses = -l.Points, l.id
		lines = append(lines, l)
	}
	lines = append(lines, d.Post...)
	for i := range lines {
		lines[i].Cause, lines[i].PostedAt, lines[i].PostedBy = cause, s.cases.Now(), by
	}
	d.withdrawn = withdrawn
	return d, insertLines(ctx, tx, lines)
}

// lacking is what the ledger lacks of what these facts say.
func lacking(ctx context.Context, q store.Queryer, f facts) (Difference, error) {
	want, err := f.compute()
	if err != nil {
		return Difference{}, err
	}
	counting, err := countingLines(ctx, q)
	if err != nil {
		return Difference{}, err
	}
	return differenceOf(counting, want), nil
}

var stepOrder = map[points.Step]int{
	points.StepOpening: 0, points.StepPlace: 1, points.StepLoss: 2, points.StepDeduction: 3,
}

// inOrder puts the lines of one person into the order in which they count, a line and its reversal side by side, and
// says the balance after each.
func inOrder(lines []Line) {
	slices.SortStableFunc(lines, func(a, b Line) int {
		return cmp.Or(
			a.Day.Compare(b.Day), cmp.Compare(stepOrder[a.Step], stepOrder[b.Step]), cmp.Compare(a.EventName, b.EventName),
			cmp.Compare(a.Event, b.Event), cmp.Compare(a.id, b.id),
		)
	})
	balance := points.Amount(0)
	for i := range lines {
		balance += lines[i].Points
		lines[i].Balance = balance
	}
}

// auditPoints is what the audit log keeps of a change of the ledger.
type auditPoints struct {
	Event    string      `json:"event,omitempty"`
	Day      civil.Date  `json:"day"`
	Posted   []auditLine `json:"posted,omitempty"`
	Reversed []auditLine `json:"reversed,omitempty"`
	Choices  []int       `json:"choices_withdrawn,omitempty"` // of these years
}

type auditLine struct {
	Person PersonID    `json:"person"`
	Step   points.Step `json:"step"`
	Points string      `json:"points"`
}

func auditOf(name string, day civil.Date, d Difference) auditPoints {
	out := auditPoints{Event: name, Day: day, Choices: d.withdrawn}
	for _, l := range d.Post {
		out.Posted = append(out.Posted, auditLine{l.Person, l.Step, l.Points.String()})
	}
	for _, l := range d.Reverse {
		out.Reversed = append(out.Reversed, auditLine{l.Person, l.Step, l.Points.String()})
	}
	return out
}
