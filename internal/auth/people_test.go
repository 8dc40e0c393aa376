package auth

import (
	"strconv"
	"testing"

	"nzgs/internal/apperr"
)

func TestFindPeopleToChoose(t *testing.T) {
	each(t, func(w *world) {
		mere, mereAccount := w.account("Mere", "Kereru")
		w.appointed(mere, Administrator)
		aroha, _ := w.account("Aroha", "Kereru")
		w.appointed(aroha, Secretary)
		w.person("Wiremu", "Parata")
		w.row(`UPDATE person SET email = 'mere@example.nz' WHERE id = $1`, mere)
		admin, secretary := w.actor(w.signIn("Mere")), w.actor(w.signIn("Aroha"))

		found, err := w.FindPeople(ctx, secretary, "kereru mer", 10)
		w.must(err)
		if len(found) != 1 || found[0].Person != mere || found[0].Account != mereAccount ||
			found[0].Email != "mere@example.nz" {
			w.t.Errorf("found %+v", found)
		}
		if found, err = w.FindPeople(ctx, admin, "kereru", 10); err != nil || len(found) != 2 ||
			found[0].Name.Given != "Aroha" {
			w.t.Errorf("found %+v, %v", found, err)
		}
		if one, err := w.Person(ctx, admin, aroha); err != nil || one.Name.String() != "Aroha Kereru" || one.Email != "" {
			w.t.Errorf("the administrator sees %+v, %v; want no address", one, err)
		}
		number := strconv.FormatInt(int64(mere), 10)
		for _, words := range []string{number, "0" + number, "mere " + number} {
			if found, err = w.FindPeople(ctx, admin, words, 10); err != nil || len(found) != 1 || found[0].Person != mere {
				w.t.Errorf("member number %q found %+v, %v", words, found, err)
			}
		}
		for _, words := range []string{"", "  ", "%", "_", "999999", "aroha " + number} {
			if found, err = w.FindPeople(ctx, admin, words, 10); err != nil || len(found) != 0 {
				w.t.Errorf("%q found %+v, %v", words, found, err)
			}
		}
		_, err = w.Person(ctx, admin, 999)
		w.refused(err, apperr.NotFound, "not in the register")
		_, err = w.FindPeople(ctx, Actor{Account: 9, Person: 9}, "kereru", 10)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.Person(ctx, Actor{}, mere)
		w.refused(err, apperr.SignIn, "")
	})
}
