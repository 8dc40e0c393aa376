package merging

// A reference is a column that names a person, and what becomes of its rows when
// records are joined. A test fails while one of the database's is not here.
type reference struct {
	table, column string
	key           []string // columns that find a row of the table, without the person
	stays         string   // why rows are not carried; "" else
	// A row that both records have in the same scope (the columns; none: at all).
	once  bool
	scope []string
	where string // on both rows, of t: which of them are meant; "" all
	both  double
	// parent is the table of the row that a row which is taken away hangs on, by the first column of its key.
	parent string
	// clash says what is wrong where both have one: "Both play in %s.", of what place says.
	clash, place string
}

// double is what becomes of a row of the gone record where the kept one has one in the same scope.
type double int

const (
	refuse double = iota // the records are of two people, or something has to be settled first
	leave                // it stays with the gone record
	drop                 // it is taken away, and comes back when the merge is undone
)

func carry(table, column string, key ...string) reference {
	if len(key) == 0 {
		key = []string{"id"}
	}
	return reference{table: table, column: column, key: key}
}

func stays(table, column, why string) reference {
	return reference{table: table, column: column, stays: why}
}

// onceIn says that a person has one row in a scope, and what becomes of a second one.
func (r reference) onceIn(both double, scope ...string) reference {
	r.once, r.both, r.scope = true, both, scope
	return r
}

func (r reference) only(where string) reference {
	r.where = where
	return r
}

func (r reference) of(parent string) reference {
	r.parent = parent
	return r
}

func (r reference) or(clash, place string) reference {
	r.clash, r.place = clash, place
	return r
}

// Where a clash stands, as SQL of a row t.
const (
	sectionName = `(SELECT e.name || ', ' || s.name FROM section s JOIN event e ON e.id = s.event_id WHERE s.id = t.section_id)`
	ratedName   = `(SELECT e.name FROM rating_event e WHERE e.id = t.submission_id)`
	meetingName = `(SELECT upper(m.kind) || ' ' || m.date FROM meeting m WHERE m.id = t.meeting_id)`
	resolved    = `(SELECT 'resolution ' || r.year || '/' || r.number FROM committee_resolution r WHERE r.id = t.resolution_id)`
)

const (
	rated  = "the ratings are worked out again from the games"
	ballot = "what a postal vote rests on stays as it was counted"
)

