package e2e

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// A venue: its own network, in which there are phones and the laptop, and the road from the laptop to the site.

// hall is the venue's network.
type hall struct {
	own    bool            // there is nothing else in it
	laptop string          // the laptop's address in it
	phones context.Context // the browser of the phones
}

// aHall makes a network of its own, in which a phone's browser has nothing but the laptop. Where that is not permitted
// the phones are on this machine, and reach the laptop by an address that is not the site's.
func aHall(t *testing.T) hall {
	t.Helper()
	path := chromium(t)
	h, err := ownHall(t, path)
	if err == nil {
		return h
	}
	h = hall{laptop: secondAddress(), phones: browserContext(t)}
	t.Logf("No network of its own can be made here (%v): the phones are on this machine, and reach the laptop by its address %s, "+
		"by which the site cannot be reached.", err, h.laptop)
	return h
}

// ownHall is a network namespace with the phones' browser in it, and a cable from there to this machine.
func ownHall(t *testing.T, chromium string) (hall, error) {
	t.Helper()
	name, n := fmt.Sprintf("nzgs%d", os.Getpid()), os.Getpid()%250
	h := hall{own: true, laptop: fmt.Sprintf("10.77.%d.1", n)}
	phone := fmt.Sprintf("10.77.%d.2", n)
	if err := ip("netns", "add", name); err != nil {
		return h, err
	}
	t.Cleanup(func() { ip("netns", "del", name) }) //nolint:errcheck // as far as it was made
	for _, words := range []string{
		"link add " + name + "a type veth peer name " + name + "b netns " + name,
		"addr add " + h.laptop + "/30 dev " + name + "a", "link set " + name + "a up",
		"-n " + name + " addr add " + phone + "/30 dev " + name + "b", "-n " + name + " link set " + name + "b up",
		"-n " + name + " link set lo up",
	} {
		if err := ip(strings.Fields(words)...); err != nil {
			return h, err
		}
	}
	data, err := os.MkdirTemp("", "nzgs-phones-")
	if err != nil {
		return h, err
	}
	t.Cleanup(func() { os.RemoveAll(data) })
	inHall(t, name, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-component-update",
		"--disable-background-networking", "--disable-features=BackForwardCache", "--remote-debugging-port=9222",
		"--user-data-dir="+data, "about:blank")
	relay, err := os.Executable()
	if err != nil {
		return h, err
	}
	inHall(t, name, "env", relayTo+"="+phone+":9223 127.0.0.1:9222", relay)
	control := "http://" + phone + ":9223"
	if !pollFor(startTimeout, func() bool {
		res, err := http.Get(control + "/json/version")
		return err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusOK
	}) {
		t.Fatal("the phones’ browser does not start")
	}
	allocated, closeAll := chromedp.NewRemoteAllocator(context.Background(), control)
	ctx, closeOne := chromedp.NewContext(allocated)
	t.Cleanup(func() { closeOne(); closeAll() })
	h.phones = ctx
	return h, chromedp.Run(ctx)
}

// ip changes the networks of this machine.
func ip(args ...string) error {
	if out, err := exec.CommandContext(context.Background(), "ip", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w %s", strings.Join(args, " "), err, out)
	}
	return nil
}

// inHall runs a program in the hall's network until the test ends.
func inHall(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), "ip", append([]string{"netns", "exec", name}, args...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		cmd.Wait()         //nolint:errcheck // killed
	})
}

// relayTo in the environment makes this program a relay, which lets a test speak to a browser in another network: "FROM
// TO", the address that it listens on and the one that is reached by it.
const relayTo = "NZGS_E2E_RELAY"

// relay passes on what comes until it is killed.
func relay(addresses string) int {
	from, to, _ := strings.Cut(addresses, " ")
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", from)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for {
		in, err := l.Accept()
		if err != nil {
			return 1
		}
		go func() {
			defer in.Close()
			out, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", to)
			if err != nil {
				return
			}
			defer out.Close()
			go io.Copy(out, in) //nolint:errcheck // ends with either side
			io.Copy(in, out)    //nolint:errcheck // ends with either side
		}()
	}
}

// secondAddress is one of this machine's by which the site of a test cannot be reached.
func secondAddress() string {
	addresses, _ := net.InterfaceAddrs() //nolint:errcheck // then there is the other
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsPrivate() {
			return n.IP.String()
		}
	}
	return "127.0.0.2"
}

// phone is a phone in the hall whose browser has the laptop's page open.
func (h hall) phone(t *testing.T, laptop *server) *window {
	t.Helper()
	w := newWindowOf(t, h.phones, laptop, phone)
	w.goTo("/")
	return w
}

// road is the way from the laptop to the site: the address in the laptop's file, where no laptop comes through until the
// network is there.
type road struct {
	url  string
	open atomic.Bool
}

// aRoad leads to whatever listens at an address.
func aRoad(t *testing.T, site string) *road {
	t.Helper()
	r := &road{}
	to := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: site})
	to.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) } // whoever asked has gone
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path == "/venue/push" && !r.open.Load() {
			panic(http.ErrAbortHandler) // no network: the connection ends
		}
		to.ServeHTTP(w, req)
	}))
	t.Cleanup(s.Close)
	r.url = s.URL
	return r
}

// aPort is one that nobody listens on.
func aPort(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return itoa(l.Addr().(*net.TCPAddr).Port)
}
