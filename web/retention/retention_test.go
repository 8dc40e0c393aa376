package retention_test

import (
	"net/http"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestTheSecretarySeesWhatIsKeptAndRemovesWhatIsDue(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	at := kit.RetentionPath
	b.Get(at).Wants(t, http.StatusOK, "Online entries that no one confirmed", "Letters in the outbox", "the daily job is off",
		"Incorporated Societies Act 2022, s 79", "Tax Administration Act 1994", "What stays")
	b.Get(at+"/run").Wants(t, http.StatusOK, "Nothing that the society decides on is due now.")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO mail_bounce (address_key, address, problem, noted_at, settled_at)
			VALUES ('a@example.nz', 'a@example.nz', '', $1, $1)`, civil.MustParseDate("2020-01-01").Midnight())
		return err
	}))
	b.Get(at+"/run").Wants(t, http.StatusOK, "Addresses that came back, once settled", "cannot be undone", "older backups")
	b.Post(at+"/run").LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "Reports", "1 row removed", "The society decides: 1 year", "reports.xlsx")
	b.Get(at+"/reports.csv").Wants(t, http.StatusOK, "Why someone left")
	shown := kittest.VersionOn(t, b.Get(at+"/periods"))
	months := func(letters string) []string {
		return []string{
			"version", shown, "daily", "on", "months-letters", letters, "months-mailings", "24", "months-bounces", "12", "months-rolls", "24",
			"months-lists", "24", "months-former", "30", "months-reasons", "84",
		}
	}
	for _, wrong := range []string{"", "2", "85", "1.5", "two"} {
		b.Post(at+"/periods", months(wrong)...).Wants(t, http.StatusUnprocessableEntity, `id="months-letters-error"`)
	}
	b.Post(at+"/periods", months("24")...).LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "30 months after the last membership", "once a day what the society decides on")
	account, _ := s.Account("Mei", "Lin")
	s.Browser(s.Session(account)).Get(at).Wants(t, http.StatusForbidden)
}
