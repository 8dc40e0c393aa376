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
	QuorumAgain        QuestionID = "4.2-adjourned"
	ActingSeniority    QuestionID = "4.3-acting"
	ThoseVoting        QuestionID = "4.8-voting"
	ChairAndTen        QuestionID = "4.8-ten"
	BlankPaper         QuestionID = "4.10-blank"
	CommitteesMotion   QuestionID = "4.12-committee"
	ReElection         QuestionID = "4.14-re-election"
	ChairsBallot       QuestionID = "4.15-chair"
	ElectionTie        QuestionID = "4.15-tie"
	ChairInTie         QuestionID = "4.15-own-tie"
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
		"Only new members are carried over into the next year, but the rule does not say whether someone who comes back " +
			"after a gap is new.",
		[]Reading{
			{ID: "two-years", Text: "A new member is someone with no term in the current or the previous subscription year."},
			{ID: "never", Text: "A new member is someone who has never been a member."},
			{ID: "not-now", Text: "A new member is someone with no term in the current subscription year."},
		}},
	{EarlyRenewal, []string{"2.2"}, "When does a renewal begin if it is paid before its year?",
		"Subscriptions run with the year. The rule does not say what happens to one paid in the months before.",
		[]Reading{
			{ID: "year", Text: "A renewal received early begins on the first day of its year."},
			{ID: "receipt", Text: "It begins on the day it is received."},
		}},
	{JoiningByList, []string{"2.2", "2.3"}, "On which day does a new member on a club’s list join?",
		"A new member who joins after 31 January has a longer term. A list may come in before that day and its fee after it.",
		[]Reading{
			{ID: "effective", Text: "On the day the registration takes effect: the later of list and full fee."},
			{ID: "list", Text: "On the day the list is received."},
		}},
	{TwoLists, []string{"2.3"}, "Does someone on two clubs’ lists pay twice?",
		"The fee is the number of people on a list times the subscription, whatever other lists they are on.",
		[]Reading{
			{ID: "twice", Text: "Everyone on a list is charged; the treasurer may waive a fee and record the reason."},
			{ID: "once", Text: "Anyone already registered for the year is not charged again."},
		}},
	{LateList, []string{"2.2", "2.3"}, "How long does a club’s list sent in from February to June register its members?",
		"A list registers a whole club at once, but new members who join after 31 January are registered for the next " +
			"year too.",
		[]Reading{
			{
				ID:   "per-row",
				Text: "Each person by rule 2.2: new members to the end of the next year, the others to the end of this one.",
			},
			{ID: "one-term", Text: "Everyone on it to the end of this year."},
		}},
	{UnderMinimum, []string{"2.3"}, "What if an affiliated club falls below five members during the year?",
		"A club needs the minimum to become affiliated; the rule does not say that it must keep it.",
		[]Reading{
			{ID: "stays", Text: "The club stays affiliated to the end of the subscription year."},
			{ID: "ceases", Text: "The affiliation ends on the day the club falls below the minimum."},
		}},
	{SecretaryOfClub, []string{"2.4"}, "Who counts as a member of the club when it names its secretary?",
		"When the year turns, the club has only the members on last year’s list until the new list is in.",
		[]Reading{
			{ID: "two-years", Text: "Anyone the club registered in the current or the previous subscription year."},
			{ID: "current", Text: "Anyone registered by the club on the day."},
		}},
	{ExcludedClub, []string{"2.5"}, "What happens to the members of an excluded club?",
		"The rule excludes a club or its members, each for their own breach; it does not say what a club’s exclusion " +
			"means for the people on its list.",
		[]Reading{
			{ID: "stay", Text: "They stay members to the end of the terms they are registered for."},
			{ID: "end", Text: "The terms that the club’s lists gave them end with the affiliation."},
		}},
	{CommitteeSeats, []string{"3.2"}, "May more than two ordinary members be elected?",
		"The rule names two; past general meetings have elected five.",
		[]Reading{
			{ID: "recorded", Text: "Two, or more if the meeting that elects them records a decision."},
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
		"The rule allows eighteen months between two AGMs. The Incorporated Societies Act 2022 (s 84) allows fifteen, and " +
			"six after the balance date.",
		[]Reading{
			{ID: "warn", Text: "Eighteen months is the rule; past the Act’s limit there is a warning to confirm."},
			{ID: "act", Text: "The Act’s shorter limit applies."},
		}},
	{AGMYear, []string{"4.1"}, "What does “once a year” mean for the AGM?",
		"An AGM is held once a year, but the rule does not say which kind of year. Without a ruling it is the calendar " +
			"year, as people commonly understand the word.",
		[]Reading{
			{ID: "calendar", Text: "Once in each calendar year."},
			{ID: "subscription", Text: "Once in each subscription year."},
		}},
	{TwoWeeks, []string{"4.1", "5.3", "5.9"}, "Is exactly fourteen days at least two weeks’ notice?",
		"The text does not say whether the day of sending and the day of the meeting count.",
		[]Reading{
			{
				ID:   "warn",
				Text: "Neither day counts: fifteen days before is in time, and exactly fourteen is accepted with a warning.",
			},
			{ID: "clear", Text: "Neither day counts: exactly fourteen days before is too late."},
			{ID: "fourteen", Text: "Fourteen days before is in time."},
		}},
	{OnlinePresence, []string{"4.2"}, "Is someone who takes part online present?",
		"The rule was written before people met online.",
		[]Reading{
			{ID: "room", Text: "Only people in the room are present."},
			{ID: "online", Text: "People who take part online are present too."},
		}},
	{QuorumAgain, []string{"4.2"}, "Does an adjourned meeting need a quorum again on its further day?",
		"The rule asks for a quorum at the beginning of the meeting, and says nothing of a meeting that is adjourned to " +
			"another day. Without a ruling the stricter reading applies, because others may come on that day, and few " +
			"would decide for all.",
		[]Reading{
			{ID: "again", Text: "As many must be present at the beginning of each day."},
			{ID: "kept", Text: "The quorum at the beginning of the first day is enough."},
		}},
	{ActingSeniority, []string{"4.3", "6.4", "6.6"}, "Does an acting officer take the chair?",
		"The chair goes to the senior officer present; the rule on acting officers does not say whether they count as " +
			"officers here.",
		[]Reading{
			{ID: "counts", Text: "An acting officer has the seniority of the office."},
			{ID: "elected", Text: "Only an elected officer takes the chair."},
		}},
	{ThoseVoting, []string{"4.8", "6.3", "7.2"}, "Do people who abstain count as voting?",
		"Majorities are of those voting; only the rule on postal votes says that this means for and against.",
		[]Reading{
			{ID: "for-or-against", Text: "Only Yes and No are votes."},
			{ID: "all", Text: "People who abstain are voting: the majority is taken of all votes, abstentions included."},
		}},
	{ChairAndTen, []string{"4.8", "7.2"}, "Is the chair’s vote one of the ten on an amendment of the constitution?",
		"Ten present are a quorum and ten must record a vote, but the chair votes only when the votes are equal: with ten " +
			"present " +
			"only nine can vote. Without a ruling the stricter reading applies, because an amendment binds everyone.",
		[]Reading{
			{
				ID:   "silent",
				Text: "The chair votes only when the votes are equal, here too: an amendment needs ten voters besides the chair.",
			},
			{ID: "records", Text: "On an amendment the chair votes with the others, and is one of the ten."},
		}},
	{BlankPaper, []string{"4.10", "7.2"}, "Is a blank ballot paper an abstention?",
		"A motion may be voted on by ballot; the rule does not say what a paper without a mark is. The papers have a box to " +
			"abstain, so that without a ruling an empty one says nothing.",
		[]Reading{
			{ID: "no-vote", Text: "A blank paper is no vote. It is counted apart from spoiled papers and from abstentions."},
			{ID: "abstain", Text: "A blank paper is an abstention, and is counted with them."},
		}},
	{CommitteesMotion, []string{"4.12", "4.17", "7.1"}, "Does an amendment of the constitution from the committee need " +
		"a mover and a seconder?",
		"The committee’s proposals need none and are moved from the chair, but an amendment is signed by two members and " +
			"lapses when they are absent. " +
			"Without a ruling the rule on amendments applies, as it is the more specific and the stricter one.",
		[]Reading{
			{ID: "signed", Text: "It needs them like any other amendment: two members sign it, and they are present."},
			{ID: "chair", Text: "It is moved from the chair without them; it must be in time and on the agenda like any other."},
		}},
	{ReElection, []string{"4.14"}, "Does a sitting officer need a nomination for another office?",
		"Officers may be re-elected without nomination; the rule does not say whether that includes another office.",
		[]Reading{
			{ID: "same", Text: "No nomination is needed for the office someone already holds; another office needs one."},
			{ID: "any", Text: "No nomination is needed for any office."},
		}},
	{ChairsBallot, []string{"4.8", "4.15", "4.16"}, "Does the chair have a ballot paper in an election?",
		"The chair votes only when the votes are equal, but that rule is about proposals, and in an election each member " +
			"present has votes. " +
			"Without a ruling the rule on elections applies.",
		[]Reading{
			{ID: "member", Text: "The chair has a ballot paper like every other member present."},
			{ID: "silent", Text: "The chair has none, and votes only to break a tie."},
		}},
	{ElectionTie, []string{"4.15", "4.16"}, "What breaks a tie in an election?",
		"The most votes win; the rules do not say what happens when votes are equal.",
		[]Reading{
			{
				ID:   "meeting",
				Text: "The meeting holds another ballot or the chair gives a casting vote, and it is recorded which.",
			},
			{ID: "ballot", Text: "Only another ballot breaks it."},
			{ID: "chair", Text: "Only the chair’s casting vote breaks it."},
			{ID: "lot", Text: "The tellers draw lots before the meeting."},
		}},
	{ChairInTie, []string{"4.3", "4.15", "4.16"}, "May a chair who is among those tied decide the tie?",
		"The chair may be a candidate, and the rules do not say who breaks a tie that the chair is part of. Without a ruling " +
			"people do not decide about themselves.",
		[]Reading{
			{ID: "another", Text: "No. Another member who is not among those tied takes the chair for the casting vote."},
			{ID: "chair", Text: "Yes. The chair gives the casting vote, whoever is tied."},
		}},
	{TenPercent, []string{"4.16"}, "Ten per cent of whom?",
		"The rule says of those voting; it does not say whether that includes an invalid paper.",
		[]Reading{
			{ID: "valid", Text: "Of the valid ballot papers."},
			{ID: "papers", Text: "Of all ballot papers handed in."},
		}},
	{HighestTotals, []string{"3.2", "4.16"}, "Who is elected when candidates tie for the second highest total, as with " +
		"9, 5 and 5 votes?",
		"Those with the two highest totals are elected, and the committee has two ordinary members: three people with the " +
			"two highest totals are one too many. " +
			"Without a ruling the number of seats stands, and the tie is broken like any other.",
		[]Reading{
			{ID: "seats", Text: "None of those who tie for the last seat, until the tie is broken."},
			{ID: "totals", Text: "All who tie for the last seat, even if there are not enough seats."},
		}},
	{LateProposal, []string{"4.1", "4.17"}, "How late may a late proposal be?",
		"The secretary may accept proposals later than two months before, but the agenda goes out two weeks before.",
		[]Reading{
			{ID: "notice", Text: "Until the notice has to be sent, if the secretary’s acceptance is recorded."},
			{ID: "meeting", Text: "Until the day before the meeting, if the secretary’s acceptance is recorded."},
			{ID: "never", Text: "None later than two months before."},
		}},
	{MovedDate, []string{"4.13", "4.17"}, "Which day counts for what came in before the AGM was moved?",
		"Proposals and nominations are due a set time before the AGM; the rules do not say what happens to them when its " +
			"day changes.",
		[]Reading{
			{
				ID: "either",
				Text: "What was in time for the day set when it came in stays in time; anything in time for the new day is in " +
					"time too.",
			},
			{ID: "held", Text: "Only the day the AGM is held."},
		}},
	{CarriedOver, []string{"4.13", "4.17", "4.20"}, "Does what was sent in for an AGM without a quorum count on its " +
		"further date?",
		"The committee arranges a further date; the rules say nothing about proposals and nominations for the first one.",
		[]Reading{
			{
				ID: "hold",
				Text: "Proposals and nominations still count, with their signatures and the day they were received; more may " +
					"come in as for any AGM.",
			},
			{ID: "anew", Text: "They must be sent in again."},
		}},
	{PreviousInquorate, []string{"4.20"}, "From which meeting are the eighteen months before a dissolution counted?",
		"The rule counts from the previous AGM without a quorum; there may have been several. Without a ruling it is the " +
			"latest, " +
			"because a dissolution cannot be undone.",
		[]Reading{
			{ID: "latest", Text: "From the latest AGM without a quorum."},
			{ID: "first", Text: "From the first AGM without a quorum since the last one with a quorum."},
		}},
	{ClubsThatShare, []string{"4.20"}, "On which day must a club be affiliated to share?",
		"Assets go to the affiliated clubs by their members; the rule names no day. Without a ruling it is the day the " +
			"right to dissolve arises, " +
			"so that nothing a club does afterwards changes the shares.",
		[]Reading{
			{ID: "right", Text: "On the day the committee may first dissolve the society."},
			{ID: "day", Text: "On the day the assets are shared."},
		}},
	{OddCents, []string{"4.20"}, "Who gets the cents left over?",
		"Assets go to the clubs in proportion to their members; the rule does not say what happens to parts of a cent.",
		[]Reading{
			{
				ID: "largest",
				Text: "Each share is rounded down. The cents left over go one by one to the largest remainders; if those are " +
					"equal, to the larger club, then by name.",
			},
			{
				ID:   "committee",
				Text: "Each share is rounded down; the committee gives the cents left over to a club of its choice.",
			},
		}},
	{CalledOrHeld, []string{"5.1"}, "Must a requested EGM be called or held within two months?",
		"The rule says called; calling a meeting may mean sending its notice or holding it.",
		[]Reading{
			{ID: "held", Text: "It is held within two months of the request coming in."},
			{ID: "called", Text: "Its notice is sent within two months of the request coming in."},
		}},
	{BallotAtEGM, []string{"5.5", "5.6", "5.8", "5.12"}, "What do votes at an EGM decide?",
		"An EGM uses the rules on voting at a meeting, ballots included, but its motions are decided by post.",
		[]Reading{
			{ID: "wording", Text: "Only procedure and the wording of the motions; the motions themselves are decided by post."},
			{ID: "all", Text: "Everything the meeting does not send to a postal vote."},
		}},
	{SecondPaper, []string{"5.10", "5.11"}, "What if a member sends a second voting paper?",
		"Validity is left to the tellers; the rules say nothing about two papers.",
		[]Reading{
			{ID: "tellers", Text: "The first is entered; the second waits for the tellers’ ruling."},
			{ID: "last", Text: "The last one received counts."},
			{ID: "none", Text: "Neither counts."},
		}},
	{Electronic, []string{"5.10"}, "May members vote electronically?",
		"The rule describes a signed paper sent by post.",
		[]Reading{
			{ID: "paper", Text: "On paper only, until the society adopts a rule."},
			{ID: "electronic", Text: "A signed electronic paper counts as a paper."},
		}},
	{SixMonths, []string{"5.11", "5.13"}, "When do the six months for keeping voting papers begin?",
		"The rule gives the length but not the beginning.",
		[]Reading{
			{ID: "declaration", Text: "From the declaration of the result, the later of the possible days."},
			{ID: "closing", Text: "From the last day for voting papers."},
		}},
	{AbstainRecorded, []string{"5.12", "7.2"}, "Does someone who abstains record a vote?",
		"Ten members must record a vote; Abstain is one of the three words on the paper.",
		[]Reading{
			{ID: "recorded", Text: "Abstain is a recorded vote for the ten; an invalid paper is not."},
			{ID: "not-recorded", Text: "Only Yes and No are recorded votes."},
		}},
	{ConstitutionByPost, []string{"5.12", "7.1", "7.2"}, "Can a postal vote amend the constitution?",
		"Rule 5.12 has a majority for postal votes that affect the constitution; rule 7.1 lets only an AGM pass amendments.",
		[]Reading{
			{ID: "refer", Text: "A carried postal vote is referred to the AGM and does not make a new version by itself."},
			{ID: "amends", Text: "A carried postal vote amends the constitution from the declaration."},
		}},
	{CommitteeYear, []string{"6.1"}, "What does “twice a year” mean for the committee?",
		"The rule does not say which kind of year.",
		[]Reading{
			{ID: "calendar", Text: "Twice in the calendar year."},
			{ID: "subscription", Text: "Twice in the subscription year."},
		}},
	{CommitteeTie, []string{"6.3", "6.4"}, "Does the chair of the committee break a tie?",
		"Only the chair of a general meeting is given a casting vote.",
		[]Reading{
			{ID: "fails", Text: "There is no casting vote: a tie fails."},
			{ID: "casting", Text: "The chair has a casting vote, as in rule 4.8."},
		}},
	{WhichMeeting, []string{"7.1", "7.2"}, "At which meetings can the constitution be amended?",
		"Rule 7.1 says only an AGM; rule 7.2 says a general meeting.",
		[]Reading{
			{ID: "agm", Text: "At an AGM only."},
			{ID: "general", Text: "At any general meeting."},
		}},
	{Lapse, []string{"7.1"}, "Does an amendment lapse if only the proposer or only the seconder is absent?",
		"The text can be read either way.",
		[]Reading{
			{ID: "either", Text: "It lapses if the proposer or the seconder is absent."},
			{ID: "both", Text: "It lapses only if both are absent."},
		}},
	{EndOfMeeting, []string{"7.2"}, "From which day is an amendment in force?",
		"It takes effect from the end of the meeting; dates here are whole days.",
		[]Reading{
			{ID: "same-day", Text: "From the day of the meeting; the meeting itself still follows the version before."},
			{ID: "next-day", Text: "From the day after the meeting."},
		}},
}
