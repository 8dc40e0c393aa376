package meetings_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// cast are people in every role at a meeting, with an account each.
type cast struct {
	*assembly
	accounts map[string]auth.AccountID
	people   map[string]auth.PersonID
}

// roles in the order of the tables below.
var roles = []string{"secretary", "president", "treasurer", "teller", "member", "club secretary", "administrator"}

func newCast(t *testing.T) *cast {
	t.Helper()
	c := &cast{assembly: newAssembly(t), accounts: map[string]auth.AccountID{}, people: map[string]auth.PersonID{}}
	c.accounts["secretary"], c.accounts["member"] = c.assembly.accounts[0], c.assembly.accounts[1]
	c.people["secretary"], c.people["president"], c.people["member"] = c.assembly.people[0], c.assembly.people[1], c.assembly.people[2]
	president, err := store.One(t.Context(), c.DB, store.Value[auth.AccountID], `
		SELECT id FROM account WHERE person_id = $1`, c.people["president"])
	c.Must(err)
	c.accounts["president"] = president
	club, err := c.Clubs.Found(t.Context(), kittest.Program, clubs.ClubInput{Name: "Tinakori Go Club", City: "Wellington"})
	c.Must(err)
	for _, one := range []struct {
		role, name string
		office     []auth.Office
	}{
		{"treasurer", "Tāwhiri", []auth.Office{{Role: auth.Treasurer}}}, {"teller", "Telle", nil},
		{"club secretary", "Clunie", []auth.Office{{Role: auth.ClubSecretary, Club: club}}},
		{"administrator", "Admete", []auth.Office{{Role: auth.Administrator}}},
	} {
		account, person := c.Account(one.name, "Cast", one.office...)
		c.livesAt(person, "3 Kōwhai Street\nWellington 6011")
		_, err := c.Treasury.Join(t.Context(), kittest.Program, treasury.JoinInput{
			Application: treasury.Application{
				Person: person, Year: constitution.Shipped().YearOf(c.Now.Date()), Received: c.Now.Date(),
			}, Method: treasury.Cash, Consented: true,
		})
		c.Must(err)
		c.accounts[one.role], c.people[one.role] = account, person
	}
	return c
}

var (
	nextSection = regexp.MustCompile(`(?s)<section class="next-step[^"]*"[^>]*>(.*?)</section>`)
	nextTitle   = regexp.MustCompile(`(?s)<h2 id="next-step-title">(.*?)</h2>`)
	nextLink    = regexp.MustCompile(`<a class="button[^"]*" href="([^"]*)"`)
	nextText    = regexp.MustCompile(`(?s)</h2><p>(.*?)</p>`)
)

// next checks what is next for everyone, in the order of roles: the title, and "→"
// after it where there is something to press, which then is followed.
func (c *cast) next(state string, want ...string) {
	c.t.Helper()
	for i, role := range roles {
		if i < len(want) {
			c.nextOf(state, role, want[i])
		} else { // members, all alike
			c.nextOf(state, role, want[len(want)-1])
		}
	}
}

func (c *cast) nextOf(state, role, want string) {
	c.t.Helper()
	b := c.Browser(c.Session(c.accounts[role]))
	page := b.Get(c.path())
	found := nextSection.FindAllStringSubmatch(page.Body, -1)
	if page.Status != http.StatusOK || len(found) != 1 {
		c.t.Errorf("%s, %s: %d, %d things are next", state, role, page.Status, len(found))
		return
	}
	title := html.UnescapeString(nextTitle.FindStringSubmatch(found[0][1])[1])
	link := nextLink.FindAllStringSubmatch(found[0][1], -1)
	wanted, press := strings.CutSuffix(want, " →")
	if title != wanted || press != (len(link) == 1) || len(link) > 1 {
		c.t.Errorf("%s, %s: next is %q with %d buttons; want %q", state, role, title, len(link), want)
		return
	}
	if !press {
		if text := nextText.FindStringSubmatch(found[0][1]); text == nil || text[1] == "" {
			c.t.Errorf("%s, %s: it is not said who acts", state, role)
		}
		return
	}
	address, part, _ := strings.Cut(html.UnescapeString(link[0][1]), "#")
	to := b.Get(address)
	if to.Status != http.StatusOK {
		c.t.Errorf("%s, %s: “%s” leads to %s, which answers %d", state, role, title, address, to.Status)
		return
	}
	body := to.Body
	if part != "" {
		_, body, _ = strings.Cut(body, `id="`+part+`"`)
	}
	if !strings.HasPrefix(to.Body, "%PDF") && !strings.Contains(body, `method="post"`) {
		c.t.Errorf("%s, %s: “%s” leads to %s, where there is nothing to do", state, role, title, address)
	}
}

