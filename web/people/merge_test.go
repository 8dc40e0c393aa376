package people_test

import (
	"net/http"
	"strconv"
	"testing"

	"nzgs/internal/members"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestTheSecretaryMergesTwoRecordsAndUndoesIt(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	kept, gone := s.Register("Aroha", "Tūī"), s.Register("Aroha", "Tui-Moana")
	number := func(id members.PersonID) string { return kit.IDText(id) }
	page := b.Get(kit.PersonURL(kept))
	page.Wants(t, http.StatusOK, "Merge with another record")

	at := kit.PersonURL(kept) + "/merge"
	b.Get(at).Wants(t, http.StatusOK, "The other record", `<a href="`+kit.PersonURL(kept)+`">Aroha Tūī</a>`) // the way back has a name
	b.Post(at, "other", "").Wants(t, http.StatusUnprocessableEntity, "Enter the other record")
	b.Post(at, "other", "Nobody Such").Wants(t, http.StatusUnprocessableEntity, "No other record")
	b.Post(at, "other", number(kept)).Wants(t, http.StatusUnprocessableEntity, "No other record")
	b.Post(at, "other", "Aroha Tui-Moana ("+number(gone)+")").LeadsTo(t, at+"?with="+number(gone))
	at += "?with=" + number(gone)
	b.Get(at).Wants(t, http.StatusOK, "Number "+number(kept)+", kept", "Aroha Tui-Moana", "How do you know")
	version := func(id members.PersonID) string {
		file, err := s.Members.File(t.Context(), kittest.Program, id)
		s.Must(err)
		return strconv.FormatInt(file.Person.Version, 10)
	}
	send := []string{"kept_version", version(kept), "gone_version", version(gone)}
	b.Post(at, append(send, "reason", "")...).Wants(t, http.StatusUnprocessableEntity, "Say how you know")
	b.Post(at, append(send, "reason", "She told me.")...).LeadsTo(t, kit.PersonURL(kept))
	b.Get(kit.PersonURL(gone)).LeadsTo(t, kit.PersonURL(kept))
	b.Get(kit.PersonURL(gone)+"/edit").LeadsTo(t, kit.PersonURL(kept)+"/edit")
	b.Get(kit.PersonURL(kept)).Wants(t, http.StatusOK, "Former names", "Aroha Tui-Moana", "undo")

	undo := kit.PersonURL(kept) + "/merges/1"
	b.Get(undo).Wants(t, http.StatusOK, "She told me.")
	b.Post(undo, "reason", "").Wants(t, http.StatusUnprocessableEntity, "two people")
	b.Post(undo, "reason", "They are sisters.").LeadsTo(t, kit.PersonURL(kept))
	b.Get(kit.PersonURL(gone)).Wants(t, http.StatusOK, "Aroha Tui-Moana")
	b.Get(undo).Wants(t, http.StatusOK, "already undone")
}

func TestDuplicatesAreListedAndSetAside(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	one, two := s.Register("Zoë", "Quokka"), s.Register("Zoe", "Quokka")
	b.Get("/members").Wants(t, http.StatusOK, "Find duplicates")
	b.Get("/members/duplicates").Wants(t, http.StatusOK, "Zoë Quokka, no. "+kit.IDText(one), "same name", "They are two people")
	b.Post("/members/duplicates", "low", kit.IDText(one), "high", kit.IDText(one)).LeadsTo(t, "/members/duplicates")
	b.Post("/members/duplicates", "low", kit.IDText(one), "high", kit.IDText(two)).LeadsTo(t, "/members/duplicates")
	b.Get("/members/duplicates").Wants(t, http.StatusOK, "No such records")
}
