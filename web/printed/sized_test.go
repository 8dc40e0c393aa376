package printed_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/letters"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit/kittest"
)

// hardPeople are other names that are hard to print than those of the demonstration: written from right to left between
// words that are not, marks upon marks, pictures, a family name alone, one long word, forty words.
var hardPeople = [][2]string{
	{"Aroha", "Tūī"}, {"محمد Ali", "בן־דוד"}, {"Ḿ̃ārāma", "Ṉ̀ga̋ta"}, {"Sam 🐉", "Kōwhai 👩‍👩‍👧"}, {"", "Māui"},
	{"Whakatāne", "Taumatawhakatangihangakoauauotamateapokaiwhenuakitanatahu"}, {"O’", "Ŵyn·ẞ"}, {"ნინო", "Ჭავჭავაძე"},
	{"Þóra", "Ægisdóttir-Åström"}, {"สมชาย", "วงศ์สุวรรณ์"}, {"सुनीता", "क्षत्रिय"}, {"Đặng Thị", "Ngọc Ánh"}, {"李", "娜"}, {"Ana ①", "ﬁeld"},
	{strings.TrimSpace(strings.Repeat("Ka Ki Ku ", 7)), strings.TrimSpace(strings.Repeat("O Te Rā ", 6)) + " Mutunga"},
}

// The names of what the people belong to, as long as forms take them.
const (
	longClub  = "Te Rōpū Kēmu o Ngā Tāngata Katoa o te Tai Tokerau me Tāmaki Makaurau, Go Players of the Whole North"
	longEvent = "Te Whakataetae Kēmu Nui o Aotearoa: the Fifty-first Congress and Pacific Invitational Championship"
	longPart  = "Open to players of all grades, with handicaps"
)

// sized is a society of so many people: one club that all are members of, one event that all play in, an account, a mailing.
type sized struct {
	*society
	n       int
	people  []members.PersonID
	club    members.ClubID
	event   tournaments.Event
	section tournaments.SectionID
	mailing letters.MailingID
	records []results.RecordID // each longer than the one before
	invoice treasury.InvoiceID
}

// sizeOf makes a society of n people on the day on which everything is printed.
func sizeOf(t *testing.T, n int) *sized {
	t.Helper()
	site := kittest.NewSite(t, storetest.SQLite(t))
	site.Now = civil.MustParseInstant(today + "T01:00:00.000Z")
	s := &sized{society: &society{t, site, map[string]*kittest.Browser{}}, n: n}
	s.addOfficers()
	s.addMembers()
	s.addEvent()
	s.addRounds()
	s.addBooks()
	return s
}

func (s *sized) addOfficers() {
	s.Helper()
	for role, name := range map[auth.Role]string{auth.Secretary: "secretary", auth.Treasurer: "treasurer", auth.Director: "director"} {
		person := s.Register("Officer", name)
		_, err := s.Auth.Appoint(s.Context(), kittest.Program, auth.Office{Person: person, Role: role, From: s.Now.Date().AddDays(-10)})
		s.Must(err)
		_, err = s.Auth.AddAccount(s.Context(), kittest.Program, person, name+"@demo.example")
		s.Must(err)
	}
}

// addMembers founds the club and registers the people as its members until next June; every other one has no e-mail
// address.
func (s *sized) addMembers() {
	s.Helper()
	var err error
	s.club, err = s.Clubs.Found(s.Context(), kittest.Program, clubs.ClubInput{Name: longClub, City: "Whangārei"})
	s.Must(err)
	inputs := make([]members.PersonInput, s.n)
	for i := range inputs {
		name := hardPeople[i%len(hardPeople)]
		in := members.PersonInput{
			GivenNames: name[0], FamilyName: name[1], Order: members.GivenFirst, Grade: fmt.Sprintf("%dk", 1+i%20),
			Address: fmt.Sprintf("%d Te Ara o te Whakawhanaungatanga\nŌrākei\nTāmaki Makaurau 1071", i+1), Phone: "021 555 0101",
		}
		if again := i / len(hardPeople); again > 0 {
			in.GivenNames = strings.TrimSpace(in.GivenNames + " " + string(rune('A'+again%26)) + string(rune('a'+again/26)))
		}
		if i%2 == 1 {
			in.Email = fmt.Sprintf("someone.with.a.rather.long.address.%d@mail.example", i)
		}
		inputs[i] = in
	}
	s.people, err = s.Members.RegisterAll(s.Context(), kittest.Program, inputs)
	s.Must(err)
	for _, person := range s.people {
		s.Must(s.DB.InTx(s.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(s.Context(), `
				INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, $2, 2026, '2026-07-01', '2027-06-30', 'new', '{}', $3)`, person, s.club, s.Now)
			return err
		}))
	}
	if s.n > 0 {
		_, err := s.Auth.AddAccount(s.Context(), kittest.Program, s.people[0], "club.secretary@demo.example")
		s.Must(err)
		s.Must(s.Clubs.NameSecretary(s.Context(), kittest.Program, clubs.NameSecretary{
			Club: s.club, Person: s.people[0], From: s.Now.Date(),
		}))
		s.writeToAll()
	}
}

