package asked

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/upkeep"
	"nzgs/internal/usecase"
)

// Means is what the program knows of its backups, and does with them.
type Means struct {
	Folder string        // in which they are kept; "": none is set
	Daily  time.Duration // of the day by the society's clocks
	Keep   int           // of those of every day; 0: all
	Sealed bool          // they are encrypted
	Handed string        // the program that each is handed to; "": none

	// Free is how many bytes are free where a backup is made: the least of the places it goes through.
	Free func() (int64, error)
	// Aside is the folder in which one is restored to try it, and FreeAside how many bytes are free there.
	Aside     string
	FreeAside func() (int64, error)
	// Make makes one for an administrator, and tells how far it is. An error with a Name says what did not work beside it.
	Make func(ctx context.Context, by auth.Actor, say func(Stage)) (File, error)
	// Try restores one aside. An error says why it cannot be restored, or why that could not be seen.
	Try func(ctx context.Context, name string) error
	// List is those that are kept, the newest first.
	List func() ([]File, error)
	// Root ends with the program: what is under way goes on when the request that asked for it has ended.
	Root func() context.Context
}

// Service has backups be made and tried.
type Service struct {
	db    *store.DB
	cases usecase.Cases
	clock civil.Clock
	means *Means
	daily func(context.Context) (upkeep.Backups, error)
}

// New returns the service.
func New(db *store.DB, clock civil.Clock, means *Means) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), clock: clock, means: means, daily: upkeep.New(db, clock, "").Backups}
}

// mostListed is how many backups a page lists; a folder may have one a day for many years.
const mostListed = 100

// Kept reads which backups are kept, and how far what was asked for last has come. Of a folder that cannot be read it says
// that, and the rest all the same.
// Errors: SignIn, Forbidden.
func (s *Service) Kept(ctx context.Context, actor auth.Actor) (Kept, error) {
	if err := s.cases.Require(actor, auth.KeepSettings, auth.Object{}); err != nil {
		return Kept{}, err
	}
	out := Kept{Folder: s.means.Folder, Daily: s.means.Daily, Keep: s.means.Keep, Sealed: s.means.Sealed, Handed: s.means.Handed}
	var err error
	if out.Made, err = s.daily(ctx); err != nil {
		return out, err
	}
	if out.Last, err = readStanding(ctx, s.db); err != nil || s.means.Folder == "" {
		return out, err
	}
	files, err := s.means.List()
	if err != nil {
		out.Unread = short(err.Error())
		return out, nil
	}
	out.Files = slices.Clone(files)
	if more := len(out.Files) - mostListed; more > 0 {
		out.Files, out.Older = out.Files[:mostListed], more
	}
	tried, err := readTried(ctx, s.db)
	if err != nil {
		return out, err
	}
	for i, f := range out.Files {
		if t := tried[f.Name]; t.size == f.Size {
			out.Files[i].Tried = t
		}
	}
	return out, nil
}

// Now is the instant of the service's clock.
func (s *Service) Now() civil.Instant { return s.clock() }

// Make has a backup be made, and returns once it has begun.
// Errors: SignIn, Forbidden; Conflict where no folder is set, the disk is short of room, or something is under way.
func (s *Service) Make(ctx context.Context, actor auth.Actor) error {
	if err := s.may(actor); err != nil {
		return err
	}
	size, err := s.db.Size(ctx)
	if err != nil {
		return err
	}
	free, err := s.means.Free()
	if err != nil {
		return s.gone()
	}
	if err := enough("There is not enough room for a backup", free, size); err != nil {
		return err
	}
	return s.begin(ctx, "", func(ctx context.Context, say func(Stage)) (File, error) { return s.means.Make(ctx, actor, say) })
}

// Try has a backup be restored aside, and returns once that has begun.
// What the machine refused, as room in the folder for temporary files, is kept as that, and not as the backup's fault.
// Errors: SignIn, Forbidden; NotFound; Conflict as Make, of one that is encrypted, and where there is no room to restore it.
func (s *Service) Try(ctx context.Context, actor auth.Actor, name string) error {
	if err := s.may(actor); err != nil {
		return err
	}
	all, err := s.means.List()
	if err != nil {
		return s.gone()
	}
	at := slices.IndexFunc(all, func(f File) bool { return f.Name == name })
	switch {
	case at < 0:
		return apperr.New(apperr.NotFound, "This backup is no longer kept. Choose one from the list.")
	case all[at].Encrypted:
		return apperr.New(apperr.Conflict, "This backup is encrypted, and only whoever has its key can open it. "+
			"Try it on another machine, with nzgs restore.")
	}
	free, err := s.means.FreeAside()
	if err != nil {
		return apperr.New(apperr.Conflict, "No backup can be tried: the folder for temporary files, %s, cannot be used now. Ask whoever "+
			"runs the program to look at it.", s.means.Aside)
	}
	if err := enough("There is not enough room to restore this backup in "+s.means.Aside+" and try it", free, all[at].Size); err != nil {
		return err
	}
	return s.begin(ctx, name, func(ctx context.Context, say func(Stage)) (File, error) {
		say(Checking)
		why := s.means.Try(ctx, name)
		if ctx.Err() != nil {
			return File{}, ctx.Err() // that is not the backup's fault
		}
		if ofTheMachine(why) {
			return File{}, notTried{why}
		}
		t := Tried{At: s.clock(), Worked: why == nil, size: all[at].Size}
		if why != nil {
			t.Problem = short(why.Error())
		}
		return File{}, errors.Join(why, s.write(ctx, func(tx *store.Tx) error { return writeTried(ctx, tx, name, t, names(all)) }))
	})
}

