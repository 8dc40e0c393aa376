package joining_test

import (
	"net/http"
	"strconv"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestAKindOfMemberIsRecorded(t *testing.T) {
	s := kittest.EmptySite(t)
	secretary, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.Secretary})
	_, id := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(secretary))
	b.Get(kit.KindsPath).Wants(t, http.StatusOK, "Each member pays the same")
	path := "/members/" + strconv.FormatInt(int64(id), 10) + "/kind"
	year := strconv.Itoa(int(constitution.Shipped().YearOf(s.Clock().Date())))
	shown := kittest.VersionOn(t, b.Get(path))
	b.Post(path, "version", shown, "kind", "student", "from", year, "reason", "").Wants(t, http.StatusUnprocessableEntity, "Say why")
	b.Post(path, "version", shown, "kind", "student", "from", year, "reason", "Card seen.").
		LeadsTo(t, "/members/"+strconv.FormatInt(int64(id), 10))
	b.Get("/members/"+strconv.FormatInt(int64(id), 10)).Wants(t, http.StatusOK, "Kind of member", "Student")
	b.Get(kit.KindsPath).Wants(t, http.StatusOK, "Aroha Tūī", "Card seen.")
	b.Post(path, "version", shown, "kind", "junior", "from", year, "reason", "Young.").
		Wants(t, http.StatusConflict, "Your changes were not saved")
}
