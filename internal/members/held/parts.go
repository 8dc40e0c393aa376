package held

// part is the rows of one kind, of the person $1. Columns are named as they are read; "Amount" holds cents, "Rating"
// thousandths. Of holds the columns of the database that name the person there.
type part struct {
	title string
	of    []string
	sql   string
}

// Names of what rows belong to, as SQL.
const (
	clubName    = `COALESCE((SELECT c.name FROM club c WHERE c.id = t.club_id), '')`
	meetingName = `COALESCE((SELECT upper(m.kind) || ' ' || m.date FROM meeting m WHERE m.id = t.meeting_id), '')`
	sectionName = `COALESCE((SELECT e.name || ', ' || s.name FROM section s JOIN event e ON e.id = s.event_id WHERE s.id = t.section_id), '')`
)

// quietly is that someone else made a payment, who wished that whoever is paid for is not told: neither is what the bank wrote
// of it, nor what an officer wrote of paying it back, which may have the name. Where the receipt of such a
// payment goes is never theirs to read: it is of someone outside the register.
const quietly = `(t.payer_quiet = TRUE AND COALESCE(t.payer_person_id, 0) <> $1)`

var parts = []part{
	{"Person", nil, `SELECT p.family_name AS "Family name", p.given_names AS "Given names", p.alias AS "Alias",
		p.public_as AS "Public pages show", p.email AS "E-mail", p.phone AS "Phone", p.address AS "Address", p.grade AS "Strength",
		p.note AS "Note of the officers", p.created_at AS "In the register since"
		FROM person p WHERE p.id = $1`},
	{"Former names", []string{"person_former_name.person_id"}, `SELECT t.family_name AS "Family name", t.given_names AS "Given names",
		t.recorded_at AS "Recorded" FROM person_former_name t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Earlier member numbers", []string{"person_alias.kept_id", "person_merge.kept_id"},
		`SELECT t.gone_id AS "Number" FROM person_alias t WHERE t.kept_id = $1 ORDER BY t.gone_id`},
	{"Account", []string{"account.person_id"}, `SELECT t.email AS "Signs in with", t.created_at AS "Since" FROM account t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Invitations to sign in", []string{"invitation.person_id"}, `SELECT t.invited_at AS "Invited" FROM invitation t
		WHERE t.person_id = $1 AND t.state = 'invited' ORDER BY t.id`},
	{"Where you are signed in", nil, `SELECT s.device AS "Device", s.created_at AS "Since", s.seen_at AS "Last seen"
		FROM session s JOIN account t ON t.id = s.account_id WHERE t.person_id = $1 ORDER BY s.id`},
	{"Memberships", []string{"membership_term.person_id"}, `SELECT t.from_day AS "From", t.to_day AS "Until", ` + clubName + ` AS "Club",
		t.kind AS "Kind", t.reason AS "Reason", t.recorded_at AS "Recorded" FROM membership_term t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Memberships before the register", []string{"earlier_membership.person_id"}, `SELECT t.told AS "As it was told", t.source AS "By",
		t.recorded_at AS "Recorded" FROM earlier_membership t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Consent to be a member", []string{"membership_consent.person_id"}, `SELECT t.stated_on AS "On", t.wording AS "Words",
		t.stated_by AS "Stated by" FROM membership_consent t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Kind of member", []string{"member_kind.person_id"}, `SELECT t.kind AS "Kind", t.from_year AS "From the year", t.reason AS "Reason",
		t.recorded_by AS "Recorded by" FROM member_kind t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Membership cards", []string{"membership_card.person_id"}, `SELECT t.made_at AS "Made", t.ended_at AS "No longer good since"
		FROM membership_card t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Name on the card", []string{"membership_card_name.person_id"}, `SELECT t.shows AS "Shows" FROM membership_card_name t
		WHERE t.person_id = $1`},
	{"Request to join", []string{"join_request.person_id"}, `SELECT t.asked_at AS "Asked", t.email AS "E-mail", t.kind AS "Kind",
		t.note AS "Note", t.consent AS "Consent", t.decided_at AS "Decided", t.decided_by AS "By" FROM join_request t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Visits to clubs", nil, `SELECT t.day AS "Day", (SELECT c.name FROM club c WHERE c.id = e.club_id) AS "Club", t.state AS "State", t.name AS "Name", t.email AS "E-mail",
		t.note AS "Note", t.answer AS "Answer" FROM club_visit t JOIN club_evening e ON e.id = t.evening_id
		WHERE t.email_key <> '' AND t.email_key = (SELECT p.email_key FROM person p WHERE p.id = $1) ORDER BY t.id`},
	{"Orders of the bookshop", []string{"shop_order.person_id"}, `SELECT t.ordered_at AS "Ordered", t.state AS "State", t.given_names AS "Given names",
		t.family_name AS "Family name", t.address AS "Address", t.email AS "E-mail", t.place AS "Sent to", t.sent_on AS "Sent", t.sent_by AS "How",
		t.reason AS "Reason" FROM shop_order t
		WHERE t.person_id = $1 OR t.email_key <> '' AND t.email_key = (SELECT p.email_key FROM person p WHERE p.id = $1) ORDER BY t.id`},
	{"Newsletter", []string{"newsletter_reader.person_id"}, `SELECT t.way AS "How", t.email AS "E-mail", t.asked_at AS "Asked", t.confirmed_at AS "Confirmed"
		FROM newsletter_reader t
		WHERE t.person_id = $1 OR t.email_key <> '' AND t.email_key = (SELECT p.email_key FROM person p WHERE p.id = $1) ORDER BY t.id`},
	{"Left the society", []string{"departure.person_id"}, `SELECT t.kind AS "How", t.day AS "Day", t.reason AS "Reason",
		t.undone_at AS "Undone" FROM departure t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Requests that your data be erased", []string{"erasure.person_id"}, `SELECT t.asked_at AS "Asked", t.withdrawn_at AS "Withdrawn",
		t.done_at AS "Done", t.names_until AS "Name kept until" FROM erasure t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Exclusion", []string{"exclusion.person_id"}, `SELECT t.state AS "State",
		CASE WHEN t.sent_on IS NULL THEN 'not sent to you yet' ELSE t.rules END AS "Rules",
		CASE WHEN t.sent_on IS NULL THEN 'not sent to you yet' ELSE t.reasons END AS "Reasons", t.sent_on AS "Sent",
		t.hearing_on AS "Hearing", t.heard AS "What you said", t.decided_on AS "Decided", t.decision AS "Decision"
		FROM exclusion t WHERE t.person_id = $1 ORDER BY t.id`},
	{"On lists of clubs", []string{"club_return_row.person_id"}, `SELECT (SELECT c.name FROM club c WHERE c.id = r.club_id) AS "Club",
		r.year AS "Year", t.family_name AS "Family name", t.given_names AS "Given names", t.email AS "E-mail", t.phone AS "Phone",
		t.address AS "Address", t.grade AS "Strength", t.note AS "Note", t.waiver_reason AS "Why no fee was asked"
		FROM club_return_row t JOIN club_return r ON r.id = t.return_id WHERE t.person_id = $1 ORDER BY t.id`},
	{"Rows of files that were taken over", []string{"takeover_row.person_id"}, `SELECT t.said AS "What the row said" FROM takeover_row t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Offices", []string{"office.person_id"}, `SELECT t.role AS "Office", ` + clubName + ` AS "Club", t.from_day AS "From", t.until_day AS "Until"
		FROM office t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Absences from an office", []string{"officer_absence.person_id"}, `SELECT t.role AS "Office", t.from_day AS "From",
		t.until_day AS "Until", t.reason AS "Reason" FROM officer_absence t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Appointed by the committee", []string{"committee_appointment.person_id"}, `SELECT t.kind AS "How", t.role AS "Office", t.from_day AS "From",
		t.end_reason AS "How it ended" FROM committee_appointment t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Consents and interests as an officer", []string{"act_record.person_id"}, `SELECT t.kind AS "What", t.from_day AS "From",
		t.until_day AS "Until", t.text AS "Text" FROM act_record t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Subscriptions that were asked for", []string{"subscription_asked.person_id"}, `SELECT t.year AS "Year", t.asked_on AS "Asked"
		FROM subscription_asked t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Invoices", []string{"invoice.person_id"}, `SELECT t.year AS "Year", t.number AS "Number", t.day AS "Day", t.due_on AS "Due",
		t.text AS "For", (SELECT CAST(SUM(l.cents) AS BIGINT) FROM invoice_line l WHERE l.invoice_id = t.id) AS "Amount"
		FROM invoice t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Payments", []string{"payment.person_id", "payment.payer_person_id"}, `SELECT t.received_on AS "Received", t.amount AS "Amount",
		t.method AS "By", CASE WHEN ` + quietly + ` THEN '' ELSE t.reference END AS "Reference",
		CASE WHEN ` + quietly + ` THEN 'someone else' ELSE t.paid_by END AS "Paid by",
		t.receipt_year AS "Receipt, year", t.receipt_no AS "Receipt, number", t.reason AS "Reason"
		FROM payment t WHERE t.person_id = $1 OR t.payer_person_id = $1 ORDER BY t.id`},
	{"Your account in the books", []string{"journal_line.person_id"}, `SELECT e.day AS "Day", CASE
		WHEN e.reverses_id IS NULL AND e.document = 'payment' AND EXISTS (SELECT 1 FROM payment t WHERE t.id = e.document_id AND ` + quietly + `)
		THEN 'Payment, paid by someone else'
		WHEN e.document = 'payment_out' AND EXISTS (SELECT 1 FROM payment_request r JOIN payment t ON t.id = r.refund_payment_id
			WHERE r.id = e.document_id AND ` + quietly + `)
		THEN 'Paid back to who paid'
		ELSE e.text END AS "Text", l.cents AS "Amount"
		FROM journal_line l JOIN journal_entry e ON e.id = l.entry_id WHERE l.person_id = $1 ORDER BY e.id, l.no`},
	{"Payments out to you", []string{"payment_request.payee_id", "payment_request.refund_person_id"}, `SELECT r.day AS "Day",
		CASE WHEN COALESCE(r.payee_id, 0) <> $1 AND EXISTS (SELECT 1 FROM payment t WHERE t.id = r.refund_payment_id AND ` + quietly + `)
		THEN 'Paid back to who paid' ELSE r.purpose END AS "Purpose", r.cents AS "Amount", r.state AS "State", r.account AS "Account"
		FROM payment_request r WHERE r.payee_id = $1 OR r.refund_person_id = $1 ORDER BY r.id`},
	{"Letters", []string{"mail_letter.person_id"}, `SELECT t.queued_at AS "Written", t.to_address AS "To", t.subject AS "Subject", t.body AS "Text",
		t.sent_at AS "Sent", t.problem AS "Problem" FROM mail_letter t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Letters to many", []string{"mailing_letter.person_id"}, `SELECT t.way AS "By", t.postal AS "Address", t.subject AS "Subject", t.body AS "Text"
		FROM mailing_letter t WHERE t.person_id = $1 ORDER BY t.mailing_id, t.letter_key`},
	{"Letters you want no more of", []string{"letter_left.person_id"}, `SELECT t.topic AS "Topic", t.left_at AS "Since" FROM letter_left t
		WHERE t.person_id = $1 ORDER BY t.topic`},
	{"Online entries", []string{"application.person_id"}, `SELECT ` + sectionName + ` AS "Event", t.asked_at AS "Asked", t.state AS "State",
		t.email AS "E-mail", t.club AS "Club", t.country AS "Country", t.grade AS "Strength", t.note AS "Note", t.fee AS "Amount",
		t.paid_at AS "Paid" FROM application t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Events", []string{"entry.person_id"}, `SELECT ` + sectionName + ` AS "Event", t.club AS "Club", t.city AS "City", t.country AS "Country",
		t.egf_pin AS "EGF PIN", t.aga_number AS "AGA number", t.ffg_licence AS "FFG licence", t.here_at AS "Checked in", t.created_at AS "Entered" FROM entry t WHERE t.person_id = $1
		ORDER BY t.id`},
	{"Events as one of a pair", []string{"pair_partner.person_id"}, `SELECT ` + sectionName + ` AS "Event", t.club AS "Club", t.city AS "City",
		t.country AS "Country" FROM pair_partner t WHERE t.person_id = $1 ORDER BY t.entry_id`},
	{"Results that you reported", []string{"player_report.person_id"}, `SELECT t.at AS "At", t.side AS "As", t.result AS "Result", t.margin AS "Margin"
		FROM player_report t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Calls of a referee", []string{"referee_call.person_id"}, `SELECT t.at AS "At", t.side AS "As" FROM referee_call t WHERE t.person_id = $1
		ORDER BY t.id`},
	{"Letters about rounds", []string{"round_letters.person_id"}, `SELECT t.address AS "To", t.asked_at AS "Asked", t.confirmed_at AS "Confirmed"
		FROM round_letters t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Rating", []string{"rating.person_id"}, `SELECT t.milli AS "Rating", t.games AS "Games", t.last_day AS "Last played" FROM rating t
		WHERE t.person_id = $1`},
	{"Rated events", []string{"rating_change.person_id", "rating_player.person_id"}, `SELECT t.day AS "Day", t.before_milli AS "Rating before",
		t.after_milli AS "Rating after", t.games AS "Games" FROM rating_change t WHERE t.person_id = $1 ORDER BY t.day, t.submission_id`},
	{"Rated games", []string{"rating_game.black_id", "rating_game.white_id"}, `SELECT t.section AS "Section", t.round AS "Round",
		CASE WHEN t.black_id = $1 THEN 'Black' ELSE 'White' END AS "As", t.handicap AS "Handicap", t.result AS "Result"
		FROM rating_game t WHERE t.black_id = $1 OR t.white_id = $1 ORDER BY t.submission_id, t.ref`},
	{"Ratings that were set", []string{"rating_correction.person_id"}, `SELECT t.day AS "Day", t.milli AS "Rating", t.reason AS "Reason",
		t.withdrawn_at AS "Withdrawn" FROM rating_correction t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Points towards representing the country", []string{"points_line.person_id"}, `SELECT t.day AS "Day", t.event_name AS "Event",
		t.points AS "Points", t.rule AS "Rule" FROM points_line t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Points of a file", []string{"points_opening.person_id"}, `SELECT t.day AS "Day", t.points AS "Points", t.source AS "By"
		FROM points_opening t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Wishes to represent the country", []string{"points_wish.person_id"}, `SELECT t.year AS "Year", CASE WHEN t.wishes = TRUE THEN 'yes' ELSE 'no' END AS "Wishes to"
		FROM points_wish t WHERE t.person_id = $1 ORDER BY t.year`},
	{"Chosen to represent the country", []string{"points_choice.person_id"}, `SELECT t.year AS "Year", t.reason AS "Reason" FROM points_choice t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Titles", []string{"title_award.person_id"}, `SELECT (SELECT x.name FROM title x WHERE x.id = t.title_id) AS "Title", t.year AS "Year",
		t.event_name AS "Event" FROM title_award t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Diplomas", []string{"grade_award.person_id"}, `SELECT t.number AS "Number", t.grade AS "Grade", t.day AS "Day" FROM grade_award t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Diplomas of other associations", []string{"foreign_diploma.person_id"}, `SELECT t.grade AS "Grade", t.association AS "Association",
		t.day AS "Day", t.source AS "By" FROM foreign_diploma t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Diplomas that you hide", []string{"grade_hidden.person_id"}, `SELECT t.recorded_at AS "Since" FROM grade_hidden t WHERE t.person_id = $1`},
	{"Games by turns", []string{"play_game.challenger_id", "play_game.opponent_id", "play_game.black_id", "play_game.white_id"},
		`SELECT t.game AS "Game", t.made_at AS "Offered", t.begun_at AS "Begun", t.stage AS "Stage", t.result AS "Result", t.wish AS "Your words"
		FROM play_game t WHERE t.challenger_id = $1
		UNION ALL
		SELECT t.game, t.made_at, t.begun_at, t.stage, t.result, '' FROM play_game t
		WHERE COALESCE(t.challenger_id, 0) <> $1 AND (t.opponent_id = $1 OR t.black_id = $1 OR t.white_id = $1)`},
	{"Requests to be erased", []string{"erasure.person_id"}, `SELECT t.asked_at AS "Asked", t.withdrawn_at AS "Withdrawn" FROM erasure t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Matches of your club that you are down for", []string{"play_club_player.person_id"}, `SELECT m.game AS "Game", m.closes_on AS "Entries until",
		t.entered_at AS "Entered" FROM play_club_player t JOIN play_club_match m ON m.id = t.match_id WHERE t.person_id = $1 ORDER BY m.id`},
	{"Meetings you came to", []string{"meeting_presence.person_id", "meeting_sat.person_id"}, `SELECT ` + meetingName + ` AS "Meeting",
		t.came AS "How", t.came_at AS "Came", t.left_at AS "Left" FROM meeting_presence t WHERE t.person_id = $1 ORDER BY t.meeting_id`},
	{"Apologies for meetings", []string{"meeting_apology.person_id"}, `SELECT ` + meetingName + ` AS "Meeting", t.recorded_at AS "Recorded"
		FROM meeting_apology t WHERE t.person_id = $1 ORDER BY t.meeting_id`},
	{"Notices of meetings", []string{"meeting_roll.person_id"}, `SELECT t.name AS "Name", t.reached AS "By", t.address AS "To", t.posted AS "Posted"
		FROM meeting_roll t WHERE t.person_id = $1 ORDER BY t.notice_id`},
	{"Remarks on minutes", []string{"minutes_remark.person_id"}, `SELECT ` + meetingName + ` AS "Meeting", t.remark AS "Remark", t.reply AS "Reply"
		FROM minutes_remark t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Motions that you moved or seconded", []string{"motion.mover_id", "motion.seconder_id"}, `SELECT ` + meetingName + ` AS "Meeting",
		t.title AS "Motion", CASE WHEN t.mover_id = $1 THEN 'moved' ELSE 'seconded' END AS "You" FROM motion t
		WHERE t.mover_id = $1 OR t.seconder_id = $1 ORDER BY t.id`},
	{"Elections", []string{"election_candidate.person_id"}, `SELECT (SELECT e.post FROM election e WHERE e.id = t.election_id) AS "Office",
		t.received AS "Nominated", t.withdrawn_at AS "Withdrawn", t.withdrawn_reason AS "Reason" FROM election_candidate t
		WHERE t.person_id = $1 ORDER BY t.id`},
	{"Tasks of meetings", []string{"meeting_action.person_id"}, `SELECT ` + meetingName + ` AS "Meeting", t.task AS "Task", t.due AS "Due",
		t.done_at AS "Done" FROM meeting_action t WHERE t.person_id = $1 ORDER BY t.id`},
	{"Requests for a general meeting", []string{"egm_request_signer.person_id", "egm_request.proposer_id"}, `SELECT r.received AS "Received",
		t.name AS "Signed as" FROM egm_request_signer t JOIN egm_request r ON r.id = t.request_id WHERE t.person_id = $1 ORDER BY r.id`},
	{"Rolls of postal votes", []string{"postal_voter.person_id"}, `SELECT v.title AS "Vote", v.roll_day AS "Roll of", t.name AS "Name"
		FROM postal_voter t JOIN postal_vote v ON v.id = t.vote_id WHERE t.person_id = $1 ORDER BY v.id`},
}

// acted are the columns that say who did something in an office or as a part of the society's business: the society's record.
var acted = []string{
	"recorded_by", "asked_by", "ended_by", "closed_by", "created_by", "submitted_by", "confirmed_by", "given_by", "by_id", "actor_id",
	"chair_id", "asked_id", "aside_id", "signer_id", "second_id", "approver_id", "proposed_by", "lender_id", "mover_id", "seconder_id",
	"proposer_id", "done_id", "made_by", "undone_by",
}

// left are the other columns that are not read, with the reason.
var left = map[string]string{
	"bank_payer.person_id":                   "how lines of the bank are proposed; the payments are read",
	"bank_payer_for.person_id":               "how lines of the bank are proposed; the payments are read",
	"bank_payer_who.person_id":               "how lines of the bank are proposed; the payments are read",
	"club_return_candidate.person_id":        "a guess who a row may be; the row is read",
	"committee_resolution_present.person_id": "the committee's minutes",
	"duty_feed.person_id":                    "opens a calendar",
	"duty_person.person_id":                  "duties of an office, on the page of duties",
	"event_loan_person.person_id":            "numbers of an event on a laptop",
	"game_ruling.person_id":                  "what someone decided as a referee",
	"guest.person_id":                        "that the person came by an entry, which is read",
	"letter_reader.person_id":                "opens the page of choices",
	"mailing.person_id":                      "written in an office",
	"meeting_adjournment_told.person_id":     "the letter is read",
	"meeting_speaker.person_id":              "the order of speakers of a meeting",
	"meeting_teller.person_id":               "what someone did at a meeting",
	"member_kind.payer_id":                   "of another person's kind",
	"payment_approval.person_id":             "what someone did in an office",
	"person_alias.gone_id":                   "leads to the record that is read",
	"person_apart.high_id":                   "two records that were looked at",
	"person_apart.low_id":                    "two records that were looked at",
	"person_merge.gone_id":                   "leads to the record that is read",
	"play_act.person_id":                     "moves of games, on their pages",
	"play_club_match.offered_by":             "matches that a secretary offered for the club",
	"play_ladder_event.other_id":             "places of the ladder, on its page",
	"play_ladder_event.person_id":            "places of the ladder, on its page",
	"play_ladder_place.person_id":            "places of the ladder, on its page",
	"play_list.person_id":                    "who would like a game, on its page",
	"play_sent.person_id":                    "that a game was sent in for an event; the report is read",
	"points_placing.person_id":               "the points are read",
	"postal_confirmation.person_id":          "what someone did as a teller",
	"postal_replacement.incoming_id":         "what someone did as a teller",
	"postal_replacement.outgoing_id":         "what someone did as a teller",
	"postal_teller.person_id":                "what someone did as a teller",
	"referee_letters.person_id":              "letters that someone wants in an office",
	"sealing_signature.person_id":            "what someone signed in an office",
}
