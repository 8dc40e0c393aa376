package letters

import (
	"net/url"
	"strings"

	"nzgs/internal/mail"
	"nzgs/web/kit"
)

// batchGroups are mailings by how they stand, in the order given. Within a group those that are about one thing (the
// same round of an event, for one, with a letter for each player) are one row that opens to them.
func batchGroups(list []mail.Batch) (out []BatchGroup) {
	for _, g := range []struct {
		title string
		is    func(mail.Batch) bool
	}{
		{"Something failed", func(b mail.Batch) bool { return b.Failed > 0 }},
		{"Waiting", func(b mail.Batch) bool { return b.Failed == 0 && b.Waiting+b.Unknown > 0 }},
		{"Settled", func(b mail.Batch) bool { return b.Failed+b.Waiting+b.Unknown == 0 }},
	} {
		group := BatchGroup{Title: g.title}
		at := map[string]int{}
		for _, b := range list {
			if !g.is(b) {
				continue
			}
			row := batchRow(b)
			about, _, _ := strings.Cut(b.Purpose, ": ")
			if i, ok := at[about]; ok && about != b.Purpose {
				group.Rows[i] = joined(about, group.Rows[i], row)
				continue
			}
			at[about] = len(group.Rows)
			group.Rows = append(group.Rows, row)
		}
		if len(group.Rows) > 0 {
			out = append(out, group)
		}
	}
	return out
}

// joined is a row of several mailings about one thing: the row of those before, and one more.
func joined(about string, row, more BatchRow) BatchRow {
	parts := row.Parts
	if len(parts) == 0 {
		parts = []BatchRow{row}
	}
	sum := row.batch
	sum.Letters += more.batch.Letters
	sum.Waiting += more.batch.Waiting
	sum.Unknown += more.batch.Unknown
	sum.Failed += more.batch.Failed
	sum.Left += more.batch.Left
	sum.Purpose = about
	if more.batch.Last.After(sum.Last) {
		sum.Last = more.batch.Last
	}
	out := batchRow(sum)
	out.URL, out.Parts = "", append(parts, more)
	return out
}

func batchRow(b mail.Batch) BatchRow {
	row := BatchRow{
		Purpose: b.Purpose, URL: kit.OutboxPath + "?" + url.Values{"batch": {b.Key}}.Encode(), Written: b.Last.Long(),
		Letters: b.Letters, Sent: b.Sent(), batch: b,
	}
	for _, left := range []struct {
		n     int
		state mail.State
	}{{b.Failed, mail.Failed}, {b.Waiting, mail.Waiting}, {b.Unknown, mail.Sending}, {b.Left, mail.Left}} {
		if left.n > 0 {
			badge := letterBadge(left.state)
			badge.Text = kit.IDText(left.n) + " " + strings.ToLower(badge.Text)
			row.Left = append(row.Left, badge)
		}
	}
	return row
}
