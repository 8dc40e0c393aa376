package bank

import (
	"strings"

	"nzgs/internal/money"
)

// qifKinds are the lists of a QIF file that are of an account with money in it.
var qifKinds = map[string]bool{"bank": true, "cash": true, "oth a": true}

func looksLikeQIF(text string) bool {
	head, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(text, " \t\r\n")), "\n")
	for _, begins := range []string{"!type:", "!option:", "!account"} {
		if strings.HasPrefix(head, begins) {
			return true
		}
	}
	return false
}

// readQIF reads a QIF file: a letter before each value, ^ after each line of the statement. What stands under !Account says
// whose the lines are; other lists than of a bank's lines are refused.
func (s *Statement) readQIF(text string, o Options) {
	s.Bank = "QIF"
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var days []string
	var at []int
	value := map[byte]string{}
	first, isLine := 0, true
	take := func() {
		if isLine && len(value) > 0 {
			if amount, ok := s.qifAmount(first, value); ok {
				s.Lines = append(s.Lines, Line{Row: first, Amount: amount, Payee: value['P'], Reference: value['M'], Code: value['N']})
				days, at = append(days, value['D']), append(at, first)
			}
		}
		value = map[byte]string{}
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " ")
		switch {
		case line == "":
		case line[0] == '!':
			take()
			kind, named := strings.CutPrefix(strings.ToLower(line), "!type:")
			if isLine = named && qifKinds[kind]; named && !isLine {
				s.add(i+1, "", "“%s” is no list of a bank account’s payments. Ask the bank for the file of the account.", shortened(line))
				return
			}
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

func (s *Statement) qifAmount(row int, value map[byte]string) (money.Cents, bool) {
	text := firstOf(value['T'], value['U'])
	amount, ok := parseAmount(text)
	if !ok {
		s.add(row, "T", writeAmount, shortened(text))
	}
	return amount, ok
}
