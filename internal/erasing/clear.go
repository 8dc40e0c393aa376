package erasing

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/retention"
	"nzgs/internal/store"
)

// Former is who public pages and the register show in place of someone whose name was removed.
const Former = "A former member"

// A clearing removes text of a person, whose number is $1, from the rows of a table.
type clearing struct {
	table, where string
	set          []string // "column = value"; none: the rows are deleted
	names        bool     // only when the name goes too
	former       string   // the column of a name that the program wrote: a former one goes at once
}

func blank(table, where string, columns ...string) clearing {
	return to("''", table, where, columns...)
}

// struck is blank for texts that say that something was there: only where there is something.
func struck(table, where string, columns ...string) clearing {
	c := clearing{table: table, where: where}
	for _, column := range columns {
		c.set = append(c.set, struckOut(column))
	}
	return c
}

func struckOut(column string) string {
	return column + " = CASE WHEN " + column + " = '' THEN '' ELSE '" + retention.Removed + "' END"
}

func to(value, table, where string, columns ...string) clearing {
	c := clearing{table: table, where: where}
	for _, column := range columns {
		c.set = append(c.set, column+" = "+value)
	}
	return c
}

func deleted(table, where string) clearing { return clearing{table: table, where: where} }

func (c clearing) withName() clearing {
	c.names = true
	return c
}

// byThem removes, with the name, who acted: where it was the person, in their own matter. Others acted for the society.
func byThem(table, where, column string) clearing {
	c := to("'"+Former+"'", table, column+" IN "+written+" AND ("+where+")", column).withName()
	c.former = column
	return c
}

// ofFormerName is what byThem removes at once: where the person acted by a name of before.
func (c clearing) ofFormerName() clearing {
	return clearing{table: c.table, where: strings.Replace(c.where, written, formerly, 1), set: c.set}
}

// namesIn is how a name may stand that the program wrote, of a table of names.
func namesIn(from string) string {
	west, east := "TRIM(p.given_names || ' ' || p.family_name)", "TRIM(p.family_name || ' ' || p.given_names)"
	return "(SELECT " + strings.Join([]string{
		west, east, "p.family_name || p.given_names", west + " || ', on the own page'", east + " || ', on the own page'",
	}, " FROM "+from+" UNION SELECT ") + " FROM " + from + ")"
}

var (
	written  = namesIn("person p WHERE p.id = $1")
	formerly = namesIn("person_former_name p WHERE p.person_id = $1")
)

