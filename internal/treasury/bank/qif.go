package bank

import (
	"bytes"
	"strings"
)

func looksLikeQIF(data []byte) bool {
	return bytes.HasPrefix(bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")), []byte("!type:"))
}

// readQIF reads a QIF file: a letter before each value, ^ after each line of the statement.
func (s *Statement) readQIF(data []byte, o Options) {
	s.Bank = "QIF"
	text := strings.ReplaceAll(strings.TrimPrefix(string(bytes.ToValidUTF8(data, []byte("\uFFFD"))), "\ufeff"), "\r\n", "\n")
	var days []string
	var at []int
	value := map[byte]string{}
	first := 0
	take := func() {
		if len(value) == 0 {
			return
		}
		amount, ok := parseAmount(firstOf(value['T'], value['U']))
		if !ok {
			s.add(first, "T", writeAmount, shortened(value['T']))
		} else {
			s.Lines = append(s.Lines, Line{Row: first, Amount: amount, Payee: value['P'], Reference: value['M'], Code: value['N']})
			days, at = append(days, value['D']), append(at, first)
		}
		value = map[byte]string{}
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r ")
		switch {
		case line == "" || line[0] == '!':
		case line[0] == '^':
			take()
		default:
			if len(value) == 0 {
				first = i + 1
			}
			if value[line[0]] == "" {
				value[line[0]] = strings.TrimSpace(line[1:])
			}
		}
		if len(s.Lines) > MaxLines {
			s.add(i+1, "", "The file has more than %d lines. Send it in parts.", MaxLines)
			break
		}
	}
	take()
	for i, day := range s.settleDays(o, days, at, "D") {
		s.Lines[i].Date = day
	}
}
