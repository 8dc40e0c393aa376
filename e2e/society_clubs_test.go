package e2e

import (
	"fmt"
	"slices"
	"strings"
)

// Job 1 of the journey: the treasurer registers clubs (rules 2.2, 2.3, 2.4).

// recordTheRate: nothing is charged without a general meeting's resolution.
func (j *journey) recordTheRate() {
	w := j.aroha
	w.follow("Treasurer")
	w.see("Nothing can be charged before the general meeting’s resolution is recorded (Rule 2.2).")
	w.follow("Record the rate")
	w.press("Record the rate")
	w.see("Please fix")
	w.choose("Subscription year", long(yearEnd(j.today)))
	w.fill("Annual subscription", "20")
	w.choose("Passed by", "Annual General Meeting")
	w.fill("Day of the meeting", iso(yearEnd(j.today).AddDate(-1, 0, -30)))
	w.fill("Resolution", "That the subscription be $20.")
	w.press("Record the rate")
	w.see("$20.00", "Annual General Meeting")
}

func (j *journey) addAClub(name, short, place string) {
	w := j.aroha
	w.follow("Clubs")
	w.follow("Add a club")
	w.fill("Name", name)
	w.fill("Short name", short)
	w.fill("Town", place)
	w.press("Add the club")
	w.see(name + " is added. It is affiliated once its list and fee are in.")
}

// aMember is a row of a club's list.
func aMember(family, given, grade string) map[string]string {
	return map[string]string{"Family name": family, "Given names": given, "Playing strength": grade}
}

// fourMembersAreRefused: rule 2.3 asks for five. The fifth row of this list
// names nobody and is left out; then the file is sent again with it mended.
func (j *journey) fourMembersAreRefused() {
	w := j.aroha
	w.follow("Send the list")
	template := w.download("XLSX")
	rows := []map[string]string{
		aMember("Tūī", "Aroha", "2d"), aMember("Whāngā", "Mere", "1k"), aMember("田中", "太郎", "4d"),
		aMember("Kereama", "Hōne", "3k"), aMember("", "Ngaio", "5k"),
	}
	j.sendTheList(w, fillSheet(j.T, template, "list.xlsx", rows))
	w.see("Check 2 rows")
	w.seeBeside("Ngaio", "family name")
	w.seeBeside("Tūī, Aroha", "Perhaps Aroha Tūī, no. 1: same name.")
	w.choose("what to do", "Aroha Tūī, no. 1", "Tūī, Aroha")
	w.choose("what to do", "Leave out", "Ngaio")
	w.press("Save the choices")
	refused := "The list has 4 members. A club registers all its members, and there must be at least 5: 4 < 5. (Rule 2.3)"
	w.see("The list cannot be confirmed yet", refused)
	w.press("Confirm the list")
	w.see("Please fix one thing", refused)

	rows[4]["Family name"] = "Pōtae"
	j.wellingtonFile = fillSheet(j.T, template, "list.xlsx", rows)
	w.follow("Send another file")
	j.sendTheList(w, j.wellingtonFile)
	w.see("The new list replaces the earlier one.")
}

func (j *journey) sendTheList(w *window, file string) {
	w.attach("The filled-in list", file)
	w.press("Check the list")
}

// fiveMembersAreAccepted: the treasurer confirms, the fee comes in two
// payments, and from the later of the two days the club is affiliated.
func (j *journey) fiveMembersAreAccepted() {
	w, end := j.aroha, long(newMembersEnd(j.today))
	w.see("The list can be confirmed", "5 members are registered, 4 people are new to the register", "the fee is $100.00.")
	w.unfold(end, "Pōtae, Ngaio")
	w.seeBeside("Pōtae, Ngaio", "New person", end, "Rule 2.2", "$20.00")
	w.tick("Each new member on this list has consented")
	w.press("Confirm the list")
	w.see("$100.00 is still to be paid")
	j.pay("60")
	w.see("$40.00 is still to be paid")
	w.seeBeside("Effective from", "not yet")
	j.pay("40")
	w.see("Effective from "+long(j.today), "5 members are registered with this list.")
	w.unfold(long(j.today), "Effective from")
	w.seeBeside(
		"Effective from", "Rule 2.3", "($60.00 on "+long(j.today)+", $40.00 on "+long(j.today)+")",
		"The later of the two: "+long(j.today),
	)

	receipt := plain(pdfText(w, w.download("Receipt, PDF")))
	for _, want := range []string{
		"Te Whanganui-a-Tara Go Club", "5 × $20.00", "$100.00", "“That the subscription be $20.”", "(Rule 2.2)",
		"Affiliated from " + long(j.today), "(Rule 2.3)", fmt.Sprintf("R-%d-0002", j.today.Year()),
	} {
		if !strings.Contains(receipt, plain(want)) {
			j.Errorf("the receipt does not say %q:\n%s", want, receipt)
		}
	}
}

