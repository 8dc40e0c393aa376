package members

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Consent is what was said of a new member's consent to become a member, with
// the words that were agreed to (Incorporated Societies Act 2022, s 76).
type Consent struct {
	Person   PersonID
	On       civil.Date // zero: nothing was said
	Wording  string
	Return   int64  // the club's list that it was stated with, or 0
	StatedBy string // who said so
}

// The words that the forms ask to agree to.
const (
	ConsentAlone = "This person has consented to become a member of the society " +
		"(Incorporated Societies Act 2022, section 76)."
	ConsentFamily = "Each new member of this family has consented to become a member of the society " +
		"(Incorporated Societies Act 2022, section 76)."
	ConsentOnList = "Each new member on this list has consented to become a member of the society " +
		"(Incorporated Societies Act 2022, section 76)."
)

// IsZero reports that nothing was said.
func (c Consent) IsZero() bool { return c.On.IsZero() }

// StateConsent is a consent that the actor states on a day.
func StateConsent(actor auth.Actor, on civil.Date, wording string) Consent {
	return Consent{On: on, Wording: wording, StatedBy: actor.Name}
}

// ConsentTakenOver says what is known of the consent of somebody who is taken over from a file of the society.
func ConsentTakenOver(source string) string {
	return "Taken over as a member from the society’s earlier records (" + source + "). What those records rest on was not seen here."
}
