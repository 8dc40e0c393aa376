package reports

import (
	"io"

	"nzgs/internal/civil"
)

// SealRegister is the register of the society's seal, rule 3.7.
type SealRegister struct {
	Rows []SealRow
	AsAt string
}

// SealRow is a use of the seal.
type SealRow struct {
	Number        string
	Day           civil.Date
	Instrument    string
	Resolution    string // by whose authority: "2026/3"
	Decided       civil.Date
	Signer        string
	Countersigner string // all who did: "Aroha Tūī, Ngaio Rimu"
	Struck        string // when, by whom and why it was struck out; "" of one that stands
}

// SealRegisterPDF writes the seal's register. An entry that was struck out
// stays, and says why.
func (by Press) SealRegisterPDF(w io.Writer, r SealRegister) error {
	const title = "Register of the seal"
	d := by.newDocument(documentTitle(title))
	top := topLine{
		over: "Committee", title: title,
		notes: []string{
			countText(
				len(r.Rows), "entry", "entries",
			) + ". Members of the committee sign every instrument (rule 3.7).",
		},
	}
	g := grid{
		columns: []gridColumn{
			{title: "No.", width: 9}, {title: "Sealed on", lines: uncut},
			{title: "Instrument", share: 1, lines: uncut, bold: bold},
			{title: "Resolution", lines: uncut}, {title: "Signed by", width: 32, lines: uncut},
			{title: "Countersigned by", width: 33, lines: uncut},
		},
		minHeight: 8, style: style{size: 9}, detail: style{size: 8, grey: 60}, leading: 4.4,
	}
	g.columns[1].width, g.columns[3].width = dayWidth(g.style), dayWidth(g.detail)
	rows := make([][]gridCell, len(r.Rows))
	for i, e := range r.Rows {
		rows[i] = []gridCell{
			{text: e.Number}, {text: dateText(e.Day)}, {text: e.Instrument, detail: e.Struck},
			{text: e.Resolution, detail: dateText(e.Decided)}, {text: e.Signer}, {text: e.Countersigner},
		}
	}
	g.draw(d, top, d.startPage(top), rows)
	d.finish(title, asAt(r.AsAt))
	return d.writeTo(w)
}
