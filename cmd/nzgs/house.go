package main

import (
	"context"
	"sync"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/config"
	"nzgs/internal/mail"
	"nzgs/internal/settings"
	"nzgs/web"
)

// house is the society that is served, with what it does by itself. When its settings are changed on the site, another one
// with the new settings takes its place, on the same listener and database.
type house struct {
	front *web.Server // takes every request, and has whoever answers now answer it

	mu   sync.Mutex
	root context.Context // of the whole program
	soc  *society
	stop context.CancelFunc // ends what soc does by itself
}

// begin has the society do what it does by itself, until it is renewed or ctx ends.
func (h *house) begin(root context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.root, h.soc.root = root, root
	h.start()
}

func (h *house) start() {
	soc, root := h.soc, h.root
	ctx, stop := context.WithCancel(root)
	h.stop = func() {
		soc.mail.Retire()
		stop()
	}
	go soc.keepTidy(ctx)          // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go soc.keepDuties(ctx)        // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go soc.clearVotes(ctx)        // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go soc.deliverMail(ctx, root) // raced by TestStopsGracefully, TestTwoDirectorsConflict

	daily := soc.backUpDaily(soc.cfg)
	whole := func(context.Context) bool { return daily(root) } // a backup that has begun is made to its end

	go tend(ctx, writeEvery, soc.catchUp) // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go tend(ctx, tidyEvery, soc.sendHead) // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go tend(ctx, bindEvery, soc.bindLog)  // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go tend(ctx, tidyEvery, soc.remind)   // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go tend(ctx, writeEvery, soc.write)   // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go tend(ctx, writeEvery, whole)       // raced by TestStopsGracefully, TestTwoDirectorsConflict
}

// settingsEvery is how often it is looked whether another copy of the program has changed the settings.
const settingsEvery = 2 * time.Second

func (h *house) watch(ctx context.Context) {
	tick := time.NewTicker(settingsEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.renew(ctx)
		}
	}
}

// renew has the settings that are kept on the site be in force, where they are others than those that are. What is under way
// is finished as it began. If it cannot be done now, the society goes on as it is and it is tried again.
func (h *house) renew(ctx context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.soc
	if h.root == nil || h.root.Err() != nil {
		return
	}
	kept, err := settings.Read(ctx, was.db)
	if err != nil {
		was.did(h.root, err, "it could not be seen whether settings were changed")
		return
	}
	if kept.Revision() == was.kept.Revision() {
		return
	}
	next := &society{
		root: was.root, db: was.db, bell: was.bell, clock: was.clock, log: was.log, url: was.url, lock: was.lock,
		spool: was.spool, apply: was.apply, laptop: was.laptop, changed: was.changed,
	}
	err = next.configure(ctx, was.told)
	if err == nil {
		err = h.front.Succeed(ctx, next.server(h.front))
	}
	if err != nil {
		was.did(h.root, err, "changed settings could not be put in force, and it is tried again")
		return
	}
	h.stop()
	h.soc = next
	h.start()
	next.log.Info("the settings of the site were changed, and are in force")
}

// program is what the settings know of the program.
func (soc *society) program() settings.Program {
	p := settings.Program{Society: soc.name, Given: map[string]settings.Given{}}
	if soc.cfg.SMTP.Host != "" {
		p.Post = smtpOf(soc.cfg)
	}
	p.Own = func(ctx context.Context, actor auth.Actor) (mail.Recipient, error) {
		own, err := soc.auth.OwnAccount(ctx, actor)
		return mail.Recipient{Person: int64(own.Person), Name: own.Name.String(), Address: own.Email}, err
	}
	for _, name := range config.StoredNames() {
		p.Given[name] = settings.Given{Value: soc.told.Value(name), SetBy: soc.told.SetBy(name)}
	}
	p.Apply = func(ctx context.Context) {
		if soc.apply != nil {
			soc.apply(ctx)
		}
	}
	return p
}
