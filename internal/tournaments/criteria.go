package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// CriterionNumbers order the criteria of a draw: the criterion with the
// smallest number comes first, and one without a number is not considered. No
// numbers at all mean the usual order.
type CriterionNumbers map[pairing.Criterion]string

// CriterionField is the name of the input for a criterion's number.
func CriterionField(c pairing.Criterion) string { return "criterion_" + string(c) }

// criterionStep is the distance of two numbers that the form shows, so that
// another criterion can be put between by changing one number only.
const criterionStep = 10

// maxCriterionNumber is the largest number taken.
const maxCriterionNumber = 999

func (s Settings) criterionNumbers() CriterionNumbers {
	considered := s.Criteria
	if len(considered) == 0 {
		considered = pairing.DefaultCriteria()
	}
	numbers := make(CriterionNumbers, len(considered))
	for i, c := range considered {
		numbers[c] = strconv.Itoa(criterionStep * (i + 1))
	}
	return numbers
}

// InOrder gives all criteria as a form lists them: by their numbers, then those
// without one.
func (n CriterionNumbers) InOrder() []pairing.Criterion {
	number := func(c pairing.Criterion) int {
		if k, ok := parseCount(n[c], maxCriterionNumber+1, 0, maxCriterionNumber); ok {
			return k
		}
		return maxCriterionNumber + 1
	}
	order := pairing.DefaultCriteria()
	slices.SortStableFunc(order, func(a, b pairing.Criterion) int { return number(a) - number(b) })
	return order
}

// read gives the order the numbers ask for; nil is the usual one.
func (n CriterionNumbers) read(f *apperr.Fields) []pairing.Criterion {
	var order []pairing.Criterion
	number := map[pairing.Criterion]int{}
	by := map[int]pairing.Criterion{}
	for _, c := range pairing.DefaultCriteria() {
		text := strings.TrimSpace(n[c])
		if text == "" {
			continue
		}
		k, ok := parseCount(text, 0, 0, maxCriterionNumber)
		other, taken := by[k]
		switch {
		case !ok:
			f.Add(CriterionField(c), "Enter a whole number from 0 to %d, or leave this empty.", maxCriterionNumber)
			continue
		case taken:
			f.Add(CriterionField(c), "“%[2]s” has the number %[1]d too. Give each its own number.", k, other.Name())
			continue
		}
		by[k], number[c] = c, k
		order = append(order, c)
	}
	slices.SortFunc(order, func(a, b pairing.Criterion) int { return number[a] - number[b] })
	if slices.Equal(order, pairing.DefaultCriteria()) {
		return nil
	}
	return order
}
