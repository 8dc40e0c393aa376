-- +goose Up

-- The books, in double entry. Accounts are added and renamed, never removed.
CREATE TABLE ledger_account (
    code   {{key}} NOT NULL PRIMARY KEY CHECK (length(code) = 4),
    name   TEXT NOT NULL CHECK (name <> ''),
    kind   {{key}} NOT NULL CHECK (kind IN ('asset', 'liability', 'equity', 'income', 'expense')),
    closed BOOLEAN NOT NULL DEFAULT FALSE
){{unnumbered}};
INSERT INTO ledger_account (code, name, kind) VALUES
    ('1000', 'Bank account', 'asset'),
    ('1010', 'Cash in hand', 'asset'),
    ('1020', 'Term deposits', 'asset'),
    ('1100', 'Members’ balances', 'asset'),
    ('1110', 'Clubs’ balances', 'asset'),
    ('1200', 'Stock of books', 'asset'),
    ('2000', 'Loans', 'liability'),
    ('2100', 'Money not identified yet', 'liability'),
    ('3000', 'Accumulated funds', 'equity'),
    ('4000', 'Subscriptions through clubs', 'income'),
    ('4010', 'Subscriptions of single members', 'income'),
    ('4090', 'Fees waived', 'income'),
    ('4100', 'Entry fees', 'income'),
    ('4200', 'Levies', 'income'),
    ('4300', 'Sales of books', 'income'),
    ('4400', 'Donations', 'income'),
    ('4500', 'Interest', 'income'),
    ('4900', 'Other income', 'income'),
    ('5000', 'Events', 'expense'),
    ('5100', 'Travel to the World Amateur Go Championship', 'expense'),
    ('5200', 'Equipment', 'expense'),
    ('5300', 'Website', 'expense'),
    ('5400', 'Bank charges', 'expense'),
    ('5500', 'Books bought', 'expense'),
    ('5610', 'Debts written off', 'expense'),
    ('5900', 'Other expenses', 'expense');

-- The last number of each kind of document in each calendar year, taken in the
-- document's own transaction, so that no number is skipped.
CREATE TABLE books_series (
    kind    {{key}} NOT NULL CHECK (kind IN ('journal', 'invoice', 'credit')),
    year    {{int}} NOT NULL,
    last_no {{int}} NOT NULL CHECK (last_no > 0),
    PRIMARY KEY (kind, year)
){{unnumbered}};

-- Entries are never changed; one that names another in reverses_id undoes it.
CREATE TABLE journal_entry (
    id          {{pk}},
    year        {{int}} NOT NULL,
    number      {{int}} NOT NULL CHECK (number > 0),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    text        TEXT NOT NULL CHECK (text <> ''),
    document    {{key}} NOT NULL CHECK (document IN ('invoice', 'credit', 'payment', 'transfer', 'payment_out', 'loan',
                    'loan_repaid', 'investment', 'investment_ended', 'bank_line', 'hand')),
    document_id {{int}} NOT NULL DEFAULT 0,
    reverses_id {{int}} UNIQUE REFERENCES journal_entry (id),
    recorded_at {{instant}} CHECK (length(recorded_at) = 24), -- NULL: made from the records of before the journal
    recorded_by {{int}} REFERENCES person (id),
    UNIQUE (year, number),
    CHECK ((document = 'hand') = (document_id = 0))
);
CREATE UNIQUE INDEX journal_entry_document ON journal_entry (document, document_id)
    WHERE document <> 'hand' AND reverses_id IS NULL;
CREATE INDEX journal_entry_day ON journal_entry (day, id);

CREATE TABLE journal_line (
    entry_id  {{int}} NOT NULL REFERENCES journal_entry (id),
    no        {{int}} NOT NULL CHECK (no > 0),
    account   {{key}} NOT NULL REFERENCES ledger_account (code),
    cents     {{int}} NOT NULL CHECK (cents <> 0),            -- a debit above zero, a credit below
    person_id {{int}} REFERENCES person (id),                 -- whose balance it changes
    club_id   {{int}} REFERENCES club (id),
    tag       TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (entry_id, no),
    CHECK (person_id IS NULL OR club_id IS NULL),
    CHECK ((account = '1100') = (person_id IS NOT NULL)),
    CHECK ((account = '1110') = (club_id IS NOT NULL))
){{unnumbered}};
CREATE INDEX journal_line_account ON journal_line (account, entry_id);
CREATE INDEX journal_line_person ON journal_line (person_id);
CREATE INDEX journal_line_club ON journal_line (club_id);

