-- +goose Up

-- A term that is cancelled because its list is no longer paid for comes back
-- with the fee; one that an officer cancelled does not.
ALTER TABLE membership_term ADD COLUMN by_standing BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE membership_term
SET by_standing = TRUE
WHERE kind = 'void' AND return_row_id IS NOT NULL
  AND (reason LIKE 'Payment R-% was taken back: %' OR reason IN ('The fee was completed on another day', 'A fee was waived'));

-- +goose Down
SELECT 1;
