package sheet

// Keys of the columns of a club's list, of a list of entries and of a rating list.
const (
	MemberNo   Key = "member_no"
	FamilyName Key = "family_name"
	GivenNames Key = "given_names"
	FullName   Key = "name"
	Email      Key = "email"
	Phone      Key = "phone"
	Address    Key = "address"
	Address2   Key = "address_2"
	Suburb     Key = "suburb"
	City       Key = "city"
	Postcode   Key = "postcode"
	Abroad     Key = "address_country"
	Since      Key = "member_since"
	Grade      Key = "grade"
	Notes      Key = "notes"
	Club       Key = "club"
	Section    Key = "section"
	Absent     Key = "absent"
	Rating     Key = "rating"
	Rank       Key = "rank"
	Games      Key = "games"
	HalfByes   Key = "half_byes"
	EnteredIn  Key = "entered_in"
	Team       Key = "team"
	Board      Key = "board"
	Country    Key = "country"
	PIN        Key = "pin"
	AGA        Key = "aga"
)

var (
	memberNo = Column{Key: MemberNo, Title: "Member no.", Synonyms: []string{
		"No", "Number", "Member number", "Membership number", "Membership no", "Member id", "Id", "NZGS number", "NZGS no",
		"Mem no",
	}}
	familyName = Column{Key: FamilyName, Title: "Family name", Required: true, Instead: []Key{FullName}, Synonyms: []string{
		"Surname", "Last name", "Family", "Last", "Lastname", "Ingoa whānau", "姓",
	}}
	givenNames = Column{Key: GivenNames, Title: "Given names", Required: true, Instead: []Key{FullName}, Synonyms: []string{
		"Given name", "First name", "First names", "Forename", "Forenames", "Given", "First", "Christian name", "Ingoa", "名",
	}}
	fullName = Column{Key: FullName, Title: "Name", Synonyms: []string{
		"Full name", "Member", "Member name", "Player", "Player name", "Names", "姓名", "名前", "이름",
	}}
	email = Column{Key: Email, Title: "E-mail", Synonyms: []string{
		"Email address", "Mail", "Īmēra", "E-mail address",
	}}
	phone = Column{Key: Phone, Title: "Phone", Synonyms: []string{
		"Telephone", "Tel", "Mobile", "Cell", "Cellphone", "Phone number", "Mobile phone", "Waea", "Ph",
	}}
	address = Column{Key: Address, Title: "Address", Synonyms: []string{
		"Postal address", "Street address", "Home address", "Mailing address", "Full address", "Wāhi noho", "Street", "Address 1",
		"Address line 1", "Street and number", "Street name", "Street 1", "Addr", "PO Box", "Tiriti",
	}}
	address2 = Column{Key: Address2, Title: "Address, second line", Synonyms: []string{
		"Address 2", "Address line 2", "Street 2", "RD", "Rural delivery", "Unit", "Flat",
	}}
	suburb = Column{Key: Suburb, Title: "Suburb", Synonyms: []string{
		"Address 3", "Address line 3", "Locality", "District", "Home suburb", "Takiwā",
	}}
	city = Column{Key: City, Title: "Town or city", Synonyms: []string{
		"City", "Town", "Town/City", "City/Town", "Address 4", "Address line 4", "Home town", "Place", "Tāone",
	}}
	postcode = Column{Key: Postcode, Title: "Postcode", Synonyms: []string{
		"Post code", "Postal code", "Zip", "Zip code", "PCode", "Waehere poutāpeta",
	}}
	abroad = Column{Key: Abroad, Title: "Country", Synonyms: []string{"Home country", "Address country"}}
	since  = Column{Key: Since, Title: "Member since", Synonyms: []string{
		"Joined", "Join date", "Date joined", "Joining date", "Date of joining", "Year joined", "Joined in", "Joined on",
		"Member from", "Membership since", "Membership start", "Membership start date", "Start date", "Since", "First joined",
		"Year of joining", "Date of membership", "Member since (year)", "Joined NZGS", "Joined the society", "Joined club",
		"Joined the club", "Date joined club", "Joined date", "Year of entry", "Entry date", "Enrolled", "Date enrolled",
		"Registered since", "Registration date", "Became a member", "Start of membership", "I uru mai",
	}}
	grade = Column{Key: Grade, Title: "Playing strength", Synonyms: []string{
		"Grade", "Rank", "Strength", "Level", "Dan/kyu", "Kyu/dan", "Rating", "Go rank", "Playing grade",
		"Grade / playing strength",
	}}
	rating = Column{Key: Rating, Title: "Rating", Required: true, Instead: []Key{Rank}, Synonyms: []string{
		"Current rating", "New rating", "NZGS rating",
	}}
	rank = Column{Key: Rank, Title: "Grade", Synonyms: []string{
		"Playing strength", "Rank", "Strength", "Level", "Dan/kyu", "Kyu/dan", "Go rank", "Playing grade",
	}}
	games = Column{Key: Games, Title: "Games", Synonyms: []string{
		"Rated games", "Games rated", "Number of games", "Games played",
	}}
	notes = Column{Key: Notes, Title: "Notes", Synonyms: []string{
		"Note", "Comment", "Comments", "Remarks", "Remark",
	}}
	club = Column{Key: Club, Title: "Club", Synonyms: []string{
		"Go club", "Club name", "Affiliation", "Karapu",
	}}
	section = Column{Key: Section, Title: "Section", Synonyms: []string{
		"Division", "Tournament", "Group", "Open or handicap",
	}}
	absent = Column{Key: Absent, Title: "Absent rounds", Synonyms: []string{
		"Absent", "Rounds absent", "Rounds missed", "Missing rounds", "Byes", "Not playing rounds", "Away", "Missed rounds",
	}}
	halfByes = Column{Key: HalfByes, Title: "Half-point byes", Synonyms: []string{"Half byes", "Half point bye"}}
	entered  = Column{Key: EnteredIn, Title: "Enters in round", Synonyms: []string{"First round", "From round", "Entered in"}}
	team     = Column{Key: Team, Title: "Team", Synonyms: []string{"Team name", "Squad"}}
	board    = Column{Key: Board, Title: "Board", Synonyms: []string{"Board number", "Board no", "Team board"}}
	country  = Column{Key: Country, Title: "Country", Synonyms: []string{"Nation", "Nationality", "Federation", "Co"}}
	pin      = Column{Key: PIN, Title: "EGF PIN", Synonyms: []string{"PIN", "EGD PIN", "EGF number", "EGF id"}}
	aga      = Column{Key: AGA, Title: "AGA number", Synonyms: []string{"AGA id", "AGA no", "AGA", "AGA member"}}
	strength = Column{Key: Rating, Title: "Rating", Synonyms: []string{
		"Current rating", "NZGS rating", "EGF rating", "EGF", "GoR", "EGD rating", "Elo",
	}}
)

// ClubReturnColumns is what a club's yearly list may hold (Rules 2.3, 2.4:
// names, addresses, playing strengths): those of the template in its order, then what else is understood.
func ClubReturnColumns() []Column {
	return append(ReturnTemplateColumns(), fullName, address2, suburb, city, postcode, abroad)
}

// ReturnTemplateColumns are the columns of the template.
func ReturnTemplateColumns() []Column {
	return []Column{memberNo, familyName, givenNames, email, phone, address, grade, since, notes}
}

// StartingColumns is what a rating list that is taken over may hold. Of a rating and a grade the
// rating counts.
func StartingColumns() []Column {
	return []Column{memberNo, familyName, givenNames, club, rating, rank, games, email, fullName}
}

// EntryColumns is what a director's list of entries may hold. Of a rating and a grade the rating counts.
func EntryColumns() []Column {
	return []Column{
		fullName, familyName, givenNames, rank, strength, club, section, team, board, absent, halfByes, entered, country, pin, aga, email,
		phone, memberNo,
	}
}
