-- +goose Up

-- Where the society's clocks are: said when it is begun, and not changed later, since days that are past were of there. What
-- was begun before it could be said is New Zealand's.
CREATE TABLE society_zone (
    id   {{int}} PRIMARY KEY CHECK (id = 1),
    zone {{key}} NOT NULL -- as the time zone database names it
);
INSERT INTO society_zone (id, zone)
SELECT 1, 'Pacific/Auckland'
WHERE EXISTS (SELECT 1 FROM audit_entry) OR EXISTS (SELECT 1 FROM account);

-- +goose Down
SELECT 1;
