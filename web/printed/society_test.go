package printed_test

const (
	club    = `SELECT o.club_id FROM office o JOIN account a ON a.person_id = o.person_id WHERE a.email = 'club.secretary@demo.example'`
	inClubs = ` FROM membership_term t WHERE t.club_id IS NOT NULL AND t.kind <> 'void' AND t.to_day >= '` + today + `'
		AND t.from_day <= '` + today + `' `
	fullClub = `SELECT t.club_id` + inClubs + `GROUP BY t.club_id ORDER BY COUNT(*) DESC, t.club_id`
	inClub   = `SELECT t.person_id` + inClubs + `AND t.club_id = (` + fullClub + ` LIMIT 1)
		AND t.person_id IN (SELECT id FROM person WHERE public_as = 'name')`
	meeting = `SELECT id FROM meeting ORDER BY id`
	account = `SELECT id FROM bank_account ORDER BY id`
	noVote  = "no postal vote is held"
	noCard  = "not every member has a card yet"

	memberToday = `SELECT p.id FROM person p JOIN membership_term t ON t.person_id = p.id
		WHERE p.public_as = 'name' AND t.from_day <= '` + today + `' AND t.to_day >= '` + today + `'
		  AND t.kind <> 'void' AND NOT EXISTS (SELECT 1 FROM membership_term x WHERE x.corrects_id = t.id)`

	toPack = `SELECT o.person_id FROM shop_order o JOIN invoice i ON i.id = o.invoice_id
		WHERE o.state = 'placed' AND i.open_cents = 0 AND NOT EXISTS (SELECT 1 FROM invoice_credit c WHERE c.invoice_id = i.id)`

	noNotice     = "no notice is sent yet"
	noNewsletter = "no newsletter is written yet"
)

