package record

// A LabelledCount is one of the counts of a record's end, for people.
type LabelledCount struct {
	Label  string // "By the New Zealand rules"
	Result string // "White wins by 3"
	Totals string // "Black 184, White 177 and komi 7"
	// AsClaimed says that it is what the record claims.
	AsClaimed bool
}

// Counts are the counts of an examined record's end: by the chosen rules, with their own
// komi where the record or the table has another, and by the rules that the record names.
func (r *Report) Counts() []LabelledCount {
	l := &r.Study.Standing
	chosen := Reading{Set: r.Set, Rules: r.Rules, Komi: r.Komi}
	out := []LabelledCount{{
		"By the " + r.Set.Name() + " rules", l.Counted.Says(), chosen.Totals(l.Score), l.Agreement == Agrees,
	}}
	if r.Komi != r.RulesKomi && r.Terms == nil {
		own := chosen
		own.Komi = r.RulesKomi
		m := own.margin(l.Score)
		a, _ := judge(r.Verdict.Claim, m)
		out = append(out, LabelledCount{
			"The same with their komi, " + own.Komi.String(), m.Says(), own.Totals(l.Score), a == Agrees,
		})
	}
	if own := r.ByOwn; own != nil && own.Set != r.Set {
		label := "By the " + own.Name() + " rules, which the record names"
		switch own.How {
		case FromMarks:
			label += ", without the stones that it gives as dead"
		case FromProof:
			label += ", without the stones that are proved dead"
		case FromEstimate, FromSome:
			label += ", without the dead stones below"
		}
		out = append(out, LabelledCount{label, own.Counted.Says(), own.Totals(own.Score), own.Agreement == Agrees})
	}
	return out
}
