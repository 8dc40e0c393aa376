package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// card is what stands on a table of an event that is being played.
type card struct {
	event int64  // its number
	slug  string // its address
	path  string // of the table's page
}

const watchedEvent = "congress-2026"

var (
	deskLink    = regexp.MustCompile(`/director/events/(\d+)`)
	sectionLink = regexp.MustCompile(`/director/sections/\d+`)
	roundLink   = regexp.MustCompile(`/director/sections/\d+/rounds/\d+`)
	wholeForm   = regexp.MustCompile(`(?s)<form[^>]* action="([^"]+)"[^>]*>.*?</form>`)
	hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)"`)
	letters     = regexp.MustCompile(`\b[A-Z]{3} [A-Z]{3}\b`)
)

// nextRound has the director of the congress end the round, draw the next one of each section and publish it, and gives
// the cards of its tables.
func nextRound(s *site) (out []card, err error) {
	page, _, err := s.get("/events/" + watchedEvent)
	if err != nil {
		return nil, err
	}
	desk := deskLink.FindStringSubmatch(page)
	if desk == nil {
		return nil, errors.New("the director has no congress")
	}
	c := card{slug: watchedEvent}
	fmt.Sscan(desk[1], &c.event)
	page, _, err = s.get(desk[0])
	if err != nil {
		return nil, err
	}
	sections := sectionLink.FindAllString(page, -1)
	slices.Sort(sections)
	for _, section := range slices.Compact(sections) {
		if err := s.endRound(section); err != nil {
			return nil, err
		}
		if err := s.drawNext(section); err != nil {
			return nil, err
		}
		paths, err := s.cardsOf(section)
		if err != nil {
			return nil, err
		}
		for _, c.path = range paths {
			out = append(out, c)
		}
	}
	return out, nil
}

// endRound enters what is still to be entered.
func (s *site) endRound(section string) error {
	for range 200 {
		body, _, err := s.get(section + "/results")
		if err != nil {
			return err
		}
		form := boardForm.FindStringSubmatch(body)
		rows := slices.DeleteFunc(boardRow.FindAllStringSubmatch(body, -1), func(m []string) bool { return m[3] != "" })
		if form == nil || len(rows) == 0 {
			return nil
		}
		if _, err := s.post(form[1], url.Values{"table": {rows[0][1]}, "result": {"B"}, "version": {rows[0][2]}}); err != nil {
			return err
		}
	}
	return errors.New("the round does not end")
}

func (s *site) drawNext(section string) error {
	page, _, err := s.get(section + "/draw")
	if err != nil {
		return err
	}
	rounds := roundLink.FindAllString(page, -1)
	if len(rounds) == 0 {
		return errors.New("there is no further round")
	}
	slices.Sort(rounds)
	round := rounds[len(rounds)-1]
	for _, press := range []string{"/draw", "/publish"} {
		if err := s.press(round, round+press); err != nil {
			return err
		}
	}
	return nil
}

// press sends the form with an action as it stands on a page.
func (s *site) press(page, action string) error {
	body, _, err := s.get(page)
	if err != nil {
		return err
	}
	for _, form := range wholeForm.FindAllStringSubmatch(body, -1) {
		if form[1] == action {
			status, err := s.post(action, hiddenIn(form[0]))
			if err == nil && status != http.StatusOK {
				err = fmt.Errorf("%s is answered %d", action, status)
			}
			return err
		}
	}
	return fmt.Errorf("%s has no form for %s", page, action)
}

func hiddenIn(form string) url.Values {
	fields := url.Values{}
	for _, m := range hiddenField.FindAllStringSubmatch(form, -1) {
		fields.Set(m[1], m[2])
	}
	return fields
}

func (s *site) post(path string, fields url.Values) (status int, err error) {
	res, err := s.client.PostForm(s.url+path, fields)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// cardsOf reads the letters of a section's cards off their print, and types them as somebody does whose phone reads no
// pictures.
func (s *site) cardsOf(section string) (out []string, err error) {
	print, _, err := s.get(section + "/cards.pdf")
	if err != nil {
		return nil, err
	}
	run := exec.Command("pdftotext", "-layout", "-", "-")
	run.Stdin = strings.NewReader(print)
	text, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("read the cards by pdftotext, of poppler: %w", err)
	}
	stranger := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, typed := range slices.Compact(letters.FindAllString(string(text), -1)) {
		res, err := stranger.PostForm(s.url+"/t", url.Values{"letters": {typed}})
		if err != nil {
			return nil, err
		}
		res.Body.Close()
		at := res.Header.Get("Location")
		if at == "" || slices.Contains(out, at) {
			continue
		}
		if _, status, err := s.get(at); err != nil || status != http.StatusOK {
			continue // a table without a game in this round
		}
		out = append(out, at)
	}
	if len(out) == 0 {
		return nil, errors.New("no card was found")
	}
	return out, nil
}
