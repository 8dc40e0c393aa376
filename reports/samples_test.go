package reports

import (
	"fmt"
	"time"

	"nzgs/internal/civil"
)

// Invented people, in the scripts that members' names come in.
var sampleNames = []string{
	"Aroha Tūī", "Wiremu Kākā", "王小明", "山田さくら", "김민준", "Ōriwa Pīwakawaka-Kererū", "Ngaio Rimu",
	"Tāne Māhoe", "José Brühl", "Zdeněk Šedivý", "陳美麗 (Meili Chen)", "Nguyễn Thị Ánh", "Дмитрий Соколов",
	"Hēmi Tōtara", "李娜", "佐藤健太郎", "박서연", "Mānuka Beech", "Anahera Kōwhai", "Æsa Þorsdóttir",
}

var sampleGrades = []string{"5 dan", "3 dan", "1 dan", "2 kyu", "7 kyu", "12 kyu"}

var sampleClubs = []string{"Wellington", "Ōtautahi", "Auckland", "Ōtepoti", ""}

func samplePlayer(i int) Player {
	name := sampleNames[i%len(sampleNames)]
	if i >= len(sampleNames) {
		name = fmt.Sprintf("%s %c.", name, 'A'+rune(i/len(sampleNames)%26))
	}
	return Player{
		Name: name, Grade: sampleGrades[i%len(sampleGrades)], Club: sampleClubs[i%len(sampleClubs)],
		Score: figureText(float64(i%7) / 2),
	}
}

func samplePairings(players int) PairingSheet {
	s := PairingSheet{
		Event: "New Zealand Go Congress 2026", Section: "Open", Round: 3,
		Starts: "Saturday 21 November 2026, 2.00 pm",
		Note:   "60 minutes each, then 30 seconds a move. Report the result by the code on your table.",
		AsAt:   "21 November 2026, 1.42 pm",
	}
	for i := 0; i+1 < players; i += 2 {
		g := Game{Table: i/2 + 1, Black: samplePlayer(i), White: samplePlayer(i + 1), Handicap: max(0, i%12-4)}
		if g.Handicap == 0 {
			g.Komi = "7"
		}
		s.Games = append(s.Games, g)
	}
	if players%2 == 1 {
		s.Byes = []Bye{{Player: samplePlayer(players - 1), Kind: "bye"}}
	}
	s.Byes = append(s.Byes, Bye{
		Player: Player{Name: "Kahu Huia"}, Kind: "half-point bye",
	}, Bye{Player: Player{Name: "Rua Toroa"}, Kind: "not playing"})
	return s
}

func sampleCards(tables int) TableCards {
	c := TableCards{Event: "New Zealand Go Congress 2026"}
	for i := range tables {
		c.Cards = append(c.Cards, TableCard{
			Table: i + 1, Section: "Open",
			URL:      fmt.Sprintf("https://go.example.org.nz/events/congress-2026/t/%d?k=7f3a9c21d4", i+1),
			ShortURL: "go.example.org.nz/t", Letters: fmt.Sprintf("BCDFG%c", 'H'+i%18),
		})
	}
	return c
}

func sampleBadges(n int) Badges {
	b := Badges{Event: "New Zealand Go Congress 2026"}
	for i := range n {
		p := samplePlayer(i)
		b.Badges = append(b.Badges, Badge{Name: p.Name, Grade: p.Grade, From: p.Club, Section: "Open"})
	}
	b.Badges[0].Name = "Bartholomew Featherstonehaugh-Cholmondeley"
	return b
}

func sampleMembershipCards(n int) MembershipCards {
	s := MembershipCards{Title: "Membership cards, Ōtautahi Go Club"}
	for i := range n {
		p := samplePlayer(i)
		s.Cards = append(s.Cards, MembershipCard{
			Name: p.Name, Number: fmt.Sprintf("%04d", 142+i), Club: p.Club, Until: civil.On(2027, time.June, 30),
			URL: "https://go.example.org.nz/card/KERERUKAKAPOTUITUIKERERUKA", ShortURL: "go.example.org.nz",
		})
	}
	s.Cards[0].Kind = "Life member"
	return s
}

