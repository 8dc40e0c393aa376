package kit

import (
	"testing"
)

// Bug: on a club secretary's own desk, “Clubs” and “My club” were both current.
func TestOneMenuItemIsCurrent(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{"/clubs", "Clubs"}, {"/clubs/7", "Clubs"}, {"/clubs/7/desk", "My club"}, {"/clubs/7/desk/x", "My club"},
		{"/clubs/70/desk", "Clubs"},
		{"/elections/3", "Meetings"}, {OutboxPath, "Duties"}, {"/events/1", "Events"}, {"/sign-in", ""}, {"/clubsters", ""},
	} {
		items := []NavItem{
			{Label: "Events", URL: "/events"}, {Label: "Clubs", URL: "/clubs"}, {Label: "Duties", URL: DutiesPath},
			{Label: "Meetings", URL: MeetingsPath}, {Label: "My club", URL: "/clubs/7/desk"},
		}
		markCurrent(items, tt.path)
		got := ""
		for _, item := range items {
			if item.Current {
				got += item.Label
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q is current, want %q", tt.path, got, tt.want)
		}
	}
}
