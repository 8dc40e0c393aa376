-- +goose Up

-- A kind of members may have a subscription of its own, by resolution and year like the one of each member.
ALTER TABLE subscription_rate ADD COLUMN kind {{key}} NOT NULL DEFAULT 'full'
    CHECK (kind IN ('full', 'student', 'junior', 'family'));

-- Of what kind a member is from a subscription year on, with the reason. Never changed: the latest row of a year holds.
CREATE TABLE member_kind (
    id          {{pk}},
    person_id   {{int}} NOT NULL REFERENCES person (id),
    kind        {{key}} NOT NULL CHECK (kind IN ('full', 'student', 'junior', 'family', 'life')),
    from_year   {{int}} NOT NULL CHECK (from_year BETWEEN 1900 AND 9998),
    payer_id    {{int}} REFERENCES person (id),               -- of a family: who pays for this person; NULL: nobody else
    reason      TEXT NOT NULL CHECK (reason <> ''),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    CHECK (payer_id IS NULL OR kind = 'family')
);
CREATE INDEX member_kind_person ON member_kind (person_id, id);
CREATE INDEX member_kind_payer ON member_kind (payer_id);

-- +goose Down
SELECT 1;