// pay records what the treasurer sees on the bank statement.
func (j *journey) pay(dollars string) {
	w := j.aroha
	w.follow("Record a payment")
	w.fill("Amount", dollars)
	w.press("Record the payment")
}

// theSameFileChangesNothing: neither the file that was accepted, nor the
// template, which is filled with it now.
func (j *journey) theSameFileChangesNothing() {
	w := j.aroha
	for _, file := range []string{j.wellingtonFile, ""} {
		w.follow("Te Whanganui-a-Tara Go Club")
		w.follow("Send a list")
		if file == "" {
			file = w.download("XLSX")
			if got := column(
				j.T, readSheet(j.T, file), "Family name",
			); !slices.Equal(got, []string{"Kereama", "Pōtae", "Tūī", "Whāngā", "田中"}) {
				j.Errorf("the template holds %q", got)
			}
		}
		j.sendTheList(w, file)
		w.see("nothing was changed", "Effective from "+long(j.today), "Paid", "$100.00")
	}
}

// aClubSecretarySendsTheList from the club's own page; the treasurer finds it
// in the inbox.
func (j *journey) aClubSecretarySendsTheList() {
	w := j.aroha
	j.addAPerson("Zephyr", "Ivy")
	number := j.addAPerson("Faʻasavalu", "Sione")
	j.addAClub("Ōtautahi Go Club", "Ōta", "Ōtautahi Christchurch")
	w.follow("Name a new secretary")
	w.fill("Member number", number)
	w.press("Record the new secretary")
	w.see("The new secretary is recorded.")
	j.sione = j.invite("Faʻasavalu, Sione", "sione@example.nz")

	own := j.sione
	own.see("Ōtautahi Go Club", "not affiliated", "Send the list of members")
	own.follow("Send the list")
	j.sendTheList(own, fillSheet(j.T, own.download("XLSX"), "otautahi.xlsx", otautahi))
	own.see("Members with this list 18", "New people 17")
	own.dontSee("Tūī", "Te Whanganui-a-Tara") // another club's members
	own.tick("Each new member on this list has consented")
	own.press("Hand in to the treasurer")
	own.see("The list is with the treasurer")

	w.follow("Treasurer")
	w.see("Lists to confirm")
	w.follow("Ōtautahi Go Club")
	w.choose("what to do", "Sione Faʻasavalu, no. "+number, "Faʻasavalu, Sione")
	w.press("Confirm the list")
	w.see("$360.00 is still to be paid")
	own.reload()
	own.see("$360.00 is still to be paid")
	j.pay("360")
	w.see("Effective from "+long(j.today), "18 members are registered with this list.")
	own.reload()
	own.see("Effective from " + long(j.today))
	own.download("Receipt, PDF")
}

// addAPerson puts somebody into the register, without a membership, and returns
// the member number.
func (j *journey) addAPerson(family, given string) string {
	w := j.aroha
	w.follow("Register")
	w.follow("Add a person")
	w.fill("Family name", family)
	w.fill("Given names", given)
	w.press("Add")
	return w.memberNumber()
}

// otautahi is the second club's list.
var otautahi = []map[string]string{
	aMember("Faʻasavalu", "Sione", "8k"), aMember("Ashcroft", "Beatrix", "6d"), aMember("Brightwater", "Callum", "5d"),
	aMember("佐藤", "花子", "3d"), aMember("김", "서연", "3d"), aMember("Dunmore", "Elspeth", "2d"),
	aMember("Ferndale", "Gilbert", "1d"),
	aMember("王", "小明", "1d"), aMember("Harakeke", "Ihaia", "1k"), aMember("Jellicoe", "Kiri", "2k"),
	aMember("Larkspur", "Morgan", "2k"),
	aMember("Nightcap", "Owen", "4k"), aMember("Pāua", "Rangi", "6k"), aMember("Quillan", "Sorcha", "7k"),
	aMember("Rimu", "Tāne", "9k"),
	aMember("Summerhill", "Una", "11k"), aMember("Tussock", "Violet", "13k"), aMember("Underhill", "Wiremu", "15k"),
}

// theRegisterIsSearchedAndExported with what it shows, without the macrons.
func (j *journey) theRegisterIsSearchedAndExported() {
	w := j.aroha
	w.follow("Register")
	w.see("24 people of 24")
	w.fill("Search", "whanga")
	w.see("1 person of 24")
	rows := readSheet(j.T, w.download("XLSX"))
	if got := column(j.T, rows, "Family name"); !slices.Equal(got, []string{"Whāngā"}) {
		j.Errorf("the workbook has the people %q", got)
	}
	if got := column(j.T, rows, "Member to"); !slices.Equal(got, []string{long(newMembersEnd(j.today))}) {
		j.Errorf("the workbook has the terms %q", got)
	}
}
