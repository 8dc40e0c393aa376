package gorules

// StarPoints are the points that a board of that size has marked, row by row.
func StarPoints(width, height int) []Point {
	xs, ys := starLines(width), starLines(height)
	if xs == nil || ys == nil {
		return nil
	}
	var out []Point
	for _, y := range ys {
		for _, x := range xs {
			atSide := (2*x == width-1) != (2*y == height-1)
			if atSide && (width < 15 || height < 15) {
				continue // small boards have corners and centre
			}
			out = append(out, At(x, y))
		}
	}
	return out
}

// starLines are the lines of a side that have star points: near both ends and,
// on odd sides, in the middle.
func starLines(n int) []int {
	if n < 7 {
		return nil
	}
	first := 3
	if n < 12 {
		first = 2
	}
	if n%2 == 0 {
		return []int{first, n - 1 - first}
	}
	return []int{first, n / 2, n - 1 - first}
}
