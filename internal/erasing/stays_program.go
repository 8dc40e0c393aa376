package erasing

// ofProgram are columns that hold the program’s own words alone: days, states, kinds, hashes, codes and figures. No one writes
// them, and none is text about a person.
const ofProgram = `
account created_at
account_opening at kind
accounts_motion until_day
act_record from_day kind recorded_at until_day
act_step done_on recorded_at step_key
act_step_undone done_on recorded_at step_key undone_at
act_year balance_day recorded_at
allocation day recorded_at
application asked_at ended_at expires_at kind paid_at queued_at state
audit_entry action at hash object prev_hash request_key
audit_stream hash
backup_asked begun_at ended_at name problem said_at tries
backup_made made_at oldest_at
backup_tried name problem tried_at
bank_account account columns days number
bank_line code day line_key recorded_at
books_budget recorded_at until_day
books_budget_line account until_day
books_lock recorded_at until_day
books_series kind
club created_at excluded_on
club_evening_day day said_at
club_visit answered_at asked_at day expires_at state
club_return confirmed_at consent_on content_hash created_at fee_trace rows_hash state submitted_at
club_return_row decision trace waived_on
committee_appointment from_day kind recorded_at role trace
committee_investment day ended_on recorded_at trace
committee_loan day purpose recorded_at repaid_on trace
committee_resolution day outcome recorded_at trace
constitution_paragraph from_day number
constitution_ruling meeting_day recorded_at
constitution_version from_day recorded_at
departure recorded_at undone_at
departure_office from_day role until_day
dispute opened_at settled_at state
duty changed_at done_at due link rule source trace until
earlier_membership recorded_at
egm_request recorded_at
egm_request_proposal kind
election confirmed_at decision outcome post
election_candidate recorded_at trace withdrawn_at
election_count recorded_at set_aside_at way
elsewhere_list day imported_at source
elsewhere_player source
entry created_at here_at
entry_import created_at state
entry_round kind
entry_terms closes_at from_day
erasure asked_at done_at names_at names_until withdrawn_at
event away cancelled_at created_at entry_list from_day status to_day
event_import created_at
event_loan ended_at hash heard_at lent_at state told_at
event_loan_key key_hash made_at
event_loan_version came_at hash
exclusion recorded_at
fixed_pair colours
first_step_aside aside_at step
foreign_diploma recorded_at withdrawn_at
game counts_as handicap_from result result_at
game_record attached_at hash standing standing_at
game_ruling kind position_next result rule ruled_at
grade_annulment recorded_at
grade_award day reached_at reached_day recorded_at trace
grade_figure from_day recorded_at
grade_hidden recorded_at
handover in_at out_at
handover_item added_at done_at item_key
invitation invited_at state why
invitation_round made_at undone_at
invoice day due_on recorded_at source
invoice_credit account day kind recorded_at
invoice_credit_undone day recorded_at
invoice_line account tag
join_request asked_at confirmed_at decided_at expires_at state
journal_entry day recorded_at
journal_line account tag
journal_month account month
ledger_account code kind
let_in from_at until_at
letter_left left_at topic
letter_left_out left_at letter_key
letter_run occasion set_at state
letter_schedule occasion since
letter_template changed_at occasion
lot_drawing at
mail_just_restored restored_at
mail_letter due_at link_to mailing purpose queued_at sent_at topic tried_at
mail_test asked at
mailing made_at occasion sent_at
mailing_letter way
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
member_kind recorded_at
membership_card_name shows
membership_consent recorded_at
membership_term recorded_at
minutes_remark answered_at made_at
motion decided_at kind state trace
motion_amendment decided_at trace
motion_count method recorded_at set_aside_at
motion_set_aside outcome recorded_at
moving begun_at ended_at filled move side
news_item changed_at publish_on withdrawn_at
news_picture media_type
news_wording pictures published_at
newsletter news sent_at
office created_at from_day role until_day
officer_absence from_day recorded_at role until_day
passkey_challenge_spent challenge_hash until_at
passkey_secret secret
payment method received_on recorded_at
payment_approval approved_at role
payment_request account asked_at closed_at day method paid_on purpose state trace
person created_at
person_apart recorded_at
person_merge merged_at undone_at
play_act done_at kind side
play_club_match closes_on game made_at rules stage
play_club_player entered_at
play_game begun_at deadline game made_at result stage turn wish
play_ladder_event at kind
play_ladder_place ladder
play_sent sent_at
player_report at result side
points_apart recorded_at
points_choice recorded_at withdrawn_at
points_event declared_at kind withdrawn_at
points_import recorded_at undone_at
points_line day posted_at rule trace
points_opening day withdrawn_at
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
postal_vote agreed_at cleared_at closed_at closing created_at declared despatched destroyed frozen_at
postal_vote motions_hash papers_at result roll_day roll_hash standing_key state way
postal_voter hash
prize_list published_at
projector sections views
rating last_day
rating_change day until_day
rating_correction day recorded_at withdrawn_at
rating_event day submitted_at withdrawn_at
rating_game result
reconciliation day recorded_at
referee_call answered_at at side
result_change at result source
retention_period changed_at kind
retention_removed kind rule
retention_run at day
round drawn_at published_at starts state
sealing day recorded_at struck_at trace
section bands criteria file_rules handicap jigo lots_public_at seeding system tie_breaks unplayed
section_lot committed_at
sign_in_failure at subject
society_begun currency zone
subscription_asked asked_on
subscription_kept recorded_at
subscription_rate kind meeting_day recorded_at
takeover taken_at undone_at
takeover_file hash sent_at
takeover_heading chosen_at
timetable changed_at zone
timetable_round clocks day
title recorded_at
title_award posted_at rule trace
title_file entered_at recorded_at
title_rule from_day recorded_at tie_breaks
shop_order asked_on ended_at expires_at ordered_at placed_at place sent_by sent_on state trace
setting name section
setting_section section
shop_picture media_type
shop_stock at why
title_section declared_at withdrawn_at
venue_code role
venue_home hash heard_at lent_at secret site site_clock tried_at
venue_sent hash sent_at
weekly_deadline day
weekly_section late
`