// arrives marks people as present, and others as gone.
func (c *cast) arrives(people ...auth.PersonID) {
	c.t.Helper()
	for _, p := range people {
		c.secretary.Post(c.path("door"), "person", kit.IDText(p), "do", "here").LeadsTo(c.t, c.path("door")+"#p"+kit.IDText(p))
	}
}

// In each state of an AGM there is one next thing for each person, and it works; for
// those who have nothing to do it is said who acts.
func TestWhatIsNextForEveryoneAtAnAGM(t *testing.T) {
	c := newCast(t)
	c.planned()
	c.next("planned", "Give notice →", "Give notice →", "Notice comes next")
	c.on("2026-09-20")
	c.does(c.path("notice"), c.path("notice"), "do", "send").LeadsTo(t, c.path("notice"))
	come := "The meeting is on 10 October 2026 →"
	c.next("letters wait", "Some letters have not left yet →", "Some letters have not left yet →", come)
	c.lettersPosted()
	c.next("notice given", "Prepare the elections →", "Prepare the elections →", come)
	c.secretary.Post(c.path("elections", "prepare")).LeadsTo(t, c.path("elections"))
	c.next("elections prepared", "Enter the nominations →", "Enter the nominations →", come)
	member := c.Browser(c.Session(c.accounts["member"]))
	member.Post(c.path("apologies"), "do", "send").LeadsTo(t, c.path()+"#apologies")
	c.nextOf("apologies sent", "member", "The meeting is on 10 October 2026")
	member.Post(c.path("apologies"), "do", "clear").LeadsTo(t, c.path()+"#apologies")

	c.on("2026-10-10")
	here := "On the day: who is here? →"
	c.next("on the day", here, here, here, come)
	c.arrives(append(c.assembly.people[:8:8], c.people["teller"], c.people["treasurer"])...)
	ready := "Open the meeting →"
	c.next("with a quorum", ready, ready, ready, "The meeting is on 10 October 2026", "The meeting is on 10 October 2026", come)
	c.does(c.path("chair"), c.path("open")).LeadsTo(t, c.path("chair"))
	c.does(
		c.path("chair"), c.path("tellers"), "tellers", kit.IDText(c.people["teller"]), "tellers", kit.IDText(c.assembly.people[7]),
	).LeadsTo(t, c.path("chair"))
	open := "The meeting is open →"
	c.next("open", open, open, open, "You are a teller", "The meeting is open")

	c.tap(c.path("chair"), c.path("procedure"), "Put it to the meeting", "procedure", "adjourn")
	c.tap(c.path("chair"), c.path("voice"), "Carried by voice")
	to := "Adjourn the meeting →"
	c.next("it is to adjourn", to, to, open, "You are a teller", "The meeting is open")
	c.does(c.path("adjourn"), c.path("adjourn"), "date", "2026-10-24", "time", "18:30", "place", "Library", "tell", "none").
		LeadsTo(t, c.path())
	again := "The meeting continues on 24 October 2026"
	c.next("adjourned", again, again, again+" →")
	c.on("2026-10-24")
	c.next("on the further day", here, here, here, again+" →")
	c.arrives(append(c.assembly.people[:9:9], c.people["teller"])...)
	c.next("with a quorum again", "Resume the meeting →", "Resume the meeting →", "Resume the meeting →", again, again, again+" →")
	c.does(c.path("chair"), c.path("open")).LeadsTo(t, c.path("chair"))
	for _, m := range []string{"1", "2"} {
		c.does(c.path("motions", m), c.path("motions", m, "end"), "do", "set_aside", "amendment", "0").LeadsTo(t, c.path("motions", m))
	}
	c.does(c.path("chair"), c.path("close")).LeadsTo(t, c.path("chair"))
	c.next("closed", "Write the minutes →", "Write the minutes →", "The minutes come next")
	c.does(c.path("minutes", "edit"), c.path("minutes", "edit"), "text-0", "All were thanked.").LeadsTo(t, c.path("minutes"))
	wait := "The minutes wait for approval"
	c.next("minutes written", "Confirm the results →", "Confirm the results →", wait, "The minutes come next")
}

