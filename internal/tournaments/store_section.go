package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const sectionColumns = `s.id, s.event_id, s.seq, s.slug, s.name, s.version, s.system, s.rounds, s.komi, s.board_time,
	s.first_table, s.handicap, s.handicap_ceiling, s.handicap_reduction, s.even_under_half, s.seeding, s.seed,
	s.criteria, s.apart_firm, s.apart_weak, s.accelerated_rounds, s.bar, s.floor, s.tie_breaks, s.unplayed,
	s.absence_half, s.handicap_in_sosm, s.rated, s.weight, s.bands, s.accelerated_points, s.card_secret, s.file_rules,
	s.handicap_top, s.third_place, s.jigo, s.play_out, s.pairs, s.boards, s.board_size`

// sectionRow holds the columns of a section that are not read as they stand.
type sectionRow struct {
	seed                int64
	criteria, tieBreaks string
	bands               string
	bar, floor          *int64
	fileRules           string
}

func (r *sectionRow) fields(s *Section) []any {
	return []any{
		&s.ID, &s.Event, &s.Seq, &s.Slug, &s.Name, &s.Version, &s.System, &s.Rounds, &s.Komi, &s.BoardTime,
		&s.FirstTable, &s.Handicap.By, &s.Handicap.Ceiling, &s.Handicap.Reduction, &s.Handicap.EvenUnderHalf, &s.Seeding,
		&r.seed,
		&r.criteria, &s.Apart.Firm, &s.Apart.Weak, &s.Acceleration.Rounds, &r.bar, &r.floor, &r.tieBreaks, &s.Unplayed,
		&s.AbsenceHalf, &s.HandicapInSOSM, &s.Rated, &s.Weight, &r.bands, &s.Acceleration.Points, &s.cardSecret, &r.fileRules,
		&s.Handicap.Top, &s.Knockout.ThirdPlace, &s.Knockout.Jigo, &s.PlayOut, &s.Pairs, &s.Boards, &s.BoardSize,
	}
}

func (r *sectionRow) into(s *Section) error {
	s.Seed = uint64(r.seed)
	if s.System != pairing.Knockout {
		s.Knockout = pairing.KnockoutRules{}
	}
	s.Criteria = splitList[pairing.Criterion](r.criteria)
	s.TieBreaks = splitList[pairing.TieBreak](r.tieBreaks)
	s.Bar, s.Floor = optional(r.bar), optional(r.floor)
	for _, text := range splitList[string](r.bands) {
		band, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return fmt.Errorf("section %d: read the bands: %w", s.ID, err)
		}
		s.Bands = append(s.Bands, scale.Rating(band))
	}
	var rules keptRules
	if err := decode(r.fileRules, &rules); err != nil {
		return fmt.Errorf("section %d: read its rules: %w", s.ID, err)
	}
	s.FromFile, s.Unpaired = rules.FileRules, rules.Unpaired
	return nil
}

func optional(n *int64) *scale.Rating {
	if n == nil {
		return nil
	}
	r := scale.Rating(*n)
	return &r
}

func nullRating(r *scale.Rating) any {
	if r == nil {
		return nil
	}
	return int64(*r)
}

func nullGrade(g *scale.Grade) any {
	if g == nil {
		return nil
	}
	return int64(*g)
}

func splitList[T ~string](text string) []T {
	var out []T
	for part := range strings.SplitSeq(text, ",") {
		if part != "" {
			out = append(out, T(part))
		}
	}
	return out
}

func joinList[T ~string](list []T) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = string(v)
	}
	return strings.Join(parts, ",")
}

func bandList(bands []scale.Rating) string {
	parts := make([]string, len(bands))
	for i, b := range bands {
		parts[i] = strconv.Itoa(int(b))
	}
	return joinList(parts)
}

func scanSection(sc store.Scanner) (Section, error) {
	var s Section
	var raw sectionRow
	if err := sc.Scan(raw.fields(&s)...); err != nil {
		return s, err
	}
	return s, raw.into(&s)
}

// here is a section with its event.
type here struct {
	event   Event
	section Section
	permit  usecase.Permit // of a director who changes it; zero to read
}

