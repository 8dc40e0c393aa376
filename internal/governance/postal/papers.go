package postal

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// PrintCode opens the block from which papers are printed. It is shown once, to
// who makes the papers, and never stored.
type PrintCode string

// Sheet is what is printed on a member's paper besides the motions.
type Sheet struct {
	Person auth.PersonID // 0: a spare one
	Name   string
	Serial string // grouped for reading, with its check character
	QR     string // what the QR code says
}

// Despatch is how the papers went out (rule 5.9).
type Despatch struct {
	On  civil.Date
	How string // "By post from Wellington"
	By  string // who took them there
	// Rest is how the papers reached the members of whom no postal address is known:
	// "by hand at the club". It is asked for only where there are some.
	Rest string
}

// spares is how many serials are drawn beyond the roll's, for papers that
// members write by hand (rule 5.10 asks for no form).
func spares(roll int) int { return max(5, roll/20) }

// MakePapers draws a serial for every member of the roll. Made again, all
// earlier papers are void. Who makes them gets the print code, once.
func (s *Service) MakePapers(ctx context.Context, actor auth.Actor, id VoteID, version int64) (PrintCode, error) {
	var code PrintCode
	err := s.take(ctx, request{
		actor: actor, id: id, action: ActPapers, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		roll, err := voters(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := f.asFrozen(roll); err != nil {
			return nil, err
		}
		drawn, err := s.drawSerials(len(roll) + spares(len(roll)))
		if err != nil {
			return nil, err
		}
		set, _ := f.keySet()
		p, err := ballot.NewPackage(f.packageFor(set.Tellers), drawn, s.random)
		if err != nil {
			return nil, err
		}
		code = newPrintCode()
		if err := keepPrint(ctx, tx, id, sealPrint(code, id, roll, drawn)); err != nil {
			return nil, err
		}
		return map[string]any{"papers": len(roll), "spares": len(drawn) - len(roll), "package": p.Hash().String()},
			paperVote(ctx, tx, id, p, s.cases.Now())
	})
	if err != nil {
		return "", err
	}
	return code, nil
}

func (f facts) packageFor(cards []ballot.Teller) ballot.Package {
	p := ballot.Package{Vote: f.packageID(), Title: f.Title, Closing: f.Closing, Tellers: cards}
	if zone := civil.Zone().String(); zone != civil.NewZealand {
		p.Zone = zone
	}
	p.Signatures = f.signatures()
	for _, m := range f.Motions {
		p.Motions = append(p.Motions, ballot.Motion{Number: m.Number, Text: m.Text})
	}
	return p
}

func (s *Service) drawSerials(n int) ([]ballot.Serial, error) {
	out := make([]ballot.Serial, 0, n)
	seen := make(map[ballot.Serial]bool, n)
	for len(out) < n {
		serial, err := ballot.NewSerial(s.random)
		if err != nil {
			return nil, fmt.Errorf("draw a serial: %w", err)
		}
		if !seen[serial] {
			seen[serial] = true
			out = append(out, serial)
		}
	}
	return out, nil
}

// Sheets are the papers of all members by name, to be printed before they go
// out. Field: code.
func (s *Service) Sheets(ctx context.Context, actor auth.Actor, id VoteID, code PrintCode) ([]Sheet, error) {
	all, err := s.print(ctx, actor, id, code)
	return slices.DeleteFunc(all, func(h Sheet) bool { return h.Person == 0 }), err
}

// Spares are serials that belong to nobody, for the tellers: they write one on
// a paper that a member wrote by hand. Field: code.
func (s *Service) Spares(ctx context.Context, actor auth.Actor, id VoteID, code PrintCode) ([]Sheet, error) {
	all, err := s.print(ctx, actor, id, code)
	return slices.DeleteFunc(all, func(h Sheet) bool { return h.Person != 0 }), err
}

// print opens the block that papers are printed from. That it was opened is not
// audited: it may be printed as often as the printer needs.
func (s *Service) print(ctx context.Context, actor auth.Actor, id VoteID, code PrintCode) ([]Sheet, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	how := ruleOf(ActPrint)
	if err := s.mayTake(actor, how, f); err != nil {
		return nil, err
	}
	if err := how.stands(f); err != nil {
		return nil, err
	}
	sealed, err := printBlock(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	sheets, err := openPrint(code, id, sealed)
	if err != nil {
		var fields apperr.Fields
		fields.Add("code", "This is not the print code of these papers. If it is lost, make the papers again.")
		return nil, fields.Err()
	}
	return sheets, nil
}

// Despatch records that the papers went out; they cannot be printed again.
// Fields: on, how, by, rest.
func (s *Service) Despatch(ctx context.Context, actor auth.Actor, id VoteID, version int64, d Despatch) error {
	d.How, d.By, d.Rest = oneLine(d.How), oneLine(d.By), oneLine(d.Rest)
	return s.take(ctx, request{
		actor: actor, id: id, action: ActDespatch, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		without, err := withoutAddress(ctx, tx, *f)
		if err != nil {
			return nil, err
		}
		if err := d.check(*f, without); err != nil {
			return nil, err
		}
		if d.Rest != "" && len(without) > 0 {
			d.How += fmt.Sprintf("; to %d without a known postal address: %s", len(without), d.Rest)
		}
		for _, owes := range []string{source(id), meetingSource(f.Meeting)} {
			if err := s.gov.FinishDuty(ctx, tx, owes, string(constitution.DutyDespatch)); err != nil {
				return nil, err
			}
		}
		return map[string]any{
			"on": d.On, "how": d.How, "by": d.By, "members": f.RollCount, "no_address": len(without),
		}, despatchVote(ctx, tx, id, d)
	})
}

// check is rule 5.9: papers go out at least two weeks before the closing, and to
// all members, so that it is said how they reached those without an address.
func (d Despatch) check(f facts, without []Voter) error {
	var fields apperr.Fields
	constitution.CheckDay(&fields, "on", d.On)
	if made := f.PapersAt.Date(); !fields.Has("on") {
		switch {
		case d.On.After(f.today):
			fields.Add("on", "This day is still to come. Record the despatch once the papers are out.")
		case d.On.Before(made):
			fields.Add("on", "The papers were made on %s: they did not go out before.", made.Long())
		}
	}
	checkText(&fields, "how", d.How, maxTitle, "Say how the papers went out, for example “By post from Wellington”.")
	checkText(&fields, "by", d.By, maxTitle, "Say who posted them.")
	if len(without) > 0 {
		checkText(
			&fields, "rest", d.Rest, maxTitle,
			"Add the missing postal addresses to the register, or say how the papers reached these members.",
		)
	}
	if err := fields.Err(); err != nil {
		return err
	}
	if timely, trace := f.dates.NoticeOfClosing(f.Closing, d.On); timely == constitution.TooLate {
		return apperr.UnderRule(
			"5.9", "The papers went out too late: %s. Take the vote back to the draft and choose a later last day for papers.",
			trace,
		)
	}
	return nil
}

// ReplacePaper makes a further paper for a member whose own was lost. It is
// shown once and kept nowhere. Fields: person, reason.
func (s *Service) ReplacePaper(
	ctx context.Context, actor auth.Actor, id VoteID, person auth.PersonID, reason string,
) (Sheet, error) {
	reason = oneLine(reason)
	var sheet Sheet
	err := s.take(ctx, request{actor: actor, id: id, action: ActReplace}, func(tx *store.Tx, f *facts) (any, error) {
		var fields apperr.Fields
		name, err := voterName(ctx, tx, id, person)
		if errors.Is(err, store.ErrNoRows) {
			fields.Add("person", "Choose a member of the roll.")
		} else if err != nil {
			return nil, err
		}
		checkText(&fields, "reason", reason, maxRemark, "Say why a further paper is made.")
		if err := fields.Err(); err != nil {
			return nil, err
		}
		p, err := ballot.ParsePackage([]byte(f.pack))
		if err != nil {
			return nil, fmt.Errorf("read the package: %w", err)
		}
		serial, err := ballot.NewSerial(s.random)
		if err != nil {
			return nil, fmt.Errorf("draw a serial: %w", err)
		}
		if p, err = p.WithSerial(serial); err != nil {
			return nil, err
		}
		sheet = Sheet{Person: person, Name: name, Serial: serial.String(), QR: serial.QR()}
		return map[string]any{"member": person, "reason": reason}, setPackage(ctx, tx, id, p)
	})
	if err != nil {
		return Sheet{}, err
	}
	return sheet, nil
}

// codeBytes of randomness are in a print code: nobody guesses it.
const codeBytes = 20

func newPrintCode() PrintCode {
	raw := make([]byte, codeBytes)
	rand.Read(raw) // never fails
	text := base32.StdEncoding.EncodeToString(raw)
	var groups []string
	for part := range slices.Chunk([]byte(text), 4) {
		groups = append(groups, string(part))
	}
	return PrintCode(strings.Join(groups, "-"))
}

// seal is the cipher of a print code for a vote. A code is used once, so that
// its key needs no salt.
func (c PrintCode) seal() cipher.AEAD {
	typed := strings.ToUpper(strings.Join(
		strings.FieldsFunc(string(c), func(r rune) bool { return r == '-' || r == ' ' }), "",
	))
	key := sha256.Sum256([]byte("nzgs print code\n" + typed))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // the key has the right length
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}

func printLabel(id VoteID) []byte { return fmt.Appendf(nil, "nzgs postal print %d", id) }

// sealPrint is the block from which papers are printed, under a code. The
// serials beyond the roll's are spare.
func sealPrint(code PrintCode, id VoteID, roll []Voter, serials []ballot.Serial) []byte {
	sheets := make([]Sheet, len(serials))
	for i, serial := range serials {
		sheets[i] = Sheet{Serial: serial.String(), QR: serial.QR()}
		if i < len(roll) {
			sheets[i].Person, sheets[i].Name = roll[i].Person, roll[i].Name
		}
	}
	text, err := json.Marshal(sheets)
	if err != nil {
		panic(err) // texts and numbers only
	}
	return code.seal().Seal(nil, nil, text, printLabel(id))
}

func openPrint(code PrintCode, id VoteID, sealed []byte) ([]Sheet, error) {
	text, err := code.seal().Open(nil, nil, sealed, printLabel(id))
	if err != nil {
		return nil, err
	}
	var sheets []Sheet
	return sheets, json.Unmarshal(text, &sheets)
}
