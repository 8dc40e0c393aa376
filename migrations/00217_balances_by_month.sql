-- +goose Up
-- What each month changed an account by, kept with each line that is booked, in the same change: a balance is the months before it
-- and the lines of its own month, not all lines of twenty years. Lines are never changed nor deleted, nor are the days of entries.
CREATE TABLE journal_month (
    account TEXT NOT NULL REFERENCES ledger_account (code),
    month   TEXT NOT NULL CHECK (length(month) = 7), -- of the entry's day: 2026-07
    cents   {{int}} NOT NULL,
    PRIMARY KEY (account, month)
);

{{sqlite}}CREATE TRIGGER journal_line_months AFTER INSERT ON journal_line BEGIN INSERT INTO journal_month (account, month, cents) SELECT NEW.account, substr(e.day, 1, 7), NEW.cents FROM journal_entry e WHERE e.id = NEW.entry_id ON CONFLICT (account, month) DO UPDATE SET cents = journal_month.cents + excluded.cents; END;
{{postgres}}CREATE FUNCTION journal_line_months() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO journal_month (account, month, cents) SELECT NEW.account, substr(e.day, 1, 7), NEW.cents FROM journal_entry e WHERE e.id = NEW.entry_id ON CONFLICT (account, month) DO UPDATE SET cents = journal_month.cents + excluded.cents; RETURN NULL; END $$;
{{postgres}}CREATE TRIGGER journal_line_months AFTER INSERT ON journal_line FOR EACH ROW EXECUTE FUNCTION journal_line_months();

-- After the triggers: from then on, what another copy of the program books is either counted here or by them.
INSERT INTO journal_month (account, month, cents)
SELECT l.account, substr(e.day, 1, 7), SUM(l.cents)
FROM journal_line l
JOIN journal_entry e ON e.id = l.entry_id
GROUP BY l.account, substr(e.day, 1, 7);

-- +goose Down
SELECT 1;
