package clubs

import "strconv"

func number(n int) string { return strconv.Itoa(n) }

// count is "1 member", "8 members".
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// verb is "1 row has", "3 rows have".
func verb(n int, one, singular, plural string) string {
	if n == 1 {
		return count(n, one) + " " + singular
	}
	return count(n, one) + " " + plural
}
