package venue

import (
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReachable(t *testing.T) {
	at := func(list ...string) (out []netip.Addr) {
		for _, a := range list {
			out = append(out, netip.MustParseAddr(a))
		}
		return out
	}
	ports := []port{
		{"lo", true, true, at("127.0.0.1")},
		{"eth0", false, false, at("10.9.9.9")},
		{"docker0", true, false, at("172.17.0.1")},
		{"eth1", true, false, at("169.254.7.7", "203.0.113.5")},
		{"eth2", true, false, at("10.0.0.5", "fe80::1")},
		{"wlan0", true, false, at("192.168.1.20")},
	}
	for _, tt := range []struct {
		outward netip.Addr
		want    []string
	}{
		{netip.Addr{}, []string{"10.0.0.5", "192.168.1.20", "169.254.7.7"}},
		{netip.MustParseAddr("192.168.1.20"), []string{"192.168.1.20", "10.0.0.5", "169.254.7.7"}},
	} {
		var got []string
		for _, a := range reachable(ports, tt.outward) {
			got = append(got, a.String())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestDayCodes(t *testing.T) {
	a := dayCode("key", "referee", "2027-01-02", 0)
	for _, other := range []string{
		dayCode("key", "director", "2027-01-02", 0), dayCode("key", "referee", "2027-01-03", 0),
		dayCode("key", "referee", "2027-01-02", 1), dayCode("yek", "referee", "2027-01-02", 0),
	} {
		if sameCode(a, other) {
			t.Errorf("%s twice", a)
		}
	}
	for _, typed := range []string{a, " " + a[:4] + " " + a[5:], a[:4] + a[5:]} {
		if !sameCode(a, typed) {
			t.Errorf("%q is not %s", typed, a)
		}
	}
	if sameCode(a, "") || sameCode(a, a[:8]) {
		t.Error("less than the code opens")
	}
}
