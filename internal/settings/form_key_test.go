package settings_test

import (
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// A form has one key: what is told to officers before the change, and what is noted after a test letter, leave it to the
// change, and the same form sent twice changes nothing twice.
func TestAFormsKeyIsForTheChange(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		run(t, db, `INSERT INTO office (person_id, role, acting, from_day, created_at)
			VALUES (7, 'president', FALSE, '2020-01-01', '2020-01-01T00:00:00.000Z')`)
		to := mailtest.Start(t)
		post := smtp(server(to))
		s := with(db, &post)
		if err := s.Save(audit.WithRequestKey(ctx, "a form"), administrator, settings.Mail, 0, server(to)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Test(audit.WithRequestKey(ctx, "a button"), administrator); err != nil {
			t.Fatal(err)
		}
		if test, ofNow, err := s.MailTested(ctx, administrator); err != nil || !ofNow || !test.Worked {
			t.Errorf("the test letter: %+v, %t, %v", test, ofNow, err)
		}
		next := server(mailtest.Start(t))
		if err := s.Save(audit.WithRequestKey(ctx, "a form"), administrator, settings.Mail, 1, next); err == nil {
			t.Error("the key of a form is taken twice")
		}
		if v, err := s.View(ctx, administrator, settings.Mail); err != nil || v.Version != 1 {
			t.Errorf("version %d, %v", v.Version, err)
		}
	})
}
