package cards

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
)

func TestWhichNameACardHas(t *testing.T) {
	aroha := members.Person{Name: members.Name{Family: "Tūī", Given: "Aroha Mere"}}
	hidden := aroha
	hidden.Alias, hidden.PublicAs = "kererū", members.ByAlias
	for name, tt := range map[string]struct {
		p      members.Person
		kind   kinds.Kind
		chosen Shows
		want   string
	}{
		"as on public pages":          {aroha, kinds.Full, Usual, "Aroha Mere Tūī"},
		"an alias":                    {hidden, kinds.Full, Usual, "kererū"},
		"a junior":                    {aroha, kinds.Junior, Usual, "Aroha T."},
		"a junior with an alias":      {hidden, kinds.Junior, Usual, "kererū"},
		"a junior who chose":          {aroha, kinds.Junior, Full, "Aroha Mere Tūī"},
		"a junior, as on public ones": {aroha, kinds.Junior, Public, "Aroha Mere Tūī"},
		"an alias, but the full name": {hidden, kinds.Full, Full, "Aroha Mere Tūī"},
		"short":                       {aroha, kinds.Full, Short, "Aroha T."},
		"one name":                    {members.Person{Name: members.Name{Family: "Suharto"}}, kinds.Junior, Usual, "S."},
		"family name first": {
			members.Person{Name: members.Name{Family: "王", Given: "小明", Order: members.FamilyFirst}}, kinds.Junior, Usual, "小明",
		},
	} {
		if got := tt.chosen.Meant(tt.kind, tt.p).Name(tt.p); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestWhetherACardIsGood(t *testing.T) {
	day := civil.MustParseDate
	term := func(id members.TermID, from, to string) members.Term {
		return members.Term{ID: id, From: day(from), To: day(to), Kind: members.KindRenewal}
	}
	p := members.Person{Name: members.Name{Family: "Tūī", Given: "Aroha"}}
	dead := p
	dead.Died = day("2026-08-20")
	year, next := term(1, "2026-07-01", "2027-06-30"), term(2, "2027-07-01", "2028-06-30")
	shortened := term(3, "2026-07-01", "2026-08-31")
	shortened.Corrects = 1
	void := shortened
	void.Kind = members.KindVoid
	for name, tt := range map[string]struct {
		ended bool
		p     members.Person
		terms []members.Term
		until string // "" where it is not good
	}{
		"member":                    {false, p, []members.Term{year}, "2027-06-30"},
		"member who paid ahead":     {false, p, []members.Term{year, next}, "2028-06-30"},
		"a gap before the next":     {false, p, []members.Term{year, term(2, "2027-08-01", "2028-06-30")}, "2027-06-30"},
		"last day":                  {false, p, []members.Term{term(1, "2026-01-01", "2026-09-01")}, "2026-09-01"},
		"first day":                 {false, p, []members.Term{term(1, "2026-09-01", "2027-06-30")}, "2027-06-30"},
		"lapsed yesterday":          {false, p, []members.Term{term(1, "2026-01-01", "2026-08-31")}, ""},
		"begins tomorrow":           {false, p, []members.Term{term(1, "2026-09-02", "2027-06-30")}, ""},
		"resigned, or excluded":     {false, p, []members.Term{year, shortened}, ""},
		"its payment was reversed":  {false, p, []members.Term{year, void}, ""},
		"never a member":            {false, p, nil, ""},
		"died, with a term":         {false, dead, []members.Term{year}, ""},
		"a lost card":               {true, p, []members.Term{year}, ""},
		"a lost one of who is dead": {true, dead, []members.Term{year}, ""},
	} {
		got := judge(tt.ended, tt.p, members.InForce(tt.terms), day("2026-09-01"), Public)
		want := Verdict{}
		if tt.until != "" {
			want = Verdict{Good: true, Name: "Aroha Tūī", Until: day(tt.until)}
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