func samplePoster() DoorPoster {
	return DoorPoster{
		Event: "New Zealand Go Congress 2026", Section: "Open", Days: "21–23 November 2026", Place: "Wellington Bridge Club",
		URL: "https://go.example.org.nz/here/12-kererukakapotuitui", ShortURL: "go.example.org.nz/here/12-kererukakapotuitui",
	}
}

// sampleRoundSheet is a round of two sections, one with results.
func sampleRoundSheet() RoundSheet {
	open, handicap := samplePairings(24), samplePairings(30)
	for i := range open.Games {
		open.Games[i].Result = []string{"Black won", "White won by resignation", "Jigo"}[i%3]
	}
	return RoundSheet{Event: open.Event, Round: 2, Sections: []PairingSheet{open, handicap}, AsAt: "22 November 2026, 9:00 am"}
}

// bundleOf is the round of one section alone.
func bundleOf(s PairingSheet) RoundSheet {
	return RoundSheet{Event: s.Event, Round: s.Round, Sections: []PairingSheet{s}, AsAt: s.AsAt}
}

func sampleSchedule(sections int) Schedule {
	s := Schedule{
		Event: "New Zealand Go Congress 2027 – 全国囲碁大会", Days: "2–4 January 2027", Place: "Te Papa-i-Oea / Palmerston North Bridge Club",
		URL: "https://go.example.org.nz/events/congress-2027", ShortURL: "go.example.org.nz/events/congress-2027", AsAt: "1 January 2027, 6:00 pm",
	}
	for k := range sections {
		section := ScheduleSection{Name: []string{"Open", "Handicap", "Rapid"}[k%3], Terms: "Swiss, 6 rounds, even games, komi 7, 60 minutes and 3 × 30 seconds"}
		for n := range 6 {
			line := ScheduleLine{Round: fmt.Sprintf("Round %d", n+1), Starts: "12:30 pm", Ends: "3:00 pm"}
			switch n {
			case 0, 3:
				line.Day, line.Starts, line.Ends, line.Pause = "Wednesday 23 September", "9:30 am", "12:00 pm", "Lunch, and the photograph on the stairs"
			case 5:
				line.Clocks = "30 minutes and 3 × 20 seconds, sudden death after 9:00 pm"
			}
			section.Lines = append(section.Lines, line)
		}
		s.Sections = append(s.Sections, section)
	}
	return s
}

func sampleStandings(players int) Standings {
	s := Standings{
		Event: "New Zealand Go Congress 2026", Section: "Open", AfterRound: 3, Rounds: 5,
		AsAt: "21 November 2026, 4.55 pm", TieBreaks: []string{"SOS", "SODOS", "SOSOS", "Rating"},
		Definitions: []string{
			"SOS: sum of opponents' scores. A round without an opponent counts as the player's own score before it, and half " +
				"a point for it and each later round so far.",
			"SODOS: sum of the scores of opponents beaten, half of those tied with.",
			"SOSOS: sum of opponents' SOS.",
			"Places shared by score only are the places that points are given for.",
		},
	}
	for i := range players {
		score := 3 - float64(i/3)/2
		s.Rows = append(s.Rows, StandingRow{
			Place: i/2*2 + 1, PointsPlace: i/3*3 + 1, Player: samplePlayer(i), Score: max(score, 0),
			TieBreaks: []float64{float64(20-i) / 2, float64(40-i) / 4, float64(60 - i), 4.4 - float64(i)/10},
		})
	}
	if players > 2 {
		s.Rows[players-1].Place, s.Rows[players-1].TieBreaks = 0, []float64{NoFigure, NoFigure, NoFigure}
	}
	return s
}

