package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// cost is what one request makes the server do.
type cost struct {
	cpu       time.Duration // of its processors
	allocated float64       // MB
}

// costRounds is how often an address is asked for; samplesOfCost is of how many
// addresses of a kind the costliest is found.
const (
	costRounds    = 12
	samplesOfCost = 40
)

// accountOfPoints is the address of a player's points.
var accountOfPoints = regexp.MustCompile(`/points/players/\d+`)

// sectionName is that of a section in an address.
var sectionName = regexp.MustCompile(`/sections/[^/]+`)

// costs measures what each kind of address that is open to everybody costs the
// full-size society, by the time of its processors: whatever else the machine does.
func costs(binary, full string) error {
	p, err := start(binary, full)
	if err != nil {
		return err
	}
	defer p.stop()
	s := &site{url: p.url, client: &http.Client{Timeout: time.Minute}}
	if err := s.follow("/", samplesOfCost); err != nil {
		return err
	}
	unlinked, err := s.unlinked()
	if err != nil {
		return err
	}
	s.pages = append(s.pages, unlinked...)
	worst := map[string]page{}
	sizes := map[string]int{}
	for _, pg := range s.pages {
		pg.kind = sectionName.ReplaceAllString(pg.kind, "/sections/…")
		body, status, err := s.get(pg.path)
		if err != nil {
			return err
		}
		if status < http.StatusInternalServerError && len(body) >= sizes[pg.kind] {
			worst[pg.kind], sizes[pg.kind] = pg, len(body)
		}
	}
	sent := 0 // of what each comes from a network of its own
	fmt.Println("### What an address that is open to everybody costs, full-size society")
	fmt.Println("\n| address | CPU ms | MB | kB of the answer |\n|---|---|---|---|")
	kinds := make([]string, 0, len(worst))
	for kind := range worst {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		address, client := worst[kind].path, s.client
		err := p.printCost("GET "+kind, func() (int, error) {
			if codes.MatchString(address) {
				sent++
				client = clientFrom(sent)
				defer client.CloseIdleConnections()
			}
			return s.size(madeAnew(client, s.url+address))
		})
		if err != nil {
			return err
		}
	}
	day := time.Now()
	err = p.printCost("GET /points?day=…, each another day", func() (int, error) {
		day = day.AddDate(0, 0, -21)
		return s.size(madeAnew(s.client, s.url+"/points?day="+day.Format(time.DateOnly)))
	})
	if err != nil {
		return err
	}
	if err := p.printCost("GET /events/n/live", func() (int, error) { return s.watch("/events/1/live") }); err != nil {
		return err
	}
	return costsOfForms(p, s, sent)
}

// madeAnew asks for an address with a cookie by which the server gives no answer that it keeps.
func madeAnew(client *http.Client, address string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	req.AddCookie(&http.Cookie{Name: "nzgs_measured", Value: "1"})
	return client.Do(req)
}

// codes are the addresses that a network is slowed down at when it guesses.
var codes = regexp.MustCompile(`^/(t|here|card|link|round-letters|letter-choices|newsletter/confirm|newsletter/leave|bookshop/ordered)/`)

// aForm is a form that anybody can send; its fields are made anew for each sending.
type aForm struct {
	address string
	fields  func(n int) url.Values
}

// openForms are those that need no account, with what a stranger would send. A
// single address or code would be slowed down sooner than it could be measured.
var openForms = []aForm{
	{"/sign-in", func(n int) url.Values {
		return url.Values{"email": {fmt.Sprintf("nobody%d@example.nz", n)}, "password": {"a password of nobody"}}
	}},
	{"/sign-in/code", func(n int) url.Values { return url.Values{"code": {fmt.Sprintf("%06d", n)}} }},
	{"/sign-in/passkey", func(n int) url.Values { return url.Values{"answer": {fmt.Sprintf(`{"id":"%d"}`, n)}} }},
	{"/sign-in/forgotten", func(n int) url.Values { return url.Values{"email": {fmt.Sprintf("nobody%d@example.nz", n)}} }},
	{"/sign-out", func(int) url.Values { return nil }},
	{"/link/x", func(int) url.Values { return url.Values{"password": {"a password of nobody"}} }},
	{"/here/1-kererukakapotuitui", func(int) url.Values { return url.Values{"player": {"1"}} }},
	{"/round-letters/x", func(int) url.Values { return url.Values{"do": {"stop"}} }},
	{"/contact", func(n int) url.Values {
		return url.Values{"to": {"secretary"}, "name": {"Aroha"}, "email": {fmt.Sprintf("nobody%d@example.nz", n)}, "message": {"Is there a club near me?"}}
	}},
	{"/newsletter", func(n int) url.Values { return url.Values{"email": {fmt.Sprintf("nobody%d@example.nz", n)}} }},
	{"/newsletter/confirm/x", func(int) url.Values { return nil }},
	{"/newsletter/leave/x", func(int) url.Values { return nil }},
	{"/bookshop/order", func(n int) url.Values {
		return url.Values{
			"n_1": {"1"}, "place": {"New Zealand"}, "shown": {"1.00"}, "email": {fmt.Sprintf("nobody%d@example.nz", n)},
			"given_names": {"Aroha"}, "family_name": {"Rimu"}, "address": {"1 Rātā Street\nŌtautahi 8011"},
		}
	}},
	{"/bookshop/ordered/x/confirm", func(int) url.Values { return nil }},
	{"/bookshop/ordered/x/cancel", func(int) url.Values { return nil }},
	{"/t", func(n int) url.Values {
		return url.Values{"code": {string([]byte{'A' + byte(n%20), 'B', 'C', 'D', 'E', 'A' + byte(n/20%20)})}}
	}},
	{"/t/1-1-kererukakapotuitui/call", func(int) url.Values { return nil }},
	{"/t/1-1-kererukakapotuitui", func(int) url.Values { return url.Values{"result": {"B+"}} }},
}

