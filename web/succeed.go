package web

import "context"

// answering is the server that answers now: this one, or the one that took its place.
func (s *Server) answering() *Server {
	if next := s.next.Load(); next != nil {
		return next
	}
	return s
}

// Succeed has next answer what comes from now on, on the connections that there are. Requests that are under way are finished
// as they began; whoever watches something live comes again, to next. s is the first, on which Serve was called or will be,
// and next was made after it (Deps.After).
func (s *Server) Succeed(ctx context.Context, next *Server) error {
	if err := next.knowSessions(ctx); err != nil {
		return err
	}
	next.tellOfChanges()
	before := s.answering()
	s.next.Store(next)
	before.silence()
	return nil
}

// tellOfChanges has those who watch be told of changes, until silence.
func (s *Server) tellOfChanges() {
	go s.desks.events.Run(s.live)  // raced by TestTwoDirectorsConflict
	go s.desks.playing.Run(s.live) // raced by TestABoardTellsOfMoves
}

// silence ends the pages that are told of changes.
func (s *Server) silence() {
	s.stopLive()
	s.desks.events.Stop()
}
