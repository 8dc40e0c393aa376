package e2e

import (
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// TestFromEmptySocietyToRatingList is the whole way: a society is set up, the
// treasurer registers two clubs, a director runs a Congress of 24 players in
// two sections, and the games come onto the rating list.
func TestFromEmptySocietyToRatingList(t *testing.T) {
	t.Parallel()
	j := &journey{T: t, server: serveEmpty(t), today: today(t), met: map[string]bool{}, halves: map[string]int{}}
	j.aroha = newWindow(t, j.server, desktop)

	j.setUpTheSociety()
	j.thePasswordIsHashedAsAdvised()
	j.recordTheRate()

	j.addAClub("Te Whanganui-a-Tara Go Club", "Wgtn", "Te Whanganui-a-Tara Wellington")
	j.fourMembersAreRefused()
	j.fiveMembersAreAccepted()
	j.theSameFileChangesNothing()
	j.aClubSecretarySendsTheList()
	j.theRegisterIsSearchedAndExported()

	j.appointADirector()
	j.setUpTheEvent()
	j.enterThePlayers()
	j.drawTheFirstRound()
	j.printTheFirstRound()
	j.playTheFirstRound()
	j.playTheOtherRounds()
	j.theStandingsExplainThemselves()
	j.theGamesComeOntoTheRatingList()
}

// journey is what the chapters share: who sits at which window.
type journey struct {
	*testing.T
	server *server
	today  time.Time

	aroha *window // administrator, treasurer and secretary
	sione *window // secretary of the Ōtautahi club
	mere  *window // tournament director

	everybody *window // the public page, signed out

	wellingtonFile string          // the list that was accepted
	met            map[string]bool // pairs that have played
	halves         map[string]int  // half points in the open section, by the games
}

// setUpTheSociety follows the link that the console shows. What is missing is
// said beside each field, and what was typed stays.
func (j *journey) setUpTheSociety() {
	w := j.aroha
	w.goTo(j.server.SetUpLink())
	w.fill("Given names", "Aroha")
	w.fill("E-mail address", "aroha@example.nz")
	w.fill("Password", "short")
	w.press("Set up the society")
	w.see("Please fix 2 things")
	w.seeProblem("Family name", "Enter your family name.")
	w.seeProblem("Password", "Use at least 12 characters.")
	if got := w.value("E-mail address"); got != "aroha@example.nz" {
		j.Errorf("the address that was typed is now %q", got)
	}
	w.fill("Family name", "Tūī")
	w.fill("Password", "four words quite unrelated")
	w.tick("Treasurer")
	w.tick("Secretary")
	w.press("Set up the society")
	w.see("Welcome. The society is set up, and you are its administrator.")
	w.see("Administrator, Secretary, Treasurer")
}

// thePasswordIsHashedAsAdvised: tests within the program hash cheaply, and the
// program that people run must not.
func (j *journey) thePasswordIsHashedAsAdvised() {
	files, err := filepath.Glob(filepath.Join(j.server.Data, databaseName+"*"))
	if err != nil {
		j.Fatal(err)
	}
	stored := map[string]bool{}
	for _, file := range files {
		for _, cost := range regexp.MustCompile(`\$argon2id\$v=\d+\$[^$]*\$`).FindAllString(string(readFile(j.T, file)), -1) {
			stored[cost] = true
		}
	}
	if want := "$argon2id$v=19$m=19456,t=2,p=1$"; len(stored) != 1 || !stored[want] {
		j.Errorf("passwords are stored as %v, want %s", stored, want)
	}
}

// invite makes somebody of the register an account, and returns the window in
// which they have followed their link and chosen a password.
func (j *journey) invite(listed, email string) *window {
	w := j.aroha
	w.follow("Administration")
	w.follow("Accounts")
	w.follow("Invite someone")
	w.fill("Name of the person", listed)
	w.press("Search")
	w.follow(listed)
	w.fill("E-mail address", email)
	w.press("Create the account")
	link := w.value("Link")

	own := newWindow(j.T, j.server, desktop)
	own.goTo(link)
	own.see("Welcome, ")
	own.fill("New password", "another four unrelated words")
	own.press("Save and sign in")
	return own
}

// appointADirector gives an office from today on; the one who holds it sees its
// pages at once.
func (j *journey) appointADirector() {
	j.mere = j.invite("Whāngā, Mere", "mere@example.nz")
	j.mere.dontSee("Director")
	w := j.aroha
	w.follow("Administration")
	w.follow("Offices")
	w.follow("Appoint someone")
	w.fill("Name of the person", "Mere")
	w.press("Search")
	w.follow("Whāngā, Mere")
	w.choose("Office", "Tournament director")
	w.press("Appoint")
	w.see("The appointment is recorded and runs from " + long(j.today))
	w.seeBeside("Whāngā, Mere", "Tournament director", "Held")
	j.mere.reload()
	j.mere.see("Tournament director")
}
