package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A soak is a society's life in a short time, and how the program that serves it changes meanwhile.
const (
	soakSlices   = 10                     // for each of which figures are printed
	soakViewers  = 100                    // of one event, at each copy
	soakReaders  = 2                      // of each role
	readerPause  = 250 * time.Millisecond // between two pages of a reader
	writerPause  = time.Second            // between two changes of an officer
	soakPages    = 2                      // of each kind, for each role
	reconnectIn  = time.Second            // viewers whose page ended come back
	restartsKill = 2                      // every second restart is without a word
)

// life is a society that is being lived in.
type life struct {
	binary, folder, database string
	ctx                      context.Context
	stop                     context.CancelFunc
	all                      sync.WaitGroup
	first, second            *copyOf // second: on PostgreSQL alone
	as                       map[string]*site

	mu     sync.Mutex
	took   []time.Duration // answers of pages by the first copy, of this slice
	saved  []time.Duration // changes, of this slice
	failed error           // the first that was wrong
	wrong  atomic.Int64
	told   atomic.Int64 // how often viewers were told of a change
}

// copyOf is a program that serves the society at an address that stays.
type copyOf struct {
	*process
	port string
	away atomic.Bool // being restarted
}

// soakIn is soak with a demonstration society: in an empty database of PostgreSQL, or in a file.
func soakIn(binary, database string, long time.Duration) error {
	folder, err := os.MkdirTemp("", "nzgs-soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	return soak(binary, folder, database, long)
}

// soak has people of all roles read, officers change things, viewers look on and backups be made for a while; of two
// copies on PostgreSQL one is restarted again and again, the other lives through all of it. It prints what the latter
// takes, slice by slice.
func soak(binary, folder, database string, long time.Duration) error {
	l := &life{binary: binary, folder: folder, database: database}
	l.ctx, l.stop = context.WithCancel(context.Background())
	defer l.stop()
	var err error
	if l.first, err = l.serve(""); err != nil {
		return err
	}
	defer func() { l.first.stop() }()
	if err := l.come(); err != nil {
		return err
	}
	if database != "" { // its start makes new links to sign in by, in place of those of the first
		if l.second, err = l.serve(""); err != nil {
			return err
		}
		defer func() { l.second.stop() }()
	}
	if err := l.begin(); err != nil {
		return err
	}
	l.heads(long)
	for n := range soakSlices {
		if err := l.slice(n, long/soakSlices); err != nil {
			return err
		}
	}
	l.stop()
	l.all.Wait()
	fmt.Printf("\nViewers were told of %d changes. Answers that were wrong: %d.\n\n", l.told.Load(), l.wrong.Load())
	return l.failed
}

// serve starts a copy, at the port it had.
func (l *life) serve(port string) (*copyOf, error) {
	if port == "" {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		_, port, _ = net.SplitHostPort(free.Addr().String())
		free.Close()
	}
	args := []string{"--addr", "127.0.0.1:" + port}
	if l.database != "" {
		args = append(args, "--database", l.database)
	}
	p, err := start(l.binary, l.folder, args...)
	if err != nil {
		return nil, err
	}
	return &copyOf{process: p, port: port}, nil
}

// come signs everybody in at the first copy, and finds the pages that each reads.
func (l *life) come() error {
	l.as = map[string]*site{}
	for _, role := range walkRoles {
		s, err := readerAs(l.first.process, role)
		if err != nil {
			return err
		}
		if err := s.follow("/", soakPages); err != nil {
			return err
		}
		l.as[role] = s
	}
	return nil
}

// begin has everybody read, change things and look on.
func (l *life) begin() error {
	event, board, err := l.as["Director"].watched()
	if err != nil {
		return err
	}
	for _, s := range l.as {
		for range soakReaders {
			l.all.Go(func() { l.reads(s) })
		}
	}
	for _, c := range []*copyOf{l.first, l.second} {
		for range soakViewers {
			if c != nil {
				l.all.Go(func() { l.looksOn(c, event) })
			}
		}
	}
	l.again(func() (time.Duration, error) { return l.as["Director"].changesAResult(board) })
	l.again(l.as["Secretary"].draftsAndDiscards)
	l.again(l.as["Treasurer"].booksAPayment)
	return nil
}

// again has an officer change something again and again.
func (l *life) again(change func() (time.Duration, error)) {
	l.all.Go(func() {
		for l.ctx.Err() == nil {
			took, err := change()
			l.note(&l.saved, took, err)
			l.pause(writerPause)
		}
	})
}

func (l *life) pause(d time.Duration) {
	select {
	case <-l.ctx.Done():
	case <-time.After(d):
	}
}

// note keeps how long an answer took, or that it was wrong.
func (l *life) note(into *[]time.Duration, took time.Duration, err error) {
	if err != nil && l.ctx.Err() != nil {
		return // everybody goes
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		*into = append(*into, took)
		return
	}
	l.wrong.Add(1)
	if l.failed == nil {
		l.failed = err
	}
}

// reads is one reader of a role, at the first copy and, where there is a second, there in turn.
func (l *life) reads(s *site) {
	for i := mathrand.IntN(len(s.pages)); l.ctx.Err() == nil; i++ {
		pg := s.pages[i%len(s.pages)]
		begin := time.Now()
		err := s.looksAt(pg.path)
		l.note(&l.took, time.Since(begin), err)
		if l.second != nil && !l.second.away.Load() {
			other := site{client: s.client, url: "http://127.0.0.1:" + l.second.port}
			if _, status, err := other.get(pg.path); !l.second.away.Load() && err == nil && status >= http.StatusInternalServerError {
				l.note(&l.took, 0, fmt.Errorf("the second copy answered %s with %d", pg.path, status))
			}
		}
		l.pause(readerPause)
	}
}

// looksAt reads a page. What was discarded meanwhile is not found, and lists of many addresses are for who has signed in
// just now: ten minutes later they lead to that.
func (s *site) looksAt(path string) error {
	res, err := s.client.Get(s.url + path)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	switch {
	case res.StatusCode == http.StatusOK, res.StatusCode == http.StatusNotFound:
		return nil
	case res.StatusCode == http.StatusSeeOther && strings.HasPrefix(res.Header.Get("Location"), "/sign-in/again"):
		return nil
	}
	return fmt.Errorf("%s answered %s", path, res.Status)
}

// looksOn is a viewer of a live event, who comes back when the page is told no more.
func (l *life) looksOn(c *copyOf, event string) {
	for l.ctx.Err() == nil {
		l.watch("http://127.0.0.1:" + c.port + "/events/" + event + "/live")
		l.pause(reconnectIn)
	}
}

func (l *life) watch(address string) {
	req, err := http.NewRequestWithContext(l.ctx, http.MethodGet, address, nil)
	if err != nil {
		return
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data: ") {
			l.told.Add(1)
		}
	}
}

