package demo

// Account is someone of the demonstration who can sign in.
type Account struct {
	Role  string // as printed beside the link
	Email string
}

// Accounts lists who can sign in to a generated society, a role each.
func Accounts() []Account {
	return append(seated(), lapsed)
}

// lapsed is someone whose membership ended last year, and who can renew it.
var lapsed = Account{"Lapsed member", "lapsed@demo.example"}

// seated are the first people of the society, in their order.
func seated() []Account {
	return []Account{
		{"Administrator", "administrator@demo.example"},
		{"Treasurer", "treasurer@demo.example"},
		{"Director", "director@demo.example"},
		{"Referee", "referee@demo.example"},
		{"Secretary", "secretary@demo.example"},
		{"Club secretary", "club.secretary@demo.example"},
		{"Member", "member@demo.example"},
	}
}
