package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A slow phone network, as browsers call slow 3G.
const (
	slowLatency = 400.0         // milliseconds, both ways
	slowRate    = 400_000.0 / 8 // bytes in a second
)

// TestAFirstPaintOnASlowNetwork: who comes to the congress for the first time, with nothing kept from before, sees it painted. How
// long that takes is said, and measured by make bench.
func TestAFirstPaintOnASlowNetwork(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := newWindow(t, s, phone)
	w.do(chromedp.ActionFunc(func(ctx context.Context) error {
		slow := &network.Conditions{Latency: slowLatency, DownloadThroughput: slowRate, UploadThroughput: slowRate}
		_, err := network.EmulateNetworkConditionsByRule([]*network.Conditions{slow}).Do(ctx)
		return err
	}))
	var painted float64
	w.do(
		chromedp.Navigate(s.URL+"/events/congress-2026"),
		chromedp.Poll(`performance.getEntriesByName("first-contentful-paint")[0]?.startTime`, &painted),
	)
	if painted <= 0 {
		t.Fatalf("painted at %v ms", painted)
	}
	t.Logf("the first paint of the congress, with 400 ms and 400 kbit/s: %.0f ms", painted)
}