// societyFiles are those of the register, the clubs, the books, meetings, postal votes and the committee.
var societyFiles = []file{
	// The register and the clubs.
	{route: "/members.xlsx", as: "secretary", who: `SELECT id FROM person WHERE public_as = 'name'`},
	{route: "/members.csv", as: "secretary", who: `SELECT id FROM person WHERE public_as = 'name'`},
	{route: "/members.pdf", as: "secretary", who: `SELECT id FROM person WHERE public_as = 'name'`},
	{route: "/members/register.pdf", as: "secretary", who: memberToday},
	{route: "/members/:id/card.pdf", as: "secretary", cut: true, at: `SELECT person_id FROM membership_card WHERE ended_at IS NULL ORDER BY id`},
	{route: "/members/cards.pdf", lacks: noCard},
	{route: "/clubs/:id/cards.pdf", lacks: noCard},
	{route: "/members/:id/payments/:payment/receipt.pdf", as: "treasurer", at: `SELECT person_id || '|' || id FROM payment WHERE person_id IS NOT NULL ORDER BY id`},
	{route: "/members/joining.xlsx", as: "secretary"},
	{route: "/members/joining.csv", as: "secretary"},
	{route: "/outbox.xlsx", as: "secretary"},
	{route: "/outbox.csv", as: "secretary"},
	{route: "/duties.xlsx", as: "secretary"},
	{route: "/duties.csv", as: "secretary"},
	{route: "/treasurer/two-lists.xlsx", as: "treasurer"},
	{route: "/treasurer/two-lists.csv", as: "treasurer"},
	{route: "/treasurer/rates.xlsx", as: "treasurer"},
	{route: "/treasurer/rates.csv", as: "treasurer"},
	{route: "/treasurer/kinds.xlsx", as: "treasurer"},
	{route: "/treasurer/kinds.csv", as: "treasurer"},
	{route: "/treasurer/clubs.xlsx", as: "treasurer"},
	{route: "/treasurer/clubs.csv", as: "treasurer"},
	{route: "/clubs/:id/members.xlsx", as: "secretary", at: fullClub, who: inClub},
	{route: "/clubs/:id/members.csv", as: "secretary", at: fullClub, who: inClub},
	{route: "/clubs/:id/members.pdf", as: "secretary", at: fullClub, who: inClub},
	{route: "/clubs/:id/members.pdf", as: "secretary", at: club}, // that has sent no list yet
	{route: "/members/retention/reports.xlsx", as: "secretary"},
	{route: "/members/retention/reports.csv", as: "secretary"},
	{route: "/clubs/:id/template.xlsx", as: "club.secretary", at: club},
	{route: "/clubs/:id/template.csv", as: "club.secretary", at: club},
	{route: "/take-over/members.xlsx", as: "secretary"},
	{route: "/take-over/members.csv", as: "secretary"},
	{route: "/returns/:id/receipt.pdf", as: "treasurer", at: `SELECT id FROM club_return ORDER BY id`},
	{route: "/letters/mailings/:id/letters.pdf", as: "secretary", at: `SELECT id FROM mailing`},
	{route: "/letters/mailings/:id/labels.pdf", as: "secretary", at: `SELECT id FROM mailing`, cut: true},
	{route: "/letters/labels/test.pdf", as: "secretary", cut: true},

	{route: "/newsletter/:id", lacks: noNewsletter},
	{route: "/newsletter/desk/:id/issue.pdf", lacks: noNewsletter},
	{route: "/newsletter/desk/:id/copies.pdf", lacks: noNewsletter},
	{route: "/newsletter/desk/labels.pdf", lacks: noNewsletter},

	// The books.
	{route: "/bookshop/desk/packing.pdf", as: "treasurer", who: toPack},
	{route: "/bookshop/desk/labels.pdf", as: "treasurer", who: toPack, cut: true},
	{route: "/bookshop/desk/sales.xlsx", as: "treasurer"},
	{route: "/books/payments.xlsx", as: "treasurer"},
	{route: "/books/payments.csv", as: "treasurer"},
	{route: "/books/payments/:id/receipt.pdf", as: "treasurer", at: `SELECT id FROM payment ORDER BY id`},
	{route: "/books/invoices.xlsx", as: "treasurer"},
	{route: "/books/invoices.csv", as: "treasurer"},
	{route: "/books/invoices/:id/invoice.pdf", as: "treasurer", at: `SELECT id FROM invoice ORDER BY id`},
	{route: "/books/people/:id/statement.pdf", as: "treasurer", at: `SELECT person_id FROM invoice WHERE person_id IS NOT NULL ORDER BY id`},
	{route: "/books/clubs/:id/statement.pdf", as: "treasurer", at: `SELECT club_id FROM invoice WHERE club_id IS NOT NULL ORDER BY id`},
	{route: "/books/journal.xlsx", as: "treasurer"},
	{route: "/books/journal.csv", as: "treasurer"},
	{route: "/books/accounts.xlsx", as: "treasurer"},
	{route: "/books/accounts.csv", as: "treasurer"},
	{route: "/books/figures.xlsx", as: "treasurer"},
	{route: "/books/figures.csv", as: "treasurer"},
	{route: "/books/year.pdf", as: "treasurer"},
	{route: "/books/year.xlsx", as: "treasurer"},
	{route: "/books/bank/:id/lines.xlsx", as: "treasurer", at: account},
	{route: "/books/bank/:id/lines.csv", as: "treasurer", at: account},

	// Meetings.
	{route: "/meetings/:id/nomination.pdf", as: "secretary", at: meeting},
	{route: "/meetings/:id/notice.pdf", as: "secretary", at: meeting},
	{route: "/meetings/:id/roll.pdf", lacks: noNotice},
	{route: "/meetings/:id/labels.pdf", lacks: noNotice},
	{route: "/meetings/:id/letters.pdf", lacks: noNotice},
	{route: "/meetings/:id/attendance.pdf", as: "secretary", at: meeting},
	{route: "/meetings/:id/ballots.pdf", as: "secretary", at: meeting, cut: true},
	{route: "/meetings/:id/count.pdf", as: "secretary", at: meeting, cut: true},
	{route: "/meetings/:id/minutes.pdf", as: "secretary", at: meeting},

	// Postal votes.
	{route: "/postal-votes/:id/declaration.pdf", lacks: noVote},
	{route: "/postal-votes/:id/register.pdf", lacks: noVote},
	{route: "/postal-votes/:id/tally.pdf", lacks: noVote},
	{route: "/postal-votes/:id/report.pdf", lacks: noVote},
	{route: "/postal-votes/:id/destruction.pdf", lacks: noVote},

	// The committee.
	{route: "/committee/resolutions.xlsx", as: "secretary"},
	{route: "/committee/resolutions.csv", as: "secretary"},
	{route: "/committee/payments.xlsx", as: "secretary"},
	{route: "/committee/payments.csv", as: "secretary"},
	{route: "/committee/payments/:id/approval.pdf", as: "secretary", at: `SELECT id FROM payment_request ORDER BY id`},
	{route: "/committee/seal.xlsx", as: "secretary"},
	{route: "/committee/seal.csv", as: "secretary"},
	{route: "/committee/seal.pdf", as: "secretary"},
}
