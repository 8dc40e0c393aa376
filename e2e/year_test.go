package e2e

import (
	"html"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/chromedp/chromedp"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"nzgs/internal/mail/mailtest"
)

// TestATreasurersYear is a society's first year of money here, from three messy files by which it is taken over and three
// clubs' messy lists to accounts that its AGM adopts and a year in which nothing more can be booked.
func TestATreasurersYear(t *testing.T) {
	t.Parallel()
	y := &treasurersYear{t: t, box: mailtest.Start(t), data: t.TempDir()}
	y.theSocietyIsSetUp()

	y.on(time.July, 6)
	y.theSocietyIsTakenOver()
	y.theRateAndTheAccountAreRecorded()
	y.threeMessyListsBecomeInvoices()
	y.aMemberIsInvoicedByHand()

	y.on(time.August, 20)
	y.remindersLeaveAndOneComesBack()

	y.on(time.September, 10)
	y.theBankFileIsBooked()
	y.theSameFileBooksNothing()
	y.twoOfficersRefund()
	y.aConfirmedListIsCorrected()

	y.on(time.September, 20)
	y.theRestComesIn()

	y.after = 1
	y.on(time.July, 10)
	y.theNextYearBegins()
	y.theAccountsAddUp()
	y.theReviewersPackOpens()
	y.theReportGoesWithTheNotice()

	y.on(time.September, 4)
	y.theMeetingAdopts()
	y.theYearIsLocked()
	y.theJournalAgrees()
}

// treasurersYear is the society on one of its days. Its people sign in by the addresses that the demonstration prints
// links for, because only a demonstration has a clock that can be put forward.
type treasurersYear struct {
	t     *testing.T
	box   *mailtest.Server
	data  string
	first int // the calendar year in which the society's year begins
	after int // years after it
	day   time.Time

	server               *server
	treasurer, secretary *window
	clubs                []string // addresses of the clubs' desks
	lists                []string // and of their lists
	invoices             []string // references, as on the clubs' invoices and then the member's
	bank                 string   // the file of the bank, as it was downloaded
	meeting              string
}

// officers are who can sign in, each by the demonstration's address of the role.
var officers = []struct{ role, given, family, email string }{
	{"Treasurer", "Mere", "Kererū", "treasurer@demo.example"},
	{"Secretary", "Sam", "Fernside", "secretary@demo.example"},
	{"Director", "Dana", "Fernside", "director@demo.example"},
	{"Referee", "Ravi", "Fernside", "referee@demo.example"},
	{"Club secretary", "Carol", "Fernside", "club.secretary@demo.example"},
	{"Member", "Mika", "Fernside", "member@demo.example"},
}

// theSocietyIsSetUp by its administrator, who is its secretary and appoints a treasurer.
func (y *treasurersYear) theSocietyIsSetUp() {
	s := start(y.t, "serve", y.data)
	w := newWindow(y.t, s, desktop)
	w.goTo(s.SetUpLink())
	w.fill("Given names", "Aroha")
	w.fill("Family name", "Tūī")
	w.fill("E-mail address", "administrator@demo.example")
	w.fill("Password", "four words quite unrelated")
	w.tick("Secretary")
	w.press("Set up the society")
	w.see("you are its administrator.")
	c := w.caller()
	for _, o := range officers {
		number := c.sends("/members/new", "/members/new", "family_name", o.family, "given_names", o.given)
		number = number[strings.LastIndexByte(number, '/')+1:]
		c.sends("/admin/accounts/invite?person="+number, "/admin/accounts", "email", o.email)
		if o.role == "Treasurer" {
			c.sends("/admin/offices/appoint?person="+number, "/admin/offices", "role", "treasurer")
		}
	}
	s.stop()
}

// on serves the society on a day of the year that begins next July, or of one after it.
func (y *treasurersYear) on(month time.Month, day int) {
	y.t.Helper()
	now := today(y.t)
	if y.server != nil {
		y.server.stop()
	} else {
		y.first = yearEnd(now).Year()
	}
	y.day = time.Date(y.first+y.after, month, day, 0, 0, 0, 0, time.UTC)
	y.server = start(
		y.t, "demo", y.data, "--ahead", itoa(int(y.day.Sub(now).Hours()/24)), "--smtp-host", "127.0.0.1", "--smtp-port",
		itoa(y.box.Port), "--smtp-encryption", "none", "--mail-from", "treasurer@example.nz",
	)
	y.treasurer, y.secretary = newWindow(y.t, y.server, desktop), newWindow(y.t, y.server, desktop)
	y.treasurer.comeIn(y.server.LinkFor("Treasurer"))
	y.secretary.comeIn(y.server.LinkFor("Administrator"))
}

