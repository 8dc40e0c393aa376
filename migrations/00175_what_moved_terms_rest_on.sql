-- +goose Up

-- The row of the old club's list whose fee a term rests on that goes on with another club: it is cancelled when that fee
-- bounces.
ALTER TABLE membership_term ADD COLUMN moved_row_id {{int}} REFERENCES club_return_row (id);
CREATE INDEX membership_term_moved_row ON membership_term (moved_row_id);

-- Of moves from before: the term that ends on the day before, by the same act.
UPDATE membership_term
SET moved_row_id = (
    SELECT MIN(c.return_row_id)
    FROM membership_term c
    WHERE c.person_id = membership_term.person_id AND c.year = membership_term.year AND c.corrects_id IS NOT NULL
      AND c.return_row_id IS NOT NULL AND c.recorded_at = membership_term.recorded_at AND c.reason = membership_term.reason
      AND c.to_day < membership_term.from_day AND c.kind <> 'void'
)
WHERE corrects_id IS NULL AND reason <> '' AND return_row_id IS NULL AND payment_id IS NULL AND asked_id IS NULL;

-- +goose Down
SELECT 1;
