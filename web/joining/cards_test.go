package joining_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// join gives people a term of this year, as members of a club or of none.
func join(s *kittest.Site, club members.ClubID, people ...members.PersonID) {
	c := constitution.Shipped()
	year := c.YearOf(s.Now.Date())
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		var terms []members.Term
		for _, id := range people {
			terms = append(terms, members.Term{
				Person: id, Club: club, Year: year, From: s.Now.Date().AddDays(-1), To: c.Last(year), Kind: members.KindRenewal,
				RecordedAt: s.Now, Trace: constitution.Trace{Rule: "2.2"},
			})
		}
		return members.InsertTerms(s.T.Context(), tx, terms)
	}))
}

// A member prints the card, whoever scans it reads what is so today, and a lost one is no longer good.
func TestAMembersCard(t *testing.T) {
	s := kittest.EmptySite(t)
	account, id := s.Account("Aroha", "Tūī")
	b, at := s.Browser(s.Session(account)), kit.MemberCardURL(id)
	b.Get(at).Wants(t, http.StatusOK, "It can be printed once the membership has begun")
	b.Post(at).LeadsTo(t, at)
	b.Get(at+".pdf").LeadsTo(t, at)
	join(s, 0, id)
	b.Get("/me").Wants(t, http.StatusOK, `href="`+at+`"`)
	b.Get(at).Wants(t, http.StatusOK, "Aroha Tūī is a member of "+s.Society+" until ", "Card to print (PDF)")
	b.Post(at).LeadsTo(t, at+".pdf")
	if pdf := b.Get(at + ".pdf"); pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") ||
		!strings.Contains(pdf.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("the card: %d, %v", pdf.Status, pdf.Header)
	}
	code := func() string {
		c, err := cards.New(s.DB, s.Clock).Of(t.Context(), kittest.Program, id)
		s.Must(err)
		return kit.CardURL(c.Code)
	}
	visitor, lost := s.Browser(""), code()
	page := visitor.Get(lost)
	page.Wants(t, http.StatusOK, "Aroha Tūī is a member of "+s.Society+" until ", "So it is today")
	if page.Header.Get("Set-Cookie") != "" || page.Header.Get("Referrer-Policy") != "no-referrer" ||
		page.Header.Get("X-Robots-Tag") != "noindex" || !strings.Contains(page.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("the page of a card: %v", page.Header)
	}
	for _, secret := range []string{"ember number", kit.PersonURL(id), "@example"} {
		if strings.Contains(page.Body, secret) {
			t.Errorf("the page of a card says %q", secret)
		}
	}
	b.Post(at+"/lost").LeadsTo(t, at)
	gone := visitor.Get(lost)
	gone.Wants(t, http.StatusOK, "This card is no longer good.")
	if strings.Contains(gone.Body, "Tūī") {
		t.Error("a card that is no longer good names its member")
	}
	visitor.Get(code()).Wants(t, http.StatusOK, "Aroha Tūī is a member")
	visitor.Get("/card/"+strings.Repeat("A", 26)).Wants(t, http.StatusNotFound, "This address is of no membership card.")

	name := at + "/name"
	shown := kittest.VersionOn(t, b.Get(name))
	b.Post(name, "version", shown, "shows", "").Wants(t, http.StatusUnprocessableEntity, "Choose the name on the card.")
	b.Post(name, "version", shown, "shows", "short").LeadsTo(t, at)
	b.Post(name, "version", shown, "shows", "full").Wants(t, http.StatusConflict, "Your changes were not saved")
	visitor.Get(code()).Wants(t, http.StatusOK, "Aroha T. is a member")
}

// A club's secretary prints the cards of the own club in one file, officers those of all; no one is warned of codes that
// lead somewhere.
func TestCardsOfAClub(t *testing.T) {
	s := kittest.EmptySite(t)
	club, err := s.Clubs.Found(t.Context(), kittest.Program, clubs.ClubInput{Name: "Wellington Go Club"})
	s.Must(err)
	_, aroha := s.Account("Aroha", "Tūī")
	_, hana := s.Account("Hana", "Rātā")
	join(s, club, aroha, hana)
	account, _ := s.Account("Kahu", "Huia", auth.Office{Role: auth.ClubSecretary, Club: club})
	officer, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.Secretary})
	b, o := s.Browser(s.Session(account)), s.Browser(s.Session(officer))
	at := kit.ClubURL(club) + "/cards"
	b.Get(at).Wants(t, http.StatusOK, "Print 2 cards (PDF)", "Wellington")
	b.Get(at+".pdf").LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "has no card yet")
	b.Post(at).LeadsTo(t, at+".pdf")
	if pdf := b.Get(at + ".pdf"); pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") {
		t.Errorf("the cards of the club: %d", pdf.Status)
	}
	b.Get(kit.CardsPath).Wants(t, http.StatusForbidden)
	o.Get(kit.CardsPath).Wants(t, http.StatusOK, "Print 2 cards (PDF)")
	o.Post(kit.CardsPath).LeadsTo(t, kit.CardsPath+".pdf")
	if pdf := o.Get(kit.CardsPath + ".pdf"); pdf.Status != http.StatusOK {
		t.Errorf("the cards of all: %d", pdf.Status)
	}
	s.BaseURL = "http://127.0.0.1:8080"
	o.Get(kit.CardsPath).Wants(t, http.StatusOK, "which only this machine can open")
}
