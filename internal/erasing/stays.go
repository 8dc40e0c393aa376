package erasing

// A reason for which columns with text are not cleared, with the columns: in each line a table and some of its columns. A test
// fails while a column of the database is neither here nor in stays_program.go nor cleared.
type reason struct{ says, columns string }

// stays are the texts that people wrote or that name them. What a column is about decides where it stands, not who wrote it.
var stays = []reason{
	{"The register: name and days of membership, for seven years (Incorporated Societies Act 2022, s 79)", `
club_return_row member_no since term_kind term_to
departure day kind
earlier_membership from_day to_day told
exclusion decided_on hearing_on sent_on state trace
join_request consent kind
member_kind kind
membership_consent stated_on wording
membership_term from_day kind to_day trace
person first_from last_club last_from last_to
`},
	{"The settings of the site: the society’s own name, addresses and servers, until an administrator changes them; what the mail " +
		"server answered to the last test letter, until the next; why a first step was put aside, until it is taken up again", `
first_step_aside reason
mail_test answer server
setting value
`},
	{"The books: entries are never changed (kept for at least seven years, Tax Administration Act 1994, s 22)", `
bank_line aside file_name particulars payee reference
books_lock note why
invoice text
invoice_credit reason
invoice_credit_undone reason
invoice_line text
shop_stock note
shop_order_line title
journal_entry document text
ledger_account name
payment paid_by reason reference
payment_request attachment paid_from payee reason reference
subscription_asked stuck
subscription_kept reason
subscription_rate meeting resolution
`},
	{"Games, results, ratings, titles and diplomas, with what explains them: what others have rests on them", `
application absent country grade paid_how team
dispute black_says ruling white_says
entry city club country membership rating_source
entry_import content file_name
entry_prize_group prize_group
entry_terms how_to_pay
event about cancel_reason name place slug
event_import content file_name
event_loan listed place
foreign_diploma association day source
game handicap_reason margin why
game_record content file_name standing_why
game_record_report report
game_ruling facts margin position_disputed position_moves position_says reason
lot_drawing reason
pair_partner city club country membership own_source rating_source
play_game found rules
play_ladder_event ladder
player_report margin
points_choice reason
points_event waits
points_import file_name
points_line cause event_name step
points_opening represented source
points_placing name
points_posting name
points_system national regional
points_year reason
prize_list changes published rules
rating_event formula name
rating_game section
result_change before_margin before_result margin
round drawn_from explanation
section board_time card_secret name slug
section_lot chain_end
team captain club name withdrawal
team_pair reason
timetable_round pause
title name name_key
title_award cause event_name name source
title_file content file_name
title_section waits
venue_home answer society
`},
	{"Minutes, motions, elections, and the committee’s records: the society’s own history", `
act_step document reference
act_step_undone document reason reference
committee_appointment end_reason
committee_investment care place what
committee_loan condition lender materials
committee_resolution chair_vote wording
constitution_paragraph content
constitution_ruling question reading words
constitution_version content motion
duty owner title what
egm_request document received
egm_request_proposal title wording
egm_request_signer name
election_candidate received withdrawn_reason
election_count recount_reason set_aside_reason
handover out_reason
handover_item text
meeting online place reason time
meeting_action task
meeting_adjournment online place reason time told
meeting_document added content name
meeting_item item note title
meeting_minutes content corrections drafted
meeting_note note
meeting_notice body late_reason log_head motions print subject
minutes_remark answer remark reply section
motion accepted chair_vote change effect item late_reason origin procedural reason received title wording
motion_amendment chair_vote change fate reason wording
motion_count heard recount_reason set_aside_reason
motion_set_aside reason
sealing instrument struck_reason
`},
	{"What the society told the public: a person who is wronged by it has it corrected or withdrawn", `
news_item body title withdrawn_reason
shop_article body title
shop_picture content says
shop_postage place
news_picture content says
news_wording body reason title
newsletter body intro title
`},
	{"Who acted for the society, by name: it is part of the society’s records", `
account_opening approved_by
application paid_by
club_return consent_by
committee_appointment recorded_by
committee_investment recorded_by
committee_loan recorded_by
committee_resolution recorded_by
constitution_ruling recorded_by
constitution_version recorded_by
dispute settled_by
earlier_membership recorded_by
egm_request recorded_by
election confirmed_by
election_candidate recorded_by
election_count recorded_by set_aside_by
elsewhere_list imported_by
event cancelled_by
event_loan ended_by lent_by
exclusion recorded_by
foreign_diploma recorded_by withdrawn_by
fixed_pair handicap_by
game handicap_by
game_ruling ruled_by
grade_annulment recorded_by
grade_award recorded_by
grade_figure recorded_by
handover in_by out_by
handover_item added_by done_by
join_request decided_by
letter_left_out left_by
letter_run set_by
letter_template changed_by
lot_drawing by_name
mailing written_by
meeting called_by created_by
meeting_adjournment adjourned_by
meeting_apology recorded_by
meeting_minutes approved_by saved_by shown_by
meeting_move moved_by
meeting_note written_by
meeting_notice recorded_by
member_kind recorded_by
minutes_remark answered_by
motion_count recorded_by set_aside_by
motion_set_aside recorded_by
news_item approved_by changed_by withdrawn_by
news_wording published_by
newsletter sent_by
shop_stock changed_by
officer_absence recorded_by
person_apart recorded_by
person_merge merged_by undone_by
points_apart recorded_by
points_choice recorded_by
points_event declared_by withdrawn_by
points_import recorded_by undone_by
points_line posted_by
points_posting posted_by
points_system recorded_by
points_year closed_by undone_by
postal_envelope recorded_by ruled_by
postal_replacement proposed_name
postal_vote destroyed_by sent_by
prize_list published_by
rating_correction recorded_by withdrawn_by
rating_event submitted_by withdrawn_by
referee_call answered_by
retention_period changed_by
retention_run by_name
sealing recorded_by struck_by
subscription_kept recorded_by
takeover taken_by undone_by
title recorded_by
title_award posted_by
title_file recorded_by
title_rule recorded_by
title_section declared_by withdrawn_by
venue_home lent_by
`},
	{"Postal votes and their roll, as they were counted: until the papers are destroyed", `
postal_confirmation name office
postal_document content name
postal_entry id sealed
postal_envelope club named reading reason received why
postal_motion wording
postal_print sealed
postal_replacement reason resolution
postal_vote address declaration destroy_how egm held package report_note reported sent_how title typed_why
postal_voter name sort_key
`},
	{"The log of changes: its entries lose what they say of the person, and stay so that the log can be checked", `
audit_entry actor_name detail
`},
	{"Texts to many, without whom they went to, and what was written about, so that nothing is written twice", `
letter_template body subject
mailing body source subject
mailing_letter letter_key
`},
	{"What is about a club: its name, where it meets, its lists as a whole", `
club_evening venue
club about city meets name name_key short_name sort_key website
club_return columns_read consent_wording effective_from fee_complete file_name list_received
`},
	{"Lists that other associations publish: their next list takes their place", `
elsewhere_list file_name left_out
elsewhere_player club country family given grade name_key number stated
`},
	{"What a take-over did as a whole, without its files", `
takeover summary undone_why
takeover_file name
takeover_heading heading means
takeover_made made_in
`},
}

// Stays says what stays, and why: without the program’s own words.
func Stays() []string {
	out := make([]string, len(stays))
	for n, r := range stays {
		out[n] = r.says + "."
	}
	return out
}
