package meetings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

// society has three officers, a committee member and twenty-four members, of
// whom the last three have no e-mail address; one more has lapsed.
type society struct {
	t       *testing.T
	db      *store.DB
	s       *Service
	rules   *governance.Service
	outbox  *mail.Service
	offices *auth.Service
	now     civil.Instant

	president, secretary, treasurer, ordinary, member, lapsed auth.Actor
	people                                                    []PersonID // the members, officers first
}

const memberCount = 24

func onBoth(t *testing.T, test func(t *testing.T, w *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newSociety(t, db)) })
}

func newSociety(t *testing.T, db *store.DB) *society {
	t.Helper()
	w := &society{t: t, db: db}
	w.on("2026-01-05")
	clock := func() civil.Instant { return w.now }
	w.offices = auth.New(db, clock, auth.Settings{})
	w.rules, w.outbox = governance.New(db, clock), mail.New(db, clock, nil)
	w.s = New(db, clock, "Go Society of Nowhere", w.rules, w.outbox, clubs.New(db, clock, w.offices))
	var in []members.PersonInput
	for i := range memberCount + 1 {
		p := members.PersonInput{
			FamilyName: fmt.Sprintf("Testcase%02d", i), GivenNames: "Kiri", Email: fmt.Sprintf("kiri%02d@example.nz", i),
		}
		if i >= memberCount-3 && i < memberCount {
			p.Email, p.Address = "", "1 Invented Street\nWellington"
		}
		in = append(in, p)
	}
	ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), in)
	w.must(err)
	w.tx(func(tx *store.Tx) error {
		var terms []members.Term
		for i, id := range ids {
			until := day("2029-06-30")
			if i == memberCount {
				until = day("2025-06-30")
			}
			terms = append(terms, members.Term{
				Person: id, Year: 2024, From: day("2024-07-01"), To: until, Kind: members.KindNew, RecordedAt: w.now,
			})
		}
		return members.InsertTerms(ctx, tx, terms)
	})
	w.people = ids[:memberCount]
	w.president, w.secretary = w.officer(0, auth.President), w.officer(1, auth.Secretary)
	w.treasurer, w.ordinary = w.officer(2, auth.Treasurer), w.officer(3, auth.Committee)
	w.member, w.lapsed = w.actor(ids[5]), w.actor(ids[memberCount])
	return w
}

func (w *society) actor(id PersonID) auth.Actor {
	w.t.Helper()
	a, err := w.offices.ActingAs(ctx, id)
	w.must(err)
	return a
}

func (w *society) officer(i int, role auth.Role) auth.Actor {
	w.t.Helper()
	_, err := w.offices.Appoint(ctx, auth.System("test"), auth.Office{
		Person: w.people[i], Role: role, From: day("2024-01-01"),
	})
	w.must(err)
	return w.actor(w.people[i])
}

// on moves the society's clock to noon of a day.
func (w *society) on(day string) { w.now = civil.MustParseInstant(day + "T00:00:00.000Z") }

func (w *society) tx(f func(tx *store.Tx) error) { w.t.Helper(); w.must(w.db.InTx(ctx, f)) }

func (w *society) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatalf("%+v", describe(err))
	}
}

func describe(err error) string {
	var e *apperr.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%s [%s] %s %v", e.Kind, e.Rule, e.Message, e.Fields)
	}
	return err.Error()
}

// refused checks that an error is of a kind and has words in what is said.
func (w *society) refused(name string, err error, kind apperr.Kind, words string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(describe(err), words) {
		got := "nothing"
		if err != nil {
			got = describe(err)
		}
		w.t.Errorf("%s: refused with %s; want %s with %q", name, got, kind, words)
	}
}

func agm(date string) PlanInput {
	return PlanInput{Kind: AGM, Date: day(date), Time: "14:00", Place: "Club rooms, Wellington"}
}

func (w *society) create(in PlanInput) ID {
	w.t.Helper()
	id, err := w.s.Create(ctx, w.secretary, in)
	w.must(err)
	return id
}

func (w *society) view(id ID) View {
	w.t.Helper()
	v, err := w.s.View(ctx, w.secretary, id)
	w.must(err)
	return v
}