-- Up to and on the latest of these days the books take no entries.
CREATE TABLE books_lock (
    id          {{pk}},
    until_day   {{date}} NOT NULL CHECK (length(until_day) = 10),
    why         {{key}} NOT NULL CHECK (why IN ('reconciled', 'year', 'hand')),
    note        TEXT NOT NULL DEFAULT '',
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id)
);

-- What a member or a club is asked to pay. Never changed: a credit lowers it.
CREATE TABLE invoice (
    id          {{pk}},
    year        {{int}} NOT NULL,
    number      {{int}} NOT NULL CHECK (number > 0),
    person_id   {{int}} REFERENCES person (id),
    club_id     {{int}} REFERENCES club (id),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    due_on      {{date}} NOT NULL CHECK (length(due_on) = 10),
    text        TEXT NOT NULL CHECK (text <> ''),
    source      {{key}} NOT NULL CHECK (source IN ('return', 'subscription', 'hand')),
    source_id   {{int}},                                      -- the return, or the payment of a subscription that was paid at once
    recorded_at {{instant}} CHECK (length(recorded_at) = 24), -- NULL: made from the records of before
    recorded_by {{int}} REFERENCES person (id),
    UNIQUE (year, number),
    CHECK ((person_id IS NULL) <> (club_id IS NULL)),
    CHECK ((source = 'hand') = (source_id IS NULL))
);
CREATE UNIQUE INDEX invoice_source ON invoice (source, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX invoice_person ON invoice (person_id);
CREATE INDEX invoice_club ON invoice (club_id);

CREATE TABLE invoice_line (
    invoice_id {{int}} NOT NULL REFERENCES invoice (id),
    no         {{int}} NOT NULL CHECK (no > 0),
    text       TEXT NOT NULL CHECK (text <> ''),
    cents      {{int}} NOT NULL CHECK (cents > 0),
    account    {{key}} NOT NULL REFERENCES ledger_account (code),
    tag        TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (invoice_id, no)
){{unnumbered}};

-- What an invoice is lowered by, and why.
CREATE TABLE invoice_credit (
    id          {{pk}},
    year        {{int}} NOT NULL,
    number      {{int}} NOT NULL CHECK (number > 0),
    invoice_id  {{int}} NOT NULL REFERENCES invoice (id),
    kind        {{key}} NOT NULL CHECK (kind IN ('credit', 'waiver', 'written_off')),
    cents       {{int}} NOT NULL CHECK (cents > 0),
    account     {{key}} NOT NULL REFERENCES ledger_account (code),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    reason      TEXT NOT NULL CHECK (reason <> ''),
    row_id      {{int}} UNIQUE REFERENCES club_return_row (id), -- whose fee was waived
    recorded_at {{instant}} CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id),
    UNIQUE (year, number)
);
CREATE INDEX invoice_credit_invoice ON invoice_credit (invoice_id);

