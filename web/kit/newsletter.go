package kit

// NewsletterWay says how the newsletter comes to someone: by "mail", on "paper", or "" not.
func NewsletterWay(way string) string {
	switch way {
	case "mail":
		return "The newsletter comes to you by e-mail."
	case "paper":
		return "The newsletter comes to you on paper."
	}
	return "The newsletter does not come to you."
}
