package e2e

import (
	"fmt"
	"mime"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nzgs/internal/mail/mailtest"
)

// TestAWeeklyEvent is an online event from its deadlines to the rating list: letters go out, a game is reported from
// a phone with its record and confirmed on another, and one that is not played is reminded of and closed by the rule.
func TestAWeeklyEvent(t *testing.T) {
	t.Parallel()
	j := &online{T: t, data: demoCopy(t), box: mailtest.Start(t), today: today(t)}
	j.on(0)
	j.setUp()
	j.publish()
	j.coloursChange()
	j.oneGameIsPlayed()
	j.theOtherIsLate()
	j.theEventIsRated()
}

// online is what the chapters share.
type online struct {
	*testing.T
	data  string
	box   *mailtest.Server
	today time.Time // the first day
	ahead int

	server   *server
	director *window
	names    map[string]string // of the players, by role
	read     int               // letters looked at
	late     []string          // roles whose game is not played
}

// onlinePlayers are the roles of those who play.
var onlinePlayers = []string{"Member", "Secretary", "Treasurer", "Club secretary"}

// on serves the society some days after the event's first; the director signs in again.
func (j *online) on(ahead int) {
	j.Helper()
	if j.server != nil {
		j.server.stop()
	}
	j.ahead = ahead
	j.server = start(
		j.T, "demo", j.data, "--ahead", itoa(ahead), "--smtp-host", "127.0.0.1", "--smtp-port", itoa(j.box.Port),
		"--smtp-encryption", "none", "--mail-from", "secretary@example.nz",
	)
	if j.names == nil {
		j.names = map[string]string{}
		for _, role := range onlinePlayers {
			j.names[role] = j.server.Invited(role)
		}
	}
	j.director = signedIn(j.T, j.server, "Director", desktop)
}

// letters are those about the event that have come since the last look, once there are as many; their text decoded,
// by whom they are to.
func (j *online) letters(want int) map[string][]string {
	j.Helper()
	var found []mailtest.Letter
	if !pollFor(lettersTake, func() bool {
		found = nil
		for _, l := range j.box.Letters() {
			if strings.HasPrefix(subjectOf(l), "Spring Online") {
				found = append(found, l)
			}
		}
		return len(found) >= j.read+want
	}) || len(found) != j.read+want {
		j.Fatalf("%d letters about the event, want %d", len(found)-j.read, want)
	}
	out := map[string][]string{}
	for _, l := range found[j.read:] {
		role := ""
		for _, r := range onlinePlayers {
			if strings.HasPrefix(l.To, strings.ReplaceAll(strings.ToLower(r), " ", ".")+"@") {
				role = r
			}
		}
		out[role] = append(out[role], subjectOf(l)+"\n"+textOf(j.T, l))
	}
	j.read = len(found)
	return out
}

func subjectOf(l mailtest.Letter) string {
	text, err := new(mime.WordDecoder).DecodeHeader(l.Header("Subject"))
	if err != nil {
		return l.Header("Subject")
	}
	return text
}

// textOf is the text of a letter.
func textOf(t *testing.T, l mailtest.Letter) string {
	t.Helper()
	return l.Text()
}

func (j *online) says(letter string, wanted ...string) {
	j.Helper()
	for _, want := range wanted {
		if !strings.Contains(plain(letter), plain(want)) {
			j.Errorf("a letter lacks %q:\n%s", want, letter)
		}
	}
}

func (j *online) setUp() {
	w := j.director
	w.goTo("/director")
	w.follow("New event")
	w.fill("Name", "Spring Online")
	w.fill("First day", iso(j.today))
	w.fill("Last day", iso(j.today.AddDate(0, 0, 20)))
	w.press("Set up the event")
	w.follow("Add a section")
	w.fill("Name", "Weekly")
	w.fill("Rounds", "1")
	w.press("Add the section")
	w.follow("Deadlines")
	w.see("A week for each is proposed.")
	w.accessible("deadlines")
	w.press("Save")
	w.seeProblem("Whom players write to", "Enter a name and an address")
	w.accessible("deadlines, refused")
	w.fill("Whom players write to", "Pania Directs, pania@example.nz")
	w.tick("Is lost by both by default")
	w.press("Save")
	w.see("The deadlines are saved.")
	w.follow("Spring Online")
	w.follow("Entries")
	for _, role := range onlinePlayers {
		w.fill("Find someone", j.names[role])
		w.press("Enter", j.names[role])
		w.see("is entered.")
	}
	w.follow("Spring Online")
	w.press("Announce")
	w.see("The event is announced.")
}