const (
	ofPerson  = "person_id = $1"
	accounts  = "(SELECT a.id FROM account a WHERE a.person_id = $1)"
	ofAccount = "account_id IN " + accounts
	factors   = "factor_id IN (SELECT f.id FROM second_factor f WHERE f.account_id IN " + accounts + ")"
	addresses = "(SELECT p.email_key FROM person p WHERE p.id = $1 UNION SELECT a.email_key FROM account a WHERE a.person_id = $1)"
	gone      = "'" + retention.Removed + "'"
	// mailboxes are the addresses and those of before, as far as nobody else has one of them: no person, account, club, event
	// or letter to another.
	mailboxes = "(SELECT f.key FROM (SELECT lower(c.old_email) AS key FROM address_change c WHERE c." + ofAccount +
		" UNION SELECT lower(c.old_letters) FROM address_change c WHERE c." + ofAccount +
		" UNION SELECT lower(x.email) FROM application x WHERE x." + ofPerson +
		" UNION SELECT lower(r.email) FROM club_return_row r WHERE r." + ofPerson +
		" UNION SELECT lower(l.to_address) FROM mail_letter l WHERE l." + ofPerson + ") f WHERE f.key <> '' AND " +
		"NOT EXISTS (SELECT 1 FROM person o WHERE o.email_key = f.key AND o.id <> $1) AND " +
		"NOT EXISTS (SELECT 1 FROM account o WHERE o.email_key = f.key AND (o.person_id IS NULL OR o.person_id <> $1)) AND " +
		"NOT EXISTS (SELECT 1 FROM club o WHERE lower(o.email) = f.key) AND " +
		"NOT EXISTS (SELECT 1 FROM weekly_section o WHERE lower(o.contact) = f.key) AND " +
		"NOT EXISTS (SELECT 1 FROM shop_order o WHERE o.email_key = f.key AND o.person_id <> $1) AND " +
		"NOT EXISTS (SELECT 1 FROM mail_letter o WHERE lower(o.to_address) = f.key AND o.person_id <> $1) UNION " +
		"SELECT p.email_key FROM person p WHERE p.id = $1 UNION SELECT a.email_key FROM account a WHERE a.person_id = $1)"

	// Of someone who is in a game, an event or a pair.
	entries = "(SELECT x.id FROM entry x WHERE x.person_id = $1)"
	events  = "(SELECT s.event_id FROM entry x JOIN section s ON s.id = x.section_id WHERE x.person_id = $1)"
	inGame  = "black_id IN " + entries + " OR white_id IN " + entries
	ofGame  = "game_id IN (SELECT g.id FROM game g WHERE g.black_id IN " + entries + " OR g.white_id IN " + entries + ")"

	// letters are to a person of the register, or to an address of the person without it being known whose it is.
	letters = "(SELECT l.id FROM mail_letter l WHERE l.person_id = $1 OR l.person_id IS NULL AND lower(l.to_address) IN " + mailboxes + ")"
	// ordered are the orders of the bookshop that the person made, or someone by the person’s address who was not known yet: one
	// mailbox may be a couple's.
	ordered = "person_id = $1 OR person_id IS NULL AND email_key <> '' AND email_key IN " + mailboxes
	// asked are who asked for letters about a player: as a person, or by the address alone.
	asked = "person_id = $1 OR address <> '' AND lower(address) IN " + mailboxes
)

