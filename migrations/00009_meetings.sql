-- +goose Up

-- Requests of members for an EGM, rule 5.1.
CREATE TABLE egm_request (
    id          {{pk}},
    received    {{date}} NOT NULL CHECK (length(received) = 10),
    proposer_id {{int}} REFERENCES person (id),
    document    TEXT NOT NULL DEFAULT '',                   -- that supports it, rule 5.4
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    version     {{int}} NOT NULL DEFAULT 1
);

-- Who signed, in the paper's order. Nobody of the register: only a name.
CREATE TABLE egm_request_signer (
    request_id {{int}} NOT NULL REFERENCES egm_request (id),
    position   {{int}} NOT NULL CHECK (position >= 1),
    person_id  {{int}} REFERENCES person (id),
    name       TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (request_id, position)
);

CREATE TABLE egm_request_proposal (
    request_id {{int}} NOT NULL REFERENCES egm_request (id),
    position   {{int}} NOT NULL CHECK (position >= 1),
    title      TEXT NOT NULL CHECK (title <> ''),
    wording    TEXT NOT NULL CHECK (wording <> ''),
    kind       {{key}} NOT NULL CHECK (kind IN ('ordinary', 'constitutional')),
    PRIMARY KEY (request_id, position)
);

-- Meetings of the committee and of the members.
CREATE TABLE meeting (
    id            {{pk}},
    kind          {{key}} NOT NULL CHECK (kind IN ('committee', 'agm', 'egm')),
    date          {{date}} NOT NULL CHECK (length(date) = 10),
    time          {{key}} NOT NULL CHECK (length(time) = 5), -- "19:30" in Auckland
    place         TEXT NOT NULL CHECK (place <> ''),
    online        TEXT NOT NULL DEFAULT '',                  -- address of a meeting online, or ''
    state         {{key}} NOT NULL DEFAULT 'planned'
                  CHECK (state IN ('planned', 'notice_sent', 'open', 'closed', 'approved', 'inquorate', 'cancelled')),
    called_by     {{key}} NOT NULL CHECK (called_by IN ('committee', 'members')),
    request_id    {{int}} REFERENCES egm_request (id),       -- of an EGM that members asked for
    previous_agm  {{date}} CHECK (length(previous_agm) = 10),
    balance_date  {{date}} CHECK (length(balance_date) = 10),
    closing       {{date}} CHECK (length(closing) = 10),     -- of an EGM's postal vote; NULL: the latest day
    follows_id    {{int}} REFERENCES meeting (id),           -- the inquorate meeting whose further date this is
    chair_id      {{int}} REFERENCES person (id),
    chair_how     {{key}} NOT NULL DEFAULT '' CHECK (chair_how IN ('', 'senior', 'elected')),
    opened_at     {{instant}} CHECK (length(opened_at) = 24),
    closed_at     {{instant}} CHECK (length(closed_at) = 24),
    reason        TEXT NOT NULL DEFAULT '',                  -- of a cancellation
    created_at    {{instant}} NOT NULL CHECK (length(created_at) = 24),
    created_by    TEXT NOT NULL,
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK ((called_by = 'members') = (request_id IS NOT NULL))
);
CREATE INDEX meeting_date ON meeting (date, id);
CREATE UNIQUE INDEX meeting_request ON meeting (request_id) WHERE request_id IS NOT NULL AND state NOT IN ('cancelled', 'inquorate');

CREATE TABLE meeting_item (
    id         {{pk}},
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    position   {{int}} NOT NULL CHECK (position >= 1),
    item       {{key}} NOT NULL DEFAULT '',                  -- of rule 4.4 or 5.5; '': an item of its own
    title      TEXT NOT NULL CHECK (title <> ''),
    note       TEXT NOT NULL DEFAULT ''
);
CREATE INDEX meeting_item_meeting ON meeting_item (meeting_id, position);

-- Notices as they were given: never changed, but for the day on which those
-- without e-mail had theirs posted.
CREATE TABLE meeting_notice (
    id          {{pk}},
    meeting_id  {{int}} NOT NULL REFERENCES meeting (id),
    number      {{int}} NOT NULL CHECK (number >= 1),
    way         {{key}} NOT NULL CHECK (way IN ('letters', 'newsletter')),
    sent        {{date}} NOT NULL CHECK (length(sent) = 10),
    posted      {{date}} CHECK (length(posted) = 10),
    date        {{date}} NOT NULL CHECK (length(date) = 10), -- of the meeting, as announced
    subject     TEXT NOT NULL,
    body        TEXT NOT NULL,
    motions     TEXT NOT NULL,                               -- numbers of the motions on the agenda, JSON
    late_reason TEXT NOT NULL DEFAULT '',
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    UNIQUE (meeting_id, number)
);

-- The members whom a notice went to, as they were reached.
CREATE TABLE meeting_roll (
    notice_id {{int}} NOT NULL REFERENCES meeting_notice (id),
    person_id {{int}} NOT NULL REFERENCES person (id),
    position  {{int}} NOT NULL CHECK (position >= 1),
    name      TEXT NOT NULL,
    reached   {{key}} NOT NULL CHECK (reached IN ('mail', 'post', 'newsletter')),
    address   TEXT NOT NULL,
    PRIMARY KEY (notice_id, person_id)
);

CREATE TABLE meeting_presence (
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    person_id  {{int}} NOT NULL REFERENCES person (id),
    came       {{key}} NOT NULL CHECK (came IN ('beginning', 'later')),
    place      {{key}} NOT NULL CHECK (place IN ('room', 'online')),
    came_at    {{instant}} NOT NULL CHECK (length(came_at) = 24),
    left_at    {{instant}} CHECK (length(left_at) = 24),
    PRIMARY KEY (meeting_id, person_id)
);