// watched is the number of the event that is looked on, and the board of the results of its first section.
func (s *site) watched() (event, board string, err error) {
	body, _, err := s.get("/events/" + watchedEvent)
	if err != nil {
		return "", "", err
	}
	desk := deskLink.FindStringSubmatch(body)
	if desk == nil {
		return "", "", errors.New("the director has no congress")
	}
	if body, _, err = s.get(desk[0]); err != nil {
		return "", "", err
	}
	return desk[1], sectionLink.FindString(body) + "/results", nil
}

// changesAResult has the director change one result of the board.
func (s *site) changesAResult(board string) (time.Duration, error) {
	body, _, err := s.get(board)
	if err != nil {
		return 0, err
	}
	form, rows := boardForm.FindStringSubmatch(body), boardRow.FindAllStringSubmatch(body, -1)
	if form == nil || len(rows) == 0 {
		return 0, errors.New("the board has no form")
	}
	row := rows[mathrand.IntN(len(rows))]
	result := map[bool]string{true: "B", false: "W"}[row[3] == "W"]
	fields := url.Values{"key": {rand.Text()}, "table": {row[1]}, "result": {result}, "version": {row[2]}}
	_, took, err := s.sends(form[1], fields)
	var asks askedAgain
	if !errors.As(err, &asks) {
		return took, err
	}
	for _, f := range wholeForm.FindAllStringSubmatch(string(asks), -1) {
		if f[1] == form[1] && strings.Contains(f[0], `name="over"`) { // another result stands there: say it once more
			fields = hiddenIn(f[0])
			fields.Set("table", row[1])
			fields.Set("result", result)
			return s.changes(form[1], fields)
		}
	}
	return 0, err
}

// askedAgain is a page that comes back with its form.
type askedAgain string

func (askedAgain) Error() string { return "the form comes back" }

var newsDesk = regexp.MustCompile(`^/news/desk/\d+$`)

// draftsAndDiscards has the secretary write a piece of news, and throw it away.
func (s *site) draftsAndDiscards() (time.Duration, error) {
	at, took, err := s.sends("/news/desk/new", url.Values{
		"title": {"The club room"}, "body": {"It is open on *Tuesdays*.\n\n- from seven\n- to ten"},
	})
	if err != nil {
		return 0, err
	}
	if !newsDesk.MatchString(at) {
		return 0, fmt.Errorf("a draft leads to %q", at)
	}
	body, _, err := s.get(at)
	if err != nil {
		return 0, err
	}
	for _, form := range wholeForm.FindAllStringSubmatch(body, -1) {
		if form[1] == at+"/discard" {
			_, err := s.changes(form[1], hiddenIn(form[0]))
			return took, err
		}
	}
	return 0, fmt.Errorf("%s has no way to be thrown away", at)
}

