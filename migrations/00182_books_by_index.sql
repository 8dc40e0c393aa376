-- +goose Up

-- What the treasurer looks at most is read by indices alone: the few rows that were waived among all that stand on lists,
-- who is a member on a day, what each account comes to.
CREATE INDEX club_return_row_waived ON club_return_row (return_id) WHERE waived_on IS NOT NULL;
DROP INDEX membership_term_days;
CREATE INDEX membership_term_days ON membership_term (to_day, from_day, kind, person_id, club_id);
DROP INDEX journal_line_account;
CREATE INDEX journal_line_account ON journal_line (account, entry_id, cents);

-- +goose Down
SELECT 1;
