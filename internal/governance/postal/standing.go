package postal

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"nzgs/internal/audit"
	"nzgs/internal/store"
)

// standing is what a vote rests on, as a step left it: of each part a digest under
// the vote's own key. The log keeps it with every step, and the next step, and
// whatever shows a total, compares: nobody changes a part in the database unseen
// without rewriting the log too, whose heads are printed on notices and
// declarations.
//
// The sealed entries are not among the parts. One that is changed no longer opens,
// and one that is added or missing makes the two tellers differ.
type standing struct {
	Vote        string `json:"vote"`
	Motions     string `json:"motions"`
	Roll        string `json:"roll"`
	Tellers     string `json:"tellers"`
	Register    string `json:"register"`
	Package     string `json:"package"`
	Result      string `json:"result"`
	Declaration string `json:"declaration"`

	// Of proposals to replace tellers; "" in the entries of before there were any.
	Proposals     string `json:"proposals"`
	Confirmations string `json:"confirmations"`
}

// changedSince names the first part that is not as another standing has it; "" when
// all are.
func (s standing) changedSince(was standing) string {
	for _, part := range []struct{ now, was, name string }{
		{s.Motions, was.Motions, "motions"},
		{s.Roll, was.Roll, "roll"},
		{s.Tellers, was.Tellers, "tellers or their keys"},
		{s.Register, was.Register, "envelope register"},
		{s.Package, was.Package, "vote package"},
		{s.Result, was.Result, "result"},
		{s.Declaration, was.Declaration, "declaration"},
		{s.Proposals, was.Proposals, "proposals to replace a teller"},
		{s.Confirmations, was.Confirmations, "confirmations of a proposal"},
		{s.Vote, was.Vote, "dates, address or state"},
	} {
		if part.now != part.was {
			return part.name
		}
	}
	return ""
}

// standingOfVote reads what a vote rests on now.
func standingOfVote(ctx context.Context, q store.Queryer, id VoteID) (standing, error) {
	key, err := standingKey(ctx, q, id)
	if err != nil {
		return standing{}, err
	}
	var s standing
	for _, part := range []struct {
		to    *string
		query string
	}{
		{&s.Vote, standingVote}, {&s.Motions, standingMotions}, {&s.Roll, standingRoll}, {&s.Tellers, standingTellers},
		{&s.Register, standingRegister}, {&s.Package, `SELECT package FROM postal_vote WHERE id = $1`},
		{&s.Result, `SELECT result FROM postal_vote WHERE id = $1`},
		{&s.Declaration, `SELECT declaration FROM postal_vote WHERE id = $1`},
		{&s.Proposals, standingProposals}, {&s.Confirmations, standingConfirmations},
	} {
		if *part.to, err = digestOf(ctx, q, key, part.query, id); err != nil {
			return standing{}, err
		}
	}
	return s, nil
}

// digestOf is the digest of all that a query gives, under a key.
func digestOf(ctx context.Context, q store.Queryer, key, query string, id VoteID) (string, error) {
	rows, err := q.Query(ctx, query, id)
	if err != nil {
		return "", fmt.Errorf("read what a vote rests on: %w", err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return "", err
	}
	h := hmac.New(sha256.New, []byte(key))
	cells, into := make([]*string, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return "", fmt.Errorf("read what a vote rests on: %w", err)
		}
		for _, cell := range cells {
			if cell == nil {
				fmt.Fprint(h, "-:")
			} else {
				fmt.Fprintf(h, "%d:%s", len(*cell), *cell)
			}
		}
		fmt.Fprint(h, ";")
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), rows.Err()
}

// digestOfNothing is the digest of a part of a vote that has no row.
func digestOfNothing(ctx context.Context, q store.Queryer, id VoteID) (string, error) {
	key, err := standingKey(ctx, q, id)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(hmac.New(sha256.New, []byte(key)).Sum(nil)[:16]), nil
}

func standingKey(ctx context.Context, q store.Queryer, id VoteID) (string, error) {
	key, err := store.One(ctx, q, store.Value[string], `SELECT standing_key FROM postal_vote WHERE id = $1`, id)
	if err != nil {
		return "", fmt.Errorf("read the key of a vote's digests: %w", err)
	}
	return key, nil
}

// ensureKey draws the key of a vote's digests, once.
func ensureKey(ctx context.Context, tx *store.Tx, id VoteID) error {
	_, err := tx.Exec(
		ctx, `UPDATE postal_vote SET standing_key = $2 WHERE id = $1 AND standing_key = '' AND state <> 'destroyed'`,
		id, rand.Text(),
	)
	return err
}

// leaves is the log's entry of a step, with what the vote rests on afterwards. A
// draft rests on nothing yet.
func leaves(ctx context.Context, tx *store.Tx, id VoteID, after any) (any, error) {
	v, err := voteByID(ctx, tx, id)
	if err != nil || v.State == StateDraft {
		return after, err
	}
	if err := ensureKey(ctx, tx, id); err != nil {
		return nil, err
	}
	now, err := standingOfVote(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	with := map[string]any{standingField: now}
	if after, ok := after.(map[string]any); ok {
		for name, value := range after {
			with[name] = value
		}
	}
	return with, nil
}

// standingField is where an entry of the log has what the vote rests on.
const standingField = "rests_on"

// unchanged refuses to go on with a vote that is not as the last step left it.
func unchanged(ctx context.Context, q store.Queryer, f facts) error {
	if f.State == StateDraft {
		return nil
	}
	was, found, err := lastStanding(ctx, q, f.ID)
	if err != nil || !found {
		return err // a vote whose steps were all taken before the log kept it
	}
	now, err := standingOfVote(ctx, q, f.ID)
	if err != nil {
		return err
	}
	if was.Proposals == "" { // the last step was taken before there were proposals: nothing was proposed
		if was.Proposals, err = digestOfNothing(ctx, q, f.ID); err != nil {
			return err
		}
		was.Confirmations = was.Proposals
	}
	if part := now.changedSince(was); part != "" {
		return changedBehind(part)
	}
	return nil
}

// lastStanding is what the last step of a vote left, by the log. It is in one of
// the newest entries; where it is not, all of them are looked at, so that nobody
// hides it behind others.
func lastStanding(ctx context.Context, q store.Queryer, id VoteID) (s standing, found bool, err error) {
	for _, limit := range []int{entriesLooked, math.MaxInt32} {
		entries, err := audit.Of(ctx, q, "postal_vote", int64(id), limit)
		if err != nil {
			return s, false, fmt.Errorf("read the log of a vote: %w", err)
		}
		for _, e := range entries {
			var detail struct {
				After struct {
					RestsOn *standing `json:"rests_on"`
				} `json:"after"`
			}
			if err := json.Unmarshal([]byte(e.Detail), &detail); err != nil {
				return s, false, fmt.Errorf("read entry %d of the log: %w", e.Seq, err)
			}
			if detail.After.RestsOn != nil {
				return *detail.After.RestsOn, true, nil
			}
		}
	}
	return s, false, nil
}

// entriesLooked is how many of a vote's newest entries are looked at first: only
// that its traces were cleared is written without what it rests on.
const entriesLooked = 5