// sends fills in the form of a page that sends to an address, and gives where its answer leads.
func (c *caller) sends(page, action string, fields ...string) string {
	c.t.Helper()
	form := hidden(c.t, c.page(page), action)
	for _, preset := range presets.FindAllStringSubmatch(c.page(page), -1) {
		if !form.Has(preset[1]) {
			form.Set(preset[1], html.UnescapeString(preset[2]))
		}
	}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	a := c.post(action, form)
	if a.Status != http.StatusSeeOther {
		c.t.Fatalf("%s: %s", action, a)
	}
	return a.Location
}

// presets are days that a form proposes.
var presets = regexp.MustCompile(`<input[^>]*type="date"[^>]*name="([^"]*)"[^>]*value="([^"]*)"`)

// theRateAndTheAccountAreRecorded: what each member costs, and where clubs pay it.
func (y *treasurersYear) theRateAndTheAccountAreRecorded() {
	y.recordTheRate(y.first, "25")
	w := y.treasurer
	w.goTo("/books/bank")
	w.follow("Account number")
	w.again()
	w.fill("Account number", "01-0902-0068389-00")
	w.press("Save")
	w.see("Saved.")
}

func (y *treasurersYear) recordTheRate(year int, dollars string) {
	w := y.treasurer
	w.goTo("/treasurer/rates/new")
	w.choose("Subscription year", itoa(year))
	w.fill("Annual subscription", dollars)
	w.choose("Passed by", "Annual General Meeting")
	w.fill("Day of the meeting", iso(time.Date(year-1, time.December, 1, 0, 0, 0, 0, time.UTC)))
	w.fill("Resolution", "That the subscription be $"+dollars+".")
	w.press("Record the rate")
	w.see("$" + dollars + ".00")
}

// messyLists are what three clubs send: a workbook with a title and a total, a file of Windows with semicolons, and one
// that a spreadsheet wrote as UTF-16.
func (y *treasurersYear) messyLists() []string {
	y.t.Helper()
	dir := y.t.TempDir()
	book := excelize.NewFile()
	for i, row := range [][]any{
		{"Ōtautahi Go Club"}, {"Members at 1 July", "", "", "", "", "", ""}, {},
		{"First names", "SURNAME", "Email address", "Street", "Suburb", "Town/City", "Post Code", "Joined"},
		{"Aroha", "Tūī", "aroha@example.nz", "1 Kauri Street", "Riccarton", "Christchurch", "8011", 1998},
		{"Beatrix", "Ashcroft", "beatrix@example.nz", "2 Kauri Street", "", "Christchurch", "8011", "'04"},
		{"Callum", "Brightwater", "", "3 Kauri Street", "", "Christchurch", "8011", "2011"},
		{"花子", "佐藤", "hanako@example.nz", "4 Kauri Street", "", "Christchurch", "8011", "2019"},
		{"Elspeth", "Dunmore", "elspeth@example.nz", "5 Kauri Street", "", "Christchurch", "8011", "2020"},
		{"Gilbert", "Ferndale", "gilbert@example.nz", "6 Kauri Street", "", "Christchurch", "8011", "2021"},
		{"Tom & Jane", "Marsden", "marsden@example.nz", "7 Kauri Street", "", "Christchurch", "8011", "2022"},
		{"Ihaia", "Harakeke", "ihaia@example.nz", "8 Kauri Street", "", "Christchurch", "8011", "2022"},
		{"Total", "8"},
	} {
		if err := book.SetSheetRow(book.GetSheetName(0), "A"+itoa(i+1), &row); err != nil {
			y.t.Fatal(err)
		}
	}
	xlsx := filepath.Join(dir, "Members FINAL v2.xlsx")
	if err := book.SaveAs(xlsx); err != nil {
		y.t.Fatal(err)
	}
	windows, err := charmap.Windows1252.NewEncoder().String("Name;E-mail;Member since\r\n" +
		"Weka, Rangi;rangi@example.nz;2001\r\nJörgensen, Mia;mia@example.nz;2015\r\nPérez, Nina;nina@example.nz;2016\r\n" +
		"Nightcap, Owen;owen@example.nz;2017\r\nQuillan, Sorcha;sorcha@example.nz;2018\r\nRimu, Tane;tane@example.nz;2019\r\n" +
		"Summerhill, Una;una@example.nz;2020\r\n\r\n")
	if err != nil {
		y.t.Fatal(err)
	}
	csv := filepath.Join(dir, "kapiti.csv")
	tabs := filepath.Join(dir, "Book1.csv")
	third := "\ufeffFamily name\tGiven names\tE-mail\tMember since\r\nTussock\tViolet\tviolet@example.nz\t2002\r\n" +
		"Underhill\tWiremu\twiremu@example.nz\t2003\r\nPāua\tRangi\tpaua@example.nz\t2004\r\nLarkspur\tMorgan\t\t2005\r\n" +
		"Jellicoe\tKiri\tkiri@example.nz\t2006\r\nWeka\tRangi\trangi@example.nz\t2001\r\n"
	for file, content := range map[string][]byte{csv: []byte(windows), tabs: inUTF16(third)} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			y.t.Fatal(err)
		}
	}
	return []string{xlsx, csv, tabs}
}

