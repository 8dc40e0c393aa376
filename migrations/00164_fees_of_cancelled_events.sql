-- +goose Up

-- Of an entry fee whose event is cancelled: what was paid stands, and nothing more is asked, whatever becomes of the payment.
ALTER TABLE invoice ADD COLUMN no_more BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE invoice
SET no_more = TRUE
WHERE id IN (SELECT a.invoice_id
             FROM application a
             JOIN event e ON e.id = a.event_id
             WHERE e.cancelled = TRUE AND a.state = 'confirmed' AND a.paid_how = '' AND a.invoice_id IS NOT NULL);

-- +goose Down
SELECT 1;
