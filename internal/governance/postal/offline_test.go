package postal

import (
	"crypto/rand"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
)

// offline counts papers as the tellers' own machines do, and approves.
func (w *society) offline(p *ballot.Package, approvals int, papers ...ballot.Paper) *ballot.Result {
	w.t.Helper()
	var batches [2]ballot.Batch
	for k := range batches {
		var sealed []ballot.Record
		for _, paper := range papers {
			r, err := p.Seal(ballot.TellerNumber(k+1), paper, rand.Reader)
			w.must(err)
			sealed = append(sealed, r)
		}
		var err error
		batches[k], err = p.Open(keyring()[k].identity, ballot.TellerNumber(k+1), sealed)
		w.must(err)
	}
	result, err := p.Count(batches[0], batches[1])
	w.must(err)
	for k := range approvals {
		w.must(result.Approve(p, keyring()[k].identity))
	}
	return result
}

func (w *society) paper(n int, choices string) ballot.Paper {
	w.t.Helper()
	serial, err := ballot.ParseSerial(w.serials[w.people[n]])
	w.must(err)
	p := ballot.Paper{Serial: serial}
	for _, c := range choices {
		p.Choices = append(p.Choices, ballot.Choice(c))
	}
	return p
}

// The tellers' own machines: a package out, a result back, and nothing of any
// paper on the server.
func TestAVoteEnteredOffline(t *testing.T) {
	each(t, 16, func(t *testing.T, w *society) {
		d := draft
		d.Way = Offline
		w.reach(StateDespatched, d)
		for i := range 12 {
			w.receive(w.people[i], Valid)
		}
		w.receive(w.people[12], Rejected)
		w.on("2026-04-21")
		w.must(w.Close(ctx, w.actors["secretary"], w.vote, w.version()))
		file, err := w.Package(ctx, w.actors["ana"], w.vote)
		w.must(err)
		p, err := ballot.ParsePackage(file)
		w.must(err)
		var papers []ballot.Paper
		for i := range 12 {
			papers = append(papers, w.paper(i, "y"+string("yyyyyyyynnna"[i])))
		}
		rejected := w.paper(12, "")
		rejected.Rejected, rejected.Choices = ballot.Unsigned, nil
		all := append(append([]ballot.Paper{}, papers...), rejected)
		other, serials := pack()
		take := func(file []byte) error {
			_, err := w.TakeResult(ctx, w.actors["ana"], w.vote, file)
			return err
		}
		for _, c := range []struct {
			name string
			file []byte
			rule string
			want string
		}{
			{"nothing", nil, "", "result: "},
			{"no result", []byte(`{"format":"nzgs-vote-result/1"}`), "", "result: "},
			{"the package", file, "", "result: "},
			{
				"of another vote",
				w.offline(other, 2, ballot.Paper{Serial: serials[0], Choices: []ballot.Choice{'y', 'n'}}).Encode(), "", "result: ",
			},
			{"approved by one", w.offline(p, 1, all...).Encode(), "", "result: An approval is missing"},
			{
				"a paper short", w.offline(p, 2, all[1:]...).Encode(), "5.11",
				"11 papers are counted, and the envelope register has 12 valid ones",
			},
			{"a paper more", w.offline(p, 2, append(all, w.paper(13, "yy"))...).Encode(), "5.11", "13 papers are counted"},
			{
				"totals that were changed",
				[]byte(strings.Replace(string(w.offline(p, 2, all...).Encode()), `"yes": 12`, `"yes": 11`, 1)), "", "result: ",
			},
		} {
			if c.name == "totals that were changed" && string(c.file) == string(w.offline(p, 2, all...).Encode()) {
				t.Fatal("nothing was changed")
			}
			w.refused(take(c.file), c.rule, c.want)
			if w.state() != StateClosed {
				t.Fatalf("%s: %s", c.name, w.state())
			}
		}
		waiting := w.receive(w.people[3], Rejected)
		w.must(w.Rule(ctx, w.actors["ben"], w.vote, waiting.ID, 1, Rejected, "A copy of the first."))
		totals, err := w.TakeResult(ctx, w.actors["ben"], w.vote, w.offline(p, 2, all...).Encode())
		w.must(err)
		want := []MotionTotal{{1, 12, 0, 0, 0}, {2, 8, 3, 1, 0}}
		if w.state() != StateAgreed || totals.Papers != 12 || totals.Motions[0] != want[0] || totals.Motions[1] != want[1] {
			t.Errorf("%s: %+v", w.state(), totals)
		}
		if n := w.rows("postal_entry"); n != 0 {
			t.Errorf("%d entries are on the server", n)
		}
		w.advance(StateDeclared)
		declared, err := w.Service.Declaration(ctx, w.vote)
		if err != nil || declared.Papers != 14 || declared.Valid != 12 || declared.Rejected != 2 ||
			!declared.Outcomes[1].Referred {
			t.Errorf("%+v, %v", declared, err)
		}
	})
}

// While a paper waits for a ruling nothing is agreed.
func TestAWaitingPaperHoldsTheResultUp(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		d := draft
		d.Way = Offline
		w.reach(StateDespatched, d)
		w.receive(w.people[3], Valid)
		w.receive(w.people[3], Valid)
		w.on("2026-04-21")
		w.must(w.Close(ctx, w.actors["ana"], w.vote, w.version()))
		_, err := w.TakeResult(ctx, w.actors["ana"], w.vote, nil)
		w.refused(err, "5.11", "A paper waits for the tellers’ ruling")
		w.refused(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")), "", "on the tellers’ own machines")
	})
}

// Papers that nobody of the roll sent, or that have no name, have no line in the
// register; the tellers reject them all the same.
func TestPapersOfNobodyAreRejectedOffline(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		d := draft
		d.Way = Offline
		w.reach(StateDespatched, d)
		for i := range 11 {
			w.receive(w.people[i], Valid)
		}
		w.on("2026-04-21")
		w.must(w.Close(ctx, w.actors["secretary"], w.vote, w.version()))
		file, err := w.Package(ctx, w.actors["ana"], w.vote)
		w.must(err)
		p, err := ballot.ParsePackage(file)
		w.must(err)
		var papers []ballot.Paper
		for i := range 11 {
			papers = append(papers, w.paper(i, "yy"))
		}
		nameless := w.paper(12, "")
		nameless.Rejected, nameless.Choices = ballot.NoName, nil
		_, err = w.TakeResult(ctx, w.actors["ana"], w.vote, w.offline(p, 2, append(papers, nameless)...).Encode())
		w.must(err)
		w.advance(StateDeclared)
		declared, err := w.Service.Declaration(ctx, w.vote)
		if err != nil || declared.Papers != 12 || declared.Valid != 11 || declared.Rejected != 1 {
			t.Errorf("%d papers, %d valid, %d rejected, %v", declared.Papers, declared.Valid, declared.Rejected, err)
		}
	})
}
