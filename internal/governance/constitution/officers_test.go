package constitution

import (
	"testing"

	"pgregory.net/rapid"
)

func officer(o Office, id int64) Officer { return Officer{Office: o, Person: person(id)} }

// Rules 3.1, 4.3 and 6.4: president, then secretary, then treasurer.
func TestSeniorOfficer(t *testing.T) {
	for _, tt := range []struct {
		name    string
		present []Officer
		want    Office // "": nobody
	}{
		{"all three", []Officer{officer(Treasurer, 1), officer(President, 2), officer(Secretary, 3)}, President},
		{"without the president", []Officer{officer(Treasurer, 1), officer(Secretary, 3)}, Secretary},
		{"the treasurer alone", []Officer{officer(Treasurer, 1)}, Treasurer},
		{"nobody", nil, ""},
		{"somebody without an office", []Officer{{Office: "member", Person: person(4)}}, ""},
	} {
		chair, ok, trace := shipped.Chair(tt.present)
		if chair.Office != tt.want || ok != (tt.want != "") || trace.Rule != "4.3" {
			t.Errorf("%s: %+v, %t; want %q", tt.name, chair, ok, tt.want)
		}
		if chair, _, trace := shipped.CommitteeChair(tt.present); chair.Office != tt.want || trace.Rule != "6.4" {
			t.Errorf("committee, %s: %+v, want %q", tt.name, chair, tt.want)
		}
	}
	_, _, trace := shipped.Chair(nil)
	wantTrace(t, trace, "There is no officer (3.1); No officer is present (4.3): the first business is to elect a chair")
}

func TestActingOfficerTakesTheChair(t *testing.T) {
	present := []Officer{{Office: President, Person: person(1), Tenure: Acting}, officer(Treasurer, 2)}
	if chair, _, trace := shipped.Chair(present); chair.Office != President || !trace.Uses(ActingSeniority) {
		t.Errorf("%+v; %s", chair, trace)
	}
	if chair, _, _ := ruled(t, ActingSeniority, "elected").Chair(present); chair.Office != Treasurer {
		t.Errorf("by the other reading: %+v", chair)
	}
	// Who acts gives way to the officer who comes after all, whatever their numbers.
	for _, id := range []int64{2, 9} {
		both := []Officer{{Office: President, Person: person(5), Tenure: Acting}, officer(President, id)}
		if chair, _, _ := shipped.Chair(both); chair.Person.ID != id {
			t.Errorf("the president is there, and %d takes the chair", chair.Person.ID)
		}
	}
}

// The chair never depends on the order in which people come in.
func TestSeniorityKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		officers := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Officer {
			return Officer{
				Office: rapid.SampledFrom([]Office{President, Secretary, Treasurer, "other"}).Draw(t, "office"),
				Person: person(rapid.Int64Range(1, 9).Draw(t, "person")),
				Tenure: rapid.SampledFrom([]Tenure{InOffice, Acting}).Draw(t, "tenure"),
			}
		}), 0, 6).Draw(t, "officers")
		a, okA, _ := shipped.Senior(officers)
		b, okB, _ := shipped.Senior(rapid.Permutation(officers).Draw(t, "shuffled"))
		if okA != okB || a.Person != b.Person || a.Office != b.Office {
			t.Fatalf("%+v, and in another order %+v", a, b)
		}
	})
}

