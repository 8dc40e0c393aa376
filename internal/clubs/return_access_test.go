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
		err := s.Decide(ctx, s.harbourSecretary, s.ref(id), []clubs.Choice{{Row: james.Row.ID, Decision: clubs.SamePerson, Person: known}})
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary picks somebody of another club: %v", err)
		}
		if _, err := s.Confirm(ctx, s.harbourSecretary, s.ref(id), consented); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary confirms: %v", err)
		}
		s.on("2026-09-02")
		s.must(s.Submit(ctx, s.harbourSecretary, s.ref(id), consented))
		if v := s.view(s.harbourSecretary, id); v.Return.State != clubs.Submitted || v.Return.ListReceived != day("2026-09-02") || v.MayChange {
			t.Errorf("after handing in: %+v", v.Return)
		}
		if err := s.Decide(ctx, s.harbourSecretary, s.ref(id), nil); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("changing a submitted return: %v", err)
		}
		s.must(s.TakeBack(ctx, s.harbourSecretary, s.ref(id)))
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
				"decide": s.Decide(ctx, a, ref, nil), "submit": s.Submit(ctx, a, ref, consented), "withdraw": s.Withdraw(ctx, a, ref),
				"date": s.SetReceived(ctx, a, ref, day("2026-08-01")), "waive": s.Waive(ctx, a, ref, 1, "x"),
			} {
				if apperr.KindOf(err) != want {
					t.Errorf("%s, %s: %v, want %s", name, what, err, want)
				}
			}
		}
	})
}
