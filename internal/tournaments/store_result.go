package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// Played is a game with where it belongs, as package results needs it.
type Played struct {
	Game                 Game
	Round                int
	Published            bool
	Later                bool // a later round is published
	Section              SectionID
	System               pairing.System // of the section
	BoardSize            int            // of the section
	SectionName          string
	Event                EventID
	EventName, EventSlug string
	Status               Status
	BlackPerson          PersonID
	WhitePerson          PersonID
	BlackName, WhiteName string // as public pages show them
	ByAlias              bool   // at least one of them goes by an alias there
}

// GameByID reads a game with where it belongs.
func GameByID(ctx context.Context, q store.Queryer, id GameID) (Played, error) {
	p, err := store.One(ctx, q, scanPlayed, `
		SELECT `+playedColumns+`
		FROM `+playedTables+`
		WHERE g.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return p, errNoGame()
	}
	if err != nil {
		return p, fmt.Errorf("read a game: %w", err)
	}
	return p, nil
}

// GamesByID reads games with where they belong; one that does not exist is not in the answer.
func GamesByID(ctx context.Context, q store.Queryer, ids []GameID) (map[GameID]Played, error) {
	out := make(map[GameID]Played, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		games, err := store.All(ctx, q, scanPlayed, `
			SELECT `+playedColumns+`
			FROM `+playedTables+`
			WHERE g.id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read games: %w", err)
		}
		for _, p := range games {
			out[p.Game.ID] = p
		}
	}
	return out, nil
}

var playedColumns = gameColumns + `, r.number, r.state = 'published',
	EXISTS (SELECT 1 FROM round x WHERE x.section_id = r.section_id AND x.number > r.number AND x.state = 'published'),
	s.id, s.system, s.board_size, s.name, e.id, e.name, e.slug, e.status, b.person_id, w.person_id,
	pb.family_name, pb.given_names, pb.family_first, pb.alias, pb.public_as, pb.sort_key,
	pw.family_name, pw.given_names, pw.family_first, pw.alias, pw.public_as, pw.sort_key,
	` + partnerNames + `, ` + whitePartnerNames

// whitePartnerNames are partnerNames of White's side.
var whitePartnerNames = strings.ReplaceAll(partnerNames, "q.", "qw.")

const playedTables = `game g
	JOIN round r ON r.id = g.round_id
	JOIN section s ON s.id = r.section_id
	JOIN event e ON e.id = s.event_id
	JOIN entry b ON b.id = g.black_id
	JOIN entry w ON w.id = g.white_id
	JOIN person pb ON pb.id = b.person_id
	JOIN person pw ON pw.id = w.person_id
	LEFT JOIN pair_partner m ON m.entry_id = b.id
	LEFT JOIN person q ON q.id = m.person_id
	LEFT JOIN pair_partner mw ON mw.entry_id = w.id
	LEFT JOIN person qw ON qw.id = mw.person_id`

func scanPlayed(s store.Scanner) (Played, error) {
	var p Played
	var told toldOfGame
	var black, white, blackSecond, whiteSecond nameRow
	fields := append(gameFields(&p.Game, &told), &p.Round, &p.Published, &p.Later,
		&p.Section, &p.System, &p.BoardSize, &p.SectionName, &p.Event, &p.EventName, &p.EventSlug, &p.Status, &p.BlackPerson, &p.WhitePerson)
	for _, name := range []*nameRow{&black, &white, &blackSecond, &whiteSecond} {
		fields = append(fields, name.fields()...)
	}
	if err := s.Scan(fields...); err != nil {
		return p, err
	}
	p.BlackName = black.with(&blackSecond).name
	p.WhiteName = white.with(&whiteSecond).name
	for _, name := range []*nameRow{&black, &white, &blackSecond, &whiteSecond} {
		p.ByAlias = p.ByAlias || name.person.PublicAs == members.ByAlias
	}
	return p, told.into(&p.Game)
}

// SaveResult writes a game's result over the version that was read; changed is
// false when someone else wrote first. Only package results calls it: it
// keeps the history that belongs to every change.
func SaveResult(
	ctx context.Context, tx *store.Tx, g Game, result pairing.Result, margin, by string, at civil.Instant,
) (changed bool, err error) {
	if result == pairing.NoResult {
		margin, by, at = "", "", civil.Instant{}
	}
	n, err := tx.Exec(ctx, `
		UPDATE game
		SET result = $3, margin = $4, result_by = $5, result_at = $6, version = version + 1
		WHERE id = $1 AND version = $2`, g.ID, g.Version, string(result), margin, by, at)
	if err != nil {
		return false, fmt.Errorf("save a result: %w", err)
	}
	return n > 0, nil
}
