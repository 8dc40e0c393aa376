// Package search finds public things by words: players as they allow, clubs, events, news, and the pages of the site. Words are
// folded (Māori and maori are one), the beginning of a word finds it, and of words in Chinese, Japanese and Korean any part.
//
// The index is kept in memory and made again when something was done since, at the latest after half a minute. What it
// finds is read from the database before it is shown: who is hidden is found no more from that moment on.
package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/members"
)

// Kind says what was found.
type Kind string

// The kinds, in the order in which they are shown.
const (
	Players  Kind = "player"
	Clubs    Kind = "club"
	Events   Kind = "event"
	News     Kind = "news"
	Articles Kind = "article" // of the bookshop
	Pages    Kind = "page"
)

// Kinds are all of them.
var Kinds = []Kind{Players, Clubs, Events, News, Articles, Pages}

// Thing is something that is found.
type Thing struct {
	Kind  Kind
	ID    int64
	Key   string // what names its page: an event's address, a page's path
	Title string
	Text  string // of an event: days and place; of a club: where it is
	Words string // what it is found by besides its title
	Place string // of an event; its words are among Words as well
	order string // things of a kind are shown from the highest on
}

// Bounds of what is asked for.
const (
	mostRunes = 100
	mostWords = 6
	mostTried = 10_000 // things with the rarest of the words
)

// wordsOf are the words by which a text is found; of one in a script without spaces each of its ends as well.
func wordsOf(text string) []string {
	var out []string
	for word := range strings.FieldsSeq(members.Fold(text)) {
		out = append(out, word)
		for i, r := range word {
			if i > 0 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
				out = append(out, word[i:])
			}
		}
	}
	return out
}

// asked are the words of a question.
func asked(text string) []string {
	if utf8.RuneCountInString(text) > mostRunes {
		text = string([]rune(text)[:mostRunes])
	}
	words := strings.Fields(members.Fold(text))
	return words[:min(len(words), mostWords)]
}

// matches reports whether every word that was asked for begins one of a folded text.
func matches(words []string, folded string) bool {
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		anywhere := unicode.In(first, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
		if !begins(folded, w) && (!anywhere || !strings.Contains(folded, w)) {
			return false
		}
	}
	return true
}

// begins reports whether a word of a text begins so.
func begins(text, word string) bool {
	for {
		at := strings.Index(text, word)
		if at < 0 {
			return false
		}
		if at == 0 || text[at-1] == ' ' {
			return true
		}
		next := strings.IndexByte(text[at:], ' ')
		if next < 0 {
			return false
		}
		text = text[at+next+1:]
	}
}

// folded is all that a thing is found by.
func (t Thing) folded() string {
	return strings.Join(append([]string{members.Fold(t.Title + " " + t.Words)}, placeWords(byEveryName(t.Place))...), " ")
}

// inPlace begins the words of a place, and no word that is typed: folding takes it away.
const inPlace = ":"

// placeWords are the words by which an event is found by its place alone.
func placeWords(place string) []string {
	out := wordsOf(place)
	for i, w := range out {
		out[i] = inPlace + w
	}
	return out
}

// entry is a word, and the thing that has it.
type entry struct {
	word  string
	thing int32
}

// index finds things by words.
type index struct {
	things []Thing
	folded []string // of each of them
	words  []entry  // sorted
}

func newIndex(things []Thing) *index {
	x := &index{things: things}
	for i, t := range things {
		x.folded = append(x.folded, t.folded())
		for _, w := range append(wordsOf(t.Title+" "+t.Words), placeWords(byEveryName(t.Place))...) {
			x.words = append(x.words, entry{w, int32(i)})
		}
	}
	slices.SortFunc(x.words, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.word, b.word), cmp.Compare(a.thing, b.thing))
	})
	return x
}

// with are the entries of the words that begin with a word.
func (x *index) with(word string) []entry {
	from, _ := slices.BinarySearchFunc(x.words, word, func(e entry, w string) int { return strings.Compare(e.word, w) })
	to := from
	for step := 1 << 20; step > 0; step /= 2 {
		for to+step <= len(x.words) && strings.HasPrefix(x.words[to+step-1].word, word) {
			to += step
		}
	}
	return x.words[from:to]
}

// rarest are the entries of the word that fewest things have.
func (x *index) rarest(words []string) []entry {
	rarest := x.with(words[0])
	for _, w := range words[1:] {
		if have := x.with(w); len(have) < len(rarest) {
			rarest = have
		}
	}
	return rarest
}

// find gives the things that have all words, by kind, those that are called just so first; more says of which kinds there
// are more than limit, or may be.
func (x *index) find(words []string, limit int) (found map[Kind][]Thing, more map[Kind]bool) {
	found, more = map[Kind][]Thing{}, map[Kind]bool{}
	if len(words) == 0 {
		return found, more
	}
	rarest := x.rarest(words)
	if len(rarest) > mostTried {
		rarest = rarest[:mostTried]
		for _, k := range Kinds {
			more[k] = true
		}
	}
	tried := make([]int32, len(rarest))
	for i, e := range rarest {
		tried[i] = e.thing
	}
	slices.Sort(tried) // a thing stands there once for each of its words
	whole, first := strings.Join(words, " "), map[Kind][]int32{}
	for _, i := range slices.Compact(tried) {
		k := x.things[i].Kind
		best := first[k]
		full := len(best) == limit
		if full && more[k] && x.compare(i, best[limit-1], whole) >= 0 || !matches(words, x.folded[i]) {
			continue
		}
		at := len(best)
		for at > 0 && x.compare(i, best[at-1], whole) < 0 {
			at--
		}
		if best = slices.Insert(best, at, i); full {
			best, more[k] = best[:limit], true
		}
		first[k] = best
	}
	for k, best := range first {
		for _, i := range best {
			found[k] = append(found[k], x.things[i])
		}
	}
	return found, more
}

// compare puts first what is called just as was asked, then what comes first among its kind.
func (x *index) compare(a, b int32, whole string) int {
	if justA, justB := x.folded[a] == whole, x.folded[b] == whole; justA != justB {
		if justA {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(x.things[b].order, x.things[a].order), strings.Compare(x.things[a].Title, x.things[b].Title))
}
