package gorules

import "fmt"

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

// HandicapPoints gives the traditional points for 2 to 9 stones on a square
// board of 19, 13 or 9, in the order in which they are played. Two to four, six,
// eight and nine stones are played in order; five are the corners and the
// centre; seven the first six and the centre. One stone has no traditional
// point.
func HandicapPoints(size, n int) ([]Point, error) {
	var near int
	switch size {
	case 19, 13:
		near = 3
	case 9:
		near = 2
	default:
		return nil, fmt.Errorf("traditional handicap points are for boards of 19, 13 and 9 lines, not %d", size)
	}
	if n < 2 || n > 9 {
		return nil, fmt.Errorf("traditional handicap points are for 2 to 9 stones, not %d", n)
	}
	far, middle := size-1-near, size/2
	order := []Point{
		At(far, near), At(near, far), At(far, far), At(near, near), // a to d, the corners
		At(near, middle), At(far, middle), At(middle, near), At(middle, far), // e to h, the sides
	}
	if n == 5 || n == 7 || n == 9 {
		return append(order[:n-1], At(middle, middle)), nil
	}
	return order[:n], nil
}