CREATE TABLE meeting_teller (
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    person_id  {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (meeting_id, person_id)
);

CREATE TABLE motion (
    id           {{pk}},
    meeting_id   {{int}} NOT NULL REFERENCES meeting (id),
    number       {{int}} NOT NULL CHECK (number >= 1),       -- in the meeting
    paper_number {{int}} CHECK (paper_number >= 1),          -- on the voting papers, of an EGM's motion
    origin       {{key}} NOT NULL CHECK (origin IN ('member', 'committee', 'formal')),
    kind         {{key}} NOT NULL CHECK (kind IN ('ordinary', 'constitutional')),
    item         {{key}} NOT NULL,                           -- agenda item it comes under
    title        TEXT NOT NULL CHECK (title <> ''),
    wording      TEXT NOT NULL CHECK (wording <> ''),        -- as it was moved
    change       TEXT NOT NULL DEFAULT '',                   -- figures of the constitution, JSON
    mover_id     {{int}} REFERENCES person (id),
    seconder_id  {{int}} REFERENCES person (id),
    received     {{date}} CHECK (length(received) = 10),
    accepted     {{date}} CHECK (length(accepted) = 10),     -- a late one, by the secretary
    late_reason  TEXT NOT NULL DEFAULT '',
    effect       {{key}} NOT NULL DEFAULT '',                -- under other business, rule 4.19
    state        {{key}} NOT NULL DEFAULT 'pending'
                 CHECK (state IN ('pending', 'carried', 'not_carried', 'framed', 'lapsed', 'withdrawn', 'ruled_out', 'not_reached')),
    chair_vote   {{key}} NOT NULL DEFAULT '' CHECK (chair_vote IN ('', 'yes', 'no')),
    reason       TEXT NOT NULL DEFAULT '',
    trace        TEXT NOT NULL DEFAULT '',                   -- of the outcome, JSON
    decided_at   {{instant}} CHECK (length(decided_at) = 24),
    copied_id    {{int}} REFERENCES motion (id),             -- of an inquorate meeting
    version      {{int}} NOT NULL DEFAULT 1,
    UNIQUE (meeting_id, number)
);

CREATE TABLE motion_amendment (
    id          {{pk}},
    motion_id   {{int}} NOT NULL REFERENCES motion (id),
    number      {{int}} NOT NULL CHECK (number >= 1),
    wording     TEXT NOT NULL CHECK (wording <> ''),         -- of the motion as it would be
    change      TEXT NOT NULL DEFAULT '',
    mover_id    {{int}} REFERENCES person (id),
    seconder_id {{int}} REFERENCES person (id),
    fate        {{key}} NOT NULL DEFAULT 'undecided'
                CHECK (fate IN ('undecided', 'adopted', 'rejected', 'withdrawn', 'ruled_out')),
    chair_vote  {{key}} NOT NULL DEFAULT '' CHECK (chair_vote IN ('', 'yes', 'no')),
    reason      TEXT NOT NULL DEFAULT '',
    trace       TEXT NOT NULL DEFAULT '',
    version     {{int}} NOT NULL DEFAULT 1,
    UNIQUE (motion_id, number)
);

-- Votes as they were counted: all are kept, none is changed.
CREATE TABLE motion_count (
    id           {{pk}},
    motion_id    {{int}} NOT NULL REFERENCES motion (id),
    amendment_id {{int}} REFERENCES motion_amendment (id),   -- NULL: on the motion itself
    number       {{int}} NOT NULL CHECK (number >= 1),
    method       {{key}} NOT NULL CHECK (method IN ('voice', 'hands', 'ballot')),
    yes          {{int}} NOT NULL DEFAULT 0 CHECK (yes >= 0),
    no           {{int}} NOT NULL DEFAULT 0 CHECK (no >= 0),
    abstain      {{int}} NOT NULL DEFAULT 0 CHECK (abstain >= 0),
    heard        {{key}} NOT NULL DEFAULT '' CHECK (heard IN ('', 'yes', 'no')), -- by voice
    recorded_at  {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by  TEXT NOT NULL
);
CREATE INDEX motion_count_motion ON motion_count (motion_id, number);

-- What somebody was asked to do.
CREATE TABLE meeting_action (
    id         {{pk}},
    meeting_id {{int}} NOT NULL REFERENCES meeting (id),
    task       TEXT NOT NULL CHECK (task <> ''),
    person_id  {{int}} REFERENCES person (id),
    due        {{date}} CHECK (length(due) = 10),
    done_at    {{instant}} CHECK (length(done_at) = 24)
);
CREATE INDEX meeting_action_meeting ON meeting_action (meeting_id, id);

CREATE TABLE meeting_minutes (
    meeting_id  {{int}} NOT NULL PRIMARY KEY REFERENCES meeting (id),
    content     TEXT NOT NULL CHECK (content <> ''),         -- Markdown
    saved_at    {{instant}} NOT NULL CHECK (length(saved_at) = 24),
    saved_by    TEXT NOT NULL,
    approved_id {{int}} REFERENCES meeting (id),             -- the later meeting that approved them
    approved_at {{instant}} CHECK (length(approved_at) = 24),
    approved_by TEXT NOT NULL DEFAULT '',
    version     {{int}} NOT NULL DEFAULT 1,
    CHECK ((approved_id IS NULL) = (approved_at IS NULL))
);
