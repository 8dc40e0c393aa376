-- +goose Up

-- That an office was handed over, by the office that ended: it is kept when the office is withdrawn. Who handed over and
-- who took over each confirm; the reason is of whoever confirmed for the one who could not.
CREATE TABLE handover (
    office_id  {{int}} NOT NULL PRIMARY KEY,
    out_at     {{instant}} CHECK (length(out_at) = 24),
    out_by     TEXT NOT NULL DEFAULT '',
    out_reason TEXT NOT NULL DEFAULT '',
    in_at      {{instant}} CHECK (length(in_at) = 24),
    in_by      TEXT NOT NULL DEFAULT '',
    CHECK ((out_at IS NULL) = (out_by = '')),
    CHECK ((in_at IS NULL) = (in_by = ''))
);

-- What is to be handed over: the things of every such office that are done, and what was added.
CREATE TABLE handover_item (
    id        {{pk}},
    office_id {{int}} NOT NULL,
    item_key  {{key}} NOT NULL CHECK (item_key <> ''),
    text      TEXT NOT NULL CHECK (text <> ''),
    added_by  TEXT NOT NULL,
    added_at  {{instant}} NOT NULL CHECK (length(added_at) = 24),
    done_by   TEXT NOT NULL DEFAULT '',
    done_at   {{instant}} CHECK (length(done_at) = 24),
    UNIQUE (office_id, item_key),
    CHECK ((done_at IS NULL) = (done_by = ''))
);

-- +goose Down
SELECT 1;
