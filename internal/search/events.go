package search

import (
	"context"
	"slices"
	"strings"
)

// EventsWith are the numbers of the public events that have all words of a text, and whose place has all of another,
// the latest first and at most so many; more says that there are others. Where neither text has words, ok is false.
func (s *Service) EventsWith(
	ctx context.Context, text, place string, most int,
) (ids []int64, more, ok bool, err error) {
	words := asked(text)
	for _, w := range asked(place) {
		words = append(words, inPlace+w)
	}
	if len(words) == 0 {
		return nil, false, false, nil
	}
	x, err := s.index(ctx)
	if err != nil {
		return nil, false, false, err
	}
	ids, more = x.events(words, most)
	return ids, more, true, nil
}

// events are all events with the words, the latest first, at most so many.
func (x *index) events(words []string, most int) (ids []int64, more bool) {
	var found []int32
	for _, e := range x.rarest(words) {
		if x.things[e.thing].Kind == Events && matches(words, x.folded[e.thing]) {
			found = append(found, e.thing)
		}
	}
	slices.Sort(found) // a thing stands there once for each of its words
	found = slices.Compact(found)
	slices.SortStableFunc(found, func(a, b int32) int { return strings.Compare(x.things[b].order, x.things[a].order) })
	if len(found) > most {
		found, more = found[:most], true
	}
	for _, i := range found {
		ids = append(ids, x.things[i].ID)
	}
	return ids, more
}
