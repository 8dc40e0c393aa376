package elections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

const electionColumns = `
	SELECT id, meeting_id, post, seats, seats_set, decision, outcome, confirmed_at, confirmed_by, version
	FROM election`

func scanElection(r store.Scanner) (Election, error) {
	var e Election
	var outcome, by string
	var at civil.Instant
	if err := r.Scan(
		&e.ID, &e.Meeting, &e.Post, &e.Seats, &e.SeatsSet, &e.Decision, &outcome, &at, &by, &e.Version,
	); err != nil {
		return e, err
	}
	if outcome == "" {
		return e, nil
	}
	e.Confirmed = &Confirmation{At: at, By: by}
	return e, json.Unmarshal([]byte(outcome), &e.Confirmed.Outcome)
}

// electionByID reads an election whole.
func electionByID(ctx context.Context, q store.Queryer, id ID) (Election, error) {
	e, err := store.One(ctx, q, scanElection, electionColumns+`
		WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return e, apperr.New(apperr.NotFound, "Election not found.")
	}
	if err != nil {
		return e, fmt.Errorf("read election %d: %w", id, err)
	}
	list := []Election{e}
	err = fill(ctx, q, list)
	return list[0], err
}

// electionsOf reads the elections of a meeting whole, in their order.
func electionsOf(ctx context.Context, q store.Queryer, meeting meetings.ID) ([]Election, error) {
	list, err := store.All(ctx, q, scanElection, electionColumns+`
		WHERE meeting_id = $1
		ORDER BY position`, meeting)
	if err != nil {
		return nil, fmt.Errorf("read the elections of meeting %d: %w", meeting, err)
	}
	return list, fill(ctx, q, list)
}

// fill adds to elections their candidates and counts.
func fill(ctx context.Context, q store.Queryer, list []Election) error {
	at := make(map[ID]*Election, len(list))
	ids := make([]ID, len(list))
	for i := range list {
		ids[i], at[list[i].ID] = list[i].ID, &list[i]
	}
	candidates, err := candidatesOf(ctx, q, ids)
	if err != nil {
		return err
	}
	counts, err := countsOf(ctx, q, ids)
	if err != nil {
		return err
	}
	people, err := names(ctx, q, candidates, counts)
	if err != nil {
		return err
	}
	for _, c := range candidates {
		for _, p := range []*Person{&c.Person, &c.Proposer, &c.Seconder} {
			p.Name = people[p.ID]
		}
		at[c.election].Candidates = append(at[c.election].Candidates, c.Candidate)
	}
	for _, n := range counts {
		for _, p := range n.people() {
			p.Name = people[p.ID]
		}
		at[n.election].Counts = append(at[n.election].Counts, n.Count)
	}
	for i := range list {
		slices.SortStableFunc(list[i].Candidates, func(a, b Candidate) int { return strings.Compare(a.Person.Name, b.Person.Name) })
	}
	return nil
}

type candidateRow struct {
	election ID
	Candidate
}

func candidatesOf(ctx context.Context, q store.Queryer, ids []ID) ([]candidateRow, error) {
	in, args := store.In(nil, ids)
	rows, err := store.All(ctx, q, func(r store.Scanner) (candidateRow, error) {
		var c candidateRow
		var trace string
		var stands bool
		var w Withdrawal
		if err := r.Scan(
			&c.ID, &c.election, &c.Person.ID, store.ZeroNull(&c.Proposer.ID), store.ZeroNull(&c.Seconder.ID), &c.Received,
			&trace, &stands, &w.At, &w.After, &w.Reason,
		); err != nil {
			return c, err
		}
		c.Struck = !stands
		if !w.At.IsZero() {
			c.Withdrawn = &w
		}
		var err error
		c.Why, err = constitution.DecodeTrace(trace)
		return c, err
	}, `
		SELECT id, election_id, person_id, proposer_id, seconder_id, received, trace, stands, withdrawn_at, withdrawn_after, withdrawn_reason
		FROM election_candidate
		WHERE election_id IN `+in+`
		ORDER BY id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read candidates: %w", err)
	}
	return rows, nil
}

type countRow struct {
	id       int64
	election ID
	Count
}

