-- +goose Up

-- Papers that go with the notice of a meeting, or came with a request for one.
CREATE TABLE meeting_document (
    id         {{pk}},
    meeting_id {{int}} REFERENCES meeting (id),
    request_id {{int}} REFERENCES egm_request (id),
    name       TEXT NOT NULL CHECK (name <> ''),
    media_type TEXT NOT NULL,
    added      {{date}} NOT NULL CHECK (length(added) = 10),
    announced  {{int}} NOT NULL DEFAULT 0 CHECK (announced >= 0), -- number of the first notice that named it; 0: none
    content    {{blob}} NOT NULL,
    CHECK ((meeting_id IS NULL) <> (request_id IS NULL))
);
CREATE INDEX meeting_document_meeting ON meeting_document (meeting_id, id);
CREATE INDEX meeting_document_request ON meeting_document (request_id, id);

-- A letter that was handed over, not posted, on the day in posted.
ALTER TABLE meeting_roll ADD COLUMN by_hand BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
SELECT 1;