// Rules 3.2 and 6.5.
func TestCommittee(t *testing.T) {
	three := []Office{President, Secretary, Treasurer}
	for _, tt := range []struct {
		name string
		m    Composition
		want string
	}{
		{"full", Composition{Officers: three, Ordinary: 2, Coopted: 2}, ""},
		{"none co-opted", Composition{Officers: three, Ordinary: 2}, ""},
		{"three co-opted", Composition{Officers: three, Ordinary: 2, Coopted: 3}, "obstacle 6.5"},
		{"five ordinary", Composition{Officers: three, Ordinary: 5}, "obstacle 3.2"},
		{"five ordinary, recorded", Composition{Officers: three, Ordinary: 5, Override: "AGM 2025: five."}, "warning 3.2"},
		{"one ordinary", Composition{Officers: three, Ordinary: 1}, "warning 3.2"},
		{"no treasurer", Composition{Officers: three[:2], Ordinary: 2}, "warning 3.2"},
		{"two treasurers", Composition{Officers: append(three[:3:3], Treasurer), Ordinary: 2}, "obstacle 3.2"},
		{"an office that is none", Composition{Officers: append(three[:3:3], "wizard"), Ordinary: 2}, "obstacle 3.1"},
		{"a seat of somebody who left", Composition{Officers: three, Ordinary: 2, Left: []Person{person(1)}}, "obstacle 3.2"},
		{
			"no treasurer, and somebody left", Composition{Officers: three[:2], Ordinary: 2, Left: []Person{person(1)}},
			"warning 3.2, obstacle 3.2",
		},
	} {
		got, trace := shipped.Committee(tt.m)
		if texts(got) != tt.want || trace.Rule != "3.2" {
			t.Errorf("%s: %q, want %q", tt.name, texts(got), tt.want)
		}
		want := "in order"
		switch {
		case got.Blocked():
			want = "does not meet the rules"
		case tt.name == "one ordinary", tt.name == "no treasurer":
			want = "incomplete"
		}
		if trace.Outcome != want {
			t.Errorf("%s: %s, want %s", tt.name, trace.Outcome, want)
		}
	}
	five := Composition{Officers: three, Ordinary: 5, Override: "AGM 2025: five."}
	if got, _ := ruled(t, CommitteeSeats, "two").Committee(five); !got.Blocked() {
		t.Error("five ordinary members pass the reading “two”")
	}
	five.Override = ""
	if got, _ := ruled(t, CommitteeSeats, "practice").Committee(five); len(got) != 0 {
		t.Errorf("five ordinary members by practice: %v", got)
	}
}

// Rule 3.4: two different officers.
func TestApprovePayment(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    PaymentOut
		want string
	}{
		{"two officers", PaymentOut{Approvers: []Officer{officer(President, 1), officer(Treasurer, 2)}}, ""},
		{"one", PaymentOut{Approvers: []Officer{officer(Treasurer, 2)}}, "obstacle 3.4"},
		{"none", PaymentOut{}, "obstacle 3.4"},
		{"the payer twice", PaymentOut{Approvers: []Officer{officer(Treasurer, 2), officer(Treasurer, 2)}}, "obstacle 3.4"},
		{
			"one person in two offices", PaymentOut{Approvers: []Officer{officer(Treasurer, 2), officer(Secretary, 2)}},
			"obstacle 3.4",
		},
		{
			"an officer and a member", PaymentOut{Approvers: []Officer{officer(Treasurer, 2), officer("member", 3)}},
			"warning 3.4, obstacle 3.4",
		},
		{
			"to oneself", PaymentOut{Approvers: []Officer{officer(President, 1), officer(Treasurer, 2)}, Payee: person(2)},
			"warning 3.4",
		},
		{"by transfer, one", PaymentOut{Approvers: []Officer{officer(Treasurer, 2)}, Method: Transfer}, "obstacle 3.4"},
	} {
		if got, trace := shipped.ApprovePayment(tt.p); texts(got) != tt.want || trace.Rule != "3.4" {
			t.Errorf("%s: %q, want %q", tt.name, texts(got), tt.want)
		}
	}
	cheques := ruled(t, WhichPayments, "cheques")
	one := PaymentOut{Approvers: []Officer{officer(Treasurer, 2)}, Method: Transfer}
	if got, _ := cheques.ApprovePayment(one); got.Blocked() {
		t.Error("a transfer is refused by the reading “cheques”")
	}
	one.Method = ByCheque
	if got, _ := cheques.ApprovePayment(one); !got.Blocked() {
		t.Error("a cheque with one signature passes")
	}
}