// references are all that name a person, by table.
var references = []reference{
	carry("act_record", "person_id"),
	carry("act_record", "recorded_by"),
	carry("act_step", "signer_id", "step_key"),
	carry("act_step", "second_id", "step_key"),
	carry("act_step", "recorded_by", "step_key"),
	carry("act_step_undone", "signer_id"),
	carry("act_step_undone", "second_id"),
	carry("act_step_undone", "recorded_by"),
	carry("act_step_undone", "ended_by"),
	carry("act_year", "recorded_by", "balance_day"),
	stays("account", "person_id", "accounts are joined by themselves: one is closed"),
	carry("account_request", "asked_by"),
	carry("account_request", "ended_by"),
	carry("allocation", "recorded_by"),
	carry("application", "person_id").onceIn(refuse, "section_id").
		only("t.state IN ('preliminary', 'waiting', 'confirmed')").
		or("Both have entered %s online. Withdraw one of the two entries first.", sectionName),
	stays("audit_entry", "actor_id", "the log is never changed"),
	carry("bank_line", "recorded_by"),
	carry("bank_payer", "person_id", "payer_key"),
	carry("bank_payer_for", "person_id").onceIn(drop, "payer_key"),
	carry("bank_payer_who", "person_id", "payer_key"),
	carry("books_lock", "recorded_by"),
	carry("books_budget", "recorded_by", "until_day"),
	carry("club_return", "created_by"),
	carry("club_return", "submitted_by"),
	carry("club_return", "confirmed_by"),
	carry("club_return_candidate", "person_id", "row_id").onceIn(drop, "row_id").of("club_return_row"),
	carry("club_return_row", "person_id"),
	carry("committee_appointment", "person_id"),
	carry("committee_investment", "approver_id"),
	carry("committee_investment", "second_id"),
	carry("committee_resolution", "mover_id"),
	carry("committee_resolution", "seconder_id"),
	carry("committee_resolution_present", "person_id", "resolution_id").onceIn(refuse, "resolution_id").
		or("Both were present when the committee passed %s.", resolved),
	carry("departure", "person_id").onceIn(leave).only("t.kind = 'died' AND t.undone_at IS NULL"),
	carry("duty_feed", "person_id").keyless().onceIn(drop),
	carry("duty_person", "person_id", "duty_id").onceIn(drop, "duty_id").of("duty"),
	carry("earlier_membership", "person_id"),
	carry("egm_request", "proposer_id"),
	carry("egm_request_signer", "person_id", "request_id", "position").onceIn(refuse, "request_id").
		or("Both signed a request for an extraordinary general meeting.", ""),
	carry("election_candidate", "person_id").onceIn(refuse, "election_id").
		or("Both stood in the same election.", ""),
	carry("election_candidate", "proposer_id"),
	carry("election_candidate", "seconder_id"),
	carry("election_count", "chair_id"),
	carry("election_count", "aside_id"),
	carry("election_count", "asked_id"),
	carry("entry", "person_id").onceIn(refuse, "section_id").
		or("Both play in %s.", sectionName),
	stays("erasure", "person_id", "who was erased stays erased"),
	carry("erasure", "asked_id"),
	carry("erasure", "done_id"),
	carry("event_loan", "lender_id"),
	carry("event_loan_person", "person_id", "loan_id", "away_id"),
	carry("exclusion", "person_id"),
	carry("foreign_diploma", "person_id"),
	carry("game_ruling", "person_id"),
	carry("grade_award", "person_id").onceIn(refuse, "grade").
		only("NOT EXISTS (SELECT 1 FROM grade_annulment n WHERE n.number = t.number)").
		or("Both have a diploma of the same grade. The committee annuls one first.", ""),
	carry("grade_hidden", "person_id").keyless().onceIn(leave),
	stays("guest", "person_id", "who is in the register by more than an entry is no guest"),
	carry("invitation", "person_id").onceIn(leave, "round_id"),
	carry("invitation_round", "made_by"),
	carry("invitation_round", "undone_by"),
	carry("invoice", "person_id"),
	carry("invoice", "recorded_by"),
	carry("invoice_credit", "recorded_by"),
	carry("invoice_credit_undone", "recorded_by", "credit_id"),
	carry("journal_entry", "recorded_by"),
	carry("journal_line", "person_id", "entry_id", "no"),
	carry("join_request", "person_id"),
	carry("let_in", "given_by"),
	carry("letter_left", "person_id", "topic").onceIn(drop, "topic"),
	carry("letter_reader", "person_id").keyless().onceIn(leave),
	carry("mail_letter", "person_id"),
	carry("news_item", "by_id"),
	carry("newsletter_reader", "person_id").onceIn(drop),
	carry("shop_order", "person_id"),
	carry("mailing", "person_id"),
	carry("mailing_letter", "person_id", "letter_key"),
	carry("meeting", "chair_id"),
	carry("meeting_action", "person_id"),
	carry("meeting_adjournment", "chair_id"),
	carry("meeting_adjournment_told", "person_id", "adjournment_id").onceIn(leave, "adjournment_id"),
	carry("meeting_apology", "person_id", "meeting_id").onceIn(leave, "meeting_id"),
	carry("meeting_presence", "person_id", "meeting_id").onceIn(refuse, "meeting_id").
		or("Both were present at a meeting: %s.", meetingName),
	carry("meeting_roll", "person_id", "notice_id").onceIn(leave, "notice_id"),
	carry("meeting_sat", "person_id", "adjournment_id").onceIn(leave, "adjournment_id"),
	carry("meeting_speaker", "person_id"),
	carry("meeting_teller", "person_id", "meeting_id").onceIn(refuse, "meeting_id").
		or("Both were tellers of a meeting: %s.", meetingName),
	carry("member_kind", "person_id"),
	carry("member_kind", "payer_id"),
	carry("membership_card", "person_id"),
	carry("membership_card_name", "person_id").keyless().onceIn(leave),
	carry("membership_consent", "person_id"),
	carry("membership_term", "person_id"),
	carry("membership_term", "recorded_by"),
	carry("minutes_remark", "person_id"),
	carry("motion", "mover_id"),
	carry("motion", "seconder_id"),
	carry("motion_amendment", "mover_id"),
	carry("motion_amendment", "seconder_id"),
	carry("motion_count", "chair_id"),
	carry("motion_count", "asked_id"),
	carry("office", "person_id"),
	carry("officer_absence", "person_id"),
	carry("pair_partner", "person_id", "entry_id").onceIn(refuse, "section_id").
		or("Both are partners in %s.", sectionName),
	carry("payment", "person_id"),
	carry("payment", "payer_person_id"),
	carry("payment", "recorded_by"),
	carry("payment_approval", "person_id", "request_id").onceIn(refuse, "request_id").
		or("Both approved the same payment.", ""),
	carry("payment_request", "payee_id"),
	carry("payment_request", "asked_by"),
	carry("payment_request", "closed_by"),
	carry("payment_request", "refund_person_id"),
	carry("person_alias", "kept_id", "gone_id"),
	stays("person_alias", "gone_id", "numbers that were joined before lead on"),
	stays("person_apart", "low_id", "pairs that were looked at"),
	stays("person_apart", "high_id", "pairs that were looked at"),
	carry("person_former_name", "person_id"),
	stays("person_merge", "kept_id", "what was joined stays written as it was"),
	stays("person_merge", "gone_id", "what was joined stays written as it was"),
	carry("play_act", "person_id", "game_id", "number"),
	carry("play_club_match", "offered_by"),
	carry("play_club_player", "person_id", "match_id").onceIn(drop, "match_id"),
	carry("play_game", "challenger_id"),
	carry("play_game", "opponent_id"),
	carry("play_game", "black_id"),
	carry("play_game", "white_id"),
	carry("play_ladder_event", "person_id"),
	carry("play_ladder_event", "other_id"),
	carry("play_ladder_place", "person_id", "ladder", "place"),
	carry("play_list", "person_id").keyless().onceIn(drop),
	carry("play_sent", "person_id", "game_id").onceIn(drop, "game_id"),
	carry("player_report", "person_id"),
	carry("points_choice", "person_id"),
	carry("points_line", "person_id"),
	carry("points_opening", "person_id").onceIn(refuse).only("t.withdrawn_at IS NULL").
		or("Both began with points of a file. Undo one of the two files first.", ""),
	carry("points_placing", "person_id", "posting_id", "seq").onceIn(refuse, "posting_id").
		or("Both are placed in the same points event.", ""),
	carry("points_wish", "person_id", "year").onceIn(drop, "year"),
	stays("postal_confirmation", "person_id", ballot),
	stays("postal_replacement", "outgoing_id", ballot),
	stays("postal_replacement", "incoming_id", ballot),
	stays("postal_replacement", "proposed_by", ballot),
	stays("postal_teller", "person_id", ballot),
	carry("postal_vote", "proposer_id"),
	stays("postal_voter", "person_id", ballot),
	stays("rating", "person_id", rated),
	stays("rating_change", "person_id", rated),
	carry("rating_correction", "person_id").onceIn(refuse, "day").only("t.withdrawn_at IS NULL").
		or("Both have a rating that was set for the same day. Withdraw one of the two first.", ""),
	carry("rating_game", "black_id", "submission_id", "ref"),
	carry("rating_game", "white_id", "submission_id", "ref"),
	carry("rating_player", "person_id", "submission_id").onceIn(refuse, "submission_id").
		or("Both have rated games in %s. If they were one player in two sections, take the event off the rating list, "+
			"merge, and rate it again.", ratedName),
	carry("reconciliation", "recorded_by"),
	carry("referee_call", "person_id"),
	carry("referee_letters", "person_id", "event_id").onceIn(drop, "event_id").of("event"),
	carry("result_change", "by_id"),
	carry("round_letters", "person_id"),
	carry("sealing_signature", "person_id", "sealing_id", "place").onceIn(refuse, "sealing_id").
		or("Both signed where the seal was put.", ""),
	carry("subscription_asked", "person_id"),
	carry("subscription_rate", "recorded_by"),
	carry("takeover_row", "person_id"),
	carry("title_award", "person_id"),
}