-- A payment is of a return, a person or a club; who paid may be someone else.
{{sqlite}}PRAGMA defer_foreign_keys = ON;
{{sqlite}}CREATE TABLE payment_copy AS SELECT * FROM payment;
{{sqlite}}CREATE TABLE payment_last AS SELECT seq FROM sqlite_sequence WHERE name = 'payment';
{{sqlite}}DROP TABLE payment;
{{sqlite}}CREATE TABLE payment (
{{sqlite}}    id           INTEGER PRIMARY KEY AUTOINCREMENT,
{{sqlite}}    return_id    INTEGER REFERENCES club_return (id),
{{sqlite}}    person_id    INTEGER REFERENCES person (id),
{{sqlite}}    club_id      INTEGER REFERENCES club (id),
{{sqlite}}    amount       INTEGER NOT NULL CHECK (amount <> 0),
{{sqlite}}    received_on  TEXT NOT NULL CHECK (length(received_on) = 10),
{{sqlite}}    method       TEXT NOT NULL CHECK (method IN ('bank', 'cash', 'cheque', 'card')),
{{sqlite}}    reference    TEXT NOT NULL DEFAULT '',
{{sqlite}}    paid_by      TEXT NOT NULL DEFAULT '',
{{sqlite}}    receipt_year INTEGER,
{{sqlite}}    receipt_no   INTEGER CHECK (receipt_no > 0),
{{sqlite}}    reverses_id  INTEGER UNIQUE REFERENCES payment (id),
{{sqlite}}    reason       TEXT NOT NULL DEFAULT '',
{{sqlite}}    recorded_at  TEXT NOT NULL CHECK (length(recorded_at) = 24),
{{sqlite}}    recorded_by  INTEGER REFERENCES person (id),
{{sqlite}}    UNIQUE (receipt_year, receipt_no),
{{sqlite}}    CHECK ((return_id IS NOT NULL) + (person_id IS NOT NULL) + (club_id IS NOT NULL) = 1),
{{sqlite}}    CHECK ((receipt_no IS NULL) = (receipt_year IS NULL)),
{{sqlite}}    CHECK ((reverses_id IS NULL AND amount > 0 AND receipt_no IS NOT NULL)
{{sqlite}}        OR (reverses_id IS NOT NULL AND amount < 0 AND receipt_no IS NULL AND reason <> ''))
{{sqlite}});
{{sqlite}}INSERT INTO payment (id, return_id, person_id, amount, received_on, method, reference, receipt_year, receipt_no, reverses_id, reason, recorded_at, recorded_by) SELECT id, return_id, person_id, amount, received_on, method, reference, receipt_year, receipt_no, reverses_id, reason, recorded_at, recorded_by FROM payment_copy ORDER BY id;
{{sqlite}}UPDATE sqlite_sequence SET seq = (SELECT seq FROM payment_last) WHERE name = 'payment' AND EXISTS (SELECT 1 FROM payment_last);
{{sqlite}}DROP TABLE payment_copy;
{{sqlite}}DROP TABLE payment_last;
{{sqlite}}CREATE INDEX payment_return ON payment (return_id);
{{sqlite}}CREATE INDEX payment_person ON payment (person_id);
{{postgres}}ALTER TABLE payment ADD COLUMN club_id BIGINT REFERENCES club (id), ADD COLUMN paid_by TEXT NOT NULL DEFAULT '';
{{postgres}}ALTER TABLE payment DROP CONSTRAINT payment_check;
{{postgres}}ALTER TABLE payment ADD CONSTRAINT payment_of_one CHECK (num_nonnulls(return_id, person_id, club_id) = 1);
CREATE INDEX payment_club ON payment (club_id);
CREATE INDEX payment_received ON payment (received_on, id);

-- What of a payment settles an invoice, or was paid back; what is left is the
-- payer's credit. It counts while the payment stands; below zero it is undone.
CREATE TABLE allocation (
    id          {{pk}},
    payment_id  {{int}} NOT NULL REFERENCES payment (id),
    invoice_id  {{int}} REFERENCES invoice (id),
    request_id  {{int}} REFERENCES payment_request (id),      -- of a refund
    cents       {{int}} NOT NULL CHECK (cents <> 0),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    recorded_at {{instant}} CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id),
    CHECK ((invoice_id IS NULL) <> (request_id IS NULL))
);
CREATE INDEX allocation_payment ON allocation (payment_id);
CREATE INDEX allocation_invoice ON allocation (invoice_id);

-- A request for a payment out: to which account it goes, and whose credit it
-- pays back.
ALTER TABLE payment_request ADD COLUMN account {{key}} NOT NULL DEFAULT '';
ALTER TABLE payment_request ADD COLUMN refund_person_id {{int}} REFERENCES person (id);
ALTER TABLE payment_request ADD COLUMN refund_club_id {{int}} REFERENCES club (id);

