package tournaments

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"nzgs/internal/apperr"
)

// cardSigns are what the letters of a table card are made of: none is taken for another or for a figure, and they make
// no word. With lettersOnCard of them there are 64 million.
const (
	cardSigns     = "BCDFGHJKMNPQRSTVWXYZ"
	lettersOnCard = 6
)

// CardLetters are what is typed where no camera scans the code on the card of a table. They follow from the key that
// the code follows from, say nothing of it, and end with it.
func (s Section) CardLetters(table int) string {
	mac := hmac.New(sha256.New, []byte(s.cardSecret))
	fmt.Fprintf(mac, "table letters %d %d", s.ID, table)
	n := binary.BigEndian.Uint64(mac.Sum(nil))
	letters := make([]byte, lettersOnCard)
	for i := range letters {
		letters[i] = cardSigns[n%uint64(len(cardSigns))]
		n /= uint64(len(cardSigns))
	}
	return string(letters)
}

// readLetters reads the letters of a card as someone typed them: small or large, in groups or not.
func readLetters(typed string) (letters string, ok bool) {
	const most = 100 // spaces and all
	if len(typed) > most {
		return "", false
	}
	letters = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\u00a0-–.", r) {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	return letters, len(letters) == lettersOnCard && strings.Trim(letters, cardSigns) == ""
}

// seat is a table of a section at which games are played.
type seat struct {
	section Section // its id and key
	table   int
}

// cardsWith are the codes of the cards that have these letters.
func cardsWith(letters string, seats []seat) (cards []string) {
	for _, at := range seats {
		if hmac.Equal([]byte(at.section.CardLetters(at.table)), []byte(letters)) {
			cards = append(cards, at.section.CardToken(at.table))
		}
	}
	return cards
}

// CardByLetters is the code of the table card with these letters, as someone typed them. Only tables are looked at that
// have been played at in an event of today, so that there is little to guess; letters that are on none of them are "not
// found".
func (s *Service) CardByLetters(ctx context.Context, typed string) (card string, err error) {
	var problems apperr.Fields
	letters, ok := readLetters(typed)
	if !ok {
		problems.Add("letters", "Enter the six letters of the card. A, E, I, L, O, U and figures are not among them.")
		return "", problems.Err()
	}
	seats, err := seatsOn(ctx, s.db, s.cases.Today())
	if err != nil {
		return "", err
	}
	switch cards := cardsWith(letters, seats); len(cards) {
	case 0:
		return "", apperr.New(
			apperr.NotFound, "No table of a round that is out has these letters today. Look at the card again; "+
				"newer cards may have been printed.",
		)
	case 1:
		return cards[0], nil
	}
	problems.Add("letters", "Two cards have these letters, by chance. Scan the code on yours, or tell the tournament director.")
	return "", problems.Err()
}
