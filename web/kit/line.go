package kit

import (
	"context"
	"sync"
	"time"

	"nzgs/internal/apperr"
)

// Line lets only so many in at a time; others wait. Networks take turns: whoever
// sends a thousand requests from one waits behind themselves, and somebody from
// another network waits for one of theirs.
type Line struct {
	places   int           // how many are inside at most
	patience time.Duration // nobody waits longer
	most     int           // so many of one network wait at most
	entered  func(waited time.Duration)

	mu     sync.Mutex
	inside int
	queues []*queue // networks with somebody waiting, the next one first
}

// queue is who waits of one network, first come first served.
type queue struct {
	network string
	waiting []chan struct{} // closed when let in
}

// NewLine makes a line of so many places.
func NewLine(places int, patience time.Duration, most int) *Line {
	return &Line{places: places, patience: patience, most: most}
}

// errCrowded is said to whoever would wait too long.
var errCrowded = apperr.New(apperr.Busy, "Many people are asking right now. Try again in a few seconds.")

// Enter waits for a place. Whoever entered leaves. The error is that of the
// context, or says that too many wait.
func (l *Line) Enter(ctx context.Context, network string) error {
	patience := time.NewTimer(l.patience)
	defer patience.Stop()
	begin := time.Now()
	err := l.enter(ctx, network, patience.C)
	if l.entered != nil {
		l.entered(time.Since(begin))
	}
	return err
}

// WhenEntered has f told how long each stood in line before they entered, or gave up. It is set before anyone comes.
func (l *Line) WhenEntered(f func(waited time.Duration)) { l.entered = f }

// Waiting is how many stand in line.
func (l *Line) Waiting() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, q := range l.queues {
		n += len(q.waiting)
	}
	return n
}

func (l *Line) enter(ctx context.Context, network string, tired <-chan time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	turn, err := l.queueUp(network)
	if turn == nil || err != nil {
		return err
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-tired:
		err = errCrowded
	}
	l.giveUp(network, turn)
	return err
}

// queueUp takes a free place, or a turn to wait for.
func (l *Line) queueUp(network string) (turn chan struct{}, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.inside < l.places {
		l.inside++
		return nil, nil
	}
	q := l.queueOf(network)
	if q == nil {
		q = &queue{network: network}
		l.queues = append(l.queues, q)
	}
	if network != "" && len(q.waiting) >= l.most {
		return nil, errCrowded
	}
	turn = make(chan struct{})
	q.waiting = append(q.waiting, turn)
	return turn, nil
}

func (l *Line) queueOf(network string) *queue {
	for _, q := range l.queues {
		if q.network == network {
			return q
		}
	}
	return nil
}

// giveUp takes a turn back; a place that it was just given goes to the next.
func (l *Line) giveUp(network string, turn chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, q := range l.queues {
		if q.network != network {
			continue
		}
		for k, t := range q.waiting {
			if t != turn {
				continue
			}
			q.waiting = append(q.waiting[:k], q.waiting[k+1:]...)
			if len(q.waiting) == 0 {
				l.queues = append(l.queues[:i], l.queues[i+1:]...)
			}
			return
		}
	}
	l.next()
}

// Leave gives the place to the first of the network whose turn it is.
func (l *Line) Leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next()
}

func (l *Line) next() {
	if len(l.queues) == 0 {
		l.inside--
		return
	}
	q := l.queues[0]
	l.queues = l.queues[1:]
	close(q.waiting[0])
	if q.waiting = q.waiting[1:]; len(q.waiting) > 0 {
		l.queues = append(l.queues, q)
	}
}

// Turn enters for the program's own work, which waits as long as it must; no
// line has no waiting.
func (l *Line) Turn(ctx context.Context) (leave func(), err error) {
	if l == nil {
		return func() {}, ctx.Err()
	}
	return l.Leave, l.enter(ctx, "", nil)
}
