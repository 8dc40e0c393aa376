-- +goose Up

-- The program itself lowered the invoice of an entry fee, because less of the fee was
-- asked then. What the treasurer took off stays, whatever is asked later.
ALTER TABLE invoice_credit ADD COLUMN of_fee BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE invoice_credit
SET of_fee = TRUE
WHERE kind = 'credit'
  AND reason IN ('The fee is another one now', 'Paid at the door', 'Paid beforehand', 'No longer entered', 'The event is cancelled');

-- A credit that counts no longer, since more of the fee is asked again.
CREATE TABLE invoice_credit_undone (
    credit_id   {{int}} PRIMARY KEY REFERENCES invoice_credit (id),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    reason      TEXT NOT NULL CHECK (reason <> ''),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id)
){{unnumbered}};
{{sqlite}}CREATE TRIGGER invoice_credit_undone_not_changed BEFORE UPDATE OF credit_id, day ON invoice_credit_undone BEGIN SELECT RAISE(ABORT, 'what is in the books is never changed'); END;
{{sqlite}}CREATE TRIGGER invoice_credit_undone_not_deleted BEFORE DELETE ON invoice_credit_undone BEGIN SELECT RAISE(ABORT, 'what is in the books is never deleted'); END;
{{postgres}}CREATE TRIGGER invoice_credit_undone_not_changed BEFORE UPDATE OF credit_id, day ON invoice_credit_undone FOR EACH ROW EXECUTE FUNCTION books_stay();
{{postgres}}CREATE TRIGGER invoice_credit_undone_not_deleted BEFORE DELETE ON invoice_credit_undone FOR EACH ROW EXECUTE FUNCTION books_stay();

-- +goose Down
SELECT 1;
