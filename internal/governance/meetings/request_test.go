package meetings

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// request records one that the first n members signed.
func (w *society) request(received string, n int) RequestID {
	w.t.Helper()
	now := w.now
	w.on(received)
	id, err := w.s.RecordRequest(ctx, w.secretary, w.requestInput(received, n))
	w.must(err)
	w.now = now
	return id
}

func (w *society) requestInput(received string, n int) RequestInput {
	in := RequestInput{
		Received: day(received), Proposer: w.people[0],
		Proposals: []RequestedProposal{{Title: "A library", Text: "That a library be founded."}},
	}
	for _, p := range w.people[:n] {
		in.Signers = append(in.Signers, Signer{Person: p})
	}
	return in
}

func TestRequestsForAnEGM(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name    string
			spoil   func(*RequestInput)
			counted int
			valid   bool
			why     string // of the last signature
		}{
			{"ten members", func(*RequestInput) {}, 10, true, ""},
			{"nine", func(in *RequestInput) { in.Signers = in.Signers[:9] }, 9, false, ""},
			{"nine and one of them again", func(in *RequestInput) { in.Signers[9] = in.Signers[3] }, 9, false, "signature 4"},
			{
				"nine and one who has lapsed", func(in *RequestInput) { in.Signers[9] = Signer{Person: w.lapsed.Person} }, 9, false,
				"not a member on 5 January 2026",
			},
			{
				"nine and a name nobody knows", func(in *RequestInput) { in.Signers[9] = Signer{Name: "Mickey Testcase"} }, 9,
				false, "register",
			},
			{
				"eleven, one of them nobody",
				func(in *RequestInput) { in.Signers = append(in.Signers, Signer{Name: "Mickey Testcase"}) }, 10, true, "register",
			},
			{"nobody is the proposer", func(in *RequestInput) { in.Proposer = 0 }, 10, false, ""},
			{"the proposer has not signed", func(in *RequestInput) { in.Proposer = w.people[20] }, 10, false, ""},
			{"no proposal", func(in *RequestInput) { in.Proposals = nil }, 10, false, ""},
		} {
			in := w.requestInput("2026-01-05", 10)
			c.spoil(&in)
			a, err := w.s.AssessRequest(ctx, w.secretary, in)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			last := a.Signatures[len(a.Signatures)-1]
			if a.Counted != c.counted || a.Valid != c.valid || !strings.Contains(last.Why, c.why) ||
				last.Counts != (c.why == "") {
				t.Errorf(
					"%s: %d count, valid %t, last %+v; want %d, %t, %q: %s", c.name, a.Counted, a.Valid, last, c.counted, c.valid,
					c.why, a.Trace,
				)
			}
			if a.HoldBy.By != day("2026-03-05") || a.HoldBy.Rule != "5.1" {
				t.Errorf("%s: held by %s (%s)", c.name, a.HoldBy.By, a.HoldBy.Rule)
			}
			id, err := w.s.RecordRequest(ctx, w.secretary, in)
			w.must(err)
			kept, again, err := w.s.Request(ctx, w.treasurer, id)
			if err != nil || again.Valid != c.valid || len(kept.Signers) != len(in.Signers) ||
				len(kept.Proposals) != len(in.Proposals) {
				t.Errorf("%s: kept %+v, %v", c.name, kept, err)
			}
			egm := agm("2026-02-20")
			egm.Kind, egm.Request = EGM, id
			meeting, err := w.s.Create(ctx, w.secretary, egm)
			if (err == nil) != c.valid {
				t.Errorf("%s: called %v", c.name, err)
			}
			if err != nil {
				w.refused(c.name, err, apperr.Invalid, "[5.1]")
				continue
			}
			v := w.view(meeting)
			if v.Meeting.CalledBy != ByMembers || len(v.Motions) != 1 || v.Motions[0].Mover.Person != in.Proposer ||
				v.Motions[0].Origin != constitution.FromMember {
				t.Errorf("%s: %+v", c.name, v.Motions)
			}
			_, err = w.s.Create(ctx, w.secretary, egm)
			w.refused("a second EGM on one request", err, apperr.Conflict, "already")
		}
	})
}

func TestRequestsThatCannotBeRecorded(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		for _, c := range []struct {
			name  string
			spoil func(*RequestInput)
			words string
		}{
			{"no day", func(in *RequestInput) { in.Received = day("2026-01-06") }, "received"},
			{"nobody signed", func(in *RequestInput) { in.Signers = nil }, "signers"},
			{"a signature without a name", func(in *RequestInput) { in.Signers[2] = Signer{} }, "Signature 3"},
			{
				"a signature of a number that is nobody's", func(in *RequestInput) { in.Signers[2] = Signer{Person: 999} },
				"Signature 3",
			},
			{"too many", func(in *RequestInput) { in.Signers = slices.Repeat(in.Signers, 200) }, "signers"},
			{"a proposal without a text", func(in *RequestInput) { in.Proposals[0].Text = "" }, "Proposal 1"},
			{"a proposal of an odd kind", func(in *RequestInput) { in.Proposals[0].Kind = "odd" }, "Proposal 1"},
			{"a proposer who is nobody", func(in *RequestInput) { in.Proposer = 999 }, "proposer"},
		} {
			in := w.requestInput("2026-01-05", 10)
			c.spoil(&in)
			_, err := w.s.RecordRequest(ctx, w.secretary, in)
			w.refused(c.name, err, apperr.Invalid, c.words)
		}
		_, err := w.s.RecordRequest(ctx, w.member, w.requestInput("2026-01-05", 10))
		w.refused("a member", err, apperr.Forbidden, "")
	})
}

// A valid request is the committee's duty until a meeting is called on it.
func TestARequestIsADuty(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		open := func() (out []string) {
			all, err := w.rules.Duties(ctx, w.ordinary)
			w.must(err)
			for _, d := range all {
				out = append(out, d.Title+" by "+d.Due.String())
			}
			return out
		}
		w.request("2026-01-05", 9)
		if got := open(); got != nil {
			t.Errorf("nine signatures: %v", got)
		}
		in := agm("2026-02-20")
		in.Kind, in.Request = EGM, w.request("2026-01-05", 10)
		want := []string{"Call the EGM that members requested on 5 January 2026 by 2026-03-05"}
		if got := open(); !slices.Equal(got, want) {
			t.Errorf("ten: %v", got)
		}
		id := w.create(in)
		if got := open(); !slices.Equal(got, []string{
			"Hold the EGM of 20 February 2026 that members requested by 2026-03-05",
		}) {
			t.Errorf("called: %v", got)
		}
		w.must(w.s.Cancel(ctx, w.secretary, id, w.version(id), "The hall is closed."))
		if got := open(); !slices.Equal(got, want) {
			t.Errorf("called off: %v", got)
		}
		in.Date = day("2026-02-21")
		w.create(in) // the request may be answered again
	})
}
