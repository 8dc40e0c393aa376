package postal

import (
	"slices"
	"strconv"

	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// What is fixed of a vote, and how far its tellers are.

// Teller is a teller of the vote and how far they are.
type Teller struct {
	Name  string
	State kit.Badge
	More  string
	To    *kit.Link // where the teller is given an account; nil who has one, and for who does not give any
}

func voteFacts(f postal.File) []kit.Fact {
	meeting := kit.Fact{Label: "Meeting", Value: dayOrDash(f.EGM)}
	if f.Meeting != 0 {
		meeting.URL = kit.MeetingURL(meetings.ID(f.Meeting))
	}
	facts := append([]kit.Fact{meeting}, typedFacts(f.Held, f.Typed)...)
	facts = append(facts, kit.Fact{Label: "Closes", Value: dayOrDash(f.Closing)})
	if f.Way == postal.Offline {
		facts = append(facts, kit.Fact{Label: "Papers are entered", Value: "On the tellers’ own machines"})
	} else {
		facts = append(facts, kit.Fact{Label: "Papers are entered", Value: "Here, sealed to the tellers’ keys"})
	}
	if !f.RollDay.IsZero() {
		facts = append(facts, kit.Fact{
			Label: "Roll", Value: kit.Plural(f.RollCount, "member", "members") + " of " + f.RollDay.Long(),
		})
	}
	if f.Counts.Papers() > 0 || f.State == postal.StateDespatched && (f.Manages || f.Tells) {
		facts = append(facts, kit.Fact{Label: "Papers that came back", Value: papersText(f.Counts)})
	}
	if !f.Despatched.IsZero() {
		facts = append(facts, kit.Fact{Label: "Papers went out", Value: f.Despatched.Long() + withText(f.SentHow)})
	}
	if !f.RollDay.IsZero() {
		facts = append(facts, kit.Fact{
			Label: "Hash of the roll", Value: groupedHash(f.RollHash),
		}, kit.Fact{Label: "Hash of the motions", Value: groupedHash(f.MotionsHash)})
	}
	return facts
}

// typedFacts say which meeting framed motions that were typed by hand, and why
// they were.
func typedFacts(held, why string) []kit.Fact {
	if held == "" {
		return nil
	}
	return []kit.Fact{{Label: "Motions framed by", Value: held}, {Label: "Typed by hand because", Value: why}}
}

func withText(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// papersText is how many papers came back, and of how many members.
func papersText(n postal.Counts) string {
	text := kit.Plural(
		n.Papers(), "paper", "papers",
	) + " of " + kit.Plural(n.Members, "member", "members") + ", " + strconv.Itoa(n.Roll) + " on the roll"
	if n.Rejected > 0 {
		text += "; " + strconv.Itoa(n.Rejected) + " rejected"
	}
	if n.Waiting > 0 {
		text += "; " + strconv.Itoa(n.Waiting) + " waiting for a ruling"
	}
	return text
}

// groupedHash sets a space after each eight characters, to compare by eye.
func groupedHash(hash string) string {
	out := ""
	for i, r := range hash {
		if i > 0 && i%8 == 0 {
			out += " "
		}
		out += string(r)
	}
	return out
}

// keyDone is what a teller has done with the key.
func keyDone(f postal.File, a postal.Appointed) string {
	if f.Keys.Before || !a.Signed {
		return "Key proved"
	}
	return "Key proved, all keys signed"
}

func tellersOf(f postal.File) []Teller {
	var out []Teller
	for _, a := range f.Tellers {
		t := Teller{Name: a.Name, State: kit.Badge{Kind: kit.KindNeutral, Text: "No key yet"}}
		switch {
		case !a.Approved.IsZero():
			t.State = kit.Badge{Kind: kit.KindSuccess, Text: "Approved the totals"}
		case !a.Finished.IsZero() && f.State == postal.StateRecheck:
			t.State = kit.Badge{Kind: kit.KindInfo, Text: "Has checked again"}
		case !a.Finished.IsZero():
			t.State = kit.Badge{Kind: kit.KindInfo, Text: "Has entered all papers"}
		case a.Entered > 0 && f.State == postal.StateRecheck:
			t.State = kit.Badge{Kind: kit.KindWarning, Text: "Checking what differs"}
		case a.Ready() && !a.Signed && f.Keys.Number != "" && !f.Keys.Before:
			t.State = kit.Badge{Kind: kit.KindWarning, Text: "Has not signed the keys yet"}
		case a.Ready():
			t.State = kit.Badge{Kind: kit.KindSuccess, Text: keyDone(f, a)}
		case a.Recipient != "":
			t.State = kit.Badge{Kind: kit.KindWarning, Text: "Key not proved yet"}
		}
		if f.Way == postal.Web && a.Entered > 0 {
			t.More = kit.Plural(a.Entered, "paper", "papers") + " entered"
		}
		if i := slices.IndexFunc(f.NoAccount, func(p postal.Person) bool { return p.Person == a.Person }); i >= 0 {
			t.State, t.More = kit.Badge{Kind: kit.KindWarning, Text: "No account yet"}, "cannot sign in"
			if f.Invites {
				t.To = inviteLink(a.Person)
			}
		}
		out = append(out, t)
	}
	return out
}
