package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
)

func TestTwoPeopleAtOneReturn(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		old := s.ref(id)
		v := s.view(s.treasurer, id)
		choice := []clubs.Choice{{Row: v.Lines[0].Row.ID, Decision: clubs.LeaveOut}}
		s.must(s.Decide(ctx, s.treasurer, old, choice))
		if err := s.Decide(ctx, s.treasurer, old, choice); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("deciding on an old page: %v", err)
		}
		if _, err := s.Confirm(ctx, s.treasurer, old, consented); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("confirming an old page: %v", err)
		}
		now := s.ref(id)
		s.confirm(id)
		if _, err := s.Confirm(ctx, s.treasurer, now, consented); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("confirming twice: %v", err)
		}
		if err := s.Withdraw(ctx, s.treasurer, s.ref(id)); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("withdrawing a confirmed return: %v", err)
		}
	})
}

func TestAClubSecretaryHandsTheListIn(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-09-01")
		id := s.upload(s.harbourSecretary, s.harbour, "",
			"Peters,James,,,", "Tūī,Aroha,aroha@example.nz,,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,").Return
		v := s.view(s.harbourSecretary, id)
		aroha := s.line(v, "Aroha")
		// That Aroha is known, and where, is not Harbour's to learn.
		if len(aroha.Changes) != 0 || aroha.Person != nil && aroha.Person.Contact.Phone != "" {
			t.Errorf("the secretary sees %+v", aroha)
		}
		for _, c := range aroha.Candidates {
			if c.Name != "" || c.Person != 0 {
				t.Errorf("the secretary learns of %+v", c)
			}
		}
		for _, f := range aroha.Findings {
			if strings.Contains(f.Text, "Capital") {
				t.Errorf("the secretary reads %q", f.Text)
			}
		}
		james := s.line(s.view(s.treasurer, id), "James")
		known := james.Candidates[0].Person
		err := s.Decide(ctx, s.harbourSecretary, s.ref(id), []clubs.Choice{
			{Row: james.Row.ID, Decision: clubs.SamePerson, Person: known},
		})
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary picks somebody of another club: %v", err)
		}
		if _, err := s.Confirm(ctx, s.harbourSecretary, s.ref(id), consented); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary confirms: %v", err)
		}
		s.on("2026-09-02")
		s.must(s.Submit(ctx, s.harbourSecretary, s.ref(id), consented))
		if v := s.view(s.harbourSecretary, id); v.Return.State != clubs.Submitted ||
			v.Return.ListReceived != day("2026-09-02") || v.MayChange {
			t.Errorf("after handing in: %+v", v.Return)
		}
		if err := s.Decide(ctx, s.harbourSecretary, s.ref(id), nil); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("changing a submitted return: %v", err)
		}
		s.must(s.MakeDraft(ctx, s.harbourSecretary, s.ref(id)))
		s.must(s.Submit(ctx, s.harbourSecretary, s.ref(id), consented))
		in, err := s.Inbox(ctx, s.treasurer)
		s.must(err)
		if len(in.ToConfirm) != 1 || in.ToConfirm[0].Rows != 5 {
			t.Errorf("inbox: %+v", in.ToConfirm)
		}
	})
}

func TestWhoMayDoWhatWithAReturn(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		ref := s.ref(id)
		member := auth.Actor{Person: s.capitalSecretary.Person, Name: "Member"}
		for name, a := range map[string]auth.Actor{"nobody": {}, "member": member, "other secretary": s.harbourSecretary} {
			want := apperr.Forbidden
			if !a.SignedIn() {
				want = apperr.SignIn
			}
			_, errView := s.View(ctx, a, id)
			_, errUpload := s.Upload(ctx, a, clubs.UploadInput{Club: s.capital, Year: 2026, List: s.csv(eight...)})
			_, errTemplate := s.Template(ctx, a, s.capital, 2026)
			_, errDesk := s.Desk(ctx, a, s.capital)
			_, errFee := s.ReceiveFee(ctx, a, clubs.FeeInput{Return: id})
			_, errInbox := s.Inbox(ctx, a)
			for what, err := range map[string]error{
				"view": errView, "upload": errUpload, "template": errTemplate, "desk": errDesk, "fee": errFee, "inbox": errInbox,
				"decide": s.Decide(ctx, a, ref, nil), "submit": s.Submit(ctx, a, ref, consented),
				"withdraw": s.Withdraw(ctx, a, ref),
				"date":     s.SetReceived(ctx, a, ref, day("2026-08-01")), "waive": s.Waive(ctx, a, ref, 1, "x"),
			} {
				if apperr.KindOf(err) != want {
					t.Errorf("%s, %s: %v, want %s", name, what, err, want)
				}
			}
		}
	})
}

