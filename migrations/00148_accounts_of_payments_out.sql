-- +goose Up

-- The account that a payment out left; '': the society's first bank account.
ALTER TABLE payment_request ADD COLUMN paid_from {{key}} NOT NULL DEFAULT '';

-- The payment out that paid a loan back, so that its money is counted once; NULL:
-- it was paid back otherwise.
ALTER TABLE committee_loan ADD COLUMN request_id {{int}} REFERENCES payment_request (id);
CREATE UNIQUE INDEX committee_loan_request ON committee_loan (request_id) WHERE request_id IS NOT NULL;

-- +goose Down
SELECT 1;