func countsOf(ctx context.Context, q store.Queryer, ids []ID) ([]countRow, error) {
	in, args := store.In(nil, ids)
	rows, err := store.All(ctx, q, func(r store.Scanner) (countRow, error) {
		var n countRow
		var a SetAside
		var again Recount
		var blank *int
		var of int64
		err := r.Scan(
			&n.id, &n.election, &n.No, &n.Way, &n.Seats, &n.Papers, &n.Invalid, &blank, store.ZeroNull(&n.Chair.ID),
			store.ZeroNull(&n.Aside.ID), &n.At, &n.By, store.ZeroNull(&of), store.ZeroNull(&again.Asked.ID), &again.Reason,
			&again.Stands, &a.At, &a.By, &a.Reason,
		)
		if blank != nil {
			n.Blank, n.Apart = *blank, true
		}
		if again.Of = int(of); of != 0 {
			n.Recount = &again
		}
		if !a.At.IsZero() {
			n.SetAside = &a
		}
		return n, err
	}, `
		SELECT id, election_id, number, way, seats, papers, invalid, blank, chair_id, aside_id, recorded_at, recorded_by, recount_of,
		       asked_id, recount_reason, stands, set_aside_at, set_aside_by, set_aside_reason
		FROM election_count
		WHERE election_id IN `+in+`
		ORDER BY election_id, number`, args...)
	if err != nil {
		return nil, fmt.Errorf("read ballots: %w", err)
	}
	return rows, votesOf(ctx, q, ids, rows)
}

// people are those whom a count names.
func (n *Count) people() []*Person {
	out := []*Person{&n.Chair, &n.Aside}
	if n.Recount != nil {
		out = append(out, &n.Recount.Asked)
	}
	return out
}

// votesOf adds their votes to counts.
func votesOf(ctx context.Context, q store.Queryer, ids []ID, counts []countRow) error {
	at := make(map[int64]*countRow, len(counts))
	for i := range counts {
		at[counts[i].id] = &counts[i]
	}
	type voteRow struct {
		count int64
		Vote
	}
	in, args := store.In(nil, ids)
	rows, err := store.All(ctx, q, func(r store.Scanner) (v voteRow, err error) {
		err = r.Scan(&v.count, &v.Candidate, &v.Votes, &v.Chosen)
		return v, err
	}, `
		SELECT v.count_id, v.candidate_id, v.votes, v.chosen
		FROM election_vote v
		JOIN election_count n ON n.id = v.count_id
		WHERE n.election_id IN `+in+`
		ORDER BY v.candidate_id`, args...)
	if err != nil {
		return fmt.Errorf("read votes: %w", err)
	}
	for _, v := range rows {
		at[v.count].Votes = append(at[v.count].Votes, v.Vote)
	}
	return nil
}

// names reads the names of everybody that candidatures and counts speak of.
func names(
	ctx context.Context, q store.Queryer, candidates []candidateRow, counts []countRow,
) (map[auth.PersonID]string, error) {
	var ids []auth.PersonID
	for _, c := range candidates {
		ids = append(ids, c.Person.ID, c.Proposer.ID, c.Seconder.ID)
	}
	for _, n := range counts {
		for _, p := range n.people() {
			ids = append(ids, p.ID)
		}
	}
	return namesOf(ctx, q, ids)
}

// namesOf reads the names of people; 0 is nobody.
func namesOf(ctx context.Context, q store.Queryer, ids []auth.PersonID) (map[auth.PersonID]string, error) {
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id auth.PersonID) bool { return id == 0 })
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[auth.PersonID]string, len(people))
	for id, p := range people {
		out[id] = p.Name.String()
	}
	return out, nil
}

// Candidates are the people who stand for election at a meeting, each once: no
// teller is among them (rule 4.4 a).
func Candidates(ctx context.Context, q store.Queryer, meeting meetings.ID) ([]auth.PersonID, error) {
	list, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT DISTINCT c.person_id
		FROM election_candidate c
		JOIN election e ON e.id = c.election_id
		WHERE e.meeting_id = $1 AND c.withdrawn_at IS NULL AND c.stands = TRUE
		ORDER BY c.person_id`, meeting)
	if err != nil {
		return nil, fmt.Errorf("read the candidates of meeting %d: %w", meeting, err)
	}
	return list, nil
}

func insertElection(ctx context.Context, tx *store.Tx, e Election, position int) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO election (meeting_id, post, position, seats, seats_set, decision)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, e.Meeting, string(e.Post), position, e.Seats, e.SeatsSet, e.Decision)
	if err != nil {
		return 0, fmt.Errorf("make an election: %w", err)
	}
	return id, nil
}

// takeElection raises the version of an election that nobody changed since and
// that is not confirmed; it reports whether there is such a one. Others who
// want to change it wait here.
func takeElection(ctx context.Context, tx *store.Tx, id ID, version int64) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE election
		SET version = version + 1
		WHERE id = $1 AND version = $2 AND confirmed_at IS NULL`, id, version)
	if err != nil {
		return false, fmt.Errorf("change election %d: %w", id, err)
	}
	return n == 1, nil
}