// clearings are all, in the order in which they are carried out: what is found by an address before the address goes.
var clearings = []clearing{
	// Letters.
	deleted("mail_bounce", "address_key IN "+mailboxes+" OR letter_id IN "+letters),
	deleted("mail_letter_attachment", "letter_id IN "+letters),
	deleted("mail_attachment", "NOT EXISTS (SELECT 1 FROM mail_letter_attachment x WHERE x.attachment_id = mail_attachment.id) AND "+
		"EXISTS (SELECT 1 FROM person p WHERE p.id = $1)"),
	{table: "mailing_letter", where: ofPerson, set: []string{"name = ''", "postal = ''", "subject = " + gone, "body = ''"}},
	blank("meeting_roll", ofPerson, "address"),
	deleted("letter_reader", ofPerson),
	deleted("newsletter_reader", ofPerson+" OR email_key IN "+mailboxes),
	{table: "mail_letter", where: "reply_address <> '' AND lower(reply_address) IN " + mailboxes, set: []string{
		"reply_name = ''", "reply_address = ''", // of letters that the person wrote to others
	}},
	deleted("round_letter_said", "letters_id IN (SELECT l.id FROM round_letters l WHERE "+asked+")"), deleted("round_letters", asked),
	deleted("duty_feed", ofPerson),

	// An address that stands elsewhere as someone to write to, or who came along to a club.
	deleted("club_visit_link", "visit_id IN (SELECT v.id FROM club_visit v WHERE v.email_key <> '' AND v.email_key IN "+mailboxes+")"),
	blank("club_visit", "email_key <> '' AND email_key IN "+mailboxes, "name", "email", "note", "answer", "email_key"),
	deleted("shop_order_link", "order_id IN (SELECT o.id FROM shop_order o WHERE "+ordered+")"),
	blank("shop_order", ordered, "family_name", "given_names", "address", "email", "email_key", "network_key", "reason"),
	blank("club", "lower(email) IN "+addresses, "email"), blank("weekly_section", "lower(contact) IN "+addresses, "contact"),
	blank("payment", "payer_person_id IS NULL AND payer_email <> '' AND lower(payer_email) IN "+mailboxes, "payer_address", "payer_email"),

	// The letters themselves, after all that is found by where they went.
	{table: "mail_letter", where: "id IN " + letters, set: []string{
		"letter_key = CASE WHEN letter_key LIKE '%@%' THEN 'erased:' || CAST(id AS TEXT) ELSE letter_key END", // some name an address
		"to_name = ''", "to_address = " + gone, "subject = " + gone, "body = ''", "reply_name = ''", "reply_address = ''", "problem = ''",
		"outdated = CASE WHEN state = 'sent' THEN outdated ELSE 'Its address and text are no longer kept.' END",
		"state = CASE WHEN state = 'waiting' THEN 'failed' ELSE state END",
	}},

	// Signing in.
	deleted("session", ofAccount), deleted("half_sign_in", ofAccount), deleted("account_device", ofAccount),
	deleted("one_time_link", ofAccount), deleted("address_change", ofAccount), deleted("reset_request", ofAccount),
	deleted("totp_offer", ofAccount), deleted("totp", factors), deleted("passkey", factors), deleted("second_factor", ofAccount),
	deleted("recovery_code", ofAccount), deleted("passkey_handle", ofAccount), deleted("account_request", ofAccount),
	blank("account_opening", ofAccount, "old_email"), to(gone, "let_in", ofAccount, "reason"),
	{table: "account", where: ofPerson, set: []string{
		"email = 'erased'", "email_key = 'erased ' || CAST(id AS TEXT)", "password_hash = ''", "disabled = TRUE", "version = version + 1",
	}},

	// The register.
	{table: "person", where: "id = $1", set: []string{
		"email = ''", "email_key = ''", "phone = ''", "phone_key = ''", "address = ''", "grade = ''", "note = ''", "public_as = 'alias'",
		"alias = CASE WHEN alias <> '' AND EXISTS (SELECT 1 FROM erasure e WHERE e.person_id = $1 AND e.by_alias = TRUE AND " +
			"e.withdrawn_at IS NULL AND e.done_at IS NULL) THEN alias ELSE '" + Former + "' END",
		"show_former = FALSE", "version = version + 1",
	}},
	deleted("person_former_name", ofPerson),
	struck("departure", ofPerson, "reason", "undone_why"), struck("membership_term", ofPerson, "reason"),
	struck("member_kind", ofPerson, "reason"), struck("officer_absence", ofPerson, "reason"),
	struck("exclusion", ofPerson, "rules", "reasons", "sent", "heard", "decision"), struck("act_record", ofPerson, "text"),
	blank("membership_consent", ofPerson, "stated_by"), struck("earlier_membership", ofPerson, "source"),
	deleted("membership_card", ofPerson),
	deleted("person_merge_row", "merge_id IN (SELECT m.id FROM person_merge m WHERE m.kept_id = $1 OR m.gone_id = $1)"),
	{table: "person_merge", where: "kept_id = $1 OR gone_id = $1", set: []string{"reason = " + gone, "was = ''", struckOut("undone_why")}},

	// Files and lists that came in.
	{table: "takeover_made", where: "made_in = 'person' AND row_id = $1 AND was <> ''", set: []string{"was = '[]'"}},
	blank("takeover_file", "id IN (SELECT r.file_id FROM takeover_row r WHERE r.person_id = $1)", "content"),
	deleted("takeover_row", ofPerson),
	blank("club_return_row", ofPerson, "email", "phone", "address", "grade", "note"),
	struck("club_return_row", ofPerson, "waiver_reason"), struck("club_return_candidate", ofPerson, "why"),
	blank("join_request", ofPerson, "family_name", "given_names", "email", "email_key", "note", "reason"),
	deleted("join_link", "request_id IN (SELECT q.id FROM join_request q WHERE q.person_id = $1)"),
	blank("application", ofPerson, "email", "email_key", "note", "egf_pin", "aga_number", "club"),
	deleted("application_link", "application_id IN (SELECT x.id FROM application x WHERE x.person_id = $1)"),

	// Payers.
	blank("payment", "person_id = $1 AND payer_person_id IS NULL OR payer_person_id = $1", "payer_address", "payer_email"),
	deleted("bank_payer_for", ofPerson), deleted("bank_payer_who", ofPerson), deleted("bank_payer", ofPerson),

	// Games.
	blank("entry", ofPerson, "egf_pin", "ffg_licence", "aga_number", "warning"),
	struck("rating_correction", ofPerson, "reason", "withdrawn_why"), blank("player_report", ofPerson, "device"),
	blank("play_act", ofPerson+" AND kind IN ('note', 'dispute')", "text"),
	struck("result_change", "by_id = $1", "reason"), deleted("play_list", ofPerson),
	struck("forbidden_pair", "a_id IN "+entries+" OR b_id IN "+entries, "reason"), struck("fixed_pair", inGame, "reason"),
	struck("foreign_diploma", ofPerson, "reason"),
	struck("grade_annulment", "number IN (SELECT w.number FROM grade_award w WHERE w.person_id = $1)", "reason"),
	deleted("event_aside", "event_id IN "+events), // other versions of the event, with what entries said of everyone

	// The name, where the law no longer asks for it: first where it was written as who acted.
	byThem("account_opening", ofAccount, "asked_by"), byThem("departure", ofPerson, "recorded_by"),
	byThem("departure", ofPerson, "undone_by"), byThem("points_wish", ofPerson, "recorded_by"),
	byThem("grade_hidden", ofPerson, "recorded_by"), byThem("entry", ofPerson, "here_by"), byThem("game", inGame, "result_by"),
	byThem("game_record", ofGame, "attached_by"), byThem("game_record", ofGame, "standing_by"),
	{table: "person", where: "id = $1", names: true, set: []string{
		"family_name = '" + Former + "'", "given_names = ''", "name_key = '" + members.NameKey(Former, "") + "'",
		"sort_key = 'a former member'", "version = version + 1",
	}},
	to("'"+Former+"'", "meeting_roll", ofPerson, "name").withName(),
	{table: "club_return_row", where: ofPerson, names: true, set: []string{"family_name = '" + Former + "'", "given_names = ''"}},
	{table: "application", where: ofPerson, names: true, set: []string{
		"family_name = '" + Former + "'", "given_names = ''", "name_key = '" + members.NameKey(Former, "") + "'",
	}},
	to("'"+Former+"'", "result_change", "by_id = $1", "by_name").withName(),
	to("'"+Former+"'", "referee_call", ofPerson, "by_name").withName(),
}

// statement is the clearing as SQL.
func (c clearing) statement() string {
	if len(c.set) == 0 {
		return `DELETE FROM ` + c.table + ` WHERE ` + c.where
	}
	return `UPDATE ` + c.table + ` SET ` + strings.Join(c.set, ", ") + ` WHERE ` + c.where
}

// clearAll carries out the clearings of a record; those of the name alone, or all others.
func clearAll(ctx context.Context, tx *store.Tx, id auth.PersonID, names bool) (n int64, err error) {
	var list []clearing
	for _, c := range clearings {
		if c.former != "" && !names { // before the former names go
			list = append([]clearing{c.ofFormerName()}, list...)
		}
		if c.names == names {
			list = append(list, c)
		}
	}
	for _, c := range list {
		rows, err := tx.Exec(ctx, c.statement(), id)
		if err != nil {
			return n, fmt.Errorf("erase from %s: %w", c.table, err)
		}
		n += rows
	}
	return n, nil
}
