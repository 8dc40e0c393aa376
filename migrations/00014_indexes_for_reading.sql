-- Indexes that answer by themselves what most pages ask: who is a member on a
-- day, and how many take part in a section.

-- +goose Up
DROP INDEX membership_term_person;
CREATE INDEX membership_term_person ON membership_term (person_id, to_day, from_day, kind, club_id);
CREATE INDEX entry_figures ON entry (section_id, withdrawn_after, membership);

-- +goose Down
SELECT 1;
