-- +goose Up

-- The log of changes has several chains, so that writers of different events do
-- not wait for each other: each entry stands in one stream, and follows the one
-- before it there. Stream 0 is the society's, and goes on from the chain that
-- there was; entries from before have no number of their own in it: it is seq.
-- seq stays the number of an entry in the whole log.
ALTER TABLE audit_entry ADD COLUMN stream {{int}} NOT NULL DEFAULT 0;
ALTER TABLE audit_entry ADD COLUMN number {{int}};
CREATE INDEX audit_entry_stream ON audit_entry (stream, seq);

-- How far each stream is: its newest entry.
CREATE TABLE audit_stream (
    stream {{int}} NOT NULL PRIMARY KEY CHECK (stream >= 0),
    number {{int}} NOT NULL,                       -- how many entries the stream has
    seq    {{int}} NOT NULL,
    hash   {{key}} NOT NULL CHECK (length(hash) = 64)
);
INSERT INTO audit_stream (stream, number, seq, hash)
SELECT 0, seq, seq, hash
FROM audit_head;
INSERT INTO audit_stream (stream, number, seq, hash)
WITH RECURSIVE n (stream) AS (
    SELECT 1
    UNION ALL
    SELECT stream + 1 FROM n WHERE stream < 127
)
SELECT stream, 0, 0, '0000000000000000000000000000000000000000000000000000000000000000'
FROM n;

-- How many entries of each other stream the society's own says that there are, with the hash of the last.
CREATE TABLE audit_bound (
    stream {{int}} NOT NULL PRIMARY KEY,
    number {{int}} NOT NULL
);
INSERT INTO audit_bound (stream, number)
SELECT stream, 0
FROM audit_stream
WHERE stream > 0;

-- What the database numbers entries by, also two that are written at once. It has no rows.
CREATE TABLE audit_number (
    id {{pk}}
);
{{sqlite}}INSERT INTO audit_number (id) SELECT seq FROM audit_head;
{{sqlite}}DELETE FROM audit_number;
{{postgres}}SELECT setval(pg_get_serial_sequence('audit_number', 'id'), GREATEST(seq, 1), seq > 0) FROM audit_head;
DROP TABLE audit_head;

-- +goose Down
SELECT 1;
