package erasing

import "strings"

// A reason for which columns with text are not cleared, with the columns: in each line a table and some of its columns. A test
// fails while a column of the database is neither here nor cleared.
type reason struct{ says, columns string }

var stays = []reason{
	{"the program’s own words: days, states, kinds, hashes, codes and figures, no text about a person", `
account created_at
account_opening at kind
accounts_motion until_day
act_record from_day kind recorded_at until_day
act_step done_on recorded_at step_key
act_step_undone done_on recorded_at step_key undone_at
act_year balance_day recorded_at
allocation day recorded_at
application asked_at country ended_at expires_at grade kind paid_at queued_at state
audit_entry action at hash object prev_hash request_key
audit_head hash
backup_made made_at
bank_account account columns days number
bank_line code day line_key recorded_at
books_budget recorded_at until_day
books_budget_line account until_day
books_lock recorded_at until_day
books_series kind
club created_at excluded_on name_key sort_key
club_return confirmed_at consent_on content_hash created_at fee_trace rows_hash state submitted_at
club_return_row decision since trace waived_on
committee_appointment from_day kind recorded_at role trace
committee_investment day ended_on recorded_at trace
committee_loan day purpose recorded_at repaid_on trace
committee_resolution day outcome recorded_at trace
constitution_paragraph from_day number
constitution_ruling meeting_day recorded_at
constitution_version from_day recorded_at
departure day kind recorded_at undone_at
departure_office from_day role until_day
dispute opened_at settled_at state
duty changed_at done_at due link rule source trace
earlier_membership from_day recorded_at to_day
egm_request recorded_at
egm_request_proposal kind
election confirmed_at decision outcome post
election_candidate recorded_at trace withdrawn_at
election_count recorded_at set_aside_at way
elsewhere_list day imported_at source
elsewhere_player country grade name_key number source
entry country created_at here_at
entry_import created_at state
entry_round kind
entry_terms closes_at from_day
erasure asked_at done_at names_at names_until withdrawn_at
event away cancelled_at created_at entry_list from_day status to_day
event_aside came_at hash used_at
event_import created_at
event_loan ended_at hash heard_at lent_at state told_at
event_loan_key key_hash made_at
event_loan_version came_at hash
exclusion decided_on hearing_on recorded_at sent_on state trace
fixed_pair colours handicap_by
foreign_diploma day recorded_at source withdrawn_at
game counts_as handicap_by handicap_from margin result result_at
game_record attached_at hash standing standing_at
game_ruling kind margin position_moves position_next position_says result rule ruled_at
grade_annulment recorded_at
grade_award day reached_at reached_day recorded_at trace
grade_figure from_day recorded_at
grade_hidden recorded_at
handover in_at out_at
handover_item added_at done_at item_key
invoice day due_on recorded_at source
invoice_credit account day kind recorded_at
invoice_credit_undone day recorded_at
invoice_line account tag
join_request asked_at confirmed_at consent decided_at expires_at kind state
journal_entry day recorded_at
journal_line account tag
ledger_account code kind
let_in from_at until_at
letter_left left_at topic
letter_left_out left_at letter_key
letter_run occasion set_at state
letter_schedule occasion since
letter_template changed_at occasion
lot_drawing at
mail_letter due_at letter_key link_to mailing purpose queued_at sent_at topic tried_at
mailing made_at occasion sent_at source
mailing_letter letter_key way
meeting balance_date chair_how closed_at closing created_at date kind opened_at previous_agm quorum state
meeting_action done_at due
meeting_adjournment adjourned_at began_at chair_how day quorum resumed_at
meeting_apology recorded_at
meeting_document media_type
meeting_floor since
meeting_item done_at
meeting_minutes approved_at saved_at shown_at
meeting_move from_day moved_at
meeting_note written_at
meeting_notice body_hash date print_hash recorded_at sent way
meeting_presence back_at came came_at left_at place
meeting_roll posted reached
meeting_sat came came_at left_at place
meeting_speaker state
member_kind kind recorded_at
membership_card_name shows
membership_consent recorded_at stated_on
membership_term from_day kind recorded_at to_day trace
minutes_remark answered_at made_at
motion decided_at kind state trace
motion_amendment decided_at trace
motion_count method recorded_at set_aside_at
motion_set_aside outcome recorded_at
office created_at from_day role until_day
officer_absence from_day recorded_at role until_day
pair_partner country
passkey_challenge_spent challenge_hash until_at
passkey_secret secret
payment method received_on recorded_at
payment_approval approved_at role
payment_request account asked_at closed_at day method paid_on purpose state trace
person created_at
person_apart recorded_at
person_merge merged_at undone_at undone_why
play_act done_at kind side
play_club_match closes_on game made_at rules stage
play_club_player entered_at
play_sent sent_at
play_game begun_at deadline game made_at result stage turn wish
play_ladder_event at kind
play_ladder_place ladder
play_list listed_at
player_report at margin result side
points_apart recorded_at
points_choice recorded_at withdrawn_at
points_event declared_at kind withdrawn_at
points_import recorded_at undone_at
points_line day posted_at rule trace
points_opening day source withdrawn_at
points_posting day posted_at replaced_at
points_system from_day recorded_at
points_wish recorded_at
points_year closed_at undone_at
postal_confirmation confirmed_at digest
postal_document media_type
postal_envelope form recorded_at route standing
postal_motion kind
postal_replacement card ended_at proposed_at proven_at state test
postal_teller approved_at card finished_at proven_at signed_keys test
postal_vote agreed_at cleared_at closed_at closing created_at declared despatched destroyed frozen_at motions_hash
postal_vote papers_at result roll_day roll_hash standing_key state way
postal_voter hash sort_key
prize_list published_at
projector sections views
rating last_day
rating_change day
rating_correction day recorded_at withdrawn_at
rating_event day submitted_at withdrawn_at
rating_game result
reconciliation day recorded_at
referee_call answered_at at side
result_change at margin result source
retention_period changed_at kind
retention_removed kind rule
retention_run at day
round drawn_at published_at starts state
sealing day recorded_at struck_at trace
section bands criteria file_rules handicap jigo lots_public_at seeding system tie_breaks unplayed
section_lot committed_at
sign_in_failure at subject
subscription_asked asked_on
subscription_kept recorded_at
subscription_rate kind meeting_day recorded_at
takeover taken_at undone_at
takeover_file hash sent_at
takeover_heading chosen_at
timetable changed_at zone
timetable_round clocks day
title name_key recorded_at
title_award posted_at rule source trace
title_file entered_at recorded_at
title_rule from_day recorded_at tie_breaks
title_section declared_at withdrawn_at
venue_code role
venue_home hash heard_at lent_at secret site site_clock tried_at
venue_sent hash sent_at
weekly_deadline day
`},
	{"who acted for the society is part of its records", `
account_opening approved_by asked_by
application paid_by
club_return consent_by
committee_appointment recorded_by
committee_investment recorded_by
committee_loan recorded_by
committee_resolution recorded_by
constitution_ruling recorded_by
constitution_version recorded_by
departure recorded_by undone_by
dispute settled_by
earlier_membership recorded_by
egm_request recorded_by
election confirmed_by
election_candidate recorded_by
election_count recorded_by set_aside_by
elsewhere_list imported_by
entry here_by
event cancelled_by
event_aside used_by
event_loan ended_by lent_by
exclusion recorded_by
foreign_diploma recorded_by withdrawn_by
game result_by
game_record attached_by standing_by
game_ruling ruled_by
grade_annulment recorded_by
grade_award recorded_by
grade_figure recorded_by
grade_hidden recorded_by
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
officer_absence recorded_by
payment paid_by
person_apart recorded_by
person_merge merged_by undone_by
points_apart recorded_by
points_choice recorded_by
points_event declared_by withdrawn_by
points_import recorded_by undone_by
points_line posted_by
points_posting posted_by
points_system recorded_by
points_wish recorded_by
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
	{"entries lose what they say of the person by themselves, so that the log still verifies", `
audit_entry actor_name detail
`},
	{"what a postal vote rests on stays as it was counted, until the papers are destroyed", `
postal_confirmation name office
postal_document content name
postal_entry id sealed
postal_envelope club named reading reason received why
postal_motion wording
postal_print sealed
postal_replacement reason resolution
postal_vote address declaration destroy_how egm held package report_note reported sent_how title typed_why
postal_voter name
`},
	{"the minutes and records of the society’s meetings and committee", `
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
	{"the books: entries are never changed (at least seven years, Tax Administration Act 1994, s 22)", `
bank_line aside file_name particulars payee reference
books_lock note why
invoice text
invoice_credit reason
invoice_credit_undone reason
invoice_line text
journal_entry document text
ledger_account name
payment reason reference
payment_request attachment paid_from payee reason reference
subscription_asked stuck
subscription_kept reason
subscription_rate meeting resolution
`},
	{"games, results, titles and the texts that explain them", `
application absent paid_how team
dispute black_says ruling white_says
entry city club membership rating_source
entry_import content file_name
entry_prize_group prize_group
entry_terms how_to_pay
event about cancel_reason name place slug
event_aside content why
event_import content file_name
event_loan listed place
fixed_pair reason
forbidden_pair reason
foreign_diploma association reason
game handicap_reason why
game_record content file_name standing_why
game_record_report report
game_ruling facts position_disputed reason
grade_annulment reason
lot_drawing reason
pair_partner city club membership own_source rating_source
play_game found rules
play_ladder_event ladder
points_choice reason
points_event waits
points_import file_name
points_line cause event_name step
points_opening represented
points_placing name
points_posting name
points_system national regional
points_year reason
prize_list changes published rules
rating_event formula name
rating_game section
result_change before_margin before_result
round drawn_from explanation
section board_time card_secret name slug
section_lot chain_end
team captain club name withdrawal
team_pair reason
timetable_round pause
title name
title_award cause event_name name
title_file content file_name
title_section waits
venue_home answer society
weekly_section contact late
`},
	{"about a club", `
club city email meets name short_name website
club_return columns_read consent_wording effective_from fee_complete file_name list_received
`},
	{"lists that other associations publish; the next list takes their place", `
elsewhere_list file_name left_out
elsewhere_player club family given stated
`},
	{"the register: name and days of membership stay for seven years (Incorporated Societies Act 2022, s 79)", `
club_return_row member_no term_kind term_to
earlier_membership told
membership_consent wording
`},
	{"texts to many, and keys that no one is written to twice", `
letter_template body subject
mailing body subject
`},
	{"about a take-over as a whole", `
takeover summary undone_why
takeover_file name
takeover_heading heading means
takeover_made made_in
`},
}

// Stays says what stays, and why: without the program's own words.
func Stays() []string {
	var out []string
	for _, r := range stays[1:] {
		out = append(out, strings.ToUpper(r.says[:1])+r.says[1:]+".")
	}
	return out
}