// seenPlan is what a page says of the plan that its reader sees.
var seenPlan = regexp.MustCompile(`name="seen" value="([^"]+)"`)

// writeToAll sends a letter to the people of the club, by post to who has no e-mail address.
func (s *sized) writeToAll() {
	s.Helper()
	var err error
	s.mailing, err = s.Mailings.Compose(
		s.Context(), kittest.Program, letters.Source{Club: s.club}, letters.Text{Subject: "Kia ora", Body: "Come on Sunday.\n\nNgā mihi"},
	)
	s.Must(err)
	at, b := fmt.Sprintf("/letters/mailings/%d", s.mailing), s.browser("secretary")
	seen := seenPlan.FindStringSubmatch(b.Get(at).Body)
	if seen == nil {
		s.Fatalf("%s cannot be sent", at)
	}
	if a := b.Post(at, "seen", seen[1], "do", "send"); a.Status != http.StatusSeeOther {
		s.Fatalf("the letter is not sent: %d", a.Status)
	}
}

// addEvent has all of the people play two rounds in one section, whose prizes are announced, and rates it.
func (s *sized) addEvent() {
	s.Helper()
	ctx, day := s.Context(), s.Now.Date()
	var err error
	s.event, err = s.Tournaments.CreateEvent(ctx, kittest.Program, tournaments.EventInput{
		Name: longEvent, Slug: "long", Place: "Te Whare Hākinakina o te Tai Tokerau, Whangārei", From: day, To: day.AddDays(1),
	})
	s.Must(err)
	settings := tournaments.DefaultSettings()
	settings.Rounds, settings.BoardTime = s.rounds(), "60 minutes and 3 × 30 seconds"
	s.section, err = s.Tournaments.AddSection(
		ctx, kittest.Program, s.event.ID, tournaments.SectionInput{Name: longPart, Settings: settings},
	)
	s.Must(err)
	for i, person := range s.people {
		rating := scale.Grade(-(i % 20)).Rating()
		_, err := s.Tournaments.Enter(ctx, kittest.Program, person, tournaments.EntryInput{Section: s.section, Rating: &rating})
		s.Must(err)
	}
	e, err := s.Tournaments.EventByID(ctx, kittest.Program, s.event.ID)
	s.Must(err)
	s.Must(s.Tournaments.Announce(ctx, kittest.Program, e.ID, e.Version))
	s.Must(s.Tournaments.SetTimetable(ctx, kittest.Program, s.section, tournaments.ProposeTimetable(e, s.rounds(), settings.BoardTime)))
	s.Must(s.Prizes.SetRules(ctx, kittest.Program, s.section, 0, prizes.Usual(settings)))
	if s.n < 2 {
		return
	}
	var games []ratings.Game
	for n := range s.rounds() {
		games = append(games, s.play(n+1)...)
	}
	list, err := s.Prizes.List(ctx, kittest.Program, s.chart())
	s.Must(err)
	s.Must(s.Prizes.Publish(ctx, kittest.Program, s.section, list.Version))
	s.RateGames("Rated", "2026-11-20", games...)
}

