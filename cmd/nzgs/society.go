package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"nzgs/internal/auth"
	"nzgs/internal/backup"
	"nzgs/internal/bookshop"
	"nzgs/internal/cancelling"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/config"
	"nzgs/internal/elsewhere"
	"nzgs/internal/entering"
	"nzgs/internal/erasing"
	"nzgs/internal/eventmail"
	"nzgs/internal/governance"
	"nzgs/internal/governance/act"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/grades"
	"nzgs/internal/hosting"
	"nzgs/internal/inviting"
	"nzgs/internal/joining"
	"nzgs/internal/letters"
	"nzgs/internal/logbook"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/moving"
	"nzgs/internal/newsletter"
	"nzgs/internal/playing"
	"nzgs/internal/playing/sendin"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/retention"
	"nzgs/internal/settings"
	"nzgs/internal/spool"
	"nzgs/internal/store"
	"nzgs/internal/takeover"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/upkeep/asked"
	"nzgs/internal/venue"
	"nzgs/internal/weekly"
	"nzgs/migrations"
	"nzgs/web"
)

// society is the opened database with every service on it: the only place
// that wires them together.
type society struct {
	db    *store.DB
	told  *config.Config // by whoever runs the program, without what is kept on the site
	cfg   *config.Config // with it
	kept  settings.Kept
	clock civil.Clock
	log   *slog.Logger
	name  string
	url   string
	lock  *os.File
	web   *web.Server           // set by server, nil before
	bell  *store.Bell           // tells other copies of the program which events were changed
	root  context.Context       // of the whole program, while it serves; nil before
	apply func(context.Context) // has what is kept on the site be in force; nil: nothing is served
	spool *spool.Folder         // set by server, nil before

	mail        *mail.Service
	logbook     *logbook.Service
	auth        *auth.Service
	members     *members.Service
	treasury    *treasury.Service
	kinds       *kinds.Service
	clubs       *clubs.Service
	ratings     *ratings.Service
	takeover    *takeover.Service
	points      *representative.Service
	titles      *titles.Service
	grades      *grades.Service
	tournaments *tournaments.Service
	results     *results.Service
	weekly      *weekly.Service
	playing     *playing.Service
	sendingIn   *sendin.Service
	prizes      *prizes.Service
	entering    *entering.Service
	joining     *joining.Service
	inviting    *inviting.Service
	hosting     *hosting.Service
	newsletter  *newsletter.Service
	bookshop    *bookshop.Service
	cancelling  *cancelling.Service
	elsewhere   *elsewhere.Service
	letters     *eventmail.Service
	mailings    *letters.Service
	governance  *governance.Service
	committee   *committee.Service
	act         *act.Service
	meetings    *meetings.Service
	elections   *elections.Service
	postal      *postal.Service
	retention   *retention.Service
	settings    *settings.Service
	venue       *venue.Service
	laptop      *venue.Laptop             // nil on the society’s site
	changed     func(tournaments.EventID) // at a venue: has what was entered sent; nil on the site
}

// open opens the database beside whoever may be serving it: for commands that
// read, or add a little. It does not migrate.
func open(ctx context.Context, cfg *config.Config) (*society, error) {
	return openOn(ctx, cfg, civil.SystemClock)
}

// onSociety is a command's work on the society, beside whoever may be serving it.
func onSociety(work func(cmd *cobra.Command, soc *society, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		cfg, err := load(cmd.Flags())
		if err != nil {
			return err
		}
		soc, err := open(cmd.Context(), cfg)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, soc.Close()) }()
		return work(cmd, soc, args)
	}
}

// changing is onSociety for a command that changes something: it is refused where that would be lost, or be wrong.
func changing(work func(cmd *cobra.Command, soc *society, args []string) error) func(*cobra.Command, []string) error {
	return onSociety(func(cmd *cobra.Command, soc *society, args []string) error {
		if err := soc.takesChanges(cmd.Context()); err != nil {
			return err
		}
		return work(cmd, soc, args)
	})
}

// takesChanges refuses a database of another version of the program, and one that a move holds.
func (soc *society) takesChanges(ctx context.Context) error {
	want, err := migrations.Latest()
	if err != nil {
		return err
	}
	have, err := soc.db.Migrated(ctx)
	switch {
	case err != nil:
		return err
	case have > want:
		return fmt.Errorf("%w (it is at migration %d, this program knows %d)", migrations.ErrNewer, have, want)
	case have < want:
		return fmt.Errorf("the database is at migration %d, and this nzgs needs %d: use the nzgs that serves it, or start this one "+
			"with nzgs serve, which brings the database up to date", have, want)
	}
	return moving.Serves(ctx, soc.db)
}