// keyless is of a table in which a person has one row, found by the person alone.
func (r reference) keyless() reference {
	r.key = nil
	return r
}

// A pair of columns of one row that must not name one person twice.
type twoPeople struct{ table, one, other, clash string }

var neverBoth = []twoPeople{
	{"act_step", "signer_id", "second_id", "Both signed the same statements for the registrar."},
	{"committee_investment", "approver_id", "second_id", "Both approved the same investment."},
	{"committee_resolution", "mover_id", "seconder_id", "One moved a resolution of the committee that the other seconded."},
	{"election_candidate", "person_id", "proposer_id", "One proposed the other in an election."},
	{"election_candidate", "person_id", "seconder_id", "One seconded the other in an election."},
	{"election_candidate", "proposer_id", "seconder_id", "They proposed and seconded the same candidate."},
	{"motion", "mover_id", "seconder_id", "One moved a motion that the other seconded."},
	{"motion_amendment", "mover_id", "seconder_id", "One moved an amendment that the other seconded."},
	{"play_game", "black_id", "white_id", "They played each other here."},
	{"play_game", "challenger_id", "opponent_id", "One challenged the other to a game."},
	{"play_ladder_event", "person_id", "other_id", "They played each other for a place on a ladder."},
	{"rating_game", "black_id", "white_id", "They played each other."},
}
