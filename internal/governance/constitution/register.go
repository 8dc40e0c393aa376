package constitution

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// QuestionID names an open question: the rule and a word, "2.2-new".
type QuestionID string

// ReadingID names one of a question's readings.
type ReadingID string

// Reading is one way to read the text.
type Reading struct {
	ID   ReadingID
	Text string
}

// Question is a place where the constitution's text is silent, or where two of
// its rules conflict.
type Question struct {
	ID       QuestionID
	Rules    []string // concerned, in order
	Title    string
	Issue    string    // what is silent or conflicts, in our own words
	Readings []Reading // the first is the one that is applied without a ruling
}

// Default is the reading that is applied while the committee has not ruled.
func (q Question) Default() Reading { return q.Readings[0] }

func (q Question) reading(id ReadingID) (Reading, bool) {
	for _, r := range q.Readings {
		if r.ID == id {
			return r, true
		}
	}
	return Reading{}, false
}

// Questions is the register of open questions, in the document's order.
func Questions() []Question {
	out := slices.Clone(register)
	for i := range out {
		out[i].Rules, out[i].Readings = slices.Clone(out[i].Rules), slices.Clone(out[i].Readings)
	}
	return out
}

var registerByID = func() map[QuestionID]Question {
	m := make(map[QuestionID]Question, len(register))
	for _, q := range register {
		m[q.ID] = q
	}
	return m
}()

// QuestionByID finds a question of the register.
func QuestionByID(id QuestionID) (Question, bool) {
	q, ok := registerByID[id]
	return q, ok
}

// Ruling is the committee's answer to an open question.
type Ruling struct {
	Question QuestionID
	Reading  ReadingID  // one of the question's
	Meeting  civil.Date // of the committee that ruled
	Words    string     // as in the minutes
}

// Offered reports whether the ruling is one that the register still offers: a
// reading that nothing followed was taken from it, and what the committee had
// recorded of it stays in the record.
func (r Ruling) Offered() bool {
	q, known := QuestionByID(r.Question)
	_, offered := q.reading(r.Reading)
	return known && offered
}

const maxRuling = 2000

// Check returns what is wrong with a ruling, in form order.
func (r Ruling) Check() apperr.Fields {
	var f apperr.Fields
	q, known := QuestionByID(r.Question)
	if !known {
		f.Add("question", "Choose one of the open questions.")
	} else if _, ok := q.reading(r.Reading); !ok {
		f.Add("reading", "Choose one of the readings of this question.")
	}
	CheckDay(&f, "meeting", r.Meeting)
	switch n := utf8.RuneCountInString(strings.TrimSpace(r.Words)); {
	case n == 0:
		f.Add("words", "Enter the ruling as it stands in the minutes.")
	case n > maxRuling:
		f.Add("words", "Shorten this to %d characters.", maxRuling)
	}
	return f
}

// checkRulings refuses rulings that cannot be, and two of one meeting on one
// question.
func checkRulings(rulings []Ruling) error {
	var f apperr.Fields
	meetings := make(map[Ruling]bool, len(rulings))
	for _, r := range rulings {
		f = append(f, r.Check()...)
		at := Ruling{Question: r.Question, Meeting: r.Meeting}
		if meetings[at] {
			f.Add("meeting", "There are two rulings of %s on question %s.", r.Meeting.Long(), r.Question)
		}
		meetings[at] = true
	}
	return f.Err()
}

// withRulings is the version with the committee's rulings as of a day: the latest
// ruling on a question that was made on or before the day holds.
func (c Constitution) withRulings(rulings []Ruling, day civil.Date) Constitution {
	if len(rulings) == 0 {
		c.rulings = nil
		return c
	}
	c.rulings = make(map[QuestionID]Ruling, len(rulings))
	for _, r := range rulings {
		if held, ok := c.rulings[r.Question]; r.Meeting.After(day) || ok && held.Meeting.After(r.Meeting) {
			continue
		}
		c.rulings[r.Question] = r
	}
	return c
}

// Rulings are the rulings in force, by question.
func (c Constitution) Rulings() map[QuestionID]Ruling { return maps.Clone(c.rulings) }

// read is the reading of a question that the program applies, noted in the
// trace.
func (c Constitution) read(t *Trace, id QuestionID) ReadingID {
	q, known := registerByID[id]
	if !known {
		panic("constitution: question " + string(id) + " is not in the register")
	}
	reading := q.Default()
	used := Used{Question: id, Reading: reading.ID}
	if ruling, ok := c.rulings[id]; ok {
		used.Reading, used.Ruled = ruling.Reading, ruling.Meeting
		if chosen, ok := q.reading(ruling.Reading); ok {
			reading = chosen
		}
	}
	t.use(used)
	return reading.ID
}
