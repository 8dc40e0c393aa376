package auth

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
)

func TestASignInFromANewDeviceIsTold(t *testing.T) {
	each(t, func(w *world) {
		w.account("Aroha", "Tūī")
		w.account("Mere", "Kererū")
		aroha, mere := w.actor(w.signIn("aroha")), w.actor(w.signIn("mere"))
		p := w.mailing()
		arrive := func(who Actor, token string) (string, []Letter) {
			t.Helper()
			token, err := w.Arrived(ctx, who, token, "Firefox on Linux")
			w.must(err)
			return token, p.take()
		}
		// An account that has no device yet, also after the change that brought them.
		laptop, told := arrive(aroha, "")
		if len(told) != 0 {
			t.Errorf("the first device is told of: %+v", told)
		}
		if again, told := arrive(aroha, laptop); again != laptop || len(told) != 0 {
			t.Errorf("the same device again: %+v", told)
		}
		if n := w.count(`SELECT COUNT(*) FROM account_device WHERE token_hash = $1`, laptop); n != 0 {
			t.Error("the device's value is kept as it is")
		}
		for _, strange := range []string{"", "nonsense", strings.Repeat("A", tokenLength)} {
			other, told := arrive(aroha, strange)
			if len(told) != 1 || told[0].Address != "aroha@example.nz" || !strings.Contains(told[0].Body, "Firefox on Linux") ||
				strings.Contains(told[0].Body, other) {
				t.Errorf("from %q: %+v", strange, told)
			}
		}
		// A shared computer is known to each account by itself.
		if _, told := arrive(mere, laptop); len(told) != 0 {
			t.Errorf("the first device of another account: %+v", told)
		}
		arrive(mere, "")
		w.later(DeviceLasts + time.Hour)
		if _, err := w.Tidy(ctx); err != nil {
			t.Fatal(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM account_device`); n != 0 {
			t.Errorf("%d devices are kept for ever", n)
		}
		_, err := w.Arrived(ctx, Actor{}, laptop, "Firefox")
		w.refused(err, apperr.SignIn, "")
	})
}

func TestAnOfficeThatIsGivenOrTakenIsTold(t *testing.T) {
	each(t, func(w *world) {
		person, _ := w.account("Aroha", "Tūī")
		p := w.mailing()
		id := w.appointed(person, Treasurer)
		told := p.take()
		if len(told) != 1 || told[0].Address != "aroha@example.nz" || !strings.Contains(told[0].Body, "Treasurer") ||
			!strings.Contains(told[0].Body, "by program") {
			t.Errorf("given: %+v", told)
		}
		w.must(w.EndOffice(ctx, program, id, 1, w.now.Date()))
		if told = p.take(); len(told) != 1 || !strings.Contains(told[0].Body, "Treasurer") ||
			!strings.Contains(told[0].Body, w.now.Date().Long()) {
			t.Errorf("ended: %+v", told)
		}
		id = w.appointed(person, Committee)
		p.take()
		w.must(w.EndOffice(ctx, program, id, 1, w.now.Date().AddDays(-9)))
		if told = p.take(); len(told) != 1 || !strings.Contains(told[0].Body, "undone") {
			t.Errorf("undone: %+v", told)
		}
		w.appointed(w.person("No", "Account"), Secretary)
		if told = p.take(); len(told) != 0 {
			t.Errorf("without an account: %+v", told)
		}
	})
}
