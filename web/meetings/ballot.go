package meetings

import (
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// BallotPanel is the votes on a motion or an amendment, and how another is
// recorded (partial "ballot-panel").
type BallotPanel struct {
	Title    string
	Counts   []CountRow
	Outcome  *kit.Trace // what the decisive count comes to
	Voice    []*kit.PostButton
	Form     *CountForm
	Equal    []*kit.PostButton // the chair's vote
	Silent   *kit.PostButton   // takes it back
	Declare  *kit.PostButton
	Declared bool
	Undone   []string // outcomes that were declared by mistake
}

// CountRow is a vote as it was counted.
type CountRow struct {
	Method, Result, At string
	Notes              []string // a recount, why it was set aside
	Decides            bool
	Links              []kit.Link
}

// CountForm records a count of hands or papers.
type CountForm struct {
	kit.FormKey
	URL    string
	Hidden []kit.Hidden
	Method kit.Field
	Votes  []kit.Field
	Most   kit.Trace // how many may vote
}

// ballotPanel is the votes that were taken.
func ballotPanel(b meetings.Ballot, title string, declared bool) *BallotPanel {
	panel := &BallotPanel{Title: title, Declared: declared}
	for _, n := range b.Counts {
		method := n.Method.Label()
		if len(b.Counts) > 1 {
			method = strconv.Itoa(n.No) + ". " + method
		}
		panel.Counts = append(panel.Counts, CountRow{
			Method: method, Result: countedText(n.Count), At: momentText(n.At), Decides: n.No == b.Decisive,
			Notes: countNotes(n),
		})
	}
	for _, u := range b.Undone {
		panel.Undone = append(panel.Undone, "“"+u.Outcome+"” was declared by mistake and set aside: "+u.Reason)
	}
	if b.Decisive > 0 {
		trace := kit.RuleTrace(decisionText(b.Outcome), b.Outcome.Trace)
		panel.Outcome = &trace
	}
	return panel
}

// countNotes say of a count how many could vote, whether it counted another's
// papers again, and why it does not count.
func countNotes(n meetings.Count) []string {
	var out []string
	if n.Voters > 0 {
		out = append(out, kit.Plural(n.Voters, "person could vote", "people could vote"))
	}
	if n.Recount != nil {
		out = append(out, n.Recount.Sentence())
	}
	if n.SetAside != nil {
		out = append(out, "Set aside: "+n.SetAside.Reason)
	}
	return out
}

func countedText(n constitution.Count) string {
	switch {
	case n.Method != constitution.Voice:
		out := strconv.Itoa(n.Votes.Yes) + " yes, " + strconv.Itoa(n.Votes.No) + " no, " + kit.Plural(
			n.Votes.Abstain, "abstention", "abstentions",
		)
		if n.Spoiled+n.Blank > 0 {
			out += "; " + strconv.Itoa(n.Spoiled) + " spoiled, " + strconv.Itoa(n.Blank) + " blank: " +
				strconv.Itoa(n.Papers()) + " papers"
		}
		return out
	case n.Call == constitution.Ayes:
		return "The ayes have it"
	}
	return "The noes have it"
}

func decisionText(o constitution.Outcome) string {
	switch {
	case o.Divided:
		return "Equal votes"
	case o.Carried:
		return "Carried"
	}
	return "Not carried"
}

// take adds to a panel the forms by which a vote is recorded.
func (b *BallotPanel) take(
	p *MotionPage, in *kit.Filling, v meetings.View, m meetings.Motion, votes meetings.Ballot,
	amendment meetings.AmendmentID, saved int64,
) {
	url, kind := motionURL(v.Meeting.ID, m.ID), m.Kind
	if amendment != 0 {
		kind = constitution.Ordinary
	}
	about := []kit.Hidden{{Name: "amendment", Value: kit.IDText(amendment)}}
	name := "v" + kit.IDText(amendment)
	for _, call := range []struct {
		call  constitution.Call
		label string
	}{{constitution.Ayes, "The ayes have it"}, {constitution.Noes, "The noes have it"}} {
		button := p.Button(
			name+string(call.call), url+"/count", call.label,
			append(
				about, kit.Hidden{Name: "method", Value: string(constitution.Voice)},
				kit.Hidden{Name: "call", Value: string(call.call)},
			)...,
		)
		button.Kind = "secondary"
		b.Voice = append(b.Voice, button)
	}
	if in.Text("method") != string(constitution.Ballot) {
		in.Set("method", string(constitution.Hands))
	}
	b.Form = &CountForm{FormKey: p.Form(name + "count"), URL: url + "/count", Hidden: about,
		Method: in.Field(&p.Page, kit.Field{Name: "method", Label: "Counted by", Type: "radios", Options: []kit.Option{
			{Value: string(constitution.Hands), Label: constitution.Hands.Label()},
			{Value: string(constitution.Ballot), Label: constitution.Ballot.Label()},
		}})}
	for _, f := range voteFields(true) {
		if f.Name == "spoiled" || f.Name == "blank" {
			f.Hint = "Ballots only"
		}
		b.Form.Votes = append(b.Form.Votes, in.Field(&p.Page, f))
	}
	most, why := v.Voters(kind)
	b.Form.Most = kit.RuleTrace(kit.Plural(most, "person may vote now", "people may vote now"), why)
	b.again(v, m, votes, amendment)
	if votes.Decisive == 0 {
		return
	}
	ver := kit.VersionField(saved)
	if votes.ChairMay && v.May.CastVote {
		for _, vote := range []struct {
			vote  constitution.ChairVote
			label string
		}{{constitution.ChairYes, "The chair votes yes"}, {constitution.ChairNo, "The chair votes no"}} {
			b.Equal = append(
				b.Equal,
				p.Button(
					name+"chair"+string(vote.vote), url+"/chair-vote", vote.label,
					append(about, ver, kit.Hidden{Name: "chair", Value: string(vote.vote)})...,
				),
			)
		}
	}
	if votes.ChairVote != constitution.ChairSilent && v.May.CastVote {
		b.Silent = p.Button(
			name+"silent", url+"/chair-vote", "Withdraw the chair’s vote",
			append(about, ver, kit.Hidden{Name: "chair", Value: ""})...,
		)
		b.Silent.Kind = "quiet"
	}
	b.declares(p, v.Meeting.ID, m.ID, votes, amendment, saved)
}

// declares adds the button that declares what the votes came to.
func (b *BallotPanel) declares(
	p *MotionPage, at meetings.ID, m meetings.MotionID, votes meetings.Ballot, amendment meetings.AmendmentID, saved int64,
) {
	label := "Declare: " + strings.ToLower(decisionText(votes.Outcome))
	if votes.Outcome.Divided {
		label = "Declare: not carried, the chair does not vote"
	}
	b.Declare = p.Button(
		"v"+kit.IDText(amendment)+"declare", motionURL(at, m)+"/declare", label,
		kit.Hidden{Name: "amendment", Value: kit.IDText(amendment)}, kit.VersionField(saved),
	)
	if votes.Outcome.Divided {
		b.Declare.Kind = "secondary"
	}
}

// again links each count to a second count of it, and to setting it aside.
func (b *BallotPanel) again(
	v meetings.View, m meetings.Motion, votes meetings.Ballot, amendment meetings.AmendmentID,
) {
	standing := votes.Standing()
	for i, n := range votes.Counts {
		row := &b.Counts[i]
		stands := slices.ContainsFunc(standing, func(one meetings.Count) bool { return one.No == n.No })
		if stands && n.Method != constitution.Voice {
			row.Links = append(row.Links, kit.Link{
				Label: "Enter a second count", URL: votesURL(v, m.ID, "recount", amendment, n.No),
			})
		}
		if stands || n.SetAside == nil && n.Recount != nil {
			row.Links = append(row.Links, kit.Link{Label: "Set it aside", URL: votesURL(v, m.ID, "undo", amendment, n.No)})
		}
	}
}
