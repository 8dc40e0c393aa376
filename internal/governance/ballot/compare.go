package ballot

import (
	"cmp"
	"fmt"
	"slices"
)

// Batch is one teller's papers, opened.
type Batch struct {
	Teller TellerNumber
	Root   Hash // of the records they were opened from
	Papers []Opened
}

// Field says where two tellers differ about a paper.
type Field string

const (
	FieldMissing  Field = "missing"  // one teller has no such paper
	FieldSecond   Field = "second"   // one teller entered it more than once
	FieldValidity Field = "validity" // one teller rejected it
	FieldReason   Field = "reason"   // both rejected it, for different reasons
	FieldMotion   Field = "motion"   // a motion's choice
)

// Difference is a place that both tellers look at again. It never tells what
// either of them read.
type Difference struct {
	Serial Serial
	Field  Field
	Motion int          // the motion's number when Field is FieldMotion, else 0
	Teller TellerNumber // who lacks it or has it twice, when Field is FieldMissing or FieldSecond, else 0
}

// String is the difference for people, without a value: "7K3M-9QTR-5XHM: motion 2".
func (d Difference) String() string {
	var where string
	switch d.Field {
	case FieldMissing:
		where = fmt.Sprintf("teller %d has not entered it", d.Teller)
	case FieldSecond:
		where = fmt.Sprintf("teller %d entered it more than once", d.Teller)
	case FieldValidity:
		where = "valid or rejected"
	case FieldReason:
		where = "the reason why it is rejected"
	case FieldMotion:
		where = fmt.Sprintf("motion %d", d.Motion)
	}
	return d.Serial.String() + ": " + where
}

// bySerial are a batch's papers; a serial that was entered twice has two.
func (b Batch) bySerial() map[Serial][]Paper {
	out := make(map[Serial][]Paper, len(b.Papers))
	for _, o := range b.Papers {
		out[o.Paper.Serial] = append(out[o.Paper.Serial], o.Paper)
	}
	return out
}

// Compare tells where two tellers' batches differ, by serial, then motion. It
// is the same whichever batch is named first.
func (p *Package) Compare(a, b Batch) ([]Difference, error) {
	if err := p.checkPair(a, b); err != nil {
		return nil, err
	}
	as, bs := a.bySerial(), b.bySerial()
	var out []Difference
	for serial, papers := range as {
		out = append(out, p.comparePapers(serial, a.Teller, b.Teller, papers, bs[serial])...)
	}
	for serial, papers := range bs {
		if len(as[serial]) == 0 {
			out = append(out, p.comparePapers(serial, a.Teller, b.Teller, nil, papers)...)
		}
	}
	slices.SortFunc(out, func(x, y Difference) int {
		return cmp.Or(cmp.Compare(x.Serial.symbols, y.Serial.symbols), cmp.Compare(x.Motion, y.Motion),
			cmp.Compare(x.Teller, y.Teller), cmp.Compare(x.Field, y.Field))
	})
	return out, nil
}

// checkPair refuses batches that are not of two tellers of this package.
func (p *Package) checkPair(a, b Batch) error {
	for _, batch := range []Batch{a, b} {
		if _, err := p.teller(batch.Teller); err != nil {
			return err
		}
		for _, o := range batch.Papers {
			if err := p.CheckPaper(o.Paper); err != nil {
				return err
			}
		}
	}
	if a.Teller == b.Teller {
		return fmt.Errorf("both are entries of teller %d: %w", a.Teller, ErrForeign)
	}
	return nil
}

// comparePapers are the differences about one serial.
func (p *Package) comparePapers(serial Serial, a, b TellerNumber, as, bs []Paper) []Difference {
	var out []Difference
	for _, side := range []struct {
		teller TellerNumber
		papers []Paper
	}{{a, as}, {b, bs}} {
		switch {
		case len(side.papers) == 0:
			out = append(out, Difference{Serial: serial, Field: FieldMissing, Teller: side.teller})
		case len(side.papers) > 1:
			out = append(out, Difference{Serial: serial, Field: FieldSecond, Teller: side.teller})
		}
	}
	if len(out) > 0 {
		return out
	}
	x, y := as[0], bs[0]
	switch {
	case (x.Rejected == Valid) != (y.Rejected == Valid):
		return []Difference{{Serial: serial, Field: FieldValidity}}
	case x.Rejected != y.Rejected:
		return []Difference{{Serial: serial, Field: FieldReason}}
	}
	for i, c := range x.Choices {
		if c != y.Choices[i] {
			out = append(out, Difference{Serial: serial, Field: FieldMotion, Motion: p.Motions[i].Number})
		}
	}
	return out
}
