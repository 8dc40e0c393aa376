package entering_test

import (
	"fmt"
	"testing"
	"time"

	"nzgs/internal/entering"
	"nzgs/web/kit/kittest"
)

// BenchmarkEntering is what the public addresses of online entry cost, with sixty players on the list. No network sends
// more than forty forms a day: run it with -benchtime 30x.
func BenchmarkEntering(b *testing.B) {
	s, letters, d := site(b)
	own, leaves := "", []string(nil)
	for i := range 60 {
		address := fmt.Sprintf("player%d@example.org", i)
		s.Must(s.Entering.Enter(b.Context(), 1, entering.Input{
			FamilyName: fmt.Sprintf("Family%d", i), GivenNames: "Given", Email: address, Grade: "5k", Note: "A chair, please.",
		}, address))
		own = linkTo(b, letters, address)
		s.Browser("").Post(own + "/confirm")
		if i < 50 {
			leaves = append(leaves, own)
		}
	}
	d.Post("/director/events/1/online/list")
	n := 0
	for name, do := range map[string]func(*kittest.Browser){
		"form": func(p *kittest.Browser) { p.Get(enterPage) },
		"send": func(p *kittest.Browser) {
			n++
			p.Post(enterPage, form(s, fmt.Sprintf("New%d", n), fmt.Sprintf("new%d@example.org", n))...)
		},
		"look up": func(p *kittest.Browser) {
			p.Post(enterPage+"/look-up", form(s, "New", "new@example.org", "pin", "12345678")...)
		},
		"own entry": func(p *kittest.Browser) { p.Get(own) },
		"change": func(p *kittest.Browser) {
			n++
			p.Post(own, "version", kittest.VersionOn(b, p.Get(own)), "absent", fmt.Sprint(1+n%2), "note", "")
		},
		"withdraw": func(p *kittest.Browser) {
			one := leaves[0]
			leaves = leaves[1:]
			p.Post(one+"/withdraw", "version", kittest.VersionOn(b, p.Get(one))).LeadsTo(b, one)
		},
		"confirm again": func(p *kittest.Browser) { p.Post(own + "/confirm") },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Now = s.Now.Add(time.Minute) // no network is slowed down
				do(s.Browser(""))
			}
		})
	}
}