func sampleReceipt() ClubReceipt {
	return ClubReceipt{
		Number: "R-2026-0017", Issued: civil.On(2026, time.July, 9), IssuedBy: "Hēmi Tōtara, treasurer",
		Club: "Ōtautahi Go Club", Year: "1 July 2026 – 30 June 2027",
		Lines: []ChargeLine{
			{Text: "Members at the annual subscription", Count: 23, Rate: 2000, Amount: 46000},
			{Text: "Waiver: Ngaio Rimu is also on the list of Auckland (decision of the committee, 2 July 2026)", Amount: -2000},
		},
		Total: 44000, Paid: 44000, RateSource: "Annual general meeting, 14 March 2026, motion 3",
		ListReceived: civil.On(2026, time.June, 28), FeeReceived: civil.On(2026, time.July, 8),
		Effective: civil.On(2026, time.July, 8),
		Notes:     []string{"Two persons on the list are new members: their membership runs from the day they joined."},
	}
}

func sampleMemberReceipt() MemberReceipt {
	return MemberReceipt{
		Number: "R-2027-0004", Issued: civil.On(2027, time.February, 3), IssuedBy: "Hēmi Tōtara, Treasurer",
		Member: "王小明", MemberNo: "0142", Club: "Ōtautahi Go Club", Year: "1 July 2026 – 30 June 2027",
		Subscription: 2500, Paid: 2500,
		RateSource: "Annual general meeting, 14 March 2026: “That the subscription be $25.00.”",
		Received:   civil.On(2027, time.February, 1), How: "Bank transfer, reference WANG 142",
		From: civil.On(2027, time.February, 1), Until: civil.On(2028, time.June, 30),
		Rule: "Subscriptions have effect from 1 July to 30 June. New members joining after 31 January are registered " +
			"until 30 June of the following year.",
	}
}

func sampleClubList(members int) ClubList {
	l := ClubList{
		Club: "Ōtautahi Go Club", Year: "1 July 2026 – 30 June 2027", AsAt: "9 July 2026", Contacts: WithContacts,
	}
	for i := range members {
		p := samplePlayer(i)
		l.Rows = append(l.Rows, ClubMember{
			Number: fmt.Sprintf("%04d", 1017+i), Name: p.Name, Grade: p.Grade, TermEnd: civil.On(2027, time.June, 30),
			Email: fmt.Sprintf("player%d@example.org.nz", i), Phone: "021 555 0101",
			Address: "12 Kōwhai Terrace, Riccarton, Ōtautahi 8011",
		})
	}
	return l
}

// press is that of another society than the one the settings name by default.
var press = Press{Society: "Go Society of Aotearoa", Day: civil.MustParseDate("2026-11-21")}

// sampleBracket is a bracket of so many rounds, of which the first is played.
func sampleBracket(rounds int) Bracket {
	b := Bracket{Event: "New Zealand Go Congress 2026", Section: "Cup", AsAt: "21 November 2026, 4.55 pm"}
	for k := range rounds {
		st := BracketStage{Name: "The last " + fmt.Sprint(2<<(rounds-1-k))}
		for i := range 1 << (rounds - 1 - k) {
			tie := BracketTie{Text: "To come", Sides: [2]BracketSide{{Text: "Not known yet"}, {Text: "Not known yet"}}}
			switch k {
			case 0:
				tie.Text = "Table " + fmt.Sprint(i+1)
				tie.Sides[0] = BracketSide{Seed: fmt.Sprint(2*i + 1), Name: samplePlayer(2 * i).Name, Won: true}
				tie.Sides[1] = BracketSide{Seed: fmt.Sprint(2*i + 2), Name: samplePlayer(2*i + 1).Name}
			case 1:
				tie.Sides[0] = BracketSide{Seed: fmt.Sprint(4*i + 1), Name: samplePlayer(4 * i).Name}
			}
			st.Ties = append(st.Ties, tie)
		}
		b.Stages = append(b.Stages, st)
	}
	last := &b.Stages[rounds-1]
	last.Ties = append(last.Ties, BracketTie{
		Label: "For third place", Text: "To come", Sides: [2]BracketSide{{Text: "Not known yet"}, {Text: "Not known yet"}},
	})
	return b
}