// Without a quorum, called off, and with a chair who is no officer.
func TestWhatIsNextForEveryoneWhereAMeetingIsNotHeld(t *testing.T) {
	c := newCast(t)
	c.planned()
	c.on("2026-10-11")
	c.next("the day is past", "Choose another day →", "Choose another day →", "The day is past")
	c.does(c.path("cancel"), c.path("cancel"), "reason", "The hall burnt down.").LeadsTo(t, c.path())
	c.next("called off", "Nothing is to be done")

	c = newCast(t)
	c.planned()
	c.on("2026-09-20")
	c.notified()
	c.on("2026-10-11")
	c.next("never opened", "On the day: who is here? →", "On the day: who is here? →", "On the day: who is here? →", "The day is past")
	c.does(c.path("chair"), c.path("inquorate")).LeadsTo(t, c.path("chair"))
	c.next("without a quorum", "Arrange a further date →", "Arrange a further date →", "There was no quorum")
	c.secretary.Post("/meetings/new", "kind", "agm", "date", "2026-11-21", "time", "14:00", "place", "Newtown Hall", "follows",
		kit.IDText(c.id)).LeadsTo(t, "/meetings/2")
	c.next("with a further date", "Write the minutes →", "Write the minutes →", "The further date is 21 November 2026")
}

// A member whom the meeting elected to its chair runs it.
func TestWhatIsNextForAnElectedChair(t *testing.T) {
	c := newCast(t)
	c.planned()
	c.on("2026-09-20")
	c.notified()
	c.on("2026-10-10")
	c.arrives(append(c.assembly.people[2:13:13], c.people["teller"])...)
	c.does(c.path("chair"), c.path("open")).LeadsTo(t, c.path("chair"))
	elect := "Elect a chair →"
	c.next("no officer", elect, elect, elect, "The meeting is open")
	c.does(c.path("chair"), c.path("elect-chair"), "person", kit.IDText(c.people["member"])).LeadsTo(t, c.path("chair"))
	open := "The meeting is open →"
	c.next("elected", open, open, open, "The meeting is open", open, "The meeting is open")
	for _, m := range []string{"1", "2"} {
		c.does(c.path("motions", m), c.path("motions", m, "end"), "do", "set_aside", "amendment", "0").LeadsTo(t, c.path("motions", m))
	}
	c.does(c.path("chair"), c.path("close")).LeadsTo(t, c.path("chair"))
	write := "Write the minutes →"
	c.next("closed", write, write, "The minutes come next", "The minutes come next", write, "The minutes come next")

	// The minutes wait for a later AGM, which approves them.
	c.does(c.path("minutes", "edit"), c.path("minutes", "edit"), "text-0", "All were thanked.").LeadsTo(t, c.path("minutes"))
	wait, show := "The minutes wait for approval", "Show the draft to members →"
	c.next("written", show, show, wait, "The minutes come next", show, "The minutes come next")
	c.does(c.path("minutes"), c.path("minutes", "show")).LeadsTo(t, c.path("minutes")+"#members")
	plan, read := "Plan the next annual general meeting →", "Read the draft of the minutes →"
	c.next("shown", plan, plan, read, read, read, read, read)
	teller := c.Browser(c.Session(c.accounts["teller"]))
	teller.Post(c.path("minutes", "remarks"), "section", "", "remark", "All came.").LeadsTo(t, c.path("minutes")+"#remarks")
	answer := "Answer the remarks on the minutes →"
	c.next("remarked", answer, answer, read, read, answer, read)
	c.does(
		c.path("minutes"), c.path("minutes", "remarks", "1"), "answer", "not_taken", "reply", "Not all.",
	).LeadsTo(t, c.path("minutes")+"#remarks")
	c.next("answered", plan, plan, read, read, read, read)
	c.secretary.Post("/meetings/new", "kind", "agm", "date", "2026-11-14", "time", "14:00", "place", "Newtown Hall").LeadsTo(
		t, "/meetings/2",
	)
	c.id = 2
	c.on("2026-10-25")
	c.notified()
	c.on("2026-11-14")
	c.arrives(c.assembly.people[:12]...)
	c.does(c.path("chair"), c.path("open")).LeadsTo(t, c.path("chair"))
	c.id = 1
	approve := "Record that the minutes were approved →"
	c.next("a later AGM is open", approve, approve, read, read, read, read)
	c.does(c.path("minutes"), c.path("minutes", "approve"), "at", "2").LeadsTo(t, c.path("minutes"))
	c.next("approved", "Nothing is left to do")
}