-- What was recorded before the journal: an invoice for the fee of each confirmed
-- list and for each subscription that a member paid alone, a credit for each fee
-- that was waived, and an entry for each of these, each payment and each
-- reversal, in the order of their days.
INSERT INTO invoice (year, number, person_id, club_id, day, due_on, text, source, source_id)
SELECT d.year, ROW_NUMBER() OVER (PARTITION BY d.year ORDER BY d.day, d.source, d.source_id), d.person_id, d.club_id, d.day,
       d.day, d.text, d.source, d.source_id
FROM (
    SELECT CAST(substr(list_received, 1, 4) AS {{int}}) AS year, NULL AS person_id, club_id, list_received AS day,
           'Fee for the list of ' || CAST(year AS TEXT) || '/' || substr(CAST(year + 1 AS TEXT), 3, 2) AS text,
           'return' AS source, id AS source_id
    FROM club_return
    WHERE state = 'confirmed' AND fee > 0
    UNION ALL
    SELECT CAST(substr(p.received_on, 1, 4) AS {{int}}), p.person_id, NULL, p.received_on, 'Annual subscription',
           'subscription', p.id
    FROM payment p
    WHERE p.person_id IS NOT NULL AND p.amount > 0
      AND NOT EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id)
) d;

INSERT INTO invoice_line (invoice_id, no, text, cents, account)
SELECT i.id, 1, i.text, r.fee, '4000'
FROM invoice i
JOIN club_return r ON r.id = i.source_id
WHERE i.source = 'return';
INSERT INTO invoice_line (invoice_id, no, text, cents, account)
SELECT i.id, 1, i.text, p.amount, '4010'
FROM invoice i
JOIN payment p ON p.id = i.source_id
WHERE i.source = 'subscription';

INSERT INTO invoice_credit (year, number, invoice_id, kind, cents, account, day, reason, row_id)
SELECT CAST(substr(w.waived_on, 1, 4) AS {{int}}),
       ROW_NUMBER() OVER (PARTITION BY substr(w.waived_on, 1, 4) ORDER BY w.waived_on, w.id),
       i.id, 'waiver', w.charge, '4090', w.waived_on, w.waiver_reason, w.id
FROM club_return_row w
JOIN invoice i ON i.source = 'return' AND i.source_id = w.return_id
WHERE w.waived_on IS NOT NULL AND w.charge > 0;

-- The payments on a list settle its fee in the order in which they were recorded;
-- what is beyond it is the club's credit.
INSERT INTO allocation (payment_id, invoice_id, cents, day)
SELECT s.payment_id, s.invoice_id, CASE WHEN s.amount < s.room THEN s.amount ELSE s.room END, s.day
FROM (
    SELECT p.id AS payment_id, i.id AS invoice_id, p.amount,
           r.fee - COALESCE((SELECT SUM(c.cents) FROM invoice_credit c WHERE c.invoice_id = i.id), 0)
               - SUM(p.amount) OVER (PARTITION BY i.id ORDER BY p.id) + p.amount AS room,
           CASE WHEN p.received_on > i.day THEN p.received_on ELSE i.day END AS day
    FROM payment p
    JOIN invoice i ON i.source = 'return' AND i.source_id = p.return_id
    JOIN club_return r ON r.id = p.return_id
    WHERE p.amount > 0 AND NOT EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id)
) s
WHERE s.room > 0;
INSERT INTO allocation (payment_id, invoice_id, cents, day)
SELECT p.id, i.id, p.amount, p.received_on
FROM payment p
JOIN invoice i ON i.source = 'subscription' AND i.source_id = p.id;

INSERT INTO journal_entry (year, number, day, text, document, document_id)
SELECT CAST(substr(d.day, 1, 4) AS {{int}}),
       ROW_NUMBER() OVER (PARTITION BY substr(d.day, 1, 4) ORDER BY d.day, d.place, d.document_id),
       d.day, d.text, d.document, d.document_id
