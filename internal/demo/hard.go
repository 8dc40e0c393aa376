package demo

import "strings"

// hardNames are invented people whose names are hard to print and to sort: long ones, scripts whose letters join or are
// written from right to left, signs that few fonts have, one word, forty words.
var hardNames = []name{
	{family: "Featherstonehaugh-Cholmondeley-Marjoribanks of Upper Wōhingā", given: "Bartholomew Maximilian"},
	{family: "Tūī-Kōkako Te Aro", given: "Ngā Hau e Whā"},
	{family: "Nguyễn", given: "Thị Ánh Tuyết", familyFirst: true},
	{family: "الرشيد", given: "محمد عبد الله"},
	{family: "בן־דוד", given: "שלום"},
	{family: "จันทร์เพ็ญ", given: "ประยุทธ์"},
	{family: "त्रिपाठी", given: "श्रीमती क्षितिज"},
	{family: "𠮷野家", given: "太郎", familyFirst: true},
	{family: "𡃁仔"},
	{family: "Prince"},
	{family: "𝓢𝓶𝓲𝓽𝓱", given: "𝓐𝓵𝓮𝔁"},
	{family: "தமிழ்செல்வி", given: "ராஜ்"},
	{family: "O’Brien-Ōkeroa", given: "Zoë Māui"},
	{
		family: strings.TrimSpace(strings.Repeat("Van der Lo ", 6)) + " Tail",
		given:  strings.TrimSpace(strings.Repeat("Ana Bea Cy ", 7)),
	},
}

// Hard is the demonstration society with names that are hard to print.
func Hard() Plan {
	plan := Small()
	plan.names = hardNames
	return plan
}

// called is the name of the i-th person: who holds no office has one of the plan, with a letter after it from the second
// time on. The lot goes on as in a plan without names.
func (g *generator) called(i int, n *namer) name {
	drawn := n.next()
	k, list := i-seats, g.plan.names
	if k < 0 || len(list) == 0 {
		return drawn
	}
	out := list[k%len(list)]
	if again := k / len(list); again > 0 {
		out.given = strings.TrimSpace(out.given + " " + string(rune('A'+again)))
	}
	return out
}