func names(all []File) (out []string) {
	for _, f := range all {
		out = append(out, f.Name)
	}
	return out
}

// may refuses who may not, and everything where there is no folder.
func (s *Service) may(actor auth.Actor) error {
	if err := s.cases.Require(actor, auth.KeepSettings, auth.Object{}); err != nil {
		return err
	}
	if s.means.Folder == "" {
		return apperr.New(apperr.Conflict, "No backup can be made here: no folder for backups is set. Whoever runs the program sets "+
			"one, backup-into in nzgs.toml; it is best on another disk.")
	}
	return nil
}

// gone refuses what the folder is needed for.
func (s *Service) gone() error {
	return apperr.New(apperr.Conflict, "No backup can be made or tried: the folder for backups, %s, cannot be used now. Ask whoever runs "+
		"the program to look at it.", s.means.Folder)
}

// enough refuses what needs more bytes than are free.
func enough(says string, free, size int64) error {
	if need := size + upkeep.LeastFree; free < need {
		return apperr.New(apperr.Conflict, "%s: %s are free, and %s are needed. Ask whoever runs the program to make room on the disk.",
			says, megabytes(free), megabytes(need))
	}
	return nil
}

// megabytes is a size as people say it.
func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// begin has something be done while the request that asked for it is answered, unless something is being done.
func (s *Service) begin(ctx context.Context, tries string, do func(context.Context, func(Stage)) (File, error)) error {
	var mine bool
	var begun civil.Instant
	err := s.write(ctx, func(tx *store.Tx) (err error) {
		begun = s.clock()
		mine, err = claim(ctx, tx, tries, begun, silentFor)
		return err
	})
	switch {
	case err != nil:
		return err
	case !mine:
		return apperr.New(apperr.Conflict, "A backup is being made or tried already. This page shows how far it is.")
	}
	go s.carryOut(s.means.Root(), begun, do) // raced by TestTwoPressesMakeOne
	return nil
}

// carryOut does what was claimed at begun, says every so often that it is under way, and writes what became of it.
func (s *Service) carryOut(root context.Context, begun civil.Instant, do func(context.Context, func(Stage)) (File, error)) {
	stages, ended := make(chan Stage, 8), make(chan struct{})
	var made File
	var why error
	go func() { // raced by TestTwoPressesMakeOne
		defer close(ended)
		defer func() {
			if p := recover(); p != nil {
				why = fmt.Errorf("%v", p)
			}
		}()
		made, why = do(root, func(stage Stage) { stages <- stage })
	}()
	at := Waiting
	tick := time.NewTicker(silentFor / 10)
	defer tick.Stop()
	for under := true; under; {
		select {
		case at = <-stages:
		case <-tick.C:
		case <-ended:
			under = false
			continue
		}
		_ = s.write(root, func(tx *store.Tx) error { return saySomething(root, tx, at, s.clock(), begun) }) // it says so again soon
	}
	for len(stages) > 0 { // said just before the end
		at = <-stages
	}
	var machine notTried
	if why != nil && (root.Err() != nil || errors.As(why, &machine)) {
		at = Waiting // of a try: see NotTried
	}
	end := Standing{Ended: s.clock(), Stage: at, Name: made.Name, Size: made.Size, Encrypted: made.Encrypted}
	switch {
	case why != nil && root.Err() != nil:
		end.Problem = "The program was stopped while it was at it."
	case why != nil:
		end.Problem = short(why.Error())
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(root), time.Minute)
	defer cancel()
	for range 5 { // the database may be held by another for a while
		if s.write(ctx, func(tx *store.Tx) error { return writeEnd(ctx, tx, end, begun) }) == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (s *Service) write(ctx context.Context, do func(*store.Tx) error) error {
	return s.db.InTx(ctx, do)
}

// short is a text that a page may show: one line, and no more than a few.
func short(text string) string {
	const most = 600
	seen := func(r rune) rune {
		if unicode.IsControl(r) {
			return ' ' // PostgreSQL keeps no text with a zero in it
		}
		return r
	}
	text = strings.Join(strings.Fields(strings.Map(seen, strings.ToValidUTF8(text, ""))), " ")
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}
