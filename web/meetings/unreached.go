package meetings

import (
	"strconv"

	"nzgs/internal/auth"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Unreached names the members whom no letter can go to, each with a way to their
// page in the register, where an address can be added.
type Unreached struct {
	Title  string
	Text   string
	People []kit.Link
	Hand   *kit.SmallForm // to record that a letter was handed over; nil before the notice
}

// toAdd is what to do about somebody whom no letter can go to.
const toAdd = "Open each name and add an e-mail address or a postal address to the register."

// unreachedBefore names them before the notice is given; nil when there are none.
func unreachedBefore(roll []meetings.RollEntry) *Unreached {
	var people []meetings.Someone
	for _, e := range roll {
		if e.Unreached {
			people = append(people, meetings.Someone{Person: e.Person, Name: e.Name})
		}
	}
	card := unreachedCard(people)
	if card != nil {
		card.Text = toAdd + " Of whom none is known then, hand the printed notice over and record the day here: until all " +
			"have it, notice is not given to all members (rule 4.1)."
	}
	return card
}

// unreachedAfter names them after the notice, with the form that says whom the
// notice was handed to.
func (s *Desk) unreachedAfter(in *kit.Filling, p *kit.Page, v meetings.View) *Unreached {
	n := v.Notices[0]
	card := unreachedCard(n.Unreached)
	if card == nil {
		return nil
	}
	card.Text = "A postal address that you add to the register counts at once: the label is printed, and the letter can be " +
		"recorded as posted. " + toAdd + " No e-mail goes by itself to an address that is added now. Or hand the printed " +
		"notice over and record the day here."
	if !v.May.Post {
		return card
	}
	if !in.Sends("handed") {
		in.SetDay("handed", s.Today())
	}
	to := kit.Field{Name: "to", Label: "Who has the notice", Type: "checkboxes"}
	for _, one := range n.Unreached {
		to.Options = append(to.Options, kit.Option{Value: kit.IDText(one.Person), Label: one.Name})
	}
	card.Hand = &kit.SmallForm{
		FormKey: p.Form("handed"), Action: kit.MeetingURL(v.Meeting.ID, "posted"), Kind: "secondary",
		Submit: "Record the notice as handed over",
		Hidden: []kit.Hidden{
			{Name: "notice", Value: strconv.Itoa(n.Number)}, {Name: "which", Value: string(meetings.HandedOver)},
		},
		Fields: []kit.Field{in.Field(p, to), in.Field(p, kit.DayField("handed", "Handed over on", ""))},
	}
	return card
}

func unreachedCard(people []meetings.Someone) *Unreached {
	if len(people) == 0 {
		return nil
	}
	card := &Unreached{Title: "No letter can go to " + kit.Plural(len(people), "member", "members")}
	for _, one := range people {
		card.People = append(card.People, kit.Link{Label: one.Name, URL: kit.PersonURL(one.Person)})
	}
	return card
}

// handedTo reads whom a notice was handed to.
func handedTo(in *kit.Filling) []auth.PersonID {
	var out []auth.PersonID
	for _, text := range in.All("to") {
		if id := numberIn(text); id != 0 {
			out = append(out, id)
		}
	}
	return out
}
