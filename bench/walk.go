package main

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// routesFile lists every route of the site.
const routesFile = "web/testdata/access.txt"

// visitor is who has not signed in.
const visitor = "Visitor"

// walkRoles are who reads the pages: each reads every route that lets them in, since a page holds other things for others.
// The director is the ratings officer too.
var walkRoles = []string{
	visitor, "Member", "Director", "Treasurer", "Secretary", "Administrator", "Club secretary", "Referee",
}

// walkFrom are addresses that links hardly lead to: searches, pages far on, and what is asked for by programs.
var walkFrom = []string{
	"/", "/members?q=aroha", "/members?q=ar+wain", "/members?page=400", "/members?q=mail.example", "/ratings?q=aroha",
	"/ratings?page=200", "/ratings?scope=all&page=900", "/events?page=600", "/clubs?q=harbour", "/clubs?page=5",
	"/admin/accounts?q=a", "/admin/audit?page=500", "/books/payments?q=aroha", "/books/payments?page=200",
	"/books/invoices?state=overdue", "/books/invoices?page=200", "/books/journal?page=300", "/books/journal?account=1000",
	"/books/year", "/books/accounts", "/outbox", "/treasurer/clubs?page=5", "/members/duplicates", "/members/retention", "/points",
	"/titles", "/diplomas",
}

// oftenFollowed is how many addresses of a route are looked for, for each who reads.
const (
	oftenFollowed = 2
	oftenTried    = 6 // with those that are refused
)

// aWalk is what one route answered.
type aWalk struct {
	took []time.Duration
	cpu  time.Duration // of the server, for one answer
	size int           // bytes of the largest answer
}

func (w aWalk) median() time.Duration { return w.took[len(w.took)/2] }

func (w aWalk) late() time.Duration { return w.took[len(w.took)*99/100] }

// society is one that is walked through: in a folder, or in a PostgreSQL database.
type society struct{ name, folder, database string }

// walk reads every route of a society that has an address, as each of some roles, one reader, so many times each. The key of
// what it gives is the role and the route.
func walk(binary string, in society, rounds int, roles []string) (map[string]aWalk, error) {
	routes, err := readRoutes()
	if err != nil {
		return nil, err
	}
	args := []string{}
	if in.database != "" {
		args = append(args, "--database", in.database)
	}
	p, err := start(binary, in.folder, args...)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	out := map[string]aWalk{}
	for _, role := range roles {
		s, err := readerAs(p, role)
		if err != nil {
			return nil, err
		}
		for route, addresses := range s.addresses(routes) {
			w, err := p.read(s, addresses, rounds)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", route, err)
			}
			if len(w.took) > 0 {
				out[role+" "+route] = w
				fmt.Fprintf(os.Stderr, "%s, %s: %s\n", role, route, w.text()) // a walk is long
			}
		}
	}
	return out, nil
}

// readRoutes reads the patterns of all pages: what ends, and is no file.
func readRoutes() ([]string, error) {
	f, err := os.Open(routesFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		path, is := strings.CutPrefix(lines.Text(), "GET ")
		if !is {
			continue
		}
		path = strings.Fields(path)[0]
		if path != "/static/*" && !strings.HasSuffix(path, "/live") && !isFile(path) {
			out = append(out, path)
		}
	}
	return out, lines.Err()
}

