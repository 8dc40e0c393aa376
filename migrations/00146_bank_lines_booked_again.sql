-- +goose Up

-- A line of the bank that was booked wrongly is undone and booked again: several
-- entries name it, one after the other. The line's version keeps it from being
-- booked twice at once.
DROP INDEX journal_entry_document;
CREATE UNIQUE INDEX journal_entry_document ON journal_entry (document, document_id)
    WHERE document NOT IN ('hand', 'bank_line') AND reverses_id IS NULL;

-- +goose Down
SELECT 1;