FROM (
    SELECT day, 1 AS place, text, 'invoice' AS document, id AS document_id
    FROM invoice
    UNION ALL
    SELECT day, 2, 'Fee waived: ' || reason, 'credit', id
    FROM invoice_credit
    UNION ALL
    SELECT received_on, 3, CASE WHEN amount > 0 THEN 'Payment received' ELSE 'Payment reversed: ' || reason END, 'payment', id
    FROM payment
    UNION ALL
    SELECT paid_on, 4, payee || ': ' || purpose, 'payment_out', id
    FROM payment_request
    WHERE state = 'paid'
    UNION ALL
    SELECT day, 5, 'Loan of ' || lender, 'loan', id
    FROM committee_loan
    UNION ALL
    SELECT repaid_on, 6, 'Loan of ' || lender || ' paid back', 'loan_repaid', id
    FROM committee_loan
    WHERE repaid_on IS NOT NULL
    UNION ALL
    SELECT day, 7, what, 'investment', id
    FROM committee_investment
    UNION ALL
    SELECT ended_on, 8, what || ' ended', 'investment_ended', id
    FROM committee_investment
    WHERE ended_on IS NOT NULL
) d;
UPDATE journal_entry
SET reverses_id = (
    SELECT e.id
    FROM payment p
    JOIN journal_entry e ON e.document = 'payment' AND e.document_id = p.reverses_id
    WHERE p.id = journal_entry.document_id
)
WHERE document = 'payment' AND document_id IN (SELECT id FROM payment WHERE reverses_id IS NOT NULL);

INSERT INTO journal_line (entry_id, no, account, cents, person_id, club_id)
SELECT e.id, 1, CASE WHEN i.club_id IS NULL THEN '1100' ELSE '1110' END, l.cents, i.person_id, i.club_id
FROM journal_entry e
JOIN invoice i ON i.id = e.document_id
JOIN invoice_line l ON l.invoice_id = i.id
WHERE e.document = 'invoice';
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 2, l.account, -l.cents
FROM journal_entry e
JOIN invoice_line l ON l.invoice_id = e.document_id
WHERE e.document = 'invoice';
INSERT INTO journal_line (entry_id, no, account, cents, person_id, club_id)
SELECT e.id, 1, '1110', -c.cents, NULL, i.club_id
FROM journal_entry e
JOIN invoice_credit c ON c.id = e.document_id
JOIN invoice i ON i.id = c.invoice_id
WHERE e.document = 'credit';
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 2, c.account, c.cents
FROM journal_entry e
JOIN invoice_credit c ON c.id = e.document_id
WHERE e.document = 'credit';
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 1, CASE WHEN p.method = 'cash' THEN '1010' ELSE '1000' END, p.amount
FROM journal_entry e
JOIN payment p ON p.id = e.document_id
WHERE e.document = 'payment';
INSERT INTO journal_line (entry_id, no, account, cents, person_id, club_id)
SELECT e.id, 2, CASE WHEN p.person_id IS NULL THEN '1110' ELSE '1100' END, -p.amount, p.person_id, r.club_id
FROM journal_entry e
JOIN payment p ON p.id = e.document_id
LEFT JOIN club_return r ON r.id = p.return_id
WHERE e.document = 'payment';
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 1, '5900', p.cents
FROM journal_entry e
JOIN payment_request p ON p.id = e.document_id
WHERE e.document = 'payment_out';
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 2, '1000', -p.cents
FROM journal_entry e
JOIN payment_request p ON p.id = e.document_id
WHERE e.document = 'payment_out';
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 1, '1000', CASE WHEN e.document = 'loan' THEN l.cents ELSE -l.cents END
FROM journal_entry e
JOIN committee_loan l ON l.id = e.document_id
WHERE e.document IN ('loan', 'loan_repaid');
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 2, '2000', CASE WHEN e.document = 'loan' THEN -l.cents ELSE l.cents END
FROM journal_entry e
JOIN committee_loan l ON l.id = e.document_id
WHERE e.document IN ('loan', 'loan_repaid');
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 1, '1020', CASE WHEN e.document = 'investment' THEN v.cents ELSE -v.cents END
FROM journal_entry e
JOIN committee_investment v ON v.id = e.document_id
WHERE e.document IN ('investment', 'investment_ended');
INSERT INTO journal_line (entry_id, no, account, cents)
SELECT e.id, 2, '1000', CASE WHEN e.document = 'investment' THEN -v.cents ELSE v.cents END
FROM journal_entry e
JOIN committee_investment v ON v.id = e.document_id
WHERE e.document IN ('investment', 'investment_ended');

