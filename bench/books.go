package main

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"time"
)

// treasurersPages are the pages of the books that grow with the years.
var treasurersPages = []string{
	"/treasurer", "/books/payments", "/books/payments?page=20", "/books/payments?q=aroha", "/books/invoices",
	"/books/invoices?state=overdue", "/books/journal", "/books/journal?page=40", "/books/journal?account=1000",
	"/books/accounts", "/books/year",
}

// treasurersFiles are the files of the books: all that their lists hold.
var treasurersFiles = []string{
	"/books/payments.csv", "/books/payments.xlsx", "/books/invoices.csv", "/books/invoices.xlsx", "/books/journal.csv",
	"/books/journal.xlsx", "/books/journal.txt",
}

// books measures the treasurer's pages of the full-size society, each by one reader and by 16 at once, beside the smallest
// answer of the same server; and what the processor does for each page and each file.
func books(binary, full string, reading time.Duration) error {
	p, err := start(binary, full)
	if err != nil {
		return err
	}
	defer p.stop()
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	s := &site{url: p.url, client: &http.Client{
		Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	if err := s.signIn(p.links["Treasurer"]); err != nil {
		return err
	}
	for _, readers := range []int{1, 16} {
		fmt.Printf(
			"### The treasurer's pages of the full-size society, %d at once, %s for each\n\n"+
				"| page | answers | median | 99th percentile | worst |\n|---|---|---|---|---|\n", readers, reading/4,
		)
		for _, path := range append([]string{"/healthz"}, treasurersPages...) {
			s.pages = []page{{path, path}}
			if _, _, err := s.get(path); err != nil { // what is made once
				return err
			}
			took, err := read(s, readers, reading/4)
			if err != nil {
				return err
			}
			name := "`" + path + "`"
			if path == "/healthz" {
				name = "limit: " + name
			}
			printPercentiles(name, took[path])
		}
		fmt.Println()
	}
	fmt.Println("### What a page and a file of the books cost\n\n| address | CPU ms | MB | kB of the answer |\n|---|---|---|---|")
	for _, path := range append(append([]string(nil), treasurersPages...), treasurersFiles...) {
		if err := p.printCost("GET "+path, func() (int, error) { return s.size(s.client.Get(s.url + path)) }); err != nil {
			return err
		}
	}
	now, peak, err := p.resident()
	fmt.Printf("\nResident memory after this: %.0f MB, highest %.0f MB.\n\n", now, peak)
	return err
}
