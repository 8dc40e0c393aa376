-- +goose Up

-- Fees that are paid beforehand go to the society: the books make an invoice of each. Of events from before they do not.
ALTER TABLE entry_terms ADD COLUMN billed BOOLEAN NOT NULL DEFAULT FALSE;

-- The invoice of a fee, the latest one; NULL without. A later migration makes the table that it is of, so that the database
-- does not check it; no invoice is ever deleted.
ALTER TABLE application ADD COLUMN invoice_id {{int}} CHECK (invoice_id > 0);

-- +goose Down
SELECT 1;
