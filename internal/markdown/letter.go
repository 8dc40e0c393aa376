package markdown

import (
	"fmt"
	"strings"
)

// Letter is a text as plain words for letters: addresses stand behind their words, those of this site below base.
func (t Text) Letter(base string) string {
	return strings.Join(t.paragraphs(base), "\n\n")
}

func (t Text) paragraphs(base string) []string {
	var out []string
	for _, b := range t {
		switch b.Kind {
		case Paragraph:
			out = append(out, strings.TrimSpace(lettered(b.Pieces, base)))
		case Heading:
			out = append(out, strings.ToUpper(strings.TrimSpace(lettered(b.Pieces, base))))
		case Quotation:
			out = append(out, prefixed(b.Blocks.Letter(base), "> ", "> "))
		case List, Ordered:
			out = append(out, b.listed(base))
		case Code:
			out = append(out, prefixed(strings.TrimRight(b.Words, "\n"), "    ", "    "))
		case Rule:
			out = append(out, "* * *")
		case Table:
			out = append(out, b.tabled(base))
		}
	}
	return out
}

func (b Block) listed(base string) string {
	items := make([]string, len(b.Items))
	for i, item := range b.Items {
		mark := "- "
		if b.Kind == Ordered {
			mark = fmt.Sprintf("%d. ", b.Start+i)
		}
		items[i] = prefixed(strings.Join(item.paragraphs(base), "\n"), mark, strings.Repeat(" ", len(mark)))
	}
	return strings.Join(items, "\n")
}

// tabled has a line for each row, each cell behind the head of its column.
func (b Block) tabled(base string) string {
	lines := make([]string, len(b.Rows))
	for i, row := range b.Rows {
		var cells []string
		for j, cell := range row {
			words := strings.TrimSpace(lettered(cell.Pieces, base))
			if words == "" {
				continue
			}
			if j < len(b.Head) {
				if head := strings.TrimSpace(lettered(b.Head[j].Pieces, base)); head != "" {
					words = head + ": " + words
				}
			}
			cells = append(cells, words)
		}
		lines[i] = "- " + strings.Join(cells, ", ")
	}
	return strings.Join(lines, "\n")
}

func prefixed(text, first, next string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		mark := next
		if i == 0 {
			mark = first
		}
		lines[i] = strings.TrimRight(mark+line, " ")
	}
	return strings.Join(lines, "\n")
}

// lettered are pieces with their addresses in brackets.
func lettered(pieces []Piece, base string) string {
	var b strings.Builder
	for _, p := range pieces {
		words := p.Words + lettered(p.Pieces, base)
		switch p.Kind {
		case Break:
			b.WriteString("\n")
		case Link:
			address := strings.TrimPrefix(p.Address, "mailto:")
			if strings.HasPrefix(address, "/") {
				address = base + address
			}
			if b.WriteString(words); words != address && base != "" {
				b.WriteString(" (" + address + ")")
			}
		default:
			b.WriteString(words)
		}
	}
	return b.String()
}