// What is the officers' alone is refused to a club's own secretary too.
func TestWhatIsTheOfficersAlone(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), consented))
		row := s.view(s.treasurer, id).Lines[0].Row.ID
		s.confirm(id)
		payment := s.pay(id, "160", "2026-08-03").Payment
		ref, was := s.ref(id), s.view(s.treasurer, id)
		past := clubs.PastList{Club: s.capital, Year: 2024, Received: day("2024-08-01")}
		for name, a := range map[string]auth.Actor{
			"nobody": {}, "the club's secretary": s.capitalSecretary, "another club's": s.harbourSecretary,
		} {
			want := apperr.Forbidden
			if !a.SignedIn() {
				want = apperr.SignIn
			}
			_, errFee := s.ReceiveFee(ctx, a, clubs.FeeInput{Return: id})
			_, errReverse := s.ReverseFee(ctx, a, payment.ID, "not theirs")
			_, errInbox := s.Inbox(ctx, a)
			_, errYear := s.Overviews(ctx, a, 2026)
			_, errDay := s.OverviewsOn(ctx, a, day("2026-08-03"))
			_, _, errPast := s.TakeOver(ctx, a, past)
			for what, err := range map[string]error{
				"fee": errFee, "reverse": errReverse, "inbox": errInbox, "overviews": errYear, "overviews on a day": errDay,
				"past list": errPast,
				"date":      s.SetReceived(ctx, a, ref, day("2026-08-01")), "waive": s.Waive(ctx, a, ref, row, "x"),
				"unwaive": s.Unwaive(ctx, a, ref, row),
			} {
				if apperr.KindOf(err) != want {
					t.Errorf("%s, %s: %v, want %s", name, what, err, want)
				}
			}
		}
		now := s.view(s.treasurer, id)
		if now.Return.Version != was.Return.Version || now.Affiliation.Paid != was.Affiliation.Paid ||
			now.Return.ListReceived != was.Return.ListReceived {
			t.Errorf("a refused change was made: %+v", now.Return)
		}
	})
}

func TestMakingAListADraftAgain(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.capitalSecretary, s.capital, "", eight...).Return
		wants := func(what string, err error, want apperr.Kind) {
			t.Helper()
			if apperr.KindOf(err) != want {
				t.Errorf("%s: %v, want %s", what, err, want)
			}
		}
		wants("a list that was not handed in", s.MakeDraft(ctx, s.capitalSecretary, s.ref(id)), apperr.Conflict)
		s.must(s.Submit(ctx, s.capitalSecretary, s.ref(id), consented))
		seen := s.ref(id)
		wants("by another club's secretary", s.MakeDraft(ctx, s.harbourSecretary, seen), apperr.Forbidden)
		seen.Version--
		wants("a list that has changed", s.MakeDraft(ctx, s.capitalSecretary, seen), apperr.Conflict)
		if v := s.view(s.treasurer, id); v.Return.State != clubs.Submitted {
			t.Errorf("the list is %s", v.Return.State)
		}
		s.must(s.MakeDraft(ctx, s.capitalSecretary, s.ref(id)))
	})
}

func TestAListIsReceivedOnNoDayToCome(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		_, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{
			Club: s.capital, Year: 2026, Received: day("2026-08-04"), List: s.csv(eight...),
		})
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a list of tomorrow: %v", err)
		}
		id := s.upload(s.treasurer, s.capital, "2026-08-03", eight...).Return
		if err := s.SetReceived(ctx, s.treasurer, s.ref(id), day("2026-08-04")); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("corrected to tomorrow: %v", err)
		}
		if v := s.view(s.treasurer, id); v.Return.ListReceived != day("2026-08-03") {
			t.Errorf("received on %s", v.Return.ListReceived)
		}
	})
}
