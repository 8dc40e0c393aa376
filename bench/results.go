package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

var (
	boardLink = regexp.MustCompile(`/director/sections/\d+/(?:rounds/\d+/)?results`)
	boardForm = regexp.MustCompile(`class="board-entry" method="post" action="([^"]+)"`)
	boardRow  = regexp.MustCompile(`data-table="(\d+)" data-version="(\d+)" data-code="([^"]*)"`)
)

// enterResults has a director enter results at the board of the running event,
// one after the other, changing them when all are in, until stop is closed;
// entered waits for the end and returns how long each save took, up to the
// answer that it is saved.
func enterResults(s *site) (stop chan struct{}, entered func() ([]time.Duration, error)) {
	stop = make(chan struct{})
	done := make(chan struct{})
	var took []time.Duration
	var failed error
	go func() {
		defer close(done)
		took, failed = s.keepEntering(stop)
	}()
	return stop, func() ([]time.Duration, error) {
		<-done
		return took, failed
	}
}

func (s *site) keepEntering(stop <-chan struct{}) ([]time.Duration, error) {
	board, err := s.findBoard()
	if err != nil {
		return nil, err
	}
	noFollow := &http.Client{Jar: s.client.Jar, Timeout: s.client.Timeout, Transport: s.client.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var took []time.Duration
	for i := 0; ; i++ {
		select {
		case <-stop:
			return took, nil
		default:
		}
		body, status, err := s.get(board)
		if err != nil || status != http.StatusOK {
			return took, fmt.Errorf("the board answered %d: %w", status, err)
		}
		form, rows := boardForm.FindStringSubmatch(body), boardRow.FindAllStringSubmatch(body, -1)
		if form == nil || len(rows) == 0 {
			return took, errors.New("the board has no form")
		}
		row := rows[i%len(rows)]
		result := "W"
		if row[3] == "W" {
			result = "B"
		}
		begin := time.Now()
		res, err := noFollow.PostForm(s.url+form[1], url.Values{
			"key": {rand.Text()}, "table": {row[1]}, "result": {result}, "version": {row[2]},
		})
		if err != nil {
			return took, err
		}
		took = append(took, time.Since(begin))
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		if res.StatusCode != http.StatusSeeOther {
			return took, fmt.Errorf("entering a result at table %s answered %s", row[1], res.Status)
		}
		time.Sleep(20 * time.Millisecond) // a fast typist has twenty helpers
	}
}

func (s *site) findBoard() (string, error) {
	for _, p := range s.pages {
		if boardLink.FindString(p.path) == p.path {
			return p.path, nil
		}
	}
	return "", errors.New("no results board was found")
}
