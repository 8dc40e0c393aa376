package bank

import (
	"html"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

func looksLikeOFX(text string) bool {
	head := strings.ToUpper(text[:min(len(text), 2048)])
	return strings.Contains(head, "OFXHEADER") || strings.Contains(head, "<OFX>")
}

// ofxTag is a tag with what stands behind it, up to the next.
type ofxTag struct {
	name, text string
	row        int
}

// ofxTags cuts a file into its tags, in SGML, whose values have no end tags, as well as in XML.
func ofxTags(text string) []ofxTag {
	var out []ofxTag
	row := 1
	for len(out) < 40*MaxLines {
		at := strings.IndexByte(text, '<')
		if at < 0 {
			break
		}
		row += strings.Count(text[:at], "\n")
		text = text[at+1:]
		end := strings.IndexByte(text, '>')
		if end < 0 {
			break
		}
		name := strings.ToUpper(strings.TrimSpace(text[:end]))
		row += strings.Count(text[:end], "\n")
		text = text[end+1:]
		value := text
		if next := strings.IndexByte(text, '<'); next >= 0 {
			value = text[:next]
		}
		out = append(out, ofxTag{name, html.UnescapeString(strings.TrimSpace(value)), row})
	}
	return out
}

// readOFX reads the lines of the statements of an OFX file, version 1 or 2 (Open Financial Exchange 2.2, 11.4).
func (s *Statement) readOFX(text string) {
	s.Bank, s.Days = "OFX", YearMonthDay
	var l *ofxLine
	whole, bank, branch := false, "", ""
	for _, tag := range ofxTags(text) {
		switch tag.name {
		case "/OFX":
			whole = true
		case "BANKACCTFROM":
			bank, branch = "", ""
		case "BANKID":
			bank = tag.text
		case "BRANCHID":
			branch = tag.text
		case "ACCTID":
			if l == nil {
				s.takeAccount(tag.row, ofxAccount(bank, branch, tag.text))
			}
		case "CURDEF":
			if tag.text != "" && !strings.EqualFold(tag.text, money.InUse().Code) {
				s.add(tag.row, tag.name, "The statement is in %s. Only %s is booked.", shortened(tag.text), money.InUse().Code)
			}
		case "STMTTRN":
			s.takeOFX(l) // a file that leaves out end tags
			l = &ofxLine{row: tag.row, value: map[string]string{}}
		case "/STMTTRN", "/BANKTRANLIST":
			s.takeOFX(l)
			l = nil
		default:
			if l != nil && !strings.HasPrefix(tag.name, "/") && l.value[tag.name] == "" {
				l.value[tag.name] = tag.text
			}
		}
	}
	s.takeOFX(l)
	if !whole {
		s.add(0, "", "The file ends in the middle: it lacks its end, </OFX>. Ask the bank for the file again.")
	}
	if len(s.Lines) == 0 && len(s.Problems) == 0 {
		s.add(0, "", "The file has no lines of a statement (STMTTRN).")
	}
}

// ofxAccount is an account in full, where a file has its parts apart.
func ofxAccount(bank, branch, account string) string {
	if full := bank + "-" + branch + "-" + account; len(digitsOf(account)) <= beforeSuffix && accountIn(full) == full {
		return full
	}
	return account
}

type ofxLine struct {
	row   int
	value map[string]string
}

func (s *Statement) takeOFX(l *ofxLine) {
	if l == nil || len(s.Lines) >= MaxLines {
		return
	}
	v := l.value
	line := Line{
		Row: l.row, ID: v["FITID"], Payee: v["NAME"], Reference: firstOf(v["REFNUM"], v["MEMO"]), Code: v["CHECKNUM"],
	}
	if v["REFNUM"] != "" {
		line.Particulars = v["MEMO"]
	}
	text := v["TRNAMT"]
	if whole, cents, found := strings.Cut(text, "."); found && len(cents) > 2 {
		text = whole + "." + cents[:2] + strings.TrimRight(cents[2:], "0") // -25.0000
	}
	var ok bool
	if line.Amount, ok = parseAmount(text); !ok {
		s.add(l.row, "TRNAMT", writeAmount, shortened(v["TRNAMT"]))
		return
	}
	if line.Date, ok = ofxDay(v["DTPOSTED"]); !ok {
		s.add(l.row, "DTPOSTED", "“%s” is not a day, such as 20261121.", shortened(v["DTPOSTED"]))
		return
	}
	s.Lines = append(s.Lines, line)
	if len(s.Lines) == MaxLines {
		s.add(l.row, "", "The file has more than %d lines. Send it in parts.", MaxLines)
	}
}

// ofxDay reads the day of 20261121120000[+13:NZDT]: the bank's own day, whatever the zone.
func ofxDay(text string) (civil.Date, bool) {
	if len(text) < 8 {
		return civil.Date{}, false
	}
	return readDay(text[:8], YearMonthDay)
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