// publish the round: everyone is written to.
func (j *online) publish() {
	w := j.director
	w.follow("Draw")
	w.press("Draw round 1")
	w.press("Publish")
	w.see("Round 1 is published.")
	for role, all := range j.letters(4) {
		j.says(all[0], "Spring Online, round 1: play ", j.names[role]+", you have ", "Even game, komi 7, on a board of 19 lines.",
			"Report the result and hand in the record here, signed in: http://", "/games/",
			"the director (Pania Directs, pania@example.nz)", "the director enters it as lost by both by default")
		if len(all) != 1 {
			j.Errorf("%s has %d letters", role, len(all))
		}
	}
}

// coloursChange after the players were told: both are told again.
func (j *online) coloursChange() {
	w := j.director
	w.unfold("Change table 1")
	w.press("Swap colours", "table 1")
	told := j.letters(2)
	if len(told) != 2 {
		j.Errorf("%d players are told of the change", len(told))
	}
	for role, all := range told {
		j.says(all[0], "has changed", j.names[role]+", the director has changed your game", "Now you have ", "Before you had ")
	}
}

// oneGameIsPlayed: Black reports it from a phone, with the record, and White confirms on another.
func (j *online) oneGameIsPlayed() {
	member := signedIn(j.T, j.server, "Member", phone)
	member.goTo("/me")
	member.see("Your online games", "Spring Online, round 1")
	member.accessible("my page, with a game to play")
	member.press("Report the result", "Spring Online")
	member.accessible("a game to report")
	var opponent string
	for _, role := range onlinePlayers[1:] {
		if strings.Contains(plain(member.text()), plain(j.names[role])) {
			opponent = role
		} else {
			j.late = append(j.late, role)
		}
	}
	if len(j.late) != 2 {
		member.fail("one opponent is expected")
	}
	member.see("Questions go to the director (Pania Directs, pania@example.nz).")
	black, white := j.names["Member"], j.names[opponent]
	if !strings.HasPrefix(plain(member.text()), plain("Round 1: "+black)) && strings.Index(plain(member.text()), plain(white)) <
		strings.Index(plain(member.text()), plain(black)) {
		black, white = white, black
	}
	member.press(black)
	member.see("Your report is kept. It counts when your opponent has said the same.")
	record := filepath.Join(j.TempDir(), "game.sgf")
	text := fmt.Sprintf("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7]RE[B+R]DT[%s]PB[%s]PW[%s];B[pd];W[dp];B[pq];W[dd];B[fq])",
		iso(j.today), black, white)
	if err := os.WriteFile(record, []byte(text), 0o600); err != nil {
		j.Fatal(err)
	}
	member.attach("Record (SGF)", record)
	member.press("Hand in the record")
	member.see("It agrees with the table.", "game.sgf")
	member.accessible("a game that is reported, with its record")

	other := signedIn(j.T, j.server, opponent, phone)
	other.goTo("/me")
	other.press("Confirm it or say otherwise", "Spring Online")
	other.see("game.sgf")
	other.press(black)
	other.see("You both say the same: the result is in.")
	other.accessible("a game that is decided")
	member.reload()
	member.see("Result in")
	j.director.goTo(j.director.address())
}

// theOtherIsLate: both are reminded before the last day and after it; then the director does what the rule says.
func (j *online) theOtherIsLate() {
	j.on(5) // the last day is the seventh, six days after the first
	for role, all := range j.letters(2) {
		j.isLate(role)
		j.says(all[0], "is to be played by", "one day is left", "Neither of you has reported a result.")
	}
	j.on(7)
	for role, all := range j.letters(2) {
		j.isLate(role)
		j.says(all[0], "is late", "The last day was")
	}
	j.on(10)
	w := j.director
	w.goTo("/director")
	w.follow("Spring Online")
	w.follow("Deadlines")
	w.see("The rule applies", "The section’s rule has applied since", "Enter it as “Neither came”", "letter sent")
	w.accessible("a game that is late")
	game := j.names[j.late[0]] + " – " + j.names[j.late[1]]
	if !strings.Contains(plain(w.text()), plain(game)) {
		game = j.names[j.late[1]] + " – " + j.names[j.late[0]]
	}
	w.follow(game)
	w.choose("Result", "Neither came")
	w.press("Save")
	w.see("Saved.")
	w.follow("Spring Online")
}

func (j *online) isLate(role string) {
	j.Helper()
	if role != j.late[0] && role != j.late[1] {
		j.Errorf("%q is reminded of a game that is played", role)
	}
}

func (j *online) theEventIsRated() {
	w := j.director
	w.press("Make final")
	w.see("The places are final.")
	w.follow("See the changes")
	w.see("Games rated 1", "Players 2")
	w.press("Send in for rating")
	w.see("The games are on the rating list")
	everyone := open(j.T, j.server, phone)
	everyone.goTo("/ratings?q=" + url.QueryEscape(j.names["Member"]))
	everyone.follow(j.names["Member"])
	everyone.see("Spring Online")
	j.letters(0)
}
