package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// The director saves the timetable that is proposed, moves a round, and everyone reads the times with a countdown, on the
// event's page, on a player's, in their calendar and on paper; what is wrong is said at its field.
func TestTimetable(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	const desk, event = "/director/sections/1/timetable", "/events/winter-cup-2026"
	anybody := d.Site.Browser("")
	anybody.Get(event+"/timetable.pdf").Wants(t, http.StatusNotFound, "has no timetable yet")
	anybody.Get(event).Wants(t, http.StatusOK, "Days for your calendar")
	anybody.Get(event+"/timetable.ics").Wants(t, http.StatusOK, "SUMMARY:Winter Cup", "DTSTART;VALUE=DATE:", "UID:event-1@")
	lacks(t, anybody.Get(event), "data-countdown")

	first := d.Get(desk)
	first.Wants(t, http.StatusOK, "One is proposed", `value="9:30 am"`, `value="2026-07-04"`, "Lunch")
	typed := []string{
		"version", "0", "zone", "Pacific/Auckland", "day_1", "2026-07-04", "starts_1", "9.30am", "minutes_1", "120", "pause_1", "Lunch",
		"day_2", "2026-07-04", "starts_2", "11 am", "minutes_2", "120", "day_3", "2026-07-09", "starts_3", "soon", "minutes_3", "x",
	}
	d.Post(desk, typed...).Wants(
		t, http.StatusUnprocessableEntity, "Round 1 takes until 11:30 am", "The event is on 4–5 July 2026", "Enter when round 3 begins",
		"Enter a whole number", `value="9.30am"`, `value="soon"`,
	)
	right := []string{
		"version", "0", "zone", "Pacific/Auckland", "day_1", "2026-07-04", "starts_1", "9.30am", "minutes_1", "120", "pause_1", "Lunch",
		"day_2", "2026-07-04", "starts_2", "1 pm", "minutes_2", "120", "clocks_2", "20 minutes",
	}
	d.Post(desk, right...).LeadsTo(t, desk)
	d.Post(desk, right...).Wants(t, http.StatusConflict, "Your changes were not saved")
	anybody.Get(event).Wants(
		t, http.StatusOK, `Round 1 starts <time datetime="2026-07-04T09:30:00&#43;12:00"`, "Saturday 4 July, 9:30 am", "20 minutes",
		event+"/timetable.pdf", event+"/timetable.ics",
	)
	anybody.Get(event+"/sections/open/players/1").Wants(t, http.StatusOK, "Round 1 starts", "data-countdown")
	anybody.Get(event+".json").Wants(t, http.StatusOK, `"starts":"2026-07-04T09:30:00+12:00"`)
	if pdf := anybody.Get(event + "/timetable.pdf"); pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") {
		t.Errorf("the schedule: %d", pdf.Status)
	}
	ics := anybody.Get(event + "/timetable.ics")
	ics.Wants(t, http.StatusOK, "BEGIN:VEVENT", "Winter Cup: Open", "TZID=Pacific/Auckland:20260704T093000", "20260704T130000")
	if n := strings.Count(ics.Body, "BEGIN:VEVENT"); n != 2 {
		t.Errorf("%d rounds in the calendar", n)
	}

	d.Post("/director/sections/1/rounds/1/draw").LeadsTo(t, "/director/sections/1/rounds/1")
	d.Get("/director/sections/1/rounds/1").Wants(t, http.StatusOK, "From the timetable; it is changed there.")
	d.Post("/director/sections/1/rounds/1/publish", "version", d.versionOn("/director/sections/1/rounds/1", "/publish"), "starts", "noon").
		LeadsTo(t, "/director/sections/1/rounds/1")
	lacks(t, anybody.Get(event), "noon")

	d.Get(desk+"/delay").Wants(t, http.StatusOK, "Of the same day move too", "Round 1: 4 Jul 2026, 9:30 am")
	shown := kittest.VersionOn(t, d.Get(desk+"/delay"))
	d.Post(desk+"/delay", "version", shown, "round", "1", "minutes", "late", "moves", "day").
		Wants(t, http.StatusUnprocessableEntity, "Enter a whole number", `value="late"`)
	d.Post(desk+"/delay", "version", shown, "round", "1", "minutes", "−10", "moves", "none").LeadsTo(t, desk)
	d.Post(desk+"/delay", "version", shown, "round", "1", "minutes", "10", "moves", "none").Wants(t, http.StatusConflict)
	d.Post(desk+"/delay", "version", kittest.VersionOn(t, d.Get(desk+"/delay")), "round", "1", "minutes", "40", "moves", "day").LeadsTo(t, desk)
	anybody.Get(event).Wants(t, http.StatusOK, "10:00 am", "1:40 pm")
	anybody.Get(event+"/sections/open").Wants(t, http.StatusOK, "Saturday 4 July, 10:00 am")
	if got := anybody.Get(desk).Status; got == http.StatusOK {
		t.Error("anybody reads the director’s page")
	}
	d.Post(desk+"/remove", "version", kittest.VersionOn(t, d.Get(desk))).LeadsTo(t, desk)
	lacks(t, anybody.Get(event), "data-countdown")

	// Who has it in a calendar is told, each round under its own name and as something newer; a new timetable is newer still.
	gone := anybody.Get(event + "/timetable.ics")
	gone.Wants(t, http.StatusOK, "STATUS:CANCELLED", "has no time in the timetable now")
	if strings.Contains(gone.Body, "STATUS:CONFIRMED") || strings.Contains(gone.Body, "BEGIN:VALARM") {
		t.Error("a round of a timetable that was removed still stands")
	}
	uids := regexp.MustCompile(`UID:\S+`).FindAllString(ics.Body, -1)
	for _, uid := range uids {
		if !strings.Contains(gone.Body, uid) {
			t.Errorf("%s is not told as cancelled", uid)
		}
	}
	sequence := regexp.MustCompile(`SEQUENCE:(\d+)`)
	number := func(body string) int {
		n, _ := strconv.Atoi(sequence.FindStringSubmatch(body)[1])
		return n
	}
	if len(uids) != 2 || number(gone.Body) <= number(ics.Body) {
		t.Errorf("%d rounds, numbered %d after %d", len(uids), number(gone.Body), number(ics.Body))
	}
	d.Post(desk, "version", kittest.VersionOn(t, d.Get(desk)), "zone", "Pacific/Auckland", "day_1", "2026-07-04", "starts_1", "9.30am",
		"minutes_1", "120").LeadsTo(t, desk)
	again := anybody.Get(event + "/timetable.ics")
	again.Wants(t, http.StatusOK, "STATUS:CONFIRMED", "STATUS:CANCELLED") // round 2 has no time any more
	if number(again.Body) <= number(gone.Body) {
		t.Errorf("numbered %d after %d", number(again.Body), number(gone.Body))
	}
}

