-- +goose Up

-- Fees that are paid beforehand go to the society: the books make an invoice of each. Of events from before they do not.
ALTER TABLE entry_terms ADD COLUMN billed BOOLEAN NOT NULL DEFAULT FALSE;

-- The invoice of a fee, the latest one; NULL without.
ALTER TABLE application ADD COLUMN invoice_id {{int}} REFERENCES invoice (id);

-- +goose Down
SELECT 1;