INSERT INTO books_series (kind, year, last_no)
SELECT 'journal', year, MAX(number) FROM journal_entry GROUP BY year;
INSERT INTO books_series (kind, year, last_no)
SELECT 'invoice', year, MAX(number) FROM invoice GROUP BY year;
INSERT INTO books_series (kind, year, last_no)
SELECT 'credit', year, MAX(number) FROM invoice_credit GROUP BY year;

-- Nothing of these is changed or deleted; only whom a row names, when two records are merged.
{{postgres}}CREATE FUNCTION books_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'what is in the books is never changed or deleted'; END $$;
{{sqlite}}CREATE TRIGGER journal_entry_not_changed BEFORE UPDATE OF year, number, day, text, document, document_id, reverses_id, recorded_at ON journal_entry BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER journal_entry_not_deleted BEFORE DELETE ON journal_entry BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER journal_entry_not_changed BEFORE UPDATE OF year, number, day, text, document, document_id, reverses_id, recorded_at ON journal_entry FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER journal_entry_not_deleted BEFORE DELETE ON journal_entry FOR EACH ROW EXECUTE FUNCTION books_stay();
{{sqlite}}CREATE TRIGGER journal_line_not_changed BEFORE UPDATE OF entry_id, no, account, cents ON journal_line BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER journal_line_not_deleted BEFORE DELETE ON journal_line BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER journal_line_not_changed BEFORE UPDATE OF entry_id, no, account, cents ON journal_line FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER journal_line_not_deleted BEFORE DELETE ON journal_line FOR EACH ROW EXECUTE FUNCTION books_stay();
{{sqlite}}CREATE TRIGGER invoice_not_changed BEFORE UPDATE OF year, number, day, source, source_id, recorded_at ON invoice BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER invoice_not_deleted BEFORE DELETE ON invoice BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER invoice_not_changed BEFORE UPDATE OF year, number, day, source, source_id, recorded_at ON invoice FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER invoice_not_deleted BEFORE DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION books_stay();
{{sqlite}}CREATE TRIGGER invoice_line_not_changed BEFORE UPDATE OF invoice_id, cents, account ON invoice_line BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER invoice_line_not_deleted BEFORE DELETE ON invoice_line BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER invoice_line_not_changed BEFORE UPDATE OF invoice_id, cents, account ON invoice_line FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER invoice_line_not_deleted BEFORE DELETE ON invoice_line FOR EACH ROW EXECUTE FUNCTION books_stay();
{{sqlite}}CREATE TRIGGER invoice_credit_not_changed BEFORE UPDATE OF year, number, invoice_id, kind, cents, account, day ON invoice_credit BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER invoice_credit_not_deleted BEFORE DELETE ON invoice_credit BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER invoice_credit_not_changed BEFORE UPDATE OF year, number, invoice_id, kind, cents, account, day ON invoice_credit FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER invoice_credit_not_deleted BEFORE DELETE ON invoice_credit FOR EACH ROW EXECUTE FUNCTION books_stay();
{{sqlite}}CREATE TRIGGER allocation_not_changed BEFORE UPDATE OF payment_id, invoice_id, request_id, cents, day ON allocation BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER allocation_not_deleted BEFORE DELETE ON allocation BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER allocation_not_changed BEFORE UPDATE OF payment_id, invoice_id, request_id, cents, day ON allocation FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER allocation_not_deleted BEFORE DELETE ON allocation FOR EACH ROW EXECUTE FUNCTION books_stay();
{{sqlite}}CREATE TRIGGER books_lock_not_changed BEFORE UPDATE OF until_day ON books_lock BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER books_lock_not_deleted BEFORE DELETE ON books_lock BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER books_lock_not_changed BEFORE UPDATE OF until_day ON books_lock FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER books_lock_not_deleted BEFORE DELETE ON books_lock FOR EACH ROW EXECUTE FUNCTION books_stay();

-- +goose Down
SELECT 1;