func inUTF16(s string) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}

// yearsClubs are the clubs that were taken over, with what their lists cost.
var yearsClubs = []struct{ name, fee string }{
	{"Ōtautahi Go Club", "$200.00"}, {"Kāpiti Go Club", "$175.00"}, {"Te Awa Go Club", "$150.00"},
}

// threeMessyListsBecomeInvoices: what cannot be a member is asked about, and each list that is confirmed is an invoice with
// a reference.
func (y *treasurersYear) threeMessyListsBecomeInvoices() {
	w := y.treasurer
	for i, file := range y.messyLists() {
		club := yearsClubs[i]
		w.goTo("/clubs")
		w.follow(club.name)
		w.goTo(strings.TrimSuffix(w.address(), "/desk") + "/desk")
		y.clubs = append(y.clubs, w.address())
		w.follow("Send the list")
		w.attach("The filled-in list", file)
		w.press("Check the list")
		if i == 0 {
			y.twoRowsAreAskedAbout()
		}
		if w.has(`main input[name="consent"]`) {
			w.tick("Each new member on this list has consented")
		}
		w.press("Confirm the list")
		w.see(club.fee + " is still to be paid")
		y.lists = append(y.lists, w.address())
		y.invoices = append(y.invoices, y.invoiceOf(club.name, club.fee))
	}
}

// twoRowsAreAskedAbout: two people in one row, and the total below the list. Who was taken over is found.
func (y *treasurersYear) twoRowsAreAskedAbout() {
	w := y.treasurer
	w.see("Check 2 rows")
	w.unfold("7 rows that need nothing")
	w.see("no. 102, Ōtautahi Go Club")
	w.choose("what to do", "Leave out", "8, Total")
	w.press("Save the choices")
	w.see("Check 1 row")
	w.follow("Correct the row", "Marsden, Tom & Jane")
	w.fill("Given names", "Tom")
	w.press("Save the row")
	w.see("8 members are registered")
}

// invoiceOf is the reference of the open invoice to someone, which its print says with what is to pay and where.
func (y *treasurersYear) invoiceOf(name, dollars string) string {
	w := y.treasurer
	w.goTo("/books/invoices?state=owing")
	var number string
	w.do(chromedp.Evaluate(`[...document.querySelectorAll("tbody tr")].filter((tr) => tr.innerText.includes(`+quoted(name)+
		`) && tr.innerText.includes(`+quoted(dollars)+`)).map((tr) => tr.querySelector("a").innerText)[0] ?? ""`, &number))
	if number == "" {
		w.fail("no open invoice of %s to %s", dollars, name)
	}
	w.follow(number)
	found := reference.FindString(strings.ToUpper(w.beside("Payment reference")))
	printed := plain(pdfText(w, w.download("Print")))
	for _, want := range []string{found, dollars, "01-0902-0068389-00"} {
		if found == "" || !strings.Contains(printed, plain(want)) {
			w.fail("the print of %s lacks %q:\n%s", number, want, printed)
		}
	}
	return found
}

var reference = regexp.MustCompile(`\bS\d{6}[A-Z]\b`)

// aMemberIsInvoicedByHand for books of a New Year's order.
func (y *treasurersYear) aMemberIsInvoicedByHand() {
	w := y.treasurer
	w.goTo("/books/invoices/new")
	w.fill("Member", "Ashcroft")
	w.fill("Title", "Books from the New Year order")
	w.fill("Thing 1", "Tesuji, Get strong at")
	w.fill("Amount 1", "37.50")
	w.choose("Account 1", "4300")
	w.press("Make the invoice")
	w.see("The invoice is made.", "$37.50")
	y.invoices = append(y.invoices, y.invoiceOf("Beatrix Ashcroft", "$37.50"))
}
