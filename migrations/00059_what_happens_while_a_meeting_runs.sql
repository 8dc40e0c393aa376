-- +goose Up

-- The item that the chair deals with, for the wall and for whoever writes. Nothing
-- is decided by it.
CREATE TABLE meeting_floor (
    meeting_id {{int}} NOT NULL PRIMARY KEY REFERENCES meeting (id),
    item_id    {{int}} NOT NULL REFERENCES meeting_item (id),
    since      {{instant}} NOT NULL CHECK (length(since) = 24)
);

-- When the chair was done with an item.
ALTER TABLE meeting_item ADD COLUMN done_at {{instant}} CHECK (length(done_at) = 24);

-- What was said under an item, for the minutes.
CREATE TABLE meeting_note (
    id         {{pk}},
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    item_id    {{int}} NOT NULL REFERENCES meeting_item (id),
    note       TEXT NOT NULL CHECK (note <> ''),
    written_at {{instant}} NOT NULL CHECK (length(written_at) = 24),
    written_by TEXT NOT NULL
);
CREATE INDEX meeting_note_meeting ON meeting_note (meeting_id, id);

-- Who said that they could not come.
CREATE TABLE meeting_apology (
    meeting_id  {{int}} NOT NULL REFERENCES meeting (id),
    person_id   {{int}} NOT NULL REFERENCES person (id),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    PRIMARY KEY (meeting_id, person_id)
);

-- Who asked to speak on an item, in the order of asking. Deleted when the meeting
-- ends: no minutes tell it.
CREATE TABLE meeting_speaker (
    id         {{pk}},
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    item_id    {{int}} NOT NULL REFERENCES meeting_item (id),
    person_id  {{int}} NOT NULL REFERENCES person (id),
    state      {{key}} NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'speaking'))
);
CREATE INDEX meeting_speaker_meeting ON meeting_speaker (meeting_id, id);

-- The other days to which a meeting was adjourned. A meeting is adjourned while it
-- is open and has one that it has not resumed on. Of the sitting that ended: when
-- it began, its quorum (JSON) and its chair.
CREATE TABLE meeting_adjournment (
    id           {{pk}},
    meeting_id   {{int}} NOT NULL REFERENCES meeting (id),
    number       {{int}} NOT NULL CHECK (number >= 1),
    day          {{date}} NOT NULL CHECK (length(day) = 10),
    time         {{key}} NOT NULL CHECK (length(time) = 5),
    place        TEXT NOT NULL CHECK (place <> ''),
    online       TEXT NOT NULL DEFAULT '',
    reason       TEXT NOT NULL DEFAULT '',
    told         {{key}} NOT NULL CHECK (told IN ('none', 'present', 'all')),
    began_at     {{instant}} NOT NULL CHECK (length(began_at) = 24),
    quorum       TEXT NOT NULL,
    chair_id     {{int}} REFERENCES person (id),
    adjourned_at {{instant}} NOT NULL CHECK (length(adjourned_at) = 24),
    adjourned_by TEXT NOT NULL,
    resumed_at   {{instant}} CHECK (length(resumed_at) = 24),
    version      {{int}} NOT NULL DEFAULT 1,
    UNIQUE (meeting_id, number)
);

-- Who was at a sitting that was adjourned.
CREATE TABLE meeting_sat (
    adjournment_id {{int}} NOT NULL REFERENCES meeting_adjournment (id),
    person_id      {{int}} NOT NULL REFERENCES person (id),
    came           {{key}} NOT NULL CHECK (came IN ('beginning', 'later')),
    place          {{key}} NOT NULL CHECK (place IN ('room', 'online')),
    came_at        {{instant}} NOT NULL CHECK (length(came_at) = 24),
    left_at        {{instant}} CHECK (length(left_at) = 24),
    entitled       BOOLEAN NOT NULL,
    PRIMARY KEY (adjournment_id, person_id)
);

-- Whom it was queued to be told by e-mail, and who has no address.
CREATE TABLE meeting_adjournment_told (
    adjournment_id {{int}} NOT NULL REFERENCES meeting_adjournment (id),
    person_id      {{int}} NOT NULL REFERENCES person (id),
    by_mail        BOOLEAN NOT NULL,
    PRIMARY KEY (adjournment_id, person_id)
);

-- A procedural motion, and the motion that it is about.
ALTER TABLE motion ADD COLUMN procedural {{key}} NOT NULL DEFAULT ''
    CHECK (procedural IN ('', 'put', 'next', 'table', 'take_up', 'adjourn', 'dissent', 'other'));
ALTER TABLE motion ADD COLUMN about_id {{int}} REFERENCES motion (id);

-- +goose Down
SELECT 1;
