package books_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
)

// A payment by an employer: the form keeps who paid, the member sees that it is paid, and has no receipt of it.
func TestAnEmployerPays(t *testing.T) {
	o := openOffice(t)
	i := o.asks(o.aroha, 2500)
	form := []string{
		"party", kit.IDText(o.aroha), "amount", "25", "received_on", "2026-06-30", "method", "bank", "payer_address", "1 Hill Rd\nPōneke",
	}
	o.treasurer.Post("/books/payments/new", form...).
		Wants(t, http.StatusUnprocessableEntity, "Enter the name of who paid", "1 Hill Rd\nPōneke")
	o.treasurer.Post("/books/payments/new", append(form, "paid_by", "Acme Ltd", "payer", kit.IDText(o.bo))...).
		Wants(t, http.StatusUnprocessableEntity, "Say once who paid")
	list := o.treasurer.Post("/books/payments/new", append(form, "paid_by", "Acme Ltd")...)
	if list.Status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", list.Status, list.Body)
	}
	at := list.Location
	o.treasurer.Get(at).Wants(t, http.StatusOK, "Acme Ltd", "1 Hill Rd")
	o.treasurer.Get(at+"/receipt.pdf").Wants(t, http.StatusOK)
	o.treasurer.Get(at+"/refund").Wants(t, http.StatusOK)
	o.treasurer.Get("/books/payments?payer=acme").Wants(t, http.StatusOK, "Paid by Acme Ltd")
	o.treasurer.Get("/books/payments?payer=rata").Wants(t, http.StatusOK, "No payments")
	o.treasurer.Get("/books/payments.csv?standing=others").Wants(t, http.StatusOK, "Acme Ltd", "1 Hill Rd")
	seen := o.member.Get(fmt.Sprintf("/books/invoices/%d", i.ID))
	seen.Wants(t, http.StatusOK, "Acme Ltd", "Paid")
	o.member.Get(at+"/receipt.pdf").Wants(t, http.StatusForbidden, "the receipt goes to who paid")
	own := o.member.Get("/me")
	own.Wants(t, http.StatusOK, "paid by Acme Ltd")
	if strings.Contains(seen.Body+own.Body, "1 Hill Rd") {
		t.Error("the member sees the payer’s address")
	}
}

// One transfer for two, typed on one form.
func TestATransferForSeveralIsTyped(t *testing.T) {
	o := openOffice(t)
	form := []string{
		"amount", "45", "received_on", "2026-06-30", "method", "bank", "payer", kit.IDText(o.aroha),
		"party_1", kit.IDText(o.aroha), "amount_1", "25", "party_2", kit.IDText(o.bo), "amount_2",
	}
	o.treasurer.Post("/books/payments/several", append(form, "2.001")...).
		Wants(t, http.StatusUnprocessableEntity, `id="amount_2-error"`, `value="2.001"`)
	o.treasurer.Post("/books/payments/several", append(form, "21")...).
		Wants(t, http.StatusUnprocessableEntity, "The parts come to $46.00")
	// The rows below the first eight are folded until something is typed in one: nothing of it is lost.
	folded := "<summary>More rows"
	o.treasurer.Get("/books/payments/several").Wants(t, http.StatusOK, folded, `name="party_20"`)
	again := o.treasurer.Post("/books/payments/several", append(form, "20", "party_20", "nobody of that name", "amount_20", "7")...)
	again.Wants(t, http.StatusUnprocessableEntity, `value="nobody of that name"`, `id="party_20-error"`)
	if strings.Contains(string(again.Body), folded) {
		t.Error("what was typed in the last row is folded away")
	}
	done := o.treasurer.Post("/books/payments/several", append(form, "20")...)
	if done.Status != http.StatusSeeOther {
		t.Fatalf("%d\n%s", done.Status, done.Body)
	}
	o.treasurer.Get(done.Location).Wants(t, http.StatusOK, "Came with the same transfer", "Bo")
	o.member.Get("/books/mine").Wants(t, http.StatusOK, "Paid for others", "Bo")
	paid, err := o.Treasury.PaidForOthers(t.Context(), o.actor, ledger.Party{Person: int64(o.aroha)})
	if err != nil || len(paid) != 1 {
		t.Fatalf("%+v, %v", paid, err)
	}
	o.member.Get(kit.PaymentReceiptURL(paid[0].ID)).Wants(t, http.StatusOK)
	o.secretary.Post("/books/payments/several", form...).Wants(t, http.StatusForbidden)
}
