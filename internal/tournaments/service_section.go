package tournaments

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/titles"
	"nzgs/internal/usecase"
)

// sectionFacts are what the audit log keeps of a section.
type sectionFacts struct {
	Name      string             `json:"name"`
	System    pairing.System     `json:"system"`
	Rounds    int                `json:"rounds"`
	Komi      scale.HalfPoints   `json:"komi_half_points"`
	Handicap  scale.Setting      `json:"handicap"`
	Seeding   pairing.Seeding    `json:"seeding"`
	Seed      uint64             `json:"seed"`
	Bar       *scale.Rating      `json:"bar,omitempty"`
	Floor     *scale.Rating      `json:"floor,omitempty"`
	TieBreaks []pairing.TieBreak `json:"tie_breaks"`
	Unplayed  pairing.Unplayed   `json:"unplayed"`
	Absence   bool               `json:"absence_half"`
	Apart     pairing.Apart      `json:"apart"`
	Rated     bool               `json:"rated"`
	Weight    string             `json:"weight"`

	Criteria     []pairing.Criterion  `json:"criteria,omitempty"`
	Bands        []scale.Rating       `json:"bands,omitempty"`
	Acceleration pairing.Acceleration `json:"acceleration,omitzero"`
	FromFile     FileRules            `json:"from_file,omitzero"`
	Unpaired     Unpaired             `json:"unpaired,omitzero"`

	Knockout pairing.KnockoutRules `json:"knockout,omitzero"`
	PlayOut  bool                  `json:"play_out,omitempty"`
	Pairs    bool                  `json:"pairs,omitempty"`
	Boards   int                   `json:"boards,omitempty"`
	Board    int                   `json:"board_size,omitempty"`
}

func (s Section) facts() sectionFacts {
	return sectionFacts{
		s.Name, s.System, s.Rounds, s.Komi, s.Handicap, s.Seeding, s.Seed, s.Bar, s.Floor,
		s.TieBreaks, s.Unplayed, s.AbsenceHalf, s.Apart, s.Rated, s.Weight.String(),
		s.Criteria, s.Bands, s.Acceleration, s.FromFile, s.Unpaired, s.Knockout, s.PlayOut, s.Pairs, s.Boards,
		s.BoardSize,
	}
}

// NewLot is a seed for a section's draws. A draw is decided by the number that is stored, so
// that anyone can repeat it; only where the number comes from is chance.
func NewLot() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails: the program ends when the system has no randomness
	return binary.BigEndian.Uint64(b[:]) % 1_000_000
}

func newSecret() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// AddSection adds a section to an event.
func (s *Service) AddSection(ctx context.Context, actor auth.Actor, event EventID, in SectionInput) (SectionID, error) {
	in.FromFile = FileRules{}
	name, settings, problems := in.check()
	var id SectionID
	err := s.directEvent(ctx, actor, event, func(tx *store.Tx, permit usecase.Permit, e Event) (*usecase.Entry, error) {
		if err := e.Closed(); err != nil {
			return nil, err
		}
		sections, err := sectionsOf(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		section := Section{Event: event, Seq: 1, Name: name, Settings: settings, cardSecret: newSecret()}
		section.Slug = sectionSlug(name, sections)
		for _, other := range sections {
			section.Seq = max(section.Seq, other.Seq+1)
		}
		if err := nameApart(problems, section, sections).Err(); err != nil {
			return nil, err
		}
		if in.Lot == LotCommitted {
			section.Seed = 0
		}
		if id, err = insertSection(ctx, tx, section); err != nil {
			return nil, err
		}
		if in.Lot == LotCommitted {
			if err := insertChain(ctx, tx, id, newChain(), s.cases.Now()); err != nil {
				return nil, err
			}
		}
		return permit.Did("add.section", "section", int64(id), nil, section.facts()), nil
	})
	return id, err
}

func sectionSlug(name string, others []Section) string {
	wanted := shortSlug(name)
	if wanted == "" {
		wanted = "section"
	}
	taken := make([]string, len(others))
	for i, o := range others {
		taken[i] = o.Slug
	}
	return freeSlug(wanted, taken)
}

// nameApart refuses a name that could be confused with another section's of
// the event.
func nameApart(problems apperr.Fields, section Section, others []Section) apperr.Fields {
	for _, o := range others {
		if o.ID != section.ID && sameName(o.Name, section.Name) {
			problems.Add(
				"name", "Another section of this event is called “%s”. Choose a name that cannot be confused with it.", o.Name,
			)
			break
		}
	}
	return problems
}

// sameName reports whether a list of entries that names one section could mean
// the other: see sectionCalled.
func sameName(a, b string) bool {
	key := members.Fold(a)
	return strings.EqualFold(a, b) || key != "" && key == members.Fold(b)
}

// EditSection changes the settings of a section. What standings rest on from
// the first round is settled once that round is published.
func (s *Service) EditSection(ctx context.Context, actor auth.Actor, id SectionID, in SectionInput) error {
	return s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		in.FromFile = h.section.FromFile
		if in.System == pairing.Knockout && h.section.System == pairing.Knockout {
			in.Rounds = h.section.Rounds
		}
		name, settings, problems := in.check()
		sections, err := sectionsOf(ctx, tx, h.event.ID)
		if err != nil {
			return nil, err
		}
		rounds, err := roundsOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		drawn, published := len(rounds), len(rounds)
		if drawn > 0 && rounds[drawn-1].State == Preview {
			published--
		}
		next := h.section
		next.Name, next.Settings, next.Version = name, settings, in.Version
		problems = append(problems, h.section.mayBecome(settings, drawn, published)...)
		if h.section.Pairs && !settings.Pairs {
			entries, err := entriesOf(ctx, tx, id)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(entries, func(e Entry) bool { return e.Partner != nil }) {
				problems.Add("pairs", "Pairs are entered. Part them first.")
			}
		}
		if h.section.Teams() && !settings.Teams() {
			teams, err := teamsOf(ctx, tx, id)
			if err != nil {
				return nil, err
			}
			if len(teams) > 0 {
				problems.Add("boards", "There are teams. Remove them first.")
			}
		}
		if settings.Boards != h.section.Boards && drawn > published {
			problems.Add("boards", "A draw is made for the boards as they are. Discard it first.")
		}
		if c, _, err := chainOf(ctx, tx, id); err != nil {
			return nil, err
		} else if c != nil && settings.Seed != h.section.Seed {
			problems.Add("seed", "The lots of this section are committed to: no one can choose them. Leave this empty.")
		}
		if err := nameApart(problems, next, sections).Err(); err != nil {
			return nil, err
		}
		if next.Teams() != h.section.Teams() || next.System != h.section.System && (next.System == pairing.Knockout || next.System == pairing.Match) {
			if err := deletePairs(ctx, tx, id); err != nil { // no one chooses the pairs from here on
				return nil, err
			}
		}
		changed, err := updateSection(ctx, tx, next)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this section", "section", int64(id))
		}
		return h.permit.Did("edit.section", "section", int64(id), h.section.facts(), next.facts()), nil
	})
}

