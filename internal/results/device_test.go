package results

import (
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// fromDevice reports a result by the card from a device.
func (w *world) fromDevice(side Side, result pairing.Result, device string) Table {
	w.t.Helper()
	t, err := w.s.Report(ctx, auth.Actor{}, ReportInput{
		Card: w.card(1), Game: w.game(1).ID, Side: side, Result: result, Device: device,
	})
	w.must(err)
	return t
}

func TestBothReportsFromOneDeviceAreSaid(t *testing.T) {
	for _, tt := range []struct {
		name         string
		black, white string
		want         bool
	}{
		{"one device", "phone A", "phone A", true},
		{"two devices", "phone A", "phone B", false},
		{"no cookies", "", "", false},
		{"one without", "phone A", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onBoth(t, 1, func(t *testing.T, w *world) {
				w.fromDevice(BlackSide, "W", tt.black)
				table := w.fromDevice(WhiteSide, "W", tt.white)
				if table.Standing != Decided {
					t.Fatalf("%s: it never holds a result up", table.Standing)
				}
				for _, r := range table.Reports {
					if r.OneDevice != tt.want {
						t.Errorf("%s: %v", r.Side, r.OneDevice)
					}
				}
				entries, err := audit.Of(ctx, w.db, "game", int64(w.game(1).ID), 10)
				w.must(err)
				traced := false
				for _, e := range entries {
					traced = traced || strings.Contains(e.Detail, "both_reports_from_one_device")
					if tt.black != "" && strings.Contains(e.Detail, tt.black) {
						t.Errorf("the log has the cookie: %s", e.Detail)
					}
				}
				if traced != tt.want {
					t.Errorf("in the trace: %v", traced)
				}
			})
		})
	}
}

// A second report from another device takes it back.
func TestAReportFromTheOwnDeviceTakesItBack(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		w.fromDevice(BlackSide, "W", "phone A")
		w.fromDevice(WhiteSide, "B", "phone A") // they differ
		table := w.fromDevice(WhiteSide, "W", "phone B")
		for _, r := range table.Reports {
			if r.OneDevice {
				t.Errorf("%s still came from one device", r.Side)
			}
		}
	})
}

func TestADeviceIsAnotherAtEachEvent(t *testing.T) {
	if a, b := deviceOf("phone A", 1), deviceOf("phone A", 2); a == b || strings.Contains(a, "phone") || len(a) != 32 {
		t.Errorf("%q, %q", a, b)
	}
}

// Once the event is over the devices are forgotten, and what was said stays.
func TestDevicesAreForgottenAfterTheEvent(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		w.fromDevice(BlackSide, "W", "phone A")
		table := w.fromDevice(WhiteSide, "W", "phone A")
		kept := func(want int) {
			t.Helper()
			n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM player_report WHERE device <> ''`)
			if n != want || err != nil {
				t.Errorf("%d devices, %v; want %d", n, err, want)
			}
		}
		if _, err := w.s.ForgetDevices(ctx); err != nil {
			t.Fatal(err)
		}
		kept(2)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE event SET from_day = $1, to_day = $1`, civil.MustParseDate("2026-12-30"))
			return err
		}))
		if _, err := w.s.ForgetDevices(ctx); err != nil {
			t.Fatal(err)
		}
		kept(0)
		p, err := tournaments.GameByID(ctx, w.db, table.Game.ID)
		w.must(err)
		reports, err := reportsOf(ctx, w.db, p.Game.ID)
		if len(reports) != 2 || !reports[0].OneDevice || err != nil {
			t.Errorf("%+v, %v", reports, err)
		}
	})
}
