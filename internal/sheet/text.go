package sheet

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// Text is a text file as UTF-8, whatever it was written in. The error is an [*Error].
func Text(data []byte) (string, error) { return decodeText(data) }

// decodeText turns a text file into UTF-8: by its byte order mark, else as
// UTF-16 if it reads like that, else as UTF-8 if it is valid, else as
// Windows-1252, which is what older programs here write.
func decodeText(data []byte) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return strings.ToValidUTF8(string(data[3:]), "\uFFFD"), nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return decodeUTF16(data, unicode.LittleEndian)
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decodeUTF16(data, unicode.BigEndian)
	}
	if endian, ok := looksLikeUTF16(data); ok {
		return decodeUTF16(data, endian)
	}
	if utf8.Valid(data) {
		return string(data), nil
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return "", whole("The file's characters could not be read. Save it as XLSX, or as CSV in UTF-8.")
	}
	return string(text), nil
}

func decodeUTF16(data []byte, endian unicode.Endianness) (string, error) {
	text, err := unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Bytes(data)
	if err != nil {
		return "", whole("The file's characters could not be read. Save it as XLSX, or as CSV in UTF-8.")
	}
	return string(text), nil
}

// looksLikeUTF16 recognises UTF-16 without a mark by where its zeros stand:
// commas, digits and line ends have theirs all on one side.
func looksLikeUTF16(data []byte) (unicode.Endianness, bool) {
	if len(data)%2 != 0 {
		return unicode.LittleEndian, false
	}
	sample := data[:min(len(data), 4096)]
	var even, odd int
	for i, b := range sample {
		if b != 0 {
			continue
		}
		if i%2 == 0 {
			even++
		} else {
			odd++
		}
	}
	switch {
	case even == 0 && odd*4 >= len(sample):
		return unicode.LittleEndian, true
	case odd == 0 && even*4 >= len(sample):
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

// tidy makes a cell comparable: composed characters, plain spaces, Unix line
// ends, nothing invisible, no blanks around it.
func tidy(s string) string {
	s = norm.NFC.String(s)
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r':
			return '\n'
		case r == '\t' || r == '\u00a0' || r == '\u202f' || r == '\u2007':
			return ' '
		case r == '\ufeff' || r == '\u200b' || r == '\u200e' || r == '\u200f' || r == '\u2060' || r == '\u00ad':
			return -1
		case r < ' ' || (r >= 0x7f && r < 0xa0):
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(s)
}

// addRow checks and tidies a row's cells and appends it to the list unless it
// is blank.
func addRow(list *List, number int, raw []string) error {
	cells := make([]string, 0, min(len(raw), MaxColumns))
	for i, text := range raw {
		if strings.IndexByte(text, 0) >= 0 {
			return at(number, i+1, "has a NUL character. Type the cell again.")
		}
		text = tidy(text)
		if text == "" {
			continue
		}
		if utf8.RuneCountInString(text) > MaxCellRunes {
			return at(number, i+1, tooLong)
		}
		if i >= MaxColumns {
			return at(number, i+1, tooWide)
		}
		for len(cells) < i {
			cells = append(cells, "")
		}
		cells = append(cells, text)
	}
	if len(cells) == 0 {
		return nil
	}
	switch {
	case list.most > 0 && len(list.Rows) >= list.most:
		return at(number, 0, "is over the limit of %d rows. Send the file in parts.", list.most)
	case list.most > 0:
	case len(list.Rows) >= scannedRows:
		return at(number, 0, tooMany)
	case number > maxRowNumber:
		return at(number, 1, tooFarDown)
	}
	list.Rows = append(list.Rows, Row{Number: number, Cells: cells})
	return nil
}