// addRounds announces an event of as many rounds as there are people, or as a section takes at most, with a timetable.
func (s *sized) addRounds() {
	s.Helper()
	rounds := min(s.n, 99)
	if rounds == 0 {
		return
	}
	ctx, day := s.Context(), s.Now.Date()
	e, err := s.Tournaments.CreateEvent(ctx, kittest.Program, tournaments.EventInput{
		Name: "Te Rārangi Roa", Slug: "many-rounds", Place: "Whangārei", From: day, To: day.AddDays(rounds / 3),
	})
	s.Must(err)
	settings := tournaments.DefaultSettings()
	settings.Rounds, settings.BoardTime = rounds, "60 minutes and 3 × 30 seconds"
	section, err := s.Tournaments.AddSection(ctx, kittest.Program, e.ID, tournaments.SectionInput{Name: longPart, Settings: settings})
	s.Must(err)
	e, err = s.Tournaments.EventByID(ctx, kittest.Program, e.ID)
	s.Must(err)
	s.Must(s.Tournaments.Announce(ctx, kittest.Program, e.ID, e.Version))
	s.Must(s.Tournaments.SetTimetable(ctx, kittest.Program, section, tournaments.ProposeTimetable(e, rounds, settings.BoardTime)))
}

// rounds are two, or one where there is no one left to meet.
func (s *sized) rounds() int {
	if s.n == 2 {
		return 1
	}
	return 2
}

func (s *sized) chart() *tournaments.Wallchart {
	s.Helper()
	w, err := s.Tournaments.Wallchart(s.Context(), kittest.Program, s.section)
	s.Must(err)
	return w
}

// play draws and publishes a round and enters its results; it says what the games are to the ratings.
func (s *sized) play(n int) (games []ratings.Game) {
	s.Helper()
	ctx := s.Context()
	round, err := s.Tournaments.Draw(ctx, kittest.Program, s.section, n)
	s.Must(err)
	s.Must(s.Tournaments.Publish(ctx, kittest.Program, round.ID, round.Version, ""))
	who := map[tournaments.EntryID]members.PersonID{}
	for _, e := range s.chart().Entries {
		who[e.ID] = e.Person
	}
	var entered []results.Entry
	for i, g := range round.Games {
		entered = append(entered, results.Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins})
		games = append(games, ratings.Game{
			Ref: int64(g.ID), Section: "Open", Round: n, Black: who[g.Black], White: who[g.White], Result: ratings.BlackWins,
		})
		if n == 1 && i < len(sizes) {
			kept, err := s.Results.AttachRecord(ctx, kittest.Program, results.AttachForm{
				Game: g.ID, FileName: "game.sgf", Content: []byte("(;GM[1]SZ[19]KM[7]" + movesOf(sizes[i]) + ")"),
			})
			s.Must(err)
			s.records = append(s.records, kept.ID)
		}
	}
	_, err = s.Results.EnterAll(ctx, kittest.Program, s.event.ID, entered)
	s.Must(err)
	return games
}

// movesOf is so many moves of a game on two out of three lines, and passes where these are full.
func movesOf(n int) string {
	var b strings.Builder
	for i := range n {
		x, y := i%19, i/19
		if y%3 == 2 || y > 18 {
			fmt.Fprintf(&b, ";%c[]", "BW"[i%2])
			continue
		}
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i%2], 'a'+rune(x), 'a'+rune(y))
	}
	return b.String()
}

// addBooks invoices the first of the people as often as there are people, the last time with as many lines, or as one takes
// at most.
func (s *sized) addBooks() {
	s.Helper()
	line := treasury.InvoiceLine{
		Text: strings.TrimSpace(strings.Repeat("A book about the opening. ", 4)), Amount: 1250, Account: ledger.BookSales,
	}
	for i := range s.people {
		lines := []treasury.InvoiceLine{line}
		if i == len(s.people)-1 {
			lines = slices.Repeat(lines, min(s.n, 20))
		}
		var err error
		s.invoice, err = s.Treasury.MakeInvoice(s.Context(), kittest.Program, treasury.InvoiceInput{
			Party: ledger.Party{Person: int64(s.people[0])}, Due: s.Now.Date().AddDays(30), Text: fmt.Sprintf("Books ordered, parcel %d", i+1),
			Lines: lines,
		})
		s.Must(err)
	}
}