// RemoveSection removes a section that no one is entered in.
func (s *Service) RemoveSection(ctx context.Context, actor auth.Actor, id SectionID, version int64) error {
	return s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		n, err := lastNumber(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			return nil, apperr.New(apperr.Invalid, "%s has entries. Remove them first.", h.section.Name)
		}
		if n, err := applicants(ctx, tx, id); err != nil {
			return nil, err
		} else if n > 0 {
			return nil, apperr.New(apperr.Invalid, "%s has online entries. Take them off its list first.", h.section.Name)
		}
		if n, err := paidIn(ctx, tx, id); err != nil {
			return nil, err
		} else if n > 0 {
			return nil, apperr.New(apperr.Invalid, "Fees were paid for %s, or the books have invoices for it, so it stays.", h.section.Name)
		}
		if err := KeepsItsLots(ctx, tx, h.event, h.section); err != nil {
			return nil, err
		}
		declared, err := s.points.DeclaredIn(ctx, tx, h.event.ID)
		if err != nil {
			return nil, err
		}
		if declared[representative.SectionID(id)].ID != 0 {
			return nil, apperr.New(apperr.Invalid, "%s gives points. Say first that it gives none.", h.section.Name)
		}
		titled, err := s.titles.DeclaredIn(ctx, tx, h.event.ID)
		if err != nil {
			return nil, err
		}
		if d := titled[titles.SectionID(id)]; d.ID != 0 {
			return nil, apperr.New(apperr.Invalid, "%s decides the %s. Say first that it decides no title.", h.section.Name, d.Name)
		}
		removed, err := deleteSection(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		if !removed {
			return nil, usecase.Stale("this section", "section", int64(id))
		}
		return h.permit.Did("remove.section", "section", int64(id), h.section.facts(), nil), nil
	})
}

// RenewCards makes new codes for the table cards of a section; cards printed
// before stop working.
func (s *Service) RenewCards(ctx context.Context, actor auth.Actor, id SectionID, version int64) error {
	return s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		changed, err := updateCardSecret(ctx, tx, id, version, newSecret())
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this section", "section", int64(id))
		}
		return h.permit.Did("renew.cards", "section", int64(id), nil, nil), nil
	})
}

// Section is the section with that id.
func (s *Service) Section(ctx context.Context, actor auth.Actor, id SectionID) (Section, error) {
	h, err := sectionByID(ctx, s.db, id)
	if err == nil && !s.sees(actor, h.event) {
		err = errNoSection()
	}
	if err != nil {
		return Section{}, err
	}
	return h.section, nil
}

// Sections are the sections of an event, in order.
func (s *Service) Sections(ctx context.Context, actor auth.Actor, event EventID) ([]Section, error) {
	if _, err := s.EventByID(ctx, actor, event); err != nil {
		return nil, err
	}
	return sectionsOf(ctx, s.db, event)
}
