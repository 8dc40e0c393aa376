package kit

// NewsletterWay says how the newsletter comes to someone: by "mail", on "paper", or "" not. On paper it comes where the register has
// a postal address; asked is an address that was asked and has not answered, or "".
func NewsletterWay(way string, postal bool, asked string) string {
	says := "The newsletter does not come to you."
	switch {
	case way == "mail":
		return "The newsletter comes to you by e-mail."
	case way == "paper" && postal:
		says = "The newsletter comes to you on paper."
	case way == "paper":
		says = NewsletterNowhere
	}
	if asked != "" {
		says += " " + NewsletterAsked(asked)
	}
	return says
}

// NewsletterNowhere is said to who wants the newsletter on paper and has no postal address in the register.
const NewsletterNowhere = "You asked for the newsletter on paper, but the register has no postal address to which it could go: " +
	"enter it at “My page”, “Change my details”."

// NewsletterAsked says that an address was asked to confirm.
func NewsletterAsked(email string) string {
	return "A letter to " + email + " asks whether it should come there: by e-mail it comes once the link in it is opened and " +
		"“Confirm” is pressed."
}
