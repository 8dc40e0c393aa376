package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/spf13/cobra"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/mail"
	"nzgs/internal/moving"
	"nzgs/internal/store"
	"nzgs/migrations"
)

func serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the society's site",
		Long: "Serve the society's site. In an empty data folder it creates an empty society and prints a\n" +
			"link to set it up, which works once.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := load(cmd.Flags())
			if err != nil {
				return err
			}
			return serve(cmd.Context(), cfg, civil.SystemClock, cmd.OutOrStdout(), setUpLink)
		},
	}
	config.AddFlags(cmd.Flags())
	return cmd
}

// serve opens the society and answers until ctx ends. greet runs once the
// address is known, before the first request, and says on out what the person
// at the console needs to know.
func serve(
	ctx context.Context, cfg *config.Config, clock civil.Clock, out io.Writer,
	greet func(context.Context, *society, io.Writer) error,
) error {
	if err := checkKey(cfg); err != nil {
		return err
	}
	soc, err := openAlone(ctx, cfg, clock)
	if err != nil {
		return err
	}
	follow := limitMemory(cfg)
	attendDoor()
	defer soc.Close()

	d, err := listen(ctx, cfg)
	if err != nil {
		return err
	}
	l := d.main
	if cfg.BaseURL == "" {
		soc.url = listenURL(cfg, l)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	h := &house{soc: soc, front: soc.server(nil)}
	soc.apply = h.renew
	if err := greet(ctx, soc, out); err != nil {
		return errors.Join(err, d.Close())
	}
	fmt.Fprintf(out, "\nServing %s on %s (stop with Ctrl-C)\n", soc.name, soc.url)
	soc.log.Info("serving", "address", l.Addr().String(), "database", string(soc.db.Dialect()))
	soc.sayHeld(ctx)
	go follow(ctx, h.front.Load)             // raced by TestStopsGracefully, TestTwoDirectorsConflict
	go soc.bell.RunRinging(ctx)              // raced by TestAnotherCopySeesAResult
	go soc.hear(ctx)                         // raced by TestAnotherCopySeesAResult
	go soc.leaveMoved(ctx, stop)             // raced by TestAnotherCopySeesAResult
	go soc.db.RunWatchingHosts(ctx, soc.log) // raced by TestAHostThatHangsIsGivenUp
	h.begin(ctx)
	go h.watch(ctx)            // raced by TestSettingsAreInForceAtOnce
	go soc.lead(ctx, d)        // raced by TestHTTPSByItself
	go soc.certify(soc.cfg, d) // raced by TestHTTPSByItself
	releaseStart()
	if err := h.front.Serve(ctx, l); err != nil {
		return err
	}
	if err := context.Cause(ctx); noLongerServes(err) {
		return err
	}
	soc.log.Info("stopped")
	return nil
}

// movedEvery is how often a copy looks whether its society moves away.
const movedEvery = 2 * time.Second

// leaveMoved stops serving when the society is moved to another database by a move that did not see this copy, as where
// it is called otherwise in PostgreSQL: it would send letters, and take results that are lost. It stops too when a newer
// program has brought the database further: it would not understand what it writes into.
func (soc *society) leaveMoved(ctx context.Context, stop context.CancelCauseFunc) {
	if soc.db.Dialect() != store.Postgres {
		return // the lock of the data folder keeps a move away
	}
	tick := time.NewTicker(movedEvery)
	defer tick.Stop()
	for {
		if err := soc.takesChanges(ctx); noLongerServes(err) {
			stop(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func noLongerServes(err error) bool {
	return errors.Is(err, moving.ErrHeld) || errors.Is(err, migrations.ErrNewer)
}

// sayHeld says in the log that letters of a restored backup wait for an officer.
func (soc *society) sayHeld(ctx context.Context) {
	held, err := soc.mail.HeldRestored(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		soc.log.Warn("the letters of a restored backup could not be counted", "err", err)
	case held > 0:
		soc.log.Warn("letters that waited in a restored backup are held until an officer decides at "+soc.url+"/outbox",
			"letters", held)
	}
}

// tidyEvery is how often what is no longer to be kept is removed.
const tidyEvery = time.Hour

func (soc *society) keepTidy(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		if _, err := soc.kinds.RunOn(ctx); err != nil && ctx.Err() == nil {
			soc.log.Warn("the terms of life members could not be written", "err", err)
		}
		if err := soc.retention.Run(ctx); err != nil && ctx.Err() == nil {
			soc.log.Warn("what is no longer to be kept could not be removed", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// keepDuties makes the committee's standing duty when a year begins, and when
// it has met.
func (soc *society) keepDuties(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		if err := soc.committee.Refresh(ctx); err != nil && ctx.Err() == nil {
			soc.log.Warn("the committee’s standing duties could not be updated", "err", err)
		}
		if err := soc.act.Refresh(ctx); err != nil && ctx.Err() == nil {
			soc.log.Warn("the duties of the Act’s year could not be updated", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// tend does what the program does by itself, at once and then every so often. Letters that it writes are held where a
// backup has just been restored.
func tend(ctx context.Context, every time.Duration, do func(context.Context) bool) {
	ctx = mail.ByItself(ctx)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		do(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// did says in the log what did not work, and reports whether it did.
func (soc *society) did(ctx context.Context, err error, not string) bool {
	if err != nil && ctx.Err() == nil {
		soc.log.Warn(not, "err", err)
	}
	return err == nil
}

// catchUp has everything be written that goes by itself, where a backup has just been restored: it is held, because it may
// have left after the backup was made. What comes due later leaves by itself.
func (soc *society) catchUp(ctx context.Context) bool {
	restored, err := soc.mail.JustRestored(ctx)
	if err != nil || !restored {
		return soc.did(ctx, err, "it could not be seen whether a backup was just restored")
	}
	heads, reminders, letters, invitations := soc.sendHead(ctx), soc.remind(ctx), soc.write(ctx), soc.invite(ctx, 0)
	if !heads || !reminders || !letters || !invitations {
		return false
	}
	soc.sayHeld(ctx)
	return soc.did(ctx, soc.mail.CaughtUp(ctx), "it could not be noted that all is written since a backup was restored")
}

// sendHead queues the month's letters with the head of the log when a month has
// begun. Where there are not two people to keep it, the log of the program says so
// once.
func (soc *society) sendHead(ctx context.Context) bool {
	queued, keepers, err := soc.logbook.SendHead(ctx)
	if err == nil && queued > 0 && keepers < 2 {
		soc.log.Warn("only one officer has an e-mail address: no one else is sent the head of the log")
	}
	return soc.did(ctx, err, "the month’s letters with the head of the log could not be queued")
}

// bindEvery is how often the head of the log is made to stand for what was done at events.
const bindEvery = 5 * time.Minute

func (soc *society) bindLog(ctx context.Context) bool {
	return soc.did(ctx, soc.logbook.BindStreams(ctx), "the streams of the log could not be bound together")
}

// remind queues the reminders of games with a last day, when they are due, and ends games whose time ran
// out long ago, begins the matches between clubs whose entries have closed, and takes idle players off the ladders.
func (soc *society) remind(ctx context.Context) bool {
	well := true
	for _, one := range []struct {
		do  func(context.Context) (int, error)
		not string
	}{
		{soc.weekly.Remind, "reminders of games could not be queued"},
		{soc.hosting.Remind, "letters of clubs’ evenings could not be queued"},
		{soc.playing.EndOverdue, "games whose time has run out could not be ended"},
		{soc.playing.BeginMatches, "matches between clubs could not begin"},
		{soc.playing.TakeOffIdle, "who plays no game could not be taken off the ladders"},
	} {
		_, err := one.do(ctx)
		well = soc.did(ctx, err, one.not) && well
	}
	return well
}

// clearEvery is how often it is tried again to leave nothing of destroyed postal
// votes in the database's files.
const clearEvery = time.Minute

func (soc *society) clearVotes(ctx context.Context) {
	tick := time.NewTicker(clearEvery)
	defer tick.Stop()
	for {
		if err := soc.postal.ClearDestroyed(ctx); err != nil && ctx.Err() == nil {
			soc.log.Warn("a destroyed postal vote is not cleared yet, and is tried again", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// writeEvery is how often it is looked whether letters go by themselves.
const writeEvery = time.Minute

// write writes the letters that officers have go by themselves, on their days and as things happen.
func (soc *society) write(ctx context.Context) bool {
	_, err := soc.mailings.Run(ctx)
	return soc.did(ctx, err, "letters that go by themselves could not be written")
}

// invitesAtOnce is how many invitations are written between two looks at the outbox: other letters wait for them.
const invitesAtOnce = 200

// invite writes some of the invitations that someone has pressed for; 0: all of them.
func (soc *society) invite(ctx context.Context, most int) bool {
	_, err := soc.inviting.Step(ctx, most)
	return soc.did(ctx, err, "invitations could not be written")
}

// deliverEvery is how often the outbox is looked at.
const deliverEvery = 5 * time.Second

// deliverMail sends what is due until ctx ends. A letter that is on its way is sent before it does, and only the end of the
// program, root, breaks it off.
func (soc *society) deliverMail(ctx, root context.Context) {
	if !soc.mail.Sends() {
		return
	}
	tick := time.NewTicker(deliverEvery)
	defer tick.Stop()
	for {
		if err := soc.auth.AnswerResets(ctx); err != nil && ctx.Err() == nil {
			soc.log.Warn("letters for new passwords could not be written", "err", err)
		}
		soc.invite(ctx, invitesAtOnce)
		done, err := soc.mail.Deliver(root)
		if err != nil && root.Err() == nil {
			soc.log.Warn("letters in the outbox could not be sent", "err", err)
		}
		if done != (mail.Delivered{}) {
			soc.log.Info("letters", "sent", done.Sent, "later", done.Later, "failed", done.Failed, "unknown", done.Unknown)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// listenURL is the address people can open; the port may have been chosen by
// the system.
func listenURL(cfg *config.Config, l net.Listener) string {
	host, port, err := net.SplitHostPort(cfg.Addr)
	if err != nil || port != "0" {
		return cfg.URL()
	}
	_, chosen, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return cfg.URL()
	}
	c := *cfg
	c.Addr = net.JoinHostPort(host, chosen)
	return c.URL()
}

// newLogger logs to w as the settings say.
func newLogger(cfg *config.Config, w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: cfg.LogLevel}
	if cfg.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