// Calendars are told that an event is cancelled, and that it takes place after all: each time as something newer.
func TestTheCalendarOfACancelledEvent(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.Post("/director/sections/1/timetable", "version", "0", "zone", "Pacific/Auckland", "day_1", "2026-07-04", "starts_1", "9.30am",
		"minutes_1", "120", "day_2", "2026-07-04", "starts_2", "1 pm", "minutes_2", "120").LeadsTo(t, "/director/sections/1/timetable")
	const event, desk = "/events/winter-cup-2026", "/director/events/1"
	anybody := d.Site.Browser("")
	for i, step := range []struct{ form, status, says string }{
		{"", "STATUS:CONFIRMED", "BEGIN:VALARM"},
		{"/cancel", "STATUS:CANCELLED", "Winter Cup is cancelled: Snow."},
		{"/reinstate", "STATUS:CONFIRMED", "BEGIN:VALARM"},
		{"/cancel", "STATUS:CANCELLED", "Winter Cup is cancelled: Snow."},
	} {
		if step.form != "" {
			d.Post(desk+step.form, "version", kittest.VersionOn(t, d.Get(desk+step.form)), "reason", "Snow.").LeadsTo(t, desk)
		}
		ics := anybody.Get(event + "/timetable.ics")
		ics.Wants(t, http.StatusOK, step.status, step.says, fmt.Sprintf("SEQUENCE:%d\r\n", i))
		if strings.Contains(ics.Body, "STATUS:CANCELLED") == strings.Contains(ics.Body, "BEGIN:VALARM") {
			t.Errorf("step %d: an alarm, or none", i)
		}
	}
	anybody.Get(event).Wants(t, http.StatusOK, "Winter Cup is cancelled: Snow.")
	lacks(t, anybody.Get(event), "data-countdown")
}