// Rules 3.5 and 3.7.
func TestBorrow(t *testing.T) {
	for _, tt := range []struct {
		l    Loan
		want string
	}{
		{Loan{GoMaterials, "No claim before the boards are sold."}, ""},
		{Loan{OtherPurpose, "No claim before the boards are sold."}, "obstacle 3.5"},
		{Loan{GoMaterials, " "}, "obstacle 3.5"},
		{Loan{}, "obstacle 3.5, obstacle 3.5"},
	} {
		if got, _ := shipped.Borrow(tt.l); texts(got) != tt.want {
			t.Errorf("%+v: %q, want %q", tt.l, texts(got), tt.want)
		}
	}
}

// Rule 3.6, with the approvals of rule 3.4.
func TestInvest(t *testing.T) {
	whole := Investment{
		Authority: day("2026-03-05"), Made: day("2026-03-06"), Care: "Two banks were compared.",
		Approvers: []Officer{officer(President, 1), officer(Treasurer, 2)},
	}
	for _, tt := range []struct {
		name   string
		change func(*Investment)
		want   string
	}{
		{"in order", func(*Investment) {}, ""},
		{"no decision", func(i *Investment) { i.Authority = day("") }, "obstacle 3.6"},
		{"before the decision", func(i *Investment) { i.Made = day("2026-03-04") }, "obstacle 3.6"},
		{"nothing weighed", func(i *Investment) { i.Care = " " }, "obstacle 3.6"},
		{"one officer", func(i *Investment) { i.Approvers = i.Approvers[:1] }, "obstacle 3.4"},
		{"one officer twice", func(i *Investment) { i.Approvers[1] = i.Approvers[0] }, "obstacle 3.4"},
		{"no officers", func(i *Investment) { i.Approvers = nil }, "obstacle 3.4"},
	} {
		i := whole
		i.Approvers = append([]Officer{}, whole.Approvers...)
		tt.change(&i)
		if got, trace := shipped.Invest(i); texts(got) != tt.want || trace.Rule != "3.6" {
			t.Errorf("%s: %q, want %q", tt.name, texts(got), tt.want)
		}
	}
	alone := whole
	alone.Approvers = alone.Approvers[:1]
	if got, trace := ruled(t, WhichPayments, "cheques").Invest(alone); got.Blocked() || !trace.Uses(WhichPayments) {
		t.Errorf("by the reading “cheques” one officer is enough: %v", got)
	}
}

func TestSeal(t *testing.T) {
	for _, tt := range []struct {
		name string
		s    Sealing
		want string
	}{
		{"in order", Sealing{"Lease", day("2026-03-05"), day("2026-03-06"), []Signature{member(1), member(2)}}, ""},
		{"one signer", Sealing{"Lease", day("2026-03-05"), day("2026-03-06"), []Signature{member(1)}}, "obstacle 3.7"},
		{
			"one signer twice", Sealing{"Lease", day("2026-03-05"), day("2026-03-06"), []Signature{member(1), member(1)}},
			"obstacle 3.7",
		},
		{
			"not on the committee", Sealing{"Lease", day("2026-03-05"), day("2026-03-06"), []Signature{member(1), stranger(2)}},
			"warning 3.7, obstacle 3.7",
		},
		{
			"before it was authorised",
			Sealing{"Lease", day("2026-03-05"), day("2026-03-04"), []Signature{member(1), member(2)}}, "obstacle 3.7",
		},
		{"no authority", Sealing{"Lease", day(""), day("2026-03-06"), []Signature{member(1), member(2)}}, "obstacle 3.7"},
		{"nothing", Sealing{}, "obstacle 3.7, obstacle 3.7, obstacle 3.7"},
	} {
		if got, _ := shipped.Seal(tt.s); texts(got) != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, texts(got), tt.want)
		}
	}
}