func readerAs(p *process, role string) (*site, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	s := &site{url: p.url, client: &http.Client{
		Jar: jar, Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if role == visitor {
		return s, nil
	}
	if p.links[role] == "" {
		return nil, fmt.Errorf("the program printed no link for %s", role)
	}
	res, err := s.client.PostForm(p.links[role], url.Values{})
	if err != nil {
		return nil, fmt.Errorf("sign in as %s: %w", role, err)
	}
	if res.StatusCode != http.StatusSeeOther {
		return nil, fmt.Errorf("sign in as %s: %s", role, res.Status)
	}
	return s, res.Body.Close()
}

// routed are the routes, divided into their parts, by how many they have.
type routed map[int][][]string

func dividedRoutes(routes []string) routed {
	out := routed{}
	for _, route := range routes {
		parts := strings.Split(route, "/")
		out[len(parts)] = append(out[len(parts)], parts)
	}
	return out
}

// of is the route of an address: of those that fit the one with the fewest parameters. Searches and pages of a list
// count as routes of their own.
func (r routed) of(address string) string {
	path, query, _ := strings.Cut(address, "?")
	parts := strings.Split(path, "/")
	best, fewest := "", len(parts)+1
	for _, route := range r[len(parts)] {
		parameters := 0
		fits := true
		for i, part := range route {
			if strings.HasPrefix(part, ":") && parts[i] != "" {
				parameters++
			} else if part != parts[i] {
				fits = false
				break
			}
		}
		if fits && parameters < fewest {
			best, fewest = strings.Join(route, "/"), parameters
		}
	}
	values, err := url.ParseQuery(query)
	switch keys := slices.Sorted(maps.Keys(values)); {
	case err != nil || len(keys) > 1:
		return "" // one question at a time
	case best != "" && len(keys) == 1:
		best += "?" + keys[0]
	}
	return best
}

// addresses follows links from the first pages until each route has its addresses.
func (s *site) addresses(routes []string) map[string][]string {
	known := dividedRoutes(routes)
	found, tried, seen := map[string][]string{}, map[string]int{}, map[string]bool{}
	queue := slices.Concat(walkFrom, slices.DeleteFunc(slices.Clone(routes), func(r string) bool { return strings.Contains(r, ":") }))
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		route := known.of(address)
		if route == "" || isFile(address) || seen[address] || len(found[route]) >= oftenFollowed || tried[route] >= oftenTried {
			continue
		}
		seen[address] = true
		tried[route]++
		body, status, err := s.get(address)
		if err != nil || status != http.StatusOK {
			continue
		}
		found[route] = append(found[route], address)
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			if next := strings.ReplaceAll(m[1], "&amp;", "&"); !seen[next] {
				queue = append(queue, next)
			}
		}
	}
	return found
}

// read reads addresses in turn, so often in all, and gives up on what takes long: a route's time is known then.
func (p *process) read(s *site, addresses []string, rounds int) (aWalk, error) {
	var out aWalk
	begin, err := p.spent()
	if err != nil {
		return out, err
	}
	started := time.Now()
	for i := 0; i < rounds && (i < fewestWalks || time.Since(started) < longestWalk); i++ {
		asked := time.Now()
		body, status, err := s.get(addresses[i%len(addresses)])
		if err != nil {
			return out, err
		}
		if status != http.StatusOK {
			continue
		}
		out.took, out.size = append(out.took, time.Since(asked)), max(out.size, len(body))
	}
	end, err := p.spent()
	if n := time.Duration(len(out.took)); n > 0 {
		out.cpu = (end.cpu - begin.cpu) / n
	}
	slices.Sort(out.took)
	return out, err
}

// longestWalk is for how long one route is read, so often at least.
const (
	longestWalk = 5 * time.Second
	fewestWalks = 3
)

// The aims of one reader.
const (
	aimMedian = 50 * time.Millisecond
	aimLate   = 150 * time.Millisecond
)

// grow walks through two sizes of a society and prints how the time of each route grows; factor is how many times as
// many games the larger one has.
func grow(binary string, small, large society, rounds int, factor float64, roles []string) error {
	if large.folder == "" {
		return errors.New("name the folder of a society by -world, and that of a smaller one by -data")
	}
	before := map[string]aWalk{}
	if small.folder != "" {
		var err error
		if before, err = walk(binary, small, rounds, roles); err != nil {
			return fmt.Errorf("%s: %w", small.name, err)
		}
	}
	after, err := walk(binary, large, rounds, roles)
	if err != nil {
		return fmt.Errorf("%s: %w", large.name, err)
	}
	fmt.Printf(
		"### How pages grow, one reader, %d times each; exponents of %.1f times as many games\n\n"+
			"| page | %s: median, 99th percentile, processor | %s: the same | exponent | kB |\n|---|---|---|---|---|\n",
		rounds, factor, small.name, large.name,
	)
	routes := slices.SortedFunc(maps.Keys(after), func(a, b string) int { return int(after[b].median() - after[a].median()) })
	slow := 0
	for _, route := range routes {
		l, was, exponent := after[route], "", ""
		if s, known := before[route]; known {
			was = s.text()
			exponent = fmt.Sprintf("%.2f", math.Log(float64(l.median())/float64(s.median()))/math.Log(factor))
		}
		late := ""
		if l.median() > aimMedian || l.late() > aimLate {
			late, slow = " **", slow+1
		}
		fmt.Printf("| `%s`%s | %s | %s | %s | %d |\n", route, late, was, l.text(), exponent, l.size>>10)
	}
	fmt.Printf("\n%d routes, searches and lists; %d over an aim.\n\n", len(routes), slow)
	return nil
}

func (w aWalk) text() string {
	return fmt.Sprintf("%s, %s, %s", ms(w.median()), ms(w.late()), ms(w.cpu))
}
