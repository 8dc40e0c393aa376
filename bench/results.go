package main

import (
	"regexp"
	"time"
)

var (
	boardForm = regexp.MustCompile(`class="board-entry" method="post" action="([^"]+)"`)
	boardRow  = regexp.MustCompile(`data-table="(\d+)" data-version="(\d+)" data-code="([^"]*)"`)
)

// enterResults has a director change results at the board of the running event,
// one after the other, until stop is closed; entered waits for the end and
// returns how long each change took, up to the answer that it is saved.
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
	_, board, err := s.watched()
	if err != nil {
		return nil, err
	}
	var took []time.Duration
	for {
		select {
		case <-stop:
			return took, nil
		case <-time.After(20 * time.Millisecond): // a fast typist has twenty helpers
		}
		one, err := s.changesAResult(board)
		if err != nil {
			return took, err
		}
		took = append(took, one)
	}
}