// After an EGM that framed motions comes its postal vote; a committee's meeting is
// not announced to members.
func TestWhatIsNextAtOtherMeetings(t *testing.T) {
	c := newCast(t)
	c.egmOpen()
	open := "The meeting is open →"
	c.next("EGM open", open, open, open, "The meeting is open")
	for _, m := range []string{"1", "2"} {
		c.does(c.path("motions", m), c.path("motions", m)+"/end", "do", "frame").LeadsTo(t, c.path("motions", m))
	}
	c.does(c.path("chair"), c.path("close")).LeadsTo(t, c.path("chair"))
	c.next("EGM closed", "Write the minutes →", "Write the minutes →", "The minutes come next")
	c.does(c.path("minutes", "edit"), c.path("minutes", "edit"), "text-0", "All were thanked.").LeadsTo(t, c.path("minutes"))
	c.next("EGM written", "Prepare the postal vote →", "Prepare the postal vote →", "The minutes wait for approval", "The minutes come next")

	c.secretary.Post("/meetings/new", "kind", "committee", "date", "2026-08-20", "time", "19:30", "place", "Online")
	c.id = 2
	for _, state := range []struct{ name, on, holder, officer string }{
		{"planned", "2026-08-02", "Send the agenda →", "The meeting is on 20 August 2026 →"},
		{"on the day", "2026-08-20", "On the day: who is here? →", "On the day: who is here? →"},
	} {
		c.on(state.on)
		for role, want := range map[string]string{
			"secretary": state.holder, "president": state.holder, "treasurer": state.officer,
		} {
			c.nextOf("committee, "+state.name, role, want)
		}
		c.member.Get(c.path()).Wants(t, http.StatusNotFound)
	}
}

// A quorum does not open a meeting whose letters still wait: what is next says so, and
// leads to where they are recorded as posted.
func TestWhatIsNextWithAQuorumWhileLettersWait(t *testing.T) {
	c := newCast(t)
	c.planned()
	c.on("2026-09-20")
	c.does(c.path("notice"), c.path("notice"), "do", "send").LeadsTo(t, c.path("notice"))
	c.on("2026-10-10")
	c.arrives(append(c.assembly.people[:8:8], c.people["teller"], c.people["treasurer"])...)
	wait := "The meeting cannot open yet →"
	day := "The meeting is on 10 October 2026"
	c.next("a quorum, letters wait", wait, wait, wait, day, day, day+" →")
	c.secretary.Get(c.path()).Wants(t, http.StatusOK, `<a class="button" href="`+c.path("notice")+`">Roll and labels</a>`)
	c.lettersPosted()
	c.nextOf("letters posted", "secretary", "Open the meeting →")
}