func scanHere(sc store.Scanner) (here, error) {
	var h here
	var raw sectionRow
	if err := sc.Scan(append(raw.fields(&h.section), eventFields(&h.event)...)...); err != nil {
		return h, err
	}
	return h, raw.into(&h.section)
}

func errNoSection() error {
	return apperr.New(apperr.NotFound, "Section not found.")
}

// sectionByID reads a section with its event.
func sectionByID(ctx context.Context, q store.Queryer, id SectionID) (here, error) {
	return oneSection(store.One(ctx, q, scanHere, `
		SELECT `+sectionColumns+`, `+eventColumns+`
		FROM section s
		JOIN event e ON e.id = s.event_id
		`+besideEvents+`
		WHERE s.id = $1`, id))
}

func sectionBySlug(ctx context.Context, q store.Queryer, event, section string) (here, error) {
	return oneSection(store.One(ctx, q, scanHere, `
		SELECT `+sectionColumns+`, `+eventColumns+`
		FROM section s
		JOIN event e ON e.id = s.event_id
		`+besideEvents+`
		WHERE e.slug = $1 AND s.slug = $2`, event, section))
}

func oneSection(h here, err error) (here, error) {
	if errors.Is(err, store.ErrNoRows) {
		return h, errNoSection()
	}
	if err != nil {
		return h, fmt.Errorf("read a section: %w", err)
	}
	return h, nil
}

// sectionsOf reads the sections of an event, in order.
func sectionsOf(ctx context.Context, q store.Queryer, event EventID) ([]Section, error) {
	list, err := store.All(ctx, q, scanSection, `
		SELECT `+sectionColumns+`
		FROM section s
		WHERE s.event_id = $1
		ORDER BY s.seq`, event)
	if err != nil {
		return nil, fmt.Errorf("read the sections of an event: %w", err)
	}
	return list, nil
}

func (s Section) settingValues() []any {
	return []any{
		s.Name, string(s.System), s.Rounds, int64(s.Komi), s.BoardTime, s.FirstTable,
		string(s.Handicap.By), s.Handicap.Ceiling, s.Handicap.Reduction, s.Handicap.EvenUnderHalf,
		string(s.Seeding), int64(s.Seed), joinList(s.Criteria), s.Apart.Firm, s.Apart.Weak, s.Acceleration.Rounds,
		nullRating(s.Bar), nullRating(s.Floor), joinList(s.TieBreaks), string(s.Unplayed),
		s.AbsenceHalf, s.HandicapInSOSM, s.Rated, int64(s.Weight), bandList(s.Bands), int64(s.Acceleration.Points),
		nullGrade(s.Handicap.Top), s.Knockout.ThirdPlace, string(cmp.Or(s.Knockout.Jigo, pairing.JigoReplay)), s.PlayOut,
		s.Pairs, s.Boards, cmp.Or(s.BoardSize, UsualBoard),
	}
}

func insertSection(ctx context.Context, tx *store.Tx, s Section) (SectionID, error) {
	rules, err := s.stored()
	if err != nil {
		return 0, err
	}
	args := append([]any{s.Event, s.Seq, s.Slug, s.cardSecret, rules}, s.settingValues()...)
	id, err := store.One(ctx, tx, store.Value[SectionID], `
		INSERT INTO section (event_id, seq, slug, card_secret, file_rules, name, system, rounds, komi, board_time, first_table,
		                     handicap, handicap_ceiling, handicap_reduction, even_under_half,
		                     seeding, seed, criteria, apart_firm, apart_weak, accelerated_rounds,
		                     bar, floor, tie_breaks, unplayed, absence_half, handicap_in_sosm, rated, weight,
		                     bands, accelerated_points, handicap_top, third_place, jigo, play_out, pairs, boards, board_size)
		VALUES `+store.Values(1, len(args))+`
		RETURNING id`, args...)
	if err != nil {
		return 0, fmt.Errorf("add a section: %w", err)
	}
	return id, nil
}

