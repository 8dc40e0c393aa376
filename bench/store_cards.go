package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"fmt"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite"
)

// card is what stands on a table of an event that is being played.
type card struct {
	event int64  // its number
	slug  string // its address
	path  string // of the table's page
}

// cards are those of the games without a result in the last round of the section that has the most of them. No page
// shows the codes but the print with the pictures that phones read.
func cards(folder string) (out []card, err error) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "nzgs.db")+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.Query(`
		SELECT e.id, e.slug, s.id, s.card_secret, g.table_no
		FROM game g
		JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id
		JOIN event e ON e.id = s.event_id
		WHERE g.result = '' AND r.id = (
		    SELECT r2.id
		    FROM round r2
		    JOIN game g2 ON g2.round_id = r2.id
		    JOIN section s2 ON s2.id = r2.section_id
		    JOIN event e2 ON e2.id = s2.event_id
		    WHERE r2.state = 'published' AND g2.result = ''
		    GROUP BY r2.id
		    ORDER BY count(*) DESC
		    LIMIT 1)
		ORDER BY g.table_no`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c card
		var section int64
		var secret string
		var table int
		if err := rows.Scan(&c.event, &c.slug, &section, &secret, &table); err != nil {
			return nil, err
		}
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "table card %d %d", section, table)
		code := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:10])
		c.path = fmt.Sprintf("/t/%d-%d-%s", section, table, strings.ToLower(code))
		out = append(out, c)
	}
	return out, rows.Err()
}
