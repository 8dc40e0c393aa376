package constitution

// Ids of the open questions.
const (
	NewMember          QuestionID = "2.2-new"
	EarlyRenewal       QuestionID = "2.2-early"
	JoiningByList      QuestionID = "2.2-joining"
	TwoLists           QuestionID = "2.3-two-lists"
	LateList           QuestionID = "2.3-late-list"
	UnderMinimum       QuestionID = "2.3-under-minimum"
	SecretaryOfClub    QuestionID = "2.4-secretary"
	ExcludedClub       QuestionID = "2.5-club"
	CommitteeSeats     QuestionID = "3.2-seats"
	WhichPayments      QuestionID = "3.4-payments"
	AGMInterval        QuestionID = "4.1-interval"
	AGMYear            QuestionID = "4.1-year"
	TwoWeeks           QuestionID = "4.1-two-weeks"
	OnlinePresence     QuestionID = "4.2-online"
	ActingSeniority    QuestionID = "4.3-acting"
	ThoseVoting        QuestionID = "4.8-voting"
	ChairAndTen        QuestionID = "4.8-ten"
	CommitteesMotion   QuestionID = "4.12-committee"
	ReElection         QuestionID = "4.14-re-election"
	ChairsBallot       QuestionID = "4.15-chair"
	ElectionTie        QuestionID = "4.15-tie"
	TenPercent         QuestionID = "4.16-percent"
	HighestTotals      QuestionID = "4.16-totals"
	LateProposal       QuestionID = "4.17-late"
	MovedDate          QuestionID = "4.17-moved"
	CarriedOver        QuestionID = "4.20-carried"
	PreviousInquorate  QuestionID = "4.20-previous"
	ClubsThatShare     QuestionID = "4.20-clubs"
	OddCents           QuestionID = "4.20-cents"
	CalledOrHeld       QuestionID = "5.1-held"
	BallotAtEGM        QuestionID = "5.6-ballot"
	SecondPaper        QuestionID = "5.10-second"
	Electronic         QuestionID = "5.10-electronic"
	SixMonths          QuestionID = "5.11-months"
	AbstainRecorded    QuestionID = "5.12-abstain"
	ConstitutionByPost QuestionID = "5.12-constitution"
	CommitteeYear      QuestionID = "6.1-year"
	CommitteeTie       QuestionID = "6.3-tie"
	WhichMeeting       QuestionID = "7.1-meeting"
	Lapse              QuestionID = "7.1-lapse"
	EndOfMeeting       QuestionID = "7.2-end"
)