func updateSection(ctx context.Context, tx *store.Tx, s Section) (changed bool, err error) {
	rules, err := s.stored()
	if err != nil {
		return false, err
	}
	args := append(append([]any{s.ID, s.Version}, s.settingValues()...), rules)
	n, err := tx.Exec(ctx, `
		UPDATE section
		SET name = $3, system = $4, rounds = $5, komi = $6, board_time = $7, first_table = $8,
		    handicap = $9, handicap_ceiling = $10, handicap_reduction = $11, even_under_half = $12,
		    seeding = $13, seed = $14, criteria = $15, apart_firm = $16, apart_weak = $17, accelerated_rounds = $18,
		    bar = $19, floor = $20, tie_breaks = $21, unplayed = $22,
		    absence_half = $23, handicap_in_sosm = $24, rated = $25, weight = $26,
		    bands = $27, accelerated_points = $28, handicap_top = $29,
		    third_place = $30, jigo = $31, play_out = $32, pairs = $33, boards = $34, board_size = $35, file_rules = $36,
		    version = version + 1
		WHERE id = $1 AND version = $2`, args...)
	if err != nil {
		return false, fmt.Errorf("save a section: %w", err)
	}
	return n > 0, nil
}

func updateSeed(ctx context.Context, tx *store.Tx, id SectionID, seed uint64) error {
	if _, err := tx.Exec(ctx, `
		UPDATE section
		SET seed = $2, version = version + 1
		WHERE id = $1`, id, int64(seed)); err != nil {
		return fmt.Errorf("save the lot of a section: %w", err)
	}
	return nil
}

// updateRounds keeps how many rounds the bracket of a knock-out has.
func updateRounds(ctx context.Context, tx *store.Tx, id SectionID, rounds int) error {
	if _, err := tx.Exec(ctx, `
		UPDATE section
		SET rounds = $2
		WHERE id = $1`, id, rounds); err != nil {
		return fmt.Errorf("save the rounds of a section: %w", err)
	}
	return nil
}

func updateCardSecret(
	ctx context.Context, tx *store.Tx, id SectionID, version int64, secret string,
) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE section
		SET card_secret = $3, version = version + 1
		WHERE id = $1 AND version = $2`, id, version, secret)
	if err != nil {
		return false, fmt.Errorf("save new table cards: %w", err)
	}
	return n > 0, nil
}

// applicants counts who has entered a section online and is not turned away.
func applicants(ctx context.Context, q store.Queryer, id SectionID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM application
		WHERE section_id = $1 AND state IN ('preliminary', 'waiting')`, id)
	if err != nil {
		return 0, fmt.Errorf("count who has entered online: %w", err)
	}
	return n, nil
}

// paidIn counts whose fee for a section was paid, or has an invoice in the books, whatever became of the entry.
func paidIn(ctx context.Context, q store.Queryer, id SectionID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM application
		WHERE section_id = $1 AND (paid_how <> '' OR invoice_id IS NOT NULL)`, id)
	if err != nil {
		return 0, fmt.Errorf("count who has paid for a section: %w", err)
	}
	return n, nil
}

// deleteSection removes a section that nothing refers to any more, with its timetable, deadlines and prizes, and the online entries
// that came to nothing.
func deleteSection(ctx context.Context, tx *store.Tx, id SectionID, version int64) (changed bool, err error) {
	if _, err := tx.Exec(ctx, `
		DELETE FROM application_link
		WHERE application_id IN (SELECT id FROM application WHERE section_id = $1)`, id); err != nil {
		return false, fmt.Errorf("remove the links of a section: %w", err)
	}
	if err := errors.Join(deleteTimetable(ctx, tx, id), deleteTeams(ctx, tx, id)); err != nil {
		return false, err
	}
	for _, table := range []string{"weekly_deadline", "weekly_section", "prize_list", "application", "section_places", "section_lot", "lot_drawing"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE section_id = $1`, id); err != nil {
			return false, fmt.Errorf("remove what belongs to a section: %w", err)
		}
	}
	n, err := tx.Exec(ctx, `
		DELETE FROM section
		WHERE id = $1 AND version = $2`, id, version)
	if err != nil {
		return false, fmt.Errorf("remove a section: %w", err)
	}
	return n > 0, nil
}
