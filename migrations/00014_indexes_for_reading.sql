-- Indexes that answer by themselves what most pages ask: who is a member on a
-- day, how many take part in a section, and how many of its rounds are published.

-- +goose Up
DROP INDEX membership_term_person;
CREATE INDEX membership_term_person ON membership_term (person_id, to_day, from_day, kind, club_id);
CREATE INDEX entry_withdrawn ON entry (section_id, withdrawn_after);
CREATE INDEX entry_not_member ON entry (section_id) WHERE membership = 'not_member';
CREATE INDEX round_state ON round (section_id, state);

-- +goose Down
SELECT 1;
