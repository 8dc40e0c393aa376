package members

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// YearCount is how many members there were at the end of a year, and how many more and fewer than a year before.
type YearCount struct {
	On      civil.Date // the year's last day, or today
	Members int
	Joined  int // of them, not members a year before
	Left    int // members a year before, no longer
}

// mostYears is how many days are counted in one reading: each is a bit of a whole number.
const mostYears = 50

// CountsByYear counts the members on each of some days, in their order: the first one only to compare the second with. The
// database adds up: what comes from it is how many people were members on the same days, not each of their terms.
func CountsByYear(ctx context.Context, q store.Queryer, days []civil.Date) ([]YearCount, error) {
	var out []YearCount
	for len(days) > 1 {
		some := days[:min(len(days), mostYears)]
		counts, err := countsOn(ctx, q, some)
		if err != nil {
			return nil, fmt.Errorf("count members by year: %w", err)
		}
		out, days = append(out, counts...), days[len(some)-1:]
	}
	return out, nil
}

func countsOn(ctx context.Context, q store.Queryer, days []civil.Date) ([]YearCount, error) {
	args := []any{days[0].String(), days[len(days)-1].String()}
	var bits []string
	for i, day := range days {
		args = append(args, day.String())
		n := strconv.Itoa(len(args))
		bits = append(bits, `MAX(CASE WHEN t.from_day <= $`+n+` AND t.to_day >= $`+n+` THEN `+
			strconv.FormatInt(1<<i, 10)+` ELSE 0 END)`)
	}
	on := make([]int, len(days))
	out := make([]YearCount, len(days)-1)
	type same struct{ days, people int64 }
	err := store.Each(ctx, q, func(s store.Scanner) (x same, err error) {
		err = s.Scan(&x.days, &x.people)
		return x, err
	}, func(x same) error {
		for i := range days {
			was, is := i > 0 && x.days>>(i-1)&1 == 1, x.days>>i&1 == 1
			if is {
				on[i] += int(x.people)
			}
			switch {
			case i > 0 && is && !was:
				out[i-1].Joined += int(x.people)
			case was && !is:
				out[i-1].Left += int(x.people)
			}
		}
		return nil
	}, `
		SELECT x.days, COUNT(*)
		FROM (SELECT CAST(`+strings.Join(bits, `
		           + `)+` AS BIGINT) AS days
		      FROM membership_term t
		      WHERE t.to_day >= $1 AND t.from_day <= $2 AND `+inForceSQL+`
		      GROUP BY t.person_id) x
		GROUP BY x.days`, args...)
	for i := range out {
		out[i].On, out[i].Members = days[i+1], on[i+1]
	}
	return out, err
}
