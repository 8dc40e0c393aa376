-- +goose Up
-- What joining two records asks of terms: who recorded them.
CREATE INDEX membership_term_recorded ON membership_term (recorded_by);

-- +goose Down
SELECT 1;
