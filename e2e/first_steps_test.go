package e2e

import (
	"testing"

	"nzgs/internal/mail/mailtest"
)

// TestFirstStepsToTheFirstEvent: whoever set up an empty society follows the list of first steps, and nothing else, to the
// first event with its public page. Each step is done once the data say so; one is put aside with a word and had back at a
// window without scripts; the list goes when nothing of it is left, and is found again from the settings.
func TestFirstStepsToTheFirstEvent(t *testing.T) {
	t.Parallel()
	box := mailtest.Start(t)
	s := serveEmpty(t)
	w := newWindow(t, s, desktop)
	w.goTo(s.SetUpLink())
	w.fill("Given names", "Aroha")
	w.fill("Family name", "Tūī")
	w.fill("E-mail address", "aroha@example.nz")
	w.fill("Password", postalPassword)
	w.tick("Treasurer")
	w.tick("Secretary")
	w.press("Set up the society")
	w.see("First steps", "0 of 8 are done.", "Neither the name nor an address has been entered.")
	w.accessible("the first steps")

	w.follow("Enter the details")
	w.fill("Postal address", "PO Box 1, Wellington 6140")
	w.press("Save")
	w.list("1 of 8 are done.", "The name is entered, and an address.")

	w.follow("Set the mail server")
	w.fill("Mail server", "127.0.0.1")
	w.fill("Port", itoa(box.Port))
	w.choose("Encryption", "None, for a server on this machine")
	w.fill("Letters come from", "secretary@example.nz")
	w.press("Save")
	w.see("Saved.")
	w.list("1 of 8 are done.", "A mail server is set. Send yourself a test letter")
	w.follow("Open the mail server")
	w.press("Send a test letter to my own address")
	w.see("The mail server took the test letter.")
	w.list("2 of 8 are done.", "The mail server took a test letter")

	w.see("Today no one is president.")
	w.follow("Open the offices")
	w.follow("Appoint someone")
	w.fill("Name of the person", "Aroha")
	w.press("Search")
	w.follow("Tūī, Aroha")
	w.choose("Office", "President")
	w.press("Appoint")
	w.list("3 of 8 are done.", "All three offices are held today.")

	w.follow("Add a club")
	w.fill("Name", "Te Whanganui-a-Tara Go Club")
	w.fill("Short name", "Wgtn")
	w.fill("Town", "Te Whanganui-a-Tara Wellington")
	w.press("Add the club")
	w.list("4 of 8 are done.", "A club is entered.")

	day := today(t)
	w.follow("Record a rate")
	w.choose("Subscription year", long(yearEnd(day)))
	w.fill("Annual subscription", "20")
	w.choose("Passed by", "Annual General Meeting")
	w.fill("Day of the meeting", iso(yearEnd(day).AddDate(-1, 0, -30)))
	w.fill("Resolution", "That the subscription be $20.")
	w.press("Record the rate")
	w.list("5 of 8 are done.", "A subscription of full members is recorded.")

	w.follow("Enter someone")
	w.fill("Family name", "Whāngā")
	w.fill("Given names", "Mere")
	w.press("Add")
	w.list("5 of 8 are done.", "No membership is recorded.") // someone in the register is no member yet
	w.follow("Open the register")
	w.follow("Whāngā, Mere")
	w.follow("Join or renew")
	w.fill("Application and payment received", iso(day))
	w.tick("Cash")
	w.press("Show fee and term")
	w.tick("consent")
	w.press("Record payment and membership")
	w.list("6 of 8 are done.", "A membership is recorded.")

	w.aStepIsPutAside(s)
	if out, err := runCommand("backup", t.TempDir()+"/society.db", "--data", s.Data); err != nil {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	w.list("7 of 8 are done.", "One was made and checked")

	w.follow("Set up an event")
	w.fill("Name", "Winter Open")
	w.fill("Place", "Te Whanganui-a-Tara")
	w.fill("First day", iso(day.AddDate(0, 0, 30)))
	w.fill("Last day", iso(day.AddDate(0, 0, 31)))
	w.press("Set up the event")
	w.list("7 of 8 are done.", "No event is announced.")
	w.follow("Open the events")
	w.follow("Winter Open")
	w.follow("Add a section", "Add the first section")
	w.fill("Name", "Open")
	w.press("Add the section")
	w.press("Announce")
	w.see("The event is announced.")

	w.follow("Administration")
	w.dontSee("First steps", "8 of 8")
	w.follow("Settings")
	w.follow("Open the first steps")
	w.see("8 of 8 are done.", "Every step on your list is done or put aside.")
	w.accessible("the first steps, all done")

	public := openWithoutScript(t, s, phone)
	public.see("Winter Open")
	public.follow("Winter Open")
	public.see("No one is entered yet.")
	w.judge("the administrator")
}

// list goes to the administration page, where the list of first steps says these texts.
func (w *window) list(texts ...string) {
	w.t.Helper()
	w.follow("Administration")
	w.see(texts...)
}

// aStepIsPutAside: without scripts, the backups are put aside with a word, and taken up again.
func (w *window) aStepIsPutAside(s *server) {
	w.t.Helper()
	plain := openWithoutScript(w.t, s, desktop)
	plain.signInAs("aroha@example.nz")
	plain.follow("Administration")
	plain.follow("Put aside", "So that nothing is lost with the machine.")
	plain.press("Put it aside")
	plain.seeProblem("Why the society does without it", "Enter why the society does without this")
	plain.fill("Why the society does without it", "The provider makes them.")
	plain.press("Put it aside")
	plain.see("“Backups” is put aside.", "6 of 8 are done, and 1 is put aside.", "The provider makes them.")
	w.list("6 of 8 are done, and 1 is put aside.", "The provider makes them.")
	plain.press("Do it after all")
	plain.see("“Backups” is on the list again.", "6 of 8 are done.")
	w.list("None has been made of this database, as far as it knows.")
	plain.follow("Administration")
	plain.follow("Audit log")
	plain.see("put a first step of the society aside", "took a first step of the society up again")
	plain.judge("the administrator without scripts")
}