// openAlone makes the data folder if need be, takes its lock, opens and
// migrates the database: for serving and for filling a new society.
func openAlone(ctx context.Context, cfg *config.Config, clock civil.Clock) (*society, error) {
	var lock *os.File
	if cfg.Database == "" {
		if err := keepPrivate(cfg); err != nil {
			return nil, err
		}
		var err error
		if lock, err = lockData(cfg.Data); err != nil {
			return nil, err
		}
	}
	db, err := store.Open(ctx, cfg.DSN())
	if err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	_, err = db.Migrate(ctx)
	if err == nil && cfg.Database == "" {
		err = backup.GiveToFolder(cfg.DSN())
	}
	if err == nil {
		err = moving.Serves(ctx, db)
	}
	if err == nil {
		err = settings.KeepBegun(ctx, db, begunWith(cfg))
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	soc, err := openOn(ctx, cfg, clock)
	if err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	soc.lock = lock
	return soc, nil
}

func openOn(ctx context.Context, cfg *config.Config, clock civil.Clock) (*society, error) {
	if cfg.Database == "" {
		if err := checkReachable(cfg); err != nil {
			return nil, err
		}
		if _, err := os.Stat(cfg.DSN()); err != nil {
			return nil, fmt.Errorf("there is no society in %s yet: nzgs serve --data %s creates one", cfg.Data, cfg.Data)
		}
		if err := checkPrivate(cfg); err != nil {
			return nil, err
		}
	}
	db, err := store.Open(ctx, cfg.DSN())
	if err != nil {
		return nil, err
	}
	if err := goBy(ctx, db, cfg); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	soc := &society{
		db: db, bell: db.NewBell(changedEvents), clock: clock, log: newLogger(cfg, os.Stderr), url: cfg.URL(),
	}
	if err := soc.configure(ctx, cfg); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return soc, nil
}

// begunWith is what is told of what a society is begun with.
func begunWith(cfg *config.Config) settings.Begun {
	return settings.Begun{Zone: cfg.TimeZone, Currency: cfg.Currency}
}

// goBy has every day be of the society's clocks, and every amount of its currency.
func goBy(ctx context.Context, db *store.DB, cfg *config.Config) error {
	begun, err := settings.BegunWith(ctx, db, begunWith(cfg))
	if err != nil {
		return err
	}
	return errors.Join(civil.SetZone(begun.Zone), money.SetCurrency(begun.Currency))
}

// configure reads what is kept on the site, and builds the services with it where nothing that whoever runs the program
// said goes before it.
func (soc *society) configure(ctx context.Context, told *config.Config) (err error) {
	if soc.kept, err = settings.Read(ctx, soc.db); err != nil {
		return err
	}
	var unfit error
	if soc.cfg, unfit = told.With(soc.kept.InForce()); unfit != nil {
		soc.log.Warn("some settings of the site are not in force", "err", unfit)
	}
	factorFrom, err := factorFrom(soc.cfg)
	if err != nil {
		return err
	}
	soc.told, soc.name = told, soc.cfg.Society
	soc.wire(post(soc.cfg), factorFrom)
	return nil
}

// wire builds the services, each on those below it.
func (soc *society) wire(post mail.Post, factorFrom civil.Date) {
	soc.mail = mail.New(soc.db, soc.clock, post)
	soc.logbook = logbook.New(soc.db, soc.clock, soc.name, soc.mail)
	soc.members = members.New(soc.db, soc.clock)
	soc.auth = auth.New(soc.db, soc.clock, auth.Settings{
		Society: soc.name, BaseURL: soc.url, AddPerson: soc.members.AddNewcomer,
		Post: soc.mail.TellOwner, SendsMail: soc.mail.Sends(), FactorFrom: factorFrom,
	})
	soc.mail.FillLinks(mail.ToAccount, soc.auth.AddressOfLink)
	soc.inviting = inviting.New(soc.db, soc.clock, soc.auth, soc.mail)
	soc.treasury = treasury.New(soc.db, soc.clock)
	soc.kinds = kinds.New(soc.db, soc.clock)
	soc.clubs = clubs.New(soc.db, soc.clock, soc.auth)
	soc.ratings = ratings.New(soc.db, soc.clock)
	soc.ratings.WriteBy(soc.mail, soc.name, soc.url)
	soc.takeover = takeover.New(soc.db, soc.clock, soc.auth, soc.ratings)
	soc.points = representative.New(soc.db, soc.clock)
	soc.titles, soc.grades = titles.New(soc.db, soc.clock), grades.New(soc.db, soc.clock)
	soc.tournaments = tournaments.New(soc.db, soc.clock, soc.auth, soc.ratings, soc.points, soc.titles, soc.notify)
	soc.results = results.New(soc.db, soc.clock, soc.tournaments)
	soc.weekly = weekly.New(soc.db, soc.clock, soc.name, soc.tournaments, soc.results, soc.mail)
	soc.weekly.ReachedAt(soc.url)
	soc.playing = playing.New(soc.db, soc.clock, soc.name, soc.url, soc.ratings, soc.mail)
	soc.sendingIn = sendin.New(soc.db, soc.clock, soc.playing, soc.weekly, soc.results)
	soc.prizes = prizes.New(soc.db, soc.clock, soc.tournaments)
	soc.entering = entering.New(soc.db, soc.clock, soc.name, soc.auth, soc.tournaments, soc.mail)
	soc.entering.ReachedAt(soc.url)
	soc.newsletter = newsletter.New(soc.db, soc.clock, soc.name, soc.url, soc.auth, soc.mail)
	soc.joining = joining.New(soc.db, soc.clock, soc.name, soc.url, soc.auth, soc.mail)
	soc.hosting = hosting.New(soc.db, soc.clock, soc.name, soc.url, soc.auth, soc.mail)
	soc.bookshop = bookshop.New(soc.db, soc.clock, soc.name, soc.url, soc.auth, soc.mail)
	soc.cancelling = cancelling.New(soc.db, soc.clock, soc.name, soc.url, soc.tournaments, soc.entering, soc.mail)
	soc.elsewhere = elsewhere.New(soc.db, soc.clock)
	soc.entering.LookIn(soc.elsewhere)
	soc.venue = venue.New(soc.db, soc.clock, soc.name, soc.tournaments, soc.ratings)
	soc.letters = eventmail.New(soc.db, soc.clock, soc.name, soc.url, soc.tournaments, soc.results, soc.mail)
	soc.mailings = letters.New(
		soc.db, soc.clock, soc.name, soc.url, soc.members, soc.treasury, soc.entering, soc.mail,
	)
	soc.governance = governance.New(soc.db, soc.clock)
	soc.act = act.New(soc.db, soc.clock, soc.governance)
	soc.committee = committee.New(soc.db, soc.clock, soc.auth, soc.governance)
	soc.meetings = meetings.New(soc.db, soc.clock, soc.name, soc.governance, soc.mail, soc.clubs)
	soc.mail.WhenSent(soc.meetings.LettersLeft)
	soc.meetings.WhenHeld(soc.committeeMet)
	soc.meetings.AskCandidates(elections.Candidates)
	soc.elections = elections.New(soc.db, soc.clock, soc.governance, soc.meetings, soc.auth)
	soc.meetings.WhenMoved(soc.elections.Follow)
	soc.meetings.WhenHeld(soc.elections.Opened)
	soc.postal = postal.New(soc.db, soc.clock, soc.name, soc.governance, soc.mail)
	soc.postal.ReachedAt(soc.url)
	soc.settings = settings.New(soc.db, soc.clock, soc.program(), soc.logbook, soc.mail)
	soc.retention = retention.New(soc.db, soc.clock, retention.Rooms{
		Auth: soc.auth, Joining: soc.joining, Readers: soc.newsletter, Visits: soc.hosting, Orders: soc.bookshop, Entering: soc.entering, EventMail: soc.letters, Results: soc.results,
		TakeOver: soc.takeover, Treasury: soc.treasury, Names: erasing.New(soc.db, soc.clock).RemoveNames,
	})
}

// factorFrom is the day of the settings from which officers need a second factor;
// the zero day without one.
func factorFrom(cfg *config.Config) (civil.Date, error) {
	if cfg.SecondFactorFrom == "" {
		return civil.Date{}, nil
	}
	day, err := civil.ParseDate(cfg.SecondFactorFrom)
	if err != nil {
		return civil.Date{}, fmt.Errorf("second-factor-from: %w", err)
	}
	return day, nil
}

// post is the mail server of the settings; without one there is none.
func post(cfg *config.Config) mail.Post {
	if cfg.SMTP.Host == "" {
		return nil
	}
	return smtpOf(cfg)
}

func smtpOf(cfg *config.Config) mail.SMTP {
	return mail.SMTP{
		Host: cfg.SMTP.Host, Port: cfg.SMTP.Port, Encryption: mail.Encryption(cfg.SMTP.Encryption),
		User: cfg.SMTP.User, Password: cfg.SMTP.Password, From: cfg.SMTP.From, FromName: cfg.Society,
	}
}

// committeeMet keeps the standing duty of rule 6.1 when the committee has met.
func (soc *society) committeeMet(ctx context.Context, tx *store.Tx, m meetings.Meeting) error {
	if m.Kind != meetings.Committee {
		return nil
	}
	return soc.committee.KeepDuty(ctx, tx)
}

// changedEvents is the name of the bell of changes of events.
const changedEvents = "nzgs_event"

// hear has the pages of this copy see at once what another one changed.
func (soc *society) hear(ctx context.Context) {
	soc.bell.RunListening(ctx, soc.log, func(text string) { soc.web.Events().Heard(ctx, text) })
}

// notify passes a change of an event on to whoever is watching it.
func (soc *society) notify(id tournaments.EventID) {
	if soc.web != nil {
		soc.web.Events().Notify(id)
	}
	soc.bell.Ring(strconv.FormatInt(int64(id), 10))
	if soc.changed != nil {
		soc.changed(id)
	}
}

// server builds the web server on the services. after is the one that answers until now, nil for none.
func (soc *society) server(after *web.Server) *web.Server {
	cfg := soc.cfg
	if soc.spool == nil {
		soc.spool = soc.spools(cfg)
	}
	soc.auth.ServedAt(soc.url)
	soc.venue.ReachedAt(soc.url)
	soc.mailings.ReachedAt(soc.url)
	s := web.New(web.Deps{
		After: after, DB: soc.db, Clock: soc.clock, Log: soc.log, Society: soc.name, SocietyAddress: cfg.SocietyAddress,
		Wordmark: cfg.Wordmark, ContactEmail: cfg.ContactEmail, Settings: soc.settings,
		Backups: asked.New(soc.db, soc.clock, soc.backupMeans()),
		BaseURL: soc.url, TrustedProxies: cfg.TrustedProxies, MetricsToken: cfg.MetricsToken,
		HSTSSubdomains: cfg.HSTSSubdomains, DataFolder: folderOfDatabase(cfg), Spools: soc.spool,
		Auth: soc.auth, Members: soc.members, Treasury: soc.treasury, Clubs: soc.clubs,
		Ratings: soc.ratings, Points: soc.points, Titles: soc.titles, Grades: soc.grades, Tournaments: soc.tournaments, Results: soc.results, Weekly: soc.weekly, Playing: soc.playing, SendingIn: soc.sendingIn, Letters: soc.letters, Mailings: soc.mailings, Entering: soc.entering, Joining: soc.joining, Inviting: soc.inviting, Newsletter: soc.newsletter, Bookshop: soc.bookshop, Hosting: soc.hosting, Cancelling: soc.cancelling, Elsewhere: soc.elsewhere, Prizes: soc.prizes,
		Governance: soc.governance, Committee: soc.committee, Meetings: soc.meetings, Elections: soc.elections,
		Postal: soc.postal, Mail: soc.mail, Logbook: soc.logbook, Venue: soc.venue, Laptop: soc.laptop,
	})
	if soc.web = after; after == nil {
		soc.web = s // changes are told to it, and it passes them on to who answers now
	}
	return s
}

// mostSpooled is how many bytes long answers that are under way have in files, all together.
const mostSpooled = 1 << 30

// spools is where long answers stand until they are taken: below the data, of which the operator knows where it is, and
// which on many systems has more room than the temporary files. With PostgreSQL it is among those.
func (soc *society) spools(cfg *config.Config) *spool.Folder {
	path, before := folderOfDatabase(cfg), time.Now()
	if path != "" {
		path = filepath.Join(path, "spool")
	} else {
		before = before.Add(-time.Hour) // of others that run here
	}
	f, err := spool.Open(path, mostSpooled, before)
	if err != nil {
		soc.log.Warn("long files are made in memory, or with the temporary files of the system", "err", err)
		return nil
	}
	return f
}

// folderOfDatabase is the folder of an SQLite database; "" for PostgreSQL.
func folderOfDatabase(cfg *config.Config) string {
	if cfg.Database != "" {
		return ""
	}
	return cfg.Data
}

// Close closes the database and lets another process open the folder.
func (soc *society) Close() error {
	return errors.Join(soc.db.Close(), unlock(soc.lock))
}
