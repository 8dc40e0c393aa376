package booking_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nzgs/internal/booking"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury/ledger"
)

const bookingProcess = "NZGS_TEST_BOOKING"

// TestBookingProcess is not a test: it books a line of the bank in a process of its own, which is killed after so many
// statements.
func TestBookingProcess(t *testing.T) {
	asked, is := os.LookupEnv(bookingProcess)
	if !is {
		return
	}
	var line, left int
	var address string
	if _, err := fmt.Sscanf(asked, "%d %d %s", &line, &left, &address); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	d := deskOn(t, db, 1, 2)
	l, err := d.LineByID(ctx, d.treasurer, booking.LineID(line))
	d.must(err)
	db.Watch(func(string, error) {
		if left--; left == 0 {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Kill()
			}
			select {}
		}
	})
	d.must(d.books(l.Line))
	db.Close()
}

// books books a line in two parts: one that settles an invoice, and one that is credit.
func (d *desk) books(l booking.Line) error {
	return d.Book(ctx, d.treasurer, booking.Choice{
		Line: l.ID, Version: l.Version, Parts: []booking.Part{{Party: d.aroha, Amount: 2500}, {Party: d.bo, Amount: 3500}},
	})
}

// A process that is killed while it books a line of the bank, whichever statement was its last, has booked it once or not at
// all, on both databases; and no number is missing when it is booked by whoever comes next.
func TestKilledWhileBookingALine(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { killWhileBooking(t, filepath.Join(t.TempDir(), "books.db")) })
	t.Run("postgres", func(t *testing.T) { killWhileBooking(t, storetest.EmptyPostgres(t)) })
}

func killWhileBooking(t *testing.T, address string) {
	db, err := store.Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, db)
	var lines []string
	const most = 60
	for n := range most {
		lines = append(lines, fmt.Sprintf("Direct Credit,Trust %d,,,x%d,60.00,01/09/2026,,", n, n))
	}
	d.asks(d.aroha, 4000)
	d.takes(lines...)
	want, halfway, lived := money.Cents(0), 0, false
	for n := 0; n < most && !lived; n++ {
		l := d.line(fmt.Sprintf("Trust %d", n))
		c := exec.Command(os.Args[0], "-test.run=^TestBookingProcess$")
		c.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %s", bookingProcess, l.ID, 1+2*n, address))
		said, killed := c.CombinedOutput()
		lived = killed == nil
		want += 6000
		switch got := d.ledger(ledger.BankAccount); {
		case got == want:
			if err := d.books(l); err == nil {
				t.Fatalf("killed after %d statements: the line was booked, and is booked again", 1+2*n)
			}
		case got != want-6000 || lived:
			t.Fatalf("killed after %d statements: %s in the bank, want %s\n%s", 1+2*n, got, want, said)
		default:
			halfway++
			d.must(d.books(l))
		}
		if got := d.ledger(ledger.BankAccount); got != want {
			t.Fatalf("killed after %d statements: %s in the bank, want %s", 1+2*n, got, want)
		}
	}
	if !lived || halfway < 5 {
		t.Errorf("killed %d times before it was booked, lived at last: %v", halfway, lived)
	}
	for what, query := range map[string]string{
		"receipts": `SELECT COUNT(*) - MAX(receipt_no) FROM payment WHERE receipt_no IS NOT NULL GROUP BY receipt_year`,
		"entries":  `SELECT COUNT(*) - MAX(number) FROM journal_entry GROUP BY year`,
	} {
		gaps, err := store.All(ctx, db, store.Value[int], query)
		d.must(err)
		for _, missing := range gaps {
			if missing != 0 {
				t.Errorf("%d numbers of %s are missing", -missing, what)
			}
		}
	}
}