var register = []Question{
	{NewMember, []string{"2.2"}, "Who is a new member?",
		"Only new members are carried over into the next year, but the rule does not say whether somebody who comes back after a gap is new.",
		[]Reading{
			{ID: "two-years", Text: "“New” is read as: no term in the current or the previous subscription year."},
			{ID: "never", Text: "New is who never was a member before."},
			{ID: "not-now", Text: "New is who has no term in the current subscription year."},
		}},
	{EarlyRenewal, []string{"2.2"}, "When does a renewal begin that is paid before its year?",
		"The rule has subscriptions run with the year; it is silent about one that is paid in the months before.",
		[]Reading{
			{ID: "year", Text: "A renewal received before the year it is for is read as beginning on the year’s first day."},
			{ID: "receipt", Text: "It begins on the day it is received."},
		}},
	{JoiningByList, []string{"2.2", "2.3"}, "On which day does a new member on a club’s list join?",
		"Whether a new member joins after 31 January decides how long the term is. A list may come before that day and its fee after it.",
		[]Reading{
			{ID: "effective", Text: "On the day on which the registration takes effect: the later of list and full fee."},
			{ID: "list", Text: "On the day on which the list is received."},
		}},
	{TwoLists, []string{"2.3"}, "Does somebody on two clubs’ lists pay twice?",
		"The fee is the number of people on a list times the subscription, whatever other lists they are on.",
		[]Reading{
			{ID: "twice", Text: "Everybody on a list is charged; the treasurer may record a waiver with a reason."},
			{ID: "once", Text: "Who is registered for the year already is not charged again."},
		}},
	{LateList, []string{"2.2", "2.3"}, "How long does a club’s list of February to June register its members?",
		"A list is one registration of a whole club, but new members who join after 31 January are registered into the next year.",
		[]Reading{
			{ID: "per-row", Text: "Each person by rule 2.2: who is new to the end of the next year, the others to the end of this one."},
			{ID: "one-term", Text: "Everybody on it to the end of this year."},
		}},
	{UnderMinimum, []string{"2.3"}, "What if an affiliated club falls under five members during the year?",
		"The minimum is a condition for becoming affiliated; the rule does not say that it must be kept.",
		[]Reading{
			{ID: "stays", Text: "The club stays affiliated to the end of the subscription year."},
			{ID: "ceases", Text: "The affiliation ends on the day on which it falls under the minimum."},
		}},
	{SecretaryOfClub, []string{"2.4"}, "Who counts as a member of the club when it names its secretary?",
		"At the turn of the year the members of last year’s list are the only ones until the new list is in.",
		[]Reading{
			{ID: "two-years", Text: "Who was registered by the club in the current or the previous subscription year."},
			{ID: "current", Text: "Who is registered by the club on the day."},
		}},
	{ExcludedClub, []string{"2.5"}, "What becomes of the members of an excluded club?",
		"The rule excludes a club or its members, each for a breach of its own; it does not say what a club’s exclusion means for those whom its list registered.",
		[]Reading{
			{ID: "stay", Text: "They stay members to the end of the terms that they are registered for."},
			{ID: "end", Text: "The terms that the club’s lists gave them end with the affiliation."},
		}},
	{CommitteeSeats, []string{"3.2"}, "May more than two ordinary members be elected?",
		"The rule names two; past general meetings have elected five.",
		[]Reading{
			{ID: "recorded", Text: "Two; more with a recorded decision of the meeting that elects them."},
			{ID: "two", Text: "Two, and never more."},
			{ID: "practice", Text: "As many as the AGM elects."},
		}},
	{WhichPayments, []string{"3.4"}, "Which payments need two officers?",
		"The rule speaks of cheques, which banks no longer take.",
		[]Reading{
			{ID: "all", Text: "Every payment out, however it is made."},
			{ID: "cheques", Text: "Cheques only."},
		}},
	{AGMInterval, []string{"4.1"}, "Eighteen months or fifteen?",
		"The rule allows eighteen months between two AGMs, the Incorporated Societies Act 2022 (s 84) fifteen, and six after the balance date.",
		[]Reading{
			{ID: "warn", Text: "Eighteen months are the rule; past the Act’s limit there is a warning to confirm."},
			{ID: "act", Text: "The shorter limit of the Act is applied."},
		}},
	{AGMYear, []string{"4.1"}, "In which year is an AGM held once?",
		"An AGM is held once a year; the rule does not name the year. Without a ruling it is the calendar year, as the word is commonly understood.",
		[]Reading{
			{ID: "calendar", Text: "In each calendar year."},
			{ID: "subscription", Text: "In each subscription year."},
		}},
	{TwoWeeks, []string{"4.1", "5.3", "5.9"}, "Is exactly fourteen days at least two weeks’ notice?",
		"The text does not say whether the day of sending and the day of the meeting count.",
		[]Reading{
			{ID: "warn", Text: "Neither day counts: fifteen days before is in time, exactly fourteen is taken with a warning."},
			{ID: "clear", Text: "Neither day counts: exactly fourteen days before is too late."},
			{ID: "fourteen", Text: "Fourteen days before is in time."},
		}},
	{OnlinePresence, []string{"4.2"}, "Is somebody present who takes part online?",
		"The text is older than the question.",
		[]Reading{
			{ID: "room", Text: "Only who is in the room is present."},
			{ID: "online", Text: "Who takes part online is present too."},
		}},
	{ActingSeniority, []string{"4.3", "6.4", "6.6"}, "Does an acting officer take the chair?",
		"The chair goes to the senior officer present; the rule on acting officers does not say whether they are officers in this sense.",
		[]Reading{
			{ID: "counts", Text: "An acting officer has the seniority of the office."},
			{ID: "elected", Text: "Only an elected officer takes the chair."},
		}},
	{ThoseVoting, []string{"4.8", "6.3", "7.2"}, "Are those who abstain among those voting?",
		"Majorities are of those voting; only the rule on postal votes says that it means for and against.",
		[]Reading{
			{ID: "for-or-against", Text: "Only Yes and No are votes."},
			{ID: "all", Text: "Who abstains is voting: abstentions count in the whole of which the majority is taken."},
		}},
	{ChairAndTen, []string{"4.8", "7.2"}, "Does the chair record one of the ten votes on an amendment of the constitution?",
		"Ten present are a quorum and ten must record a vote, but the chair votes only where the meeting is equally divided: with ten present " +
			"there are nine to vote. Without a ruling the stricter reading is applied, because an amendment binds everybody.",
		[]Reading{
			{ID: "silent", Text: "The chair votes only on equal votes here too: an amendment needs ten voters beside the chair."},
			{ID: "records", Text: "On an amendment the chair votes with the others, and is one of the ten."},
		}},
	{CommitteesMotion, []string{"4.12", "4.17", "7.1"}, "Does an amendment of the constitution from the committee need a mover and a seconder?",
		"The committee’s proposals need none and are moved from the chair; an amendment is signed by two members and lapses when they are absent. " +
			"Without a ruling the rule on amendments is applied, as the special one and the stricter.",
		[]Reading{
			{ID: "signed", Text: "It needs them as any other amendment does: two members sign it, and they are present."},
			{ID: "chair", Text: "It is moved from the chair without them; it is in time and on the agenda as any other."},
		}},
	{ReElection, []string{"4.14"}, "Does a sitting officer need a nomination for another office?",
		"Officers may be re-elected without nomination; whether that holds for another office is not said.",
		[]Reading{
			{ID: "same", Text: "None is needed for the office that is held; another office needs one."},
			{ID: "any", Text: "None is needed for any office."},
		}},
	{ChairsBallot, []string{"4.8", "4.15", "4.16"}, "Does the chair have a ballot paper in an election?",
		"The chair votes only where the meeting is equally divided, but that rule is about proposals, and in an election each member present has votes. " +
			"Without a ruling the rule on elections is applied.",
		[]Reading{
			{ID: "member", Text: "The chair has a paper as every member present has."},
			{ID: "silent", Text: "The chair has none, and votes only to break a tie."},
		}},
	{ElectionTie, []string{"4.15", "4.16"}, "What breaks a tie in an election?",
		"The most votes win; the rules are silent about equal ones.",
		[]Reading{
			{ID: "meeting", Text: "The meeting holds another ballot or the chair gives a casting vote; which is recorded. The program picks nobody."},
			{ID: "ballot", Text: "Only another ballot breaks it."},
			{ID: "chair", Text: "Only the chair’s casting vote breaks it."},
			{ID: "lot", Text: "The tellers draw lots before the meeting."},
		}},
	{TenPercent, []string{"4.16"}, "Of whom are ten per cent taken?",
		"The rule says of those voting; whether that includes an invalid paper is not said.",
		[]Reading{
			{ID: "valid", Text: "Of the valid ballot papers."},
			{ID: "papers", Text: "Of all ballot papers handed in."},
		}},
	{HighestTotals, []string{"3.2", "4.16"}, "Who is elected when candidates tie for the second highest total, as with 9, 5 and 5 votes?",
		"Those with the two highest totals are elected, and the committee has two ordinary members: three with the two highest totals are one too many. " +
			"Without a ruling the number of seats stands, and the tie is broken as any other.",
		[]Reading{
			{ID: "seats", Text: "Nobody of those who tie for the last seat, before the tie is broken."},
			{ID: "totals", Text: "All who tie for the last seat, though they are more than the seats."},
		}},
	{LateProposal, []string{"4.1", "4.17"}, "How late may a late proposal be?",
		"The secretary may take proposals later than two months before, but the agenda goes out two weeks before.",
		[]Reading{
			{ID: "notice", Text: "Until the notice has to be sent, with the secretary’s recorded acceptance."},
			{ID: "meeting", Text: "Until the day before the meeting, with the secretary’s recorded acceptance."},
			{ID: "never", Text: "None later than two months before."},
		}},
	{MovedDate, []string{"4.13", "4.17"}, "Which day counts for what was received before the AGM was moved?",
		"Proposals and nominations are due so long before the AGM; the rules do not say what becomes of them when its day is changed.",
		[]Reading{
			{ID: "either", Text: "What was in time for the day that stood when it was received stays in time, and so is what is in time for the new day."},
			{ID: "held", Text: "Only the day on which the AGM is held."},
		}},
	{CarriedOver, []string{"4.13", "4.17", "4.20"}, "Does what was sent in for an AGM without a quorum hold for its further date?",
		"The committee arranges a further date; nothing is said of the proposals and nominations for the first one.",
		[]Reading{
			{ID: "hold", Text: "Proposals and nominations hold, with their signatures and the day on which they were received; more may come in as for any AGM."},
			{ID: "anew", Text: "They are to be sent in anew."},
		}},
	{PreviousInquorate, []string{"4.20"}, "From which meeting do the eighteen months before a dissolution run?",
		"The rule counts from the previous AGM without a quorum; there may have been several. Without a ruling it is the latest, " +
			"because a dissolution cannot be undone.",
		[]Reading{
			{ID: "latest", Text: "From the latest AGM without a quorum."},
			{ID: "first", Text: "From the first AGM without a quorum since the last one with a quorum."},
		}},
	{ClubsThatShare, []string{"4.20"}, "On which day do the clubs share that are affiliated?",
		"Assets go to the affiliated clubs by their members; the rule names no day. Without a ruling it is the day on which the right to dissolve arises, " +
			"so that nothing which a club does afterwards changes the shares.",
		[]Reading{
			{ID: "right", Text: "On the day on which the committee may first dissolve the society."},
			{ID: "day", Text: "On the day on which the assets are shared."},
		}},
	{OddCents, []string{"4.20"}, "Who gets the cents that do not divide?",
		"Assets go to the clubs in proportion to their members; the rule is silent about what is left of a cent.",
		[]Reading{
			{ID: "largest", Text: "Each share is rounded down; the cents left go one by one to the largest remainders, among equal ones to the larger club and then by name."},
			{ID: "committee", Text: "Each share is rounded down; the committee gives the cents left to a club of its choice."},
		}},
	{CalledOrHeld, []string{"5.1"}, "Must a requested EGM be called or held within two months?",
		"The rule says called; to call a meeting may mean to send its notice or to hold it.",
		[]Reading{
			{ID: "held", Text: "It is held within two months of the receipt."},
			{ID: "called", Text: "Its notice is sent within two months of the receipt."},
		}},
	{BallotAtEGM, []string{"5.5", "5.6", "5.8", "5.12"}, "What do votes at an EGM decide?",
		"The EGM takes over the rules on voting at a meeting, ballots included, while its motions are decided by post.",
		[]Reading{
			{ID: "wording", Text: "Only procedure and the wording of the motions; the motions themselves are decided by post."},
			{ID: "all", Text: "Everything that the meeting does not send to a postal vote."},
		}},
	{SecondPaper, []string{"5.10", "5.11"}, "What if a member sends a second voting paper?",
		"Validity is left to the tellers; nothing is said about two papers.",
		[]Reading{
			{ID: "tellers", Text: "The first is entered; the second waits for the tellers’ ruling."},
			{ID: "last", Text: "The last one received counts."},
			{ID: "none", Text: "Neither counts."},
		}},
	{Electronic, []string{"5.10"}, "May members vote electronically?",
		"The rule describes a signed paper sent by post.",
		[]Reading{
			{ID: "paper", Text: "On paper only, until the society adopts a rule."},
			{ID: "electronic", Text: "A signed electronic paper is a paper."},
		}},
	{SixMonths, []string{"5.11", "5.13"}, "From when are the voting papers kept for six months?",
		"The rule names the length and no beginning.",
		[]Reading{
			{ID: "declaration", Text: "From the declaration of the result, the later of the days in question."},
			{ID: "closing", Text: "From the last day for voting papers."},
		}},
	{AbstainRecorded, []string{"5.12", "7.2"}, "Does who abstains record a vote?",
		"Ten members must record a vote; Abstain is one of the three words on the paper.",
		[]Reading{
			{ID: "recorded", Text: "An Abstain is a recorded vote for the ten; an invalid paper is not."},
			{ID: "not-recorded", Text: "Only Yes and No are recorded votes."},
		}},
	{ConstitutionByPost, []string{"5.12", "7.1", "7.2"}, "Can a postal vote amend the constitution?",
		"Rule 5.12 has a majority for postal votes that affect the constitution; rule 7.1 lets only an AGM pass amendments.",
		[]Reading{
			{ID: "refer", Text: "A carried postal vote is referred to the AGM and makes no new version by itself."},
			{ID: "amends", Text: "A carried postal vote amends the constitution from the declaration."},
		}},
	{CommitteeYear, []string{"6.1"}, "In which year does the committee meet twice?",
		"The rule does not name the year.",
		[]Reading{
			{ID: "calendar", Text: "In the calendar year."},
			{ID: "subscription", Text: "In the subscription year."},
		}},
	{CommitteeTie, []string{"6.3", "6.4"}, "Does the chair of the committee break a tie?",
		"The casting vote is given to the chair of a general meeting only.",
		[]Reading{
			{ID: "fails", Text: "No casting vote is given: a tie fails."},
			{ID: "casting", Text: "The chair has a casting vote, as in 4.8."},
		}},
	{WhichMeeting, []string{"7.1", "7.2"}, "At which meetings can the constitution be amended?",
		"Rule 7.1 says an AGM only, rule 7.2 a general meeting.",
		[]Reading{
			{ID: "agm", Text: "At an AGM only."},
			{ID: "general", Text: "At any general meeting."},
		}},
	{Lapse, []string{"7.1"}, "Does an amendment lapse if only one of proposer and seconder is absent?",
		"The text can be read either way.",
		[]Reading{
			{ID: "either", Text: "It lapses if the proposer or the seconder is absent."},
			{ID: "both", Text: "It lapses only if both are absent."},
		}},
	{EndOfMeeting, []string{"7.2"}, "From which day does an amendment hold?",
		"It takes effect from the end of the meeting; dates here are whole days.",
		[]Reading{
			{ID: "same-day", Text: "From the day of the meeting; the meeting itself is still held by the version before."},
			{ID: "next-day", Text: "From the day after the meeting."},
		}},
}
