package events

import (
	"slices"
	"strconv"

	"nzgs/internal/pairing"
	"nzgs/web/kit"
)

// Directors order the criteria of a draw by numbers: the criterion with the
// smallest comes first, and one without a number is not considered. No numbers
// at all mean the usual order.

// criterionField is the name of the input for a criterion's number.
func criterionField(c pairing.Criterion) string { return "criterion_" + string(c) }

// criterionStep is the distance of two numbers that the form shows, so that
// another criterion can be put between by changing one number only.
const criterionStep = 10

// maxCriterionNumber is the largest number taken.
const maxCriterionNumber = 999

// fillCriteria numbers the criteria that are considered.
func fillCriteria(in *kit.Filling, considered []pairing.Criterion) {
	if len(considered) == 0 {
		considered = pairing.DefaultCriteria()
	}
	for i, c := range considered {
		in.Set(criterionField(c), strconv.Itoa(criterionStep*(i+1)))
	}
}

// criterionNumber is a criterion's number; what is none is not given.
func criterionNumber(in *kit.Filling, c pairing.Criterion) (n int, given bool) {
	n, err := strconv.Atoi(in.Text(criterionField(c)))
	return n, err == nil && n >= 0 && n <= maxCriterionNumber
}

// criteriaInOrder gives all criteria as a form lists them: by their numbers,
// then those without one.
func criteriaInOrder(in *kit.Filling) []pairing.Criterion {
	number := func(c pairing.Criterion) int {
		if n, given := criterionNumber(in, c); given {
			return n
		}
		return maxCriterionNumber + 1
	}
	order := pairing.Criteria()
	slices.SortStableFunc(order, func(a, b pairing.Criterion) int { return number(a) - number(b) })
	return order
}

// readCriteria gives the order that the numbers ask for.
func readCriteria(in *kit.Filling) []pairing.Criterion {
	var order []pairing.Criterion
	by := map[int]pairing.Criterion{}
	for _, c := range pairing.Criteria() {
		name := criterionField(c)
		if in.Text(name) == "" {
			continue
		}
		n, given := criterionNumber(in, c)
		other, taken := by[n]
		switch {
		case !given:
			in.Problem(name, "Enter a whole number from 0 to %d, or leave this empty.", maxCriterionNumber)
			continue
		case taken:
			in.Problem(name, "“%s” has the number %d too. Give each its own number.", other.Name(), n)
			continue
		}
		by[n] = c
		order = append(order, c)
	}
	slices.SortFunc(order, func(a, b pairing.Criterion) int {
		x, _ := criterionNumber(in, a)
		y, _ := criterionNumber(in, b)
		return x - y
	})
	return order
}
