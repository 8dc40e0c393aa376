package grades

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// lock makes whoever awards grades wait for whoever is doing so.
func lock(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `UPDATE grade_head SET revision = revision + 1 WHERE id = 1`); err != nil {
		return fmt.Errorf("lock the grades: %w", err)
	}
	return nil
}

const stepColumns = `c.person_id, c.submission_id, c.event_id, s.name, e.slug, c.day, c.after_milli, c.games_before, c.games`

type personStep struct {
	person PersonID
	Step
}

func scanStep(s store.Scanner) (r personStep, err error) {
	err = s.Scan(&r.person, &r.Submission, &r.Event, &r.Name, &r.Slug, &r.Day, &r.After, &r.Before, &r.Games)
	return r, err
}

// mayBeProposed are those whose firm rating was ever published at a dan above the one that is awarded, by their
// numbers. Of others the events are many, and none is looked at.
func mayBeProposed(ctx context.Context, q store.Queryer) ([]PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT d.person_id
		FROM rating_change d
		LEFT JOIN (`+highestSQL+`) a ON a.person_id = d.person_id
		WHERE d.after_milli >= 950 AND d.games_before + d.games >= $1
		  AND d.after_milli >= 950 + 1000 * COALESCE(a.grade, 0)
		  AND COALESCE(a.grade, 0) < $2
		ORDER BY d.person_id`, firmGames, int(Highest))
	if err != nil {
		return nil, fmt.Errorf("read who reached a dan: %w", err)
	}
	return ids, nil
}

// danSteps are the rated events of people, the oldest first, with what was set for them.
func danSteps(ctx context.Context, q store.Queryer, people []PersonID) (map[PersonID][]Step, error) {
	out, set := map[PersonID][]Step{}, map[PersonID][]Set{}
	for ids := range slices.Chunk(people, store.MaxIn) {
		in, args := store.In(nil, ids)
		rows, err := store.All(ctx, q, scanStep, `
			SELECT `+stepColumns+`
			FROM rating_change c
			JOIN rating_event s ON s.id = c.submission_id
			JOIN event e ON e.id = c.event_id
			WHERE c.person_id IN `+in+`
			ORDER BY c.person_id, c.day, c.event_id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read the ratings of dan players: %w", err)
		}
		for _, r := range rows {
			out[r.person] = append(out[r.person], r.Step)
		}
		if err := ratingsSet(ctx, q, set, in, args...); err != nil {
			return nil, err
		}
	}
	for id := range out {
		out[id] = WithSet(out[id], set[id])
	}
	return out, nil
}

// ratingsSet reads the ratings that the ratings officer set of people, by their days, into a map.
func ratingsSet(ctx context.Context, q store.Queryer, into map[PersonID][]Set, in string, args ...any) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
		var one Set
		err = s.Scan(&id, &one.Day, &one.To, &one.Games)
		into[id] = append(into[id], one)
		return id, err
	}, `
		SELECT person_id, day, milli, COALESCE(games, 0)
		FROM rating_correction
		WHERE withdrawn_at IS NULL AND person_id IN `+in+`
		ORDER BY person_id, day`, args...)
	if err != nil {
		return fmt.Errorf("read the ratings that were set: %w", err)
	}
	return nil
}

func stepsOf(ctx context.Context, q store.Queryer, id PersonID) ([]Step, error) {
	steps, err := danSteps(ctx, q, []PersonID{id})
	return steps[id], err
}

// gamesOf are a player's rated games of an event, with the public names of the opponents.
func gamesOf(ctx context.Context, q store.Queryer, id PersonID, submission int64) ([]Game, error) {
	type row struct {
		Game
		opponent PersonID
	}
	var ids []PersonID
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		var black, white PersonID
		var result string
		if err := s.Scan(&r.Section, &r.Round, &black, &white, &r.Handicap, &result); err != nil {
			return r, err
		}
		r.Colour, r.opponent = "Black", white
		if white == id {
			r.Colour, r.opponent = "White", black
		}
		switch {
		case result == "J":
			r.Result = "Jigo"
		case strings.HasPrefix(r.Colour, result):
			r.Result = "Won"
		default:
			r.Result = "Lost"
		}
		ids = append(ids, r.opponent)
		return r, nil
	}, `
		SELECT section, round, black_id, white_id, handicap, result
		FROM rating_game
		WHERE submission_id = $1 AND (black_id = $2 OR white_id = $2) AND counts = TRUE
		ORDER BY section, round, ref`, submission, id)
	if err != nil {
		return nil, fmt.Errorf("read the games of a proposal: %w", err)
	}
	names, err := members.PublicNames(ctx, q, ids)
	out := make([]Game, len(rows))
	for i, r := range rows {
		r.Opponent = names[r.opponent]
		out[i] = r.Game
	}
	return out, err
}

func figures(ctx context.Context, q store.Queryer) ([]Figure, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (f Figure, err error) {
		err = s.Scan(&f.From, &f.Days, &f.Games)
		return f, err
	}, `
		SELECT f.from_day, f.days, f.games
		FROM grade_figure f
		WHERE f.id = (SELECT MAX(o.id) FROM grade_figure o WHERE o.from_day = f.from_day)
		ORDER BY f.from_day`)
	if err != nil {
		return nil, fmt.Errorf("read when dans are proposed: %w", err)
	}
	return all, nil
}