// costsOfForms measures the forms that are open to anybody. Each is sent from a
// network of its own, as far as one machine can: one network alone is slowed down.
func costsOfForms(p *process, s *site, sent int) error {
	for _, form := range openForms {
		err := p.printCost("POST "+form.address, func() (int, error) {
			sent++
			return s.sendFrom(sent, form.address, form.fields(sent))
		})
		if err != nil {
			return err
		}
	}
	for name, record := range hostileRecords() {
		form := url.Values{"record": {record}, "estimate": {"1"}, "rules": {"nz"}}
		err := p.printCost("POST /check-record: "+name, func() (int, error) {
			sent++
			return s.sendFrom(sent, "/check-record", form)
		})
		if err != nil {
			return err
		}
	}
	return p.printCost("POST /t/:card/record", func() (int, error) {
		sent++
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile("record", "game.sgf")
		if err != nil {
			return 0, err
		}
		if _, err := io.WriteString(file, "(;SZ[19]"+strings.Repeat(";B[aa];W[bb]", 15_000)+")"); err != nil {
			return 0, err
		}
		if err := form.Close(); err != nil {
			return 0, err
		}
		return s.sendBody(sent, "/t/1-1-kererukakapotuitui/record", form.FormDataContentType(), &body)
	})
}

// clientFrom asks from the nth loopback address and follows no redirection.
func clientFrom(n int) *http.Client {
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, byte(1+n>>16), byte(n>>8), byte(n))}}
	return &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{DialContext: from.DialContext},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (s *site) sendFrom(n int, address string, form url.Values) (int, error) {
	return s.sendBody(n, address, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

// sendBody sends a form from the nth loopback address, as somebody without cookies,
// and follows no redirection.
func (s *site) sendBody(n int, address, mediaType string, body io.Reader) (int, error) {
	client := clientFrom(n)
	defer client.CloseIdleConnections()
	req, err := http.NewRequest(http.MethodPost, s.url+address, body)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", mediaType)
	req.Header.Set("Origin", s.url)
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	if res.StatusCode == http.StatusForbidden {
		err = fmt.Errorf("%s answered %s", address, res.Status)
	}
	size, failed := s.size(res, nil)
	return size, errors.Join(err, failed)
}

// watch opens the stream of an event's changes and leaves once it has begun.
func (s *site) watch(address string) (int, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+address, nil)
	if err != nil {
		return 0, err
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s answered %s", address, res.Status)
	}
	return 0, nil
}

// unlinked are the addresses of sections that no page of those that were followed
// leads to.
func (s *site) unlinked() ([]page, error) {
	var out []page
	for _, pg := range s.pages {
		section, found := strings.CutSuffix(pg.path, "/standings")
		if !found {
			continue
		}
		event, _, _ := strings.Cut(section, "/sections/")
		for _, address := range []string{
			section + "/standings.json", section + "/standings.csv", section + "/standings.pdf", section + "/crosstable",
			section + "/crosstable.json", section + "/crosstable.csv", section + "/players", section + "/players.json",
			section + "/players.csv", section + "/wall", section + "/rounds/1", event + "/crosstable.xlsx",
		} {
			out = append(out, page{kindOf(address), address})
		}
	}
	for _, address := range []string{
		"/events/1/revision", "/healthz", "/readyz", "/static/app.css", "/t/1-1-kererukakapotuitui",
		"/here/1-kererukakapotuitui", "/card/x", "/round-letters/x", "/link/x", "/records/1",
		"/ratings.csv?q=a", "/ratings?q=a&sort=name", "/duties/calendar/x.ics", "/metrics", "/sign-in/code",
		"/sign-in/forgotten", "/robots.txt", "/search?q=aroha", "/about", "/officers", "/contact", "/contact/sent", "/sitemap.xml",
		"/sitemaps/1", "/events.atom", "/events.ics", "/ratings.pdf", "/newsletter", "/newsletter/confirm/x", "/newsletter/leave/x",
		"/newsletter/1", "/bookshop", "/bookshop/order", "/bookshop/thanks", "/bookshop/ordered/x", "/bookshop/1", "/news",
		"/news.atom", "/news/1",
	} {
		out = append(out, page{kindOf(address), address})
	}
	for _, list := range []string{"/points", "/points/history", "/titles", "/diplomas"} {
		for _, kind := range []string{"", ".json", ".csv", ".xlsx", ".pdf"} {
			out = append(out, page{kindOf(list + kind), list + kind})
		}
	}
	points, _, err := s.get("/points")
	if err != nil {
		return nil, err
	}
	for _, account := range accountOfPoints.FindAllString(points, 5) {
		for _, kind := range []string{"", "/account.json", "/account.csv", "/account.xlsx", "/account.pdf"} {
			out = append(out, page{kindOf(account + kind), account + kind})
		}
	}
	return out, nil
}

// hostileRecords are within the bounds of what is checked.
func hostileRecords() map[string]string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	scattered := "(;SZ[52]KM[7]RE[B+3]"
	seed := uint32(1)
	for i := range 1999 {
		seed = seed*1664525 + 1013904223
		scattered += fmt.Sprintf(";%c[%c%c]", "BW"[i%2], letters[(seed>>8)%52], letters[(seed>>20)%52])
	}
	return map[string]string{
		"2,000 moves scattered over 52 × 52":    scattered + ")",
		"2,000 moves, nearly all against rules": "(;SZ[52]" + strings.Repeat(";B[aa];W[bb]", 999) + ")",
	}
}

