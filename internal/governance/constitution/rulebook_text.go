package constitution

// rulebook says every rule in a line of our own. Names in braces are figures.
var rulebook = []Rule{
	{"1.1", "Name", "The society’s name, and that it is incorporated.", ""},
	{
		"1.2", "Purpose",
		"It promotes go, co-ordinates it in New Zealand and represents the country overseas, holds a national tournament " +
			"with its titles, and keeps dan grades alongside those of other countries.",
		"",
	},

	{
		"2.1", "Open to all", "Anyone interested in go may join.",
		"Joining needs only the application, the member’s consent and the fee.",
	},
	{"2.2", "Subscription year", "A general meeting sets the subscription. Its year runs from {year_begins} to " +
		"{year_ends}; a new member who joins after {carry_over_after} is registered to the end of the next year.",
		"A rate names the resolution that set it; nothing is charged without one. The end of a term is worked out from " +
			"the day of joining; a renewal never carries over."},
	{"2.3", "Affiliation", "A club with at least {club_minimum} members is affiliated by registering all of them. It " +
		"sends a list, with the subscription for each member, and is affiliated from the day the treasurer has both.",
		"A list of fewer than {club_minimum} is refused. The fee is the number of people on the list times the " +
			"subscription. The affiliation takes effect on the later of list and full fee; a part payment is not enough."},
	{"2.4", "Club secretary", "A club names one of its members as its secretary, who speaks for it, reports its " +
		"members with their addresses and grades at least every {club_report_months} months, and reports a new secretary.",
		"The next report is due {club_report_months} months after the last, and before the affiliation ends. A new secretary is reported and must be a " +
			"member of the club."},
	{"2.5", "Exclusion", "The committee may exclude a club or member for a breach of the constitution.",
		"A case against a member or a club is recorded with its reasons, the chance to be heard, and then the committee’s " +
			"decision. The membership or the affiliation ends on the day of the decision."},

	{
		"3.1", "Officers", "The officers by seniority: {officers}.",
		"Decides who takes the chair and who does the duties of an empty office.",
	},
	{"3.2", "Committee", "The committee is the officers, {ordinary_seats} ordinary members and up to {coopted_seats} " +
		"co-opted ones.",
		"More than {coopted_seats} co-opted are refused; more than {ordinary_seats} ordinary members need a recorded " +
			"decision."},
	{
		"3.3", "Management", "The committee manages the society and follows the resolutions of general meetings.",
		"Resolutions are kept in a register.",
	},
	{
		"3.4", "Payments", "{payment_officers} officers sign for every payment out.",
		"{payment_officers} different officers approve a payment; no one counts twice.",
	},
	{
		"3.5", "Loans",
		"Money is borrowed only to buy go materials, and the lender waits until selling them has brought in enough.",
		"A loan is recorded with its purpose and the condition put to the lender.",
	},
	{"3.6", "Investing", "The committee invests the society’s funds with the care of a trustee.",
		"An investment is recorded with the committee’s decision, what it weighed up, and the {payment_officers} officers " +
			"who approved the payment."},
	{
		"3.7", "Seal",
		"The secretary keeps the seal. It is used only with the committee’s authority, and {seal_signers} members of the " +
			"committee sign.",
		"The seal’s register has the document, the authority, the day and {seal_signers} different signers.",
	},

	{"4.1", "AGM and its notice", "An AGM is held every year, at most {agm_months} months after the last. All members " +
		"get at least {notice_days} days’ notice with the agenda, by mail or in the newsletter.",
		"The days of notice do not include the day of sending or the day of the meeting. There is a warning for a year " +
			"without an AGM; besides the {agm_months} months, the limits of the Incorporated Societies Act are shown as a " +
			"warning to confirm."},
	{
		"4.2", "Quorum", "{quorum} members present at the beginning are a quorum.",
		"Counted at the beginning, without proxies; people who leave later still count.",
	},
	{
		"4.3", "Chair",
		"The senior officer present takes the chair; if there is no officer, the meeting first elects a chair.",
		"Worked out from the attendance.",
	},
	{"4.4", "Agenda", "The AGM elects tellers who are not candidates, hears minutes, matters arising and reports, " +
		"elects officers and ordinary members, votes on proposals, and ends with other business.",
		"The agenda must have these items in this order; there are at least {tellers} tellers and none of them is a " +
			"candidate."},
	{
		"4.5", "Minutes", "The chair makes sure that minutes are taken and reach the secretary within {minutes_days} days.",
		"A duty of the chair, with its date.",
	},
	{"4.6", "Speaking", "Speakers address the chair.", ""},
	{"4.7", "Speaking order", "The chair decides who speaks when.", ""},
	{"4.8", "Majority", "Unless the constitution says otherwise a proposal needs {majority} of those voting; the chair " +
		"votes only when the votes are equal.",
		"Yes against No; abstaining is not voting. A count cannot be more than those present without the chair. On equal " +
			"votes the chair may vote; " +
			"without that vote the proposal is not passed."},
	{
		"4.9", "By voice", "Votes are by voice unless a show of hands is called for.",
		"Every count is kept; the most formal one decides.",
	},
	{
		"4.10", "By ballot", "The chair may allow a ballot when a member asks for one, even after a vote by voice or hands.",
		"A ballot replaces earlier counts of the motion. Spoiled and blank papers are counted apart, and are no votes.",
	},
	{"4.11", "Counting", "The tellers count hands and ballots.", "The meeting’s tellers enter the count. " +
		"A second count of the same papers or hands is kept beside the first, with who asked for it and which one stands."},
	{
		"4.12", "Moved from the chair", "Formal proposals and the committee’s proposals need no mover and seconder.",
		"Says whether a motion needs a mover and a seconder. An amendment of the constitution does, whoever brings it.",
	},
	{
		"4.13", "Nominations",
		"Nominations reach the secretary in writing before the AGM, signed by proposer, seconder and candidate.",
		"Three different members; received before the AGM, or before the day it was set for at the time.",
	},
	{
		"4.14", "Sitting officers", "An officer may stand again without a nomination.",
		"Applies to officers, not to ordinary members.",
	},
	{
		"4.15", "Electing officers",
		"A single candidate for an office is elected; if there are several, the one with the most votes on a ballot.",
		"A tie is left to the meeting; what breaks it is recorded. A chair who is among those tied does not decide it: " +
			"another takes the chair for the casting vote.",
	},
	{"4.16", "Electing ordinary members", "Each voter has up to {ballot_votes} votes for different candidates; the " +
		"most votes win the {ordinary_seats} seats, but no one with less than {support_percent}% of those voting.",
		"Always a ballot. Exactly {support_percent}% of the valid papers is enough. A seat may stay empty; a tie for the " +
			"last one is left to the meeting."},
	{"4.17", "Proposals", "Proposals reach the secretary {proposal_months} months before the AGM, or later if the " +
		"secretary finds that practical, signed by a proposing and a seconding member.",
		"A late one needs the secretary’s recorded acceptance, at the latest on the last day for sending the notice. If " +
			"the AGM is moved, what was in time stays in time."},
	{
		"4.18", "Amendments to motions",
		"Relevant amendments moved and seconded at the meeting are dealt with before the motion.",
		"The motion then has the amended text.",
	},
	{
		"4.19", "Other business",
		"Proposals under other business are at the chair’s discretion and change nothing substantial.",
		"Refuses anything that would change a fee, an officer or the constitution.",
	},
	{"4.20", "Without a quorum", "An AGM without a quorum is held again; if none has a quorum in {dissolution_months} " +
		"months, the committee may dissolve the society and share its assets among the clubs by their members.",
		"Proposals and nominations go over to the further date. The rest is an advisory calculation only; shares are " +
			"worked out to the cent by largest remainder."},

	{"5.1", "Calling an EGM", "{request_signers} members, one of them named as proposer, may ask in writing for an EGM " +
		"on their proposals, to be called within {request_months} months of the request coming in. The committee may also " +
		"call one itself.",
		"{request_signers} different members; the meeting is held within {request_months} months."},
	{"5.2", "Place and time", "The committee chooses where and when, considering the people the proposals concern.", ""},
	{
		"5.3", "Notice", "Notice and agenda of an EGM go to all members as for an AGM.",
		"As in rule 4.1: at least {notice_days} days.",
	},
	{
		"5.4", "Supporting paper", "The proposer may hand in a paper, which goes to all members if there are enough copies.",
		"",
	},
	{
		"5.5", "Agenda",
		"The EGM elects tellers, discusses the proposals and the letters about them, and words the motions for the postal " +
			"vote.",
		"The agenda has these items, in this order.",
	},
	{
		"5.6", "Conduct",
		"The AGM’s rules on quorum, chair, minutes, speaking and voting apply; the wording of motions is decided by a " +
			"majority of those voting.",
		"Votes at an EGM decide procedure and wording; the motions are decided by post.",
	},
	{
		"5.7", "Nothing else", "An EGM does only what it was called for.",
		"Other items on its agenda are refused. After the notice, so is every motion that does not word one of its " +
			"proposals; the meeting decides its own procedure.",
	},
	{
		"5.8", "Motions",
		"The chair sends the motions to the secretary within {motions_days} days; they are decided by post.",
		"A duty of the chair with its date. The postal vote is on exactly the motions the meeting worded.",
	},
	{"5.9", "What goes out", "All members are sent the minutes, papers, numbered motions, the tellers’ address and the " +
		"closing day: at most {closing_days} days after the EGM, with at least {closing_notice_days} days’ notice.",
		"The last days for closing and for sending the papers. A later closing day gives a warning."},
	{"5.10", "Voting papers", "A member writes their name and the number of each motion with Yes, No or Abstain, " +
		"signs, and sends the paper to the tellers or through the club’s secretary.",
		"One paper for each member; a second one waits for the tellers. On paper only: an electronic one is rejected."},
	{"5.11", "Tellers", "The tellers judge validity, report within {report_days} days of the closing, tell no one how " +
		"a member voted, and keep the papers for {retention_months} months.",
		"The report’s last day, and the first day on which papers may be destroyed. A rejected paper has a recorded reason."},
	{"5.12", "Majority by post", "A motion is carried by {postal_majority} of those for or against, one on the " +
		"constitution by {constitution_by_post}; {recorded_by_post} members must record a vote.",
		"In whole numbers, motion by motion. A carried vote on the constitution is referred to the AGM."},
	{
		"5.13", "Effect", "What is carried by post takes effect when the result is declared.",
		"The resolution’s day is the day of the declaration.",
	},

	{
		"6.1", "Meetings",
		"The committee meets at least {committee_meetings} times a year; the secretary calls meetings after asking the " +
			"president.",
		"Counts the year’s meetings and says how many are missing.",
	},
	{"6.2", "Quorum", "{committee_quorum} members are a quorum of the committee.", "Counted from the attendance."},
	{"6.3", "Majority", "The committee decides by {committee_majority} of those voting.", "A tie fails."},
	{"6.4", "Chair", "The senior officer present takes the chair.", "Worked out from the attendance."},
	{"6.5", "Co-opting", "The committee may co-opt up to {coopted_seats} members of the society.", "More are refused."},
	{
		"6.6", "Acting officers",
		"If an officer cannot act, the committee soon appoints an acting one, who may be any member. Until then the " +
			"senior officer who is able does the duties.",
		"Permissions come with the acting office from its first day.",
	},

	{"7.1", "Amending the constitution", "Only an AGM amends the constitution, on a motion that had the notice of rule " +
		"4.17 and is on the agenda; it lapses without its proposer and seconder.",
		"Each condition is checked before the motion is put. A postal vote makes no new version."},
	{"7.2", "Majority for an amendment", "An amendment needs {constitution_at_meeting} of those voting and " +
		"{recorded_at_meeting} recorded votes; it is in force from the end of the meeting.",
		"By counted votes. The new version is dated from the day of the meeting, and the meeting itself follows the " +
			"version before."},
}