// booksAPayment has the treasurer book a payment of a member.
func (s *site) booksAPayment() (time.Duration, error) {
	return s.changes("/books/payments/new", url.Values{
		"party": {"7"}, "amount": {"1.00"}, "received_on": {time.Now().Format(time.DateOnly)}, "method": {"bank"},
		"reference": {rand.Text()},
	})
}

// changes sends a form that leads elsewhere when it is saved.
func (s *site) changes(path string, fields url.Values) (time.Duration, error) {
	_, took, err := s.sends(path, fields)
	return took, err
}

// sends sends a form, and says where it leads.
func (s *site) sends(path string, fields url.Values) (to string, took time.Duration, err error) {
	begin := time.Now()
	res, err := s.client.PostForm(s.url+path, fields)
	if err != nil {
		return "", 0, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return "", 0, err
	case res.StatusCode == http.StatusUnprocessableEntity:
		return "", 0, fmt.Errorf("%s: %w", path, askedAgain(body))
	case res.StatusCode != http.StatusSeeOther:
		return "", 0, fmt.Errorf("%s is answered %s", path, res.Status)
	}
	return res.Header.Get("Location"), time.Since(begin), nil
}

func (l *life) heads(long time.Duration) {
	fmt.Printf(
		"### %s of a society’s life: %d readers, %d viewers at each copy, three officers who write\n\n"+
			"| of the time | pages | median | 99th percentile | changes | median | 99th percentile | MB | goroutines | open files | "+
			"backup | second copy back |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
		long, soakReaders*len(walkRoles), soakViewers,
	)
}

// slice is one part of the time: a backup, a restart of the second copy, and then a row of the table.
func (l *life) slice(n int, long time.Duration) error {
	end := time.Now().Add(long)
	backup, err := l.backUp(n)
	if err != nil {
		return err
	}
	back := ""
	if l.second != nil {
		if back, err = l.restart(n%restartsKill != 0); err != nil {
			return err
		}
	}
	l.pause(time.Until(end))
	now, _, err := l.first.resident()
	if err != nil {
		return err
	}
	goroutines, err := l.goroutines()
	if err != nil {
		return err
	}
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", l.first.cmd.Process.Pid))
	if err != nil {
		return err
	}
	l.mu.Lock()
	took, saved := l.took, l.saved
	l.took, l.saved = nil, nil
	l.mu.Unlock()
	pages, changes := soakTimes(took), soakTimes(saved)
	fmt.Printf(
		"| %d%% | %s | %s | %.0f | %s | %d | %s | %s |\n",
		(n+1)*100/soakSlices, pages, changes, now, goroutines, len(open), backup, back,
	)
	return nil
}

// soakTimes are how many there were, the median and the 99th percentile.
func soakTimes(took []time.Duration) string {
	if len(took) == 0 {
		return "0 | | "
	}
	slices.Sort(took)
	return fmt.Sprintf("%d | %s | %s", len(took), ms(took[len(took)/2]), ms(took[len(took)*99/100]))
}

// backUp makes a backup, which is opened and checked as it is made, and says how long that took.
func (l *life) backUp(n int) (string, error) {
	file := filepath.Join(l.folder, fmt.Sprintf("soak-%d.db", n))
	defer os.Remove(file)
	args := []string{"backup", file, "--data", l.folder}
	if l.database != "" {
		args = append(args, "--database", l.database)
	}
	begin := time.Now()
	if out, err := exec.CommandContext(l.ctx, l.binary, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("backup: %w\n%s", err, out)
	}
	return ms(time.Since(begin)), nil
}

// restart ends the second copy, by asking it or without a word, and starts it again.
func (l *life) restart(kill bool) (string, error) {
	l.second.away.Store(true)
	defer l.second.away.Store(false)
	if kill {
		if err := l.second.cmd.Process.Kill(); err != nil {
			return "", err
		}
		l.second.cmd.Wait() // it says that it was killed
	} else if err := l.second.process.stop(); err != nil {
		return "", fmt.Errorf("stop the second copy: %w", err)
	}
	again, err := l.serve(l.second.port)
	if err != nil {
		return "", err
	}
	l.second.process = again.process
	return ms(again.ready), nil
}

var goroutinesLine = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)

func (l *life) goroutines() (string, error) {
	res, err := http.Get(l.first.url + "/metrics")
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if m := goroutinesLine.FindSubmatch(text); m != nil {
		return string(m[1]), err
	}
	return "", errors.Join(err, errors.New("/metrics says nothing of goroutines"))
}
