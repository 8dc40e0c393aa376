package treasury

import (
	"context"
	"encoding/json"
	"fmt"

	"nzgs/internal/audit"
	"nzgs/internal/store"
)

// CompareWithLog compares every entry of the journal with what the log of changes says was booked, and the payments of
// before the journal with what the log says was received, and what is kept of sums with what they are sums of. problem is the first thing that differs, "" when nothing does: a
// journal that someone changed in the database differs from the log, whose lines are chained.
func CompareWithLog(ctx context.Context, q store.Queryer) (problem string, err error) {
	entries, err := Journal(ctx, q, JournalFilter{})
	if err != nil {
		return "", err
	}
	logged, err := loggedEntries(ctx, q)
	if err != nil {
		return "", err
	}
	before, err := entriesOfBefore(ctx, q)
	if err != nil {
		return "", err
	}
	person, err := joinedRecords(ctx, q)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		said, known := logged[e.ID]
		delete(logged, e.ID)
		if before[e.ID] {
			continue
		}
		want, err := json.Marshal(factsOf(e))
		if err != nil {
			return "", err
		}
		switch {
		case !known:
			return fmt.Sprintf("the entry %s is not in the log", e.Number), nil
		case !sameJSON(said, string(want)) && !sameJSON(ofOnePerson(said, person), ofOnePerson(string(want), person)):
			return fmt.Sprintf("the entry %s is not what the log says was booked", e.Number), nil
		}
	}
	for id := range logged {
		return fmt.Sprintf("the log says that entry %d was booked, and the journal has it not", id), nil
	}
	if problem, err = comparePayments(ctx, q); err != nil || problem != "" {
		return problem, err
	}
	return compareSums(ctx, q)
}

// wholeLog is more lines than a log has.
const wholeLog = 1 << 40

// loggedEntries are the entries that the log says were booked, as JSON.
func loggedEntries(ctx context.Context, q store.Queryer) (map[int64]string, error) {
	return logged(ctx, q, "journal_entry", "book.entry")
}

func logged(ctx context.Context, q store.Queryer, object, action string) (map[int64]string, error) {
	lines, err := audit.Find(ctx, q, audit.Filter{Object: object}, wholeLog)
	if err != nil {
		return nil, err
	}
	out := map[int64]string{}
	for _, r := range lines {
		var detail struct {
			After json.RawMessage `json:"after"`
		}
		if r.Action != action {
			continue
		}
		if err := json.Unmarshal([]byte(r.Detail), &detail); err != nil {
			return nil, fmt.Errorf("read line %d of the log: %w", r.Seq, err)
		}
		out[r.ObjectID] = string(detail.After)
	}
	return out, nil
}

// joinedRecords gives for the number of each person one that all records have which the log says were ever merged: a merge
// carries lines of the journal to another record, and undoing it carries them back.
func joinedRecords(ctx context.Context, q store.Queryer) (func(int64) int64, error) {
	lines, err := audit.Find(ctx, q, audit.Filter{Object: "person"}, wholeLog)
	if err != nil {
		return nil, err
	}
	into := map[int64]int64{}
	person := func(id int64) int64 {
		for into[id] != 0 {
			id = into[id]
		}
		return id
	}
	for _, r := range lines {
		var detail struct {
			After struct {
				Into int64 `json:"into"`
			} `json:"after"`
		}
		if r.Action != "merge.people" {
			continue
		}
		if err := json.Unmarshal([]byte(r.Detail), &detail); err != nil {
			return nil, fmt.Errorf("read line %d of the log: %w", r.Seq, err)
		}
		if kept, gone := person(detail.After.Into), person(r.ObjectID); detail.After.Into != 0 && kept != gone {
			into[gone] = kept
		}
	}
	return person, nil
}

// ofOnePerson is an entry of the journal as JSON in which merged records have one number.
func ofOnePerson(text string, person func(int64) int64) string {
	var entry map[string]any
	if json.Unmarshal([]byte(text), &entry) != nil {
		return text
	}
	lines, _ := entry["lines"].([]any)
	for _, l := range lines {
		line, _ := l.(map[string]any)
		if id, ok := line["person"].(float64); ok {
			line["person"] = person(int64(id))
		}
	}
	out, err := json.Marshal(entry)
	if err != nil {
		return text
	}
	return string(out)
}

// comparePayments compares what was received with the log: also before there was a journal.
func comparePayments(ctx context.Context, q store.Queryer) (string, error) {
	said, err := logged(ctx, q, "payment", "receive.payment")
	if err != nil {
		return "", err
	}
	list, err := paymentList(ctx, q, PaymentFilter{})
	if err != nil {
		return "", err
	}
	for _, p := range list.Payments {
		var facts struct {
			Amount  int64  `json:"amount"`
			Receipt string `json:"receipt"`
		}
		text, known := said[int64(p.ID)]
		if !known || json.Unmarshal([]byte(text), &facts) != nil || facts.Amount != int64(p.Amount) ||
			facts.Receipt != p.Receipt.String() {
			return fmt.Sprintf("the payment %s is not what the log says was received", p.Receipt), nil
		}
		delete(said, int64(p.ID))
	}
	for id := range said {
		return fmt.Sprintf("the log says that payment %d was received, and it is not there", id), nil
	}
	return "", nil
}

// sameJSON compares two texts of JSON by what they say.
func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	p, errP := json.Marshal(x)
	q, errQ := json.Marshal(y)
	return errP == nil && errQ == nil && string(p) == string(q)
}
