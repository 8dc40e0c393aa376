package main

import (
	"bytes"
	"encoding/json"
	"io"

	"nzgs/internal/pairing"
)

// drawJSON is the draw of a round, as nzgs draw --help documents it.
type drawJSON struct {
	Round          int             `json:"round"`
	Pairs          []pairJSON      `json:"pairs"`
	Bye            *pairing.ID     `json:"bye"`
	ByeExplanation string          `json:"bye_explanation,omitempty"`
	Through        []idleJSON      `json:"through,omitempty"`
	NotPlaying     []idleJSON      `json:"not_playing,omitempty"`
	Cost           []costJSON      `json:"cost"`
	Impossible     *impossibleJSON `json:"impossible"`
}

type pairJSON struct {
	Table       int        `json:"table"`
	White       pairing.ID `json:"white"`
	Black       pairing.ID `json:"black"`
	Handicap    int        `json:"handicap"`
	Komi        float64    `json:"komi"`
	Why         fieldsJSON `json:"why"`
	Explanation string     `json:"explanation"`
}

type idleJSON struct {
	ID  pairing.ID `json:"id"`
	Why string     `json:"why"`
}

type costJSON struct {
	Criterion pairing.Criterion `json:"criterion"`
	Values    []int64           `json:"values"`
}

type impossibleJSON struct {
	Reason  string           `json:"reason"`
	Rule    *pairing.Rule    `json:"rule"`
	Rules   []pairing.Rule   `json:"rules"`
	Players []pairing.ID     `json:"players"`
	Relax   []relaxationJSON `json:"relax"`
}

type relaxationJSON struct {
	Text string     `json:"text"`
	Lift []liftJSON `json:"lift"`
}

type liftJSON struct {
	Rule    pairing.Rule `json:"rule"`
	Players []pairing.ID `json:"players"`
}

// fieldJSON is a name with its value.
type fieldJSON struct {
	name  string
	value any
}

// fieldsJSON is a JSON object that keeps its order.
type fieldsJSON []fieldJSON

// MarshalJSON writes the fields as they stand.
func (m fieldsJSON) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, part := range []any{e.name, e.value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			if k == 1 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func writeDrawJSON(w io.Writer, round int, d *pairing.Drawing, s *stuck) error {
	out := drawJSON{Round: round, Pairs: []pairJSON{}, Cost: []costJSON{}}
	if s != nil {
		out.Impossible = s.json()
	} else {
		out.fill(d)
	}
	return encodeJSON(w, out)
}

func (out *drawJSON) fill(d *pairing.Drawing) {
	for i := range d.Pairs {
		p := &d.Pairs[i]
		out.Pairs = append(out.Pairs, pairJSON{
			Table: p.Table, White: p.White, Black: p.Black, Handicap: p.Handicap, Komi: float64(p.Komi) / 2,
			Why: reasons(p.Why), Explanation: p.Explain(),
		})
	}
	if d.Bye != "" {
		out.Bye, out.ByeExplanation = &d.Bye, d.ExplainBye()
	}
	for _, t := range d.Through {
		out.Through = append(out.Through, idleJSON{ID: t.ID, Why: t.Text})
	}
	for _, idle := range d.Idle {
		out.NotPlaying = append(out.NotPlaying, idleJSON{ID: idle.ID, Why: idle.Text})
	}
	out.Cost = costs(d.Cost)
}

func reasons(why []pairing.Reason) fieldsJSON {
	m := fieldsJSON{}
	for _, r := range why {
		m = append(m, fieldJSON{string(r.Criterion), r.Value})
	}
	return m
}

func costs(cost []pairing.Cost) []costJSON {
	out := []costJSON{}
	for _, c := range cost {
		out = append(out, costJSON{c.Criterion, c.Values})
	}
	return out
}

func (s *stuck) json() *impossibleJSON {
	out := &impossibleJSON{Reason: s.reason, Rules: []pairing.Rule{}, Players: []pairing.ID{}, Relax: []relaxationJSON{}}
	if len(s.rules) > 0 {
		out.Rule = &s.rules[0]
	}
	out.Rules = append(out.Rules, s.rules...)
	out.Players = append(out.Players, s.players...)
	for _, r := range s.relax {
		relax := relaxationJSON{Text: r.Text}
		for _, l := range r.Lift {
			lift := liftJSON{Rule: l.Rule, Players: []pairing.ID{l.A}}
			if l.B != "" {
				lift.Players = append(lift.Players, l.B)
			}
			relax.Lift = append(relax.Lift, lift)
		}
		out.Relax = append(out.Relax, relax)
	}
	return out
}

// whyNotJSON answers --why-not. One of drawn, rule and criterion says how it stands.
type whyNotJSON struct {
	Round     int                `json:"round"`
	Players   []pairing.ID       `json:"players"`
	Drawn     bool               `json:"drawn"`
	Rule      *pairing.Rule      `json:"rule"`
	Criterion *pairing.Criterion `json:"criterion"`
	Best      []int64            `json:"best,omitempty"`
	With      []int64            `json:"with,omitempty"`
	Text      string             `json:"text"`
}

func writeWhyNotJSON(w io.Writer, round int, a *pairing.Alternative) error {
	out := whyNotJSON{Round: round, Players: []pairing.ID{a.A}, Drawn: a.Drawn, Best: a.Best, With: a.With, Text: a.Text}
	if a.B != "" {
		out.Players = append(out.Players, a.B)
	}
	if a.Rule != "" {
		out.Rule = &a.Rule
	}
	if a.Criterion != "" {
		out.Criterion = &a.Criterion
	}
	return encodeJSON(w, out)
}

// encodeJSON writes a value for programs, laid out so that people can read it too.
func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
