package takeover

import (
	"context"
	"slices"

	"nzgs/internal/sheet"
)

// keepRows keeps whom each row meant, and finishes the files.
func (t *taking) keepRows(ctx context.Context) error {
	err := insertRows(ctx, t.tx, t.id, t.plan.Rows, func(r Row) (PersonID, said) {
		if r.Choice.Kind == LeaveOut || r.person < 0 {
			return 0, said{}
		}
		return t.plan.folk[r.person].id, r.line.said(&t.files[r.line.file])
	})
	if err != nil {
		return err
	}
	for _, f := range t.files {
		if err := finishFile(ctx, t.tx, f.ID, t.id); err != nil {
			return err
		}
	}
	return nil
}

// said is what is kept of a row: hashes of its fields, and its years.
func (l line) said(f *waiting) said {
	family, given, _ := l.name()
	out := said{Fields: map[string]string{"name": short(family + "\x00" + given)}}
	for field, value := range map[string]string{
		"email": l.email(), "phone": l.get(sheet.Phone), "address": l.address(), "since": l.get(sheet.Since),
	} {
		if value != "" {
			out.Fields[field] = hashOf(field, value)
		}
	}
	if grade := stated(l.get(sheet.Grade)); grade != "" {
		out.Fields["grade"] = hashOf("grade", grade)
	}
	for y, cell := range l.years {
		if is, ok := paid(cell); is && ok {
			out.Years = append(out.Years, y)
		}
	}
	if y, bare, ok := yearOfHeading(l.get(rowYear)); ok {
		out.Years = append(out.Years, f.Settings.Years.meant(y, bare))
	}
	slices.Sort(out.Years)
	return out
}
