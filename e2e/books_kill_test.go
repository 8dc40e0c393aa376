package e2e

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A line of the bank is being booked when the server is killed, and is sent again: it is in the books exactly once.
func TestKilledServerBooksALineOnce(t *testing.T) {
	t.Parallel()
	const plugs = 5
	s := serveDemo(t)
	c := call(t, s, "Treasurer")
	var file strings.Builder
	file.WriteString("Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\n")
	const lines = 60
	for i := range lines {
		fmt.Fprintf(&file, "Direct Credit,Plug %d,,,gift,%d.00,%s,,\n", i, 1000+i, time.Now().AddDate(0, 0, -2).Format("02/01/2006"))
	}
	upload := hidden(t, c.page("/books/bank/1/upload"), "/books/bank/1/upload")
	upload.Set("days", "dmy")
	if a := c.upload("/books/bank/1/upload", upload, "june.csv", []byte(file.String())); a.Status != http.StatusSeeOther {
		t.Fatal(a)
	}
	before := inBank(t, c)
	var waits []string
	amounts := map[string]string{}
	dollars := regexp.MustCompile(`\$(1,\d{3})\.00`)
	for _, m := range regexp.MustCompile(`href="(/books/bank/lines/\d+)"`).FindAllStringSubmatch(c.page("/books/bank"), -1) {
		if m2 := dollars.FindStringSubmatch(c.page(m[1])); m2 != nil {
			waits = append(waits, m[1])
			amounts[m[1]] = strings.ReplaceAll(m2[1], ",", "")
		}
	}
	if len(waits) != lines {
		t.Fatalf("%d lines wait, want %d", len(waits), lines)
	}
	type press struct {
		path string
		form url.Values
	}
	var sent []press
	answered, unanswered := 0, 0
	for range plugs {
		killed := make(chan struct{})
		go func() {
			defer close(killed)
			time.Sleep(mathrand.N(beforePlug) + 20*time.Millisecond)
			s.kill()
		}()
		for len(waits) > 0 {
			p := press{waits[0], url.Values{
				"version": {"1"}, "to_1": {"account-4400"}, "amount_1": {amounts[waits[0]]}, "key": {rand.Text()},
			}}
			waits, sent = waits[1:], append(sent, p)
			a, err := c.tryPost(p.path, p.form)
			if err != nil {
				unanswered++
				break
			}
			if a.Status != http.StatusSeeOther {
				t.Fatal(a)
			}
			answered++
		}
		<-killed
		s = start(t, "serve", s.Data)
		c.moveTo(s)
	}
	for _, p := range sent { // each again, as a browser does that got no answer
		if a := c.post(p.path, p.form); a.Status != http.StatusSeeOther {
			t.Errorf("%s sent again: %s", p.path, a)
		}
		p.form.Set("key", rand.Text())
		if a := c.post(p.path, p.form); a.Status != http.StatusConflict {
			t.Errorf("%s pressed by someone else: %s", p.path, a)
		}
	}
	var want int
	for _, p := range sent {
		n, err := strconv.Atoi(p.form.Get("amount_1"))
		if err != nil {
			t.Fatal(err)
		}
		want += n
	}
	if got := inBank(t, c) - before; got != want {
		t.Errorf("%d dollars came in, want %d", got, want)
	}
	if answered == 0 {
		t.Error("nothing was answered before the plug was pulled: the test has tested nothing")
	}
	t.Logf("%d lines answered before the plug was pulled, %d not", answered, unanswered)
	if said := nzgs(t, "audit", "verify", "--data", s.Data); !strings.Contains(said, "unbroken") {
		t.Errorf("audit verify: %s", said)
	}
}

// inBank is how many whole dollars the books have in the bank.
func inBank(t *testing.T, c *caller) int {
	t.Helper()
	a := c.get("/books/accounts.csv")
	m := regexp.MustCompile(`(?m)^1000,[^,]*,[^,]*,(\d+)\.\d\d,`).FindStringSubmatch(a.Body)
	if m == nil {
		t.Fatalf("no balance of the bank in\n%s", a.Body)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
