package demo

import (
	"fmt"
	"math/rand/v2"
)

// Names are put together at random from these lists; a likeness to a living
// person is chance.
var (
	familyNames = []string{
		"Abernethy", "Ashdown", "Baddeley", "Birtwistle", "Blackmore", "Bramwell", "Calloway", "Castlewood", "Coppersmith",
		"Cresswell", "Dalrymple", "Darlington", "Easterbrook", "Fairweather", "Farnsworth", "Featherston", "Galbraith",
		"Goldsworthy", "Greenhalgh", "Hartigan", "Hawksworth", "Hollingworth", "Inglewood", "Kerrigan", "Kirkbride",
		"Langstone", "Larkspur", "Lovegrove", "Macready", "Merriweather", "Mossman", "Nightingale", "Oakhampton",
		"Pemberton", "Pennywhistle", "Quartermain", "Ravenscroft", "Rutherglen", "Silverdale", "Stanhope", "Thistlewood",
		"Tregarthen", "Underhill", "Vandermeer", "Wainwright", "Weatherby", "Whitcombe", "Winterbourne", "Yarrow",
		"Zielinski",
		"Ngāpuhi-Ward", "Pōtae", "Rāwiri", "Tāwhiri", "Tūhoro", "Kākahi", "Mātene", "Whāngā", "Tīpene", "Pāora", "Hōhepa",
		"Rēweti",
		"Oyelaran", "Bhattarai", "Castellanos", "Faʻasavalu", "Haverkamp", "Lindqvist", "Nakoa", "Okonjo", "Petrović",
		"Søndergaard",
	}
	givenNames = []string{
		"Aroha", "Āwhina", "Hēmi", "Kahurangi", "Mārama", "Māui", "Ngāio", "Pānia", "Rāwinia", "Tāne", "Tūī", "Wētini",
		"Wikitōria", "Hōne", "Mīria",
		"Agnes", "Alasdair", "Beatrix", "Bertram", "Callum", "Cordelia", "Dorothea", "Edmund", "Elspeth", "Fergus",
		"Florence",
		"Gideon", "Harriet", "Imogen", "Jasper", "Josephine", "Kester", "Leopold", "Lydia", "Magnus", "Mabel", "Nathaniel",
		"Olive", "Oswald", "Phoebe", "Quentin", "Rosalind", "Rupert", "Saoirse", "Silas", "Tabitha", "Theodore", "Ursula",
		"Vivian", "Wilfred", "Winifred", "Yvette", "Zachary", "Anjali", "Bodhi", "Chidi", "Dalisay", "Eilidh", "Farid",
		"Gwendolen",
		"Ingrid", "João", "Katarzyna", "Łucja", "Māhina", "Niamh", "Ólafur", "Priya", "Ruairi", "Sione", "Tevita", "Zoë",
	}
	chineseFamily  = []string{"歐陽", "司馬", "上官", "諸葛", "夏侯", "端木", "慕容", "南宮", "東方", "西門"}
	chineseGiven   = []string{"星河", "雲舒", "若溪", "青松", "明月", "思遠", "秋實", "雪晴", "子墨", "清風"}
	japaneseFamily = []string{"小鳥遊", "月見里", "一二三", "五十嵐", "八月朔日", "四月一日", "東雲", "春日野", "雲母", "朝霧"}
	japaneseGiven  = []string{"棋一", "碁子", "ひかり", "つばさ", "みどり", "あかね", "星也", "かえで", "石太郎", "ゆうき"}
	koreanFamily   = []string{"남궁", "황보", "제갈", "선우", "독고", "사공", "서문", "동방"}
	koreanGiven    = []string{"하늘", "바다", "가람", "소리", "별하", "누리", "새벽", "이슬", "다온", "한울"}
)

// name is how someone is called.
type name struct {
	family, given string
	familyFirst   bool
}

// namer gives names that it has not given before.
type namer struct {
	rng  *rand.Rand
	used map[string]bool
}

func newNamer(rng *rand.Rand) *namer { return &namer{rng: rng, used: map[string]bool{}} }

func pick(rng *rand.Rand, list []string) string { return list[rng.IntN(len(list))] }

// next is a fresh name: about one in ten is Chinese, Japanese or Korean.
func (n *namer) next() name {
	for try := 0; ; try++ {
		made := n.make(try)
		key := made.family + "|" + made.given
		if !n.used[key] {
			n.used[key] = true
			return made
		}
	}
}

func (n *namer) make(try int) name {
	switch k := n.rng.IntN(30); {
	case try > 20 || k > 2: // the short lists may be used up
		made := name{family: pick(n.rng, familyNames), given: pick(n.rng, givenNames)}
		if n.rng.IntN(12) == 0 || try > 40 {
			made.given += " " + pick(n.rng, givenNames)
		}
		return made
	case k == 0:
		return name{pick(n.rng, chineseFamily), pick(n.rng, chineseGiven), true}
	case k == 1:
		return name{pick(n.rng, japaneseFamily), pick(n.rng, japaneseGiven), true}
	default:
		return name{pick(n.rng, koreanFamily), pick(n.rng, koreanGiven), true}
	}
}

// place is where a club meets.
type place struct{ club, short, city, meets string }

// places are the clubs of the demonstration; larger societies go on with
// suburbs and schools.
var places = []place{
	{"Tāmaki Makaurau Go Club", "TAMK", "Tāmaki Makaurau", "Tuesdays at 7 pm, Harbour Street community rooms"},
	{"Te Whanganui-a-Tara Go Club", "WGTN", "Te Whanganui-a-Tara", "Wednesdays at 6:30 pm, upstairs at the Lantern Café"},
	{"Ōtautahi Go Club", "OTAU", "Ōtautahi", "Thursdays at 7 pm, Avonbank library"},
	{"Ōtepoti Stones", "OTEP", "Ōtepoti", "Mondays at 6 pm, Octagon House, room 3"},
	{"Kirikiriroa Go Players", "KIRI", "Kirikiriroa", "Fridays at 5 pm, riverside boat shed"},
	{"Whakatū Go Circle", "WHAK", "Whakatū", "First Saturday of the month, 1 pm, Trafalgar Lane hall"},
}

var suburbs = []string{
	"Harbourside", "Kauri Point", "Tōtara Park", "Rātā Hill", "Kōwhai Bay", "Mānuka Flat", "Rimu Grove", "Northcliff",
	"Southgate",
	"Eastmere", "Westhaven Road", "Lakeside", "Riverbend", "Highfields", "Old Mill", "Station Road", "College",
	"University", "Polytechnic", "Library",
}

// clubKinds are what distinguishes clubs of one suburb.
var clubKinds = []string{"", " Evening", " Families", " Students"}

// clubPlace is the n-th club's place, from 0.
func clubPlace(n int) place {
	if n < len(places) {
		return places[n]
	}
	n -= len(places)
	suburb, city := suburbs[n%len(suburbs)], places[n/len(suburbs)%len(places)].city
	kind := clubKinds[n/len(suburbs)/len(places)%len(clubKinds)]
	return place{
		club: fmt.Sprintf("%s%s Go Club, %s", suburb, kind, city), short: fmt.Sprintf("C%03d", n+len(places)),
		city: city, meets: "Alternate Sundays at 2 pm",
	}
}

// aliases stand for people who do not want their name on public pages; a
// number follows.
var aliases = []string{"Tengen", "Keima", "Hane", "Ponnuki", "Sente", "Gote", "Atari", "Seki"}