// version is the meeting's version as a page would have shown it.
func (w *society) version(id ID) int64 { w.t.Helper(); return w.view(id).Meeting.Version }

func (w *society) motion(id MotionID) Motion {
	w.t.Helper()
	meeting, err := meetingOfMotion(ctx, w.db, id)
	w.must(err)
	r, err := w.s.read(ctx, w.db, meeting)
	w.must(err)
	return *r.motion(id)
}

func (w *society) amendment(motion MotionID, id AmendmentID) Amendment {
	w.t.Helper()
	m := w.motion(motion)
	return *m.amendment(id)
}

// propose records a motion that the first two of the members sign.
func (w *society) propose(id ID, in MotionInput) MotionID {
	w.t.Helper()
	if in.Title == "" {
		in.Title = "A matter"
	}
	if in.Text == "" {
		in.Text = "That the matter be settled."
	}
	if in.Origin == "" && in.Mover == 0 {
		in.Mover, in.Seconder = w.people[6], w.people[7]
	}
	m, err := w.s.Propose(ctx, w.secretary, id, in)
	w.must(err)
	return m
}

// notify gives notice of a meeting: its letters are written and leave today.
func (w *society) notify(id ID) {
	w.t.Helper()
	w.must(w.s.SendNotice(ctx, w.secretary, id, w.version(id), NoticeInput{}))
	w.lettersLeave(id)
}

// lettersLeave has every letter leave today: those in the outbox by e-mail, and
// the printed ones by post.
func (w *society) lettersLeave(id ID) {
	w.t.Helper()
	w.deliver(nil)
	if n := w.view(id).Notices[0]; n.Leaving.Still() > 0 {
		w.must(w.posted(id, n.Number, w.now.Date().String(), PostedPrinted))
	}
}

// deliver sends what waits in the outbox; the server takes none of the letters
// to the addresses that refuse names.
func (w *society) deliver(refuse map[string]error) {
	w.t.Helper()
	server := mail.New(w.db, func() civil.Instant { return w.now }, taking{refuse})
	server.WhenSent(w.s.LettersLeft)
	_, err := server.Deliver(ctx)
	w.must(err)
}

// taking is a mail server that takes letters.
type taking struct{ refuse map[string]error }

func (s taking) Send(_ context.Context, m mail.Message) error {
	return s.refuse[m.To.Address]
}

func (w *society) posted(id ID, notice int, on string, which Posting) error {
	return w.s.RecordPosted(ctx, w.secretary, id, PostedInput{Notice: notice, Day: day(on), Which: which})
}

// arrive records the first n members, officers first, as present at the
// beginning.
func (w *society) arrive(id ID, n int) {
	w.t.Helper()
	for _, p := range w.people[:n] {
		w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: p}))
	}
}

func (w *society) open(id ID) {
	w.t.Helper()
	w.must(w.s.Open(ctx, w.secretary, id, w.version(id)))
}

func (w *society) tellers(id ID) {
	w.t.Helper()
	w.must(w.s.SetTellers(ctx, w.secretary, id, w.version(id), w.people[8:10]))
}

// held is an AGM of 14 March that was noticed on 20 February with what prepare
// adds, and is open with twelve present and two tellers.
func (w *society) held(prepare func(id ID)) ID {
	w.t.Helper()
	id := w.create(agm("2026-03-14"))
	if prepare != nil {
		prepare(id)
	}
	w.on("2026-02-20")
	w.notify(id)
	w.on("2026-03-14")
	w.arrive(id, 12)
	w.open(id)
	w.tellers(id)
	return id
}

func votes(yes, no, abstain int) constitution.Votes {
	return constitution.Votes{Yes: yes, No: no, Abstain: abstain}
}

func (w *society) count(m MotionID, a AmendmentID, method constitution.Method, v constitution.Votes) {
	w.t.Helper()
	w.must(w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Amendment: a, Method: method, Votes: v}))
}

func (w *society) declare(m MotionID) constitution.Outcome {
	w.t.Helper()
	out, err := w.s.Declare(ctx, w.secretary, m, w.motion(m).Version)
	w.must(err)
	return out
}
