package main

import (
	"errors"
	"fmt"
	"io"
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
	s.pages = append(s.pages, s.unlinked()...)
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
	fmt.Println("### What an address that is open to everybody costs, full-size society")
	fmt.Println("\n| address | CPU | allocated | answer |\n|---|---|---|---|")
	kinds := make([]string, 0, len(worst))
	for kind := range worst {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		address := worst[kind].path
		if err := p.printCost("GET "+kind, func() (int, error) { return s.size(s.client.Get(s.url + address)) }); err != nil {
			return err
		}
	}
	return costsOfForms(p, s)
}

// costsOfForms measures the two forms that compute something for anybody.
func costsOfForms(p *process, s *site) error {
	for name, record := range hostileRecords() {
		form := url.Values{"record": {record}, "estimate": {"1"}, "rules": {"nz"}}
		err := p.printCost("POST /check-record: "+name, func() (int, error) {
			return s.size(s.client.PostForm(s.url+"/check-record", form))
		})
		if err != nil {
			return err
		}
	}
	guess := 0
	return p.printCost("POST /sign-in", func() (int, error) {
		guess++ // one address after the other: a single one is slowed down sooner
		email := fmt.Sprintf("nobody%d@example.nz", guess)
		form := url.Values{"email": {email}, "password": {"a password of nobody"}}
		return s.size(s.client.PostForm(s.url+"/sign-in", form))
	})
}

// unlinked are the addresses of sections that no page of those that were followed
// leads to.
func (s *site) unlinked() []page {
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
		"/events/1/revision", "/healthz", "/static/app.css", "/t/1-1-kererukakapotuitui", "/link/x", "/records/1",
		"/ratings.csv?q=a", "/ratings?q=a&sort=name", "/duties/calendar/x.ics",
	} {
		out = append(out, page{kindOf(address), address})
	}
	return out
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

// size takes an answer in.
func (s *site) size(res *http.Response, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	n, err := io.Copy(io.Discard, res.Body)
	if res.StatusCode >= http.StatusInternalServerError || res.StatusCode == http.StatusTooManyRequests {
		err = errors.Join(err, fmt.Errorf("%s answered %s", res.Request.URL, res.Status))
	}
	return int(n), err
}

// printCost asks several times and prints what one of them cost.
func (p *process) printCost(name string, ask func() (int, error)) error {
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
		"| `%s` | %.0f ms | %.1f MB | %d kB |\n", name, cpu.Seconds()*1000, (end.allocated-begin.allocated)/costRounds,
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