func insertFigure(
	ctx context.Context, tx *store.Tx, f Figure, r committee.ResolutionID, now civil.Instant, by string,
) (int64, error) {
	return store.One(ctx, tx, store.Value[int64], `
		INSERT INTO grade_figure (from_day, days, games, resolution_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, f.From, f.Days, f.Games, r, now, by)
}

// highest is the highest dan that each person is awarded.
// highestSQL gives the highest grade of each person who has a diploma that stands.
const highestSQL = `
		SELECT a.person_id, MAX(a.grade) AS grade
		FROM grade_award a
		WHERE NOT EXISTS (SELECT 1 FROM grade_annulment n WHERE n.number = a.number)
		GROUP BY a.person_id`

func highest(ctx context.Context, q store.Queryer) (map[PersonID]scale.Grade, error) {
	out := map[PersonID]scale.Grade{}
	_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
		var g scale.Grade
		err = s.Scan(&id, &g)
		out[id] = g
		return id, err
	}, highestSQL)
	if err != nil {
		return nil, fmt.Errorf("read the awarded grades: %w", err)
	}
	return out, nil
}

// insertAward puts a diploma into the register under the next number.
func insertAward(
	ctx context.Context, tx *store.Tx, p Proposal, r committee.Resolution, now civil.Instant, by string,
) (int, error) {
	number, err := store.One(ctx, tx, store.Value[int], `SELECT COALESCE(MAX(number), 0) + 1 FROM grade_award`)
	if err != nil {
		return 0, fmt.Errorf("number a diploma: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO grade_award (number, person_id, grade, day, resolution_id, reached_day, reached_at, trace, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		number, p.Person, int(p.Grade), r.Day, r.ID, p.First.Day, p.First.Name, strings.Join(p.Lines, "\n"), now, by)
	if err != nil {
		return 0, fmt.Errorf("award a grade: %w", err)
	}
	return number, nil
}

func insertAnnulment(
	ctx context.Context, tx *store.Tx, number int, r committee.Resolution, reason string, now civil.Instant, by string,
) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO grade_annulment (number, resolution_id, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)`, number, r.ID, reason, now, by)
	if err != nil {
		return fmt.Errorf("annul a diploma: %w", err)
	}
	return nil
}

// counting are the diplomas that were not annulled.
func counting(all []Diploma) []Diploma {
	return slices.DeleteFunc(all, Diploma.IsAnnulled)
}

func diplomas(ctx context.Context, q store.Queryer, where string, args ...any) ([]Diploma, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (d Diploma, err error) {
		var trace string
		var n, annulled committee.Number
		err = s.Scan(
			&d.Number, &d.Person, &d.Grade, &d.Day, &n.Year, &n.No, &d.Reached, &d.After, &trace, &d.Hidden, &d.Rated,
			&annulled.Year, &annulled.No, &d.AnnulledDay,
		)
		d.Resolution, d.Lines = n.String(), strings.Split(trace, "\n")
		if !d.AnnulledDay.IsZero() {
			d.Annulled = annulled.String()
		}
		return d, err
	}, `
		SELECT a.number, a.person_id, a.grade, a.day, r.year, r.number, a.reached_day, a.reached_at, a.trace,
		       EXISTS (SELECT 1 FROM grade_hidden h WHERE h.person_id = a.person_id),
		       EXISTS (SELECT 1 FROM rating g WHERE g.person_id = a.person_id),
		       COALESCE(x.year, 0), COALESCE(x.number, 0), x.day
		FROM grade_award a
		JOIN committee_resolution r ON r.id = a.resolution_id
		LEFT JOIN grade_annulment n ON n.number = a.number
		LEFT JOIN committee_resolution x ON x.id = n.resolution_id
		WHERE `+where+`
		ORDER BY a.number DESC`, args...)
	if err != nil {
		return nil, fmt.Errorf("read the register of diplomas: %w", err)
	}
	return all, nil
}

// foreignOf are the diplomas of other associations, of one person or of everyone.
func foreignOf(ctx context.Context, q store.Queryer, id PersonID) ([]Foreign, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (f Foreign, err error) {
		err = s.Scan(&f.ID, &f.Person, &f.Grade, &f.Association, &f.Day, &f.Source)
		return f, err
	}, `
		SELECT id, person_id, grade, association, day, source
		FROM foreign_diploma
		WHERE withdrawn_at IS NULL AND ($1 = 0 OR person_id = $1)
		ORDER BY day DESC, id`, int64(id))
	if err != nil {
		return nil, fmt.Errorf("read diplomas of other associations: %w", err)
	}
	return all, nil
}

func insertForeign(
	ctx context.Context, tx *store.Tx, in ForeignInput, grade scale.Grade, now civil.Instant, by string,
) (ForeignID, error) {
	return store.One(ctx, tx, store.Value[ForeignID], `
		INSERT INTO foreign_diploma (person_id, grade, association, day, source, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		RETURNING id`, in.Person, int(grade), in.Association, in.Day, in.Source, now, by)
}

func withdrawForeign(
	ctx context.Context, tx *store.Tx, id ForeignID, reason string, now civil.Instant, by string,
) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE foreign_diploma SET withdrawn_at = $2, withdrawn_by = $3, reason = $4
		WHERE id = $1 AND withdrawn_at IS NULL`, id, now, by, reason)
}

func isHidden(ctx context.Context, q store.Queryer, id PersonID) (bool, error) {
	_, err := store.One(ctx, q, store.Value[PersonID], `SELECT person_id FROM grade_hidden WHERE person_id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func setHidden(ctx context.Context, tx *store.Tx, id PersonID, hidden bool, now civil.Instant, by string) (err error) {
	if hidden {
		_, err = tx.Exec(ctx, `INSERT INTO grade_hidden (person_id, recorded_at, recorded_by) VALUES ($1, $2, $3)`, id, now, by)
	} else {
		_, err = tx.Exec(ctx, `DELETE FROM grade_hidden WHERE person_id = $1`, id)
	}
	return err
}