// errStopped is the answer to what took longer than it may by the clock, as work that costs half a second of the processor
// does on a machine that has ten times as much to do: it was not measured.
var errStopped = errors.New("stopped by its time limit (503)")

// size takes an answer in.
func (s *site) size(res *http.Response, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	n, err := io.Copy(io.Discard, res.Body)
	if res.StatusCode == http.StatusServiceUnavailable {
		return int(n), errors.Join(err, fmt.Errorf("%w: %s", errStopped, res.Request.URL.Path))
	}
	if res.StatusCode >= http.StatusInternalServerError || res.StatusCode == http.StatusTooManyRequests {
		err = errors.Join(err, fmt.Errorf("%s answered %s", res.Request.URL, res.Status))
	}
	return int(n), err
}

// printCost asks several times and prints what one of them cost.
func (p *process) printCost(name string, ask func() (int, error)) error {
	err := p.measureCost(name, ask)
	if errors.Is(err, errStopped) {
		fmt.Printf("| `%s` | not measured | %v; run it with nothing else to do | |\n", name, errStopped)
		return nil
	}
	return err
}

func (p *process) measureCost(name string, ask func() (int, error)) error {
	if _, err := ask(); err != nil { // what is made once
		return err
	}
	begin, err := p.spent()
	if err != nil {
		return err
	}
	var bytes int
	for range costRounds {
		if bytes, err = ask(); err != nil {
			return err
		}
	}
	end, err := p.spent()
	if err != nil {
		return err
	}
	cpu := (end.cpu - begin.cpu) / costRounds
	fmt.Printf(
		"| `%s` | %.0f | %.1f | %d |\n", name, cpu.Seconds()*1000, (end.allocated-begin.allocated)/costRounds,
		bytes>>10,
	)
	return nil
}

// spent is the processor time that the process has used, and what it has
// allocated, by its own figures.
func (p *process) spent() (cost, error) {
	res, err := http.Get(p.url + "/metrics")
	if err != nil {
		return cost{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return cost{}, err
	}
	figure := func(name string) float64 {
		for _, line := range strings.Split(string(text), "\n") {
			if rest, ok := strings.CutPrefix(line, name+" "); ok {
				n, _ := strconv.ParseFloat(rest, 64)
				return n
			}
		}
		return 0
	}
	stat, err := os.ReadFile(path.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "stat"))
	if err != nil {
		return cost{}, err
	}
	const ticks = 100 // a second, on every Linux
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return cost{
		cpu:       time.Duration(user+system) * time.Second / ticks,
		allocated: figure("go_memstats_alloc_bytes_total") / (1 << 20),
	}, nil
}