func updateSeats(ctx context.Context, tx *store.Tx, id ID, seats int, decision string) error {
	_, err := tx.Exec(ctx, `
		UPDATE election
		SET seats = $2, seats_set = TRUE, decision = $3
		WHERE id = $1`, id, seats, decision)
	return err
}

func insertCandidate(
	ctx context.Context, tx *store.Tx, id ID, c Candidate, at civil.Instant, by string,
) (CandidateID, error) {
	trace, err := constitution.EncodeTrace(c.Why)
	if err != nil {
		return 0, err
	}
	return store.One(ctx, tx, store.Value[CandidateID], `
		INSERT INTO election_candidate (election_id, person_id, proposer_id, seconder_id, received, trace, stands, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		RETURNING id`, id, c.Person.ID, store.NullZero(c.Proposer.ID), store.NullZero(c.Seconder.ID), c.Received,
		trace, !c.Struck, at, by)
}

// updateStanding keeps how a candidate was judged again.
func updateStanding(ctx context.Context, tx *store.Tx, c Candidate) error {
	trace, err := constitution.EncodeTrace(c.Why)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE election_candidate
		SET stands = $2, trace = $3
		WHERE id = $1`, c.ID, !c.Struck, trace)
	return err
}

func withdrawCandidate(ctx context.Context, tx *store.Tx, id CandidateID, w Withdrawal) error {
	_, err := tx.Exec(ctx, `
		UPDATE election_candidate
		SET withdrawn_at = $2, withdrawn_after = $3, withdrawn_reason = $4
		WHERE id = $1`, id, w.At, w.After, w.Reason)
	return err
}

func insertCount(ctx context.Context, tx *store.Tx, id ID, n Count) (int64, error) {
	again := Recount{Stands: true}
	if n.Recount != nil {
		again = *n.Recount
	}
	var blank any
	if n.Apart {
		blank = n.Blank
	}
	count, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO election_count (election_id, number, way, seats, papers, invalid, blank, chair_id, aside_id, recorded_at,
		                            recorded_by, recount_of, asked_id, recount_reason, stands)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`, id, n.No, string(n.Way), n.Seats, n.Papers, n.Invalid, blank, store.NullZero(n.Chair.ID),
		store.NullZero(n.Aside.ID), n.At, n.By, store.NullZero(int64(again.Of)), store.NullZero(again.Asked.ID), again.Reason,
		again.Stands)
	if err != nil {
		return 0, fmt.Errorf("keep a ballot: %w", err)
	}
	for part := range slices.Chunk(n.Votes, store.InsertRows(voteColumns)) {
		var args []any
		for _, v := range part {
			args = append(args, count, v.Candidate, v.Votes, v.Chosen)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO election_vote (count_id, candidate_id, votes, chosen)
			VALUES `+store.Values(len(part), voteColumns), args...); err != nil {
			return 0, fmt.Errorf("keep the votes of a ballot: %w", err)
		}
	}
	return count, nil
}

const voteColumns = 4

func setCountAside(ctx context.Context, tx *store.Tx, id ID, no int, a SetAside) error {
	_, err := tx.Exec(ctx, `
		UPDATE election_count
		SET set_aside_at = $3, set_aside_by = $4, set_aside_reason = $5
		WHERE election_id = $1 AND number = $2`, id, no, a.At, a.By, a.Reason)
	return err
}

// confirmElection keeps the outcome of an election that nobody changed since
// and that is not confirmed; it reports whether there is such a one.
func confirmElection(ctx context.Context, tx *store.Tx, e Election, c Confirmation) (bool, error) {
	outcome, err := json.Marshal(c.Outcome)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `
		UPDATE election
		SET outcome = $3, confirmed_at = $4, confirmed_by = $5, seats = $6, version = version + 1
		WHERE id = $1 AND version = $2 AND confirmed_at IS NULL`, e.ID, e.Version, string(outcome), c.At, c.By, e.Seats)
	if err != nil {
		return false, fmt.Errorf("confirm election %d: %w", e.ID, err)
	}
	return n == 1, nil
}
