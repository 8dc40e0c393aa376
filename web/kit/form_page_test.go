package kit_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/web/kit"
)

// loan is what the form of these tests is about.
type loan struct {
	lender  string
	day     civil.Date
	amount  money.Cents
	version int64
}

// loanForm is a form about the loan that is saved; take carries it out.
func loanForm(saved *loan, take func(ctx context.Context, in loan) error) kit.Form[loan] {
	site := &kit.Site{
		Clock: func() civil.Instant { return civil.MustParseInstant("2026-07-01T00:00:00.000Z") }, BaseURL: "http://x",
	}
	return kit.Form[loan]{
		Site: site,
		Load: func(echo.Context) (loan, error) { return *saved, nil },
		Fill: func(_ echo.Context, in *kit.Filling, l loan) {
			in.Set("lender", l.lender)
			in.SetDay("day", l.day)
			in.Set("amount", l.amount.Plain())
		},
		Version: func(l loan) int64 { return l.version },
		Show: func(_ echo.Context, page *kit.FormPage, _ loan) error {
			page.Title, page.Action, page.Submit, page.Back = "A loan", "/loan", "Save", "/"
			page.Group("The loan", kit.Field{Name: "lender", Label: "Lender"}).Row(
				kit.DayField("day", "Borrowed on", ""), kit.AmountField("amount", "Amount", ""),
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, l loan) (kit.Done, error) {
			return kit.Done{To: "/done", Message: "Saved."}, take(c.Request().Context(), loan{
				lender: in.Text("lender"), day: in.Day("day"), amount: in.Amount("amount"), version: in.Version(),
			})
		},
	}
}

func sendTo(t *testing.T, h echo.HandlerFunc, form url.Values) (*httptest.ResponseRecorder, error) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/loan", strings.NewReader(form.Encode()))
	r.Header.Set(echo.HeaderContentType, echo.MIMEApplicationForm)
	w := httptest.NewRecorder()
	return w, h(echo.New().NewContext(r, w))
}

// inOrder fails unless the page has the texts in this order.
func inOrder(t *testing.T, page string, texts ...string) {
	t.Helper()
	rest := page
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Errorf("the page lacks %q after those before it:\n%s", text, page)
			return
		}
		rest = after
	}
}

// TestAFormSaysEverythingAtOnceAndKeepsNothing: what cannot be read, and what the
// service finds, in the order of the fields.
func TestAFormSaysEverythingAtOnceAndKeepsNothing(t *testing.T) {
	db := storetest.SQLite(t)
	asked := 0
	form := loanForm(&loan{version: 3}, func(ctx context.Context, in loan) error {
		return db.InTx(ctx, func(tx *store.Tx) error {
			asked++
			if _, err := tx.Exec(ctx, "CREATE TABLE kept (n INTEGER)"); err != nil {
				return err
			}
			var f apperr.Fields
			if in.amount == 0 {
				f.Add("amount", "Enter an amount above zero.")
			}
			if in.lender == "" {
				f.Add("lender", "Enter who lends.")
			}
			return f.Err()
		})
	})
	for _, tt := range []struct {
		name string
		sent url.Values
		want []string
	}{
		{
			"day unread, lender missing", url.Values{"day": {"soon"}, "amount": {"5"}, "version": {"3"}},
			[]string{"Please fix 2 things", "Enter who lends.", "Enter a date like 1 July 2026.", `value="3"`, `value="soon"`},
		},
		{
			"only the day", url.Values{"day": {"soon"}, "amount": {"5"}, "lender": {"A"}},
			[]string{"Please fix one thing", "Enter a date like 1 July 2026.", `value="A"`},
		},
		{
			"an amount has its own words", url.Values{"amount": {"five"}, "lender": {"A"}},
			[]string{"Please fix one thing", "Enter dollars and cents, for example 160.00."},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, err := sendTo(t, form.Post, tt.sent)
			if err != nil || w.Code != http.StatusUnprocessableEntity {
				t.Fatalf("status %d, %v; want 422", w.Code, err)
			}
			inOrder(t, w.Body.String(), tt.want...)
		})
	}
	if asked != 3 {
		t.Errorf("the service was asked %d times, want 3", asked)
	}
	if has, err := store.HasTable(t.Context(), db, "kept"); err != nil || has {
		t.Errorf("something was kept of a form with problems: %v, %v", has, err)
	}
	w, err := sendTo(t, form.Post, url.Values{"lender": {"A"}, "amount": {"5"}, "day": {"1 July 2026"}})
	if err != nil || w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/done" {
		t.Fatalf("a good form: status %d, %v", w.Code, err)
	}
	if has, err := store.HasTable(t.Context(), db, "kept"); err != nil || !has {
		t.Errorf("a good form was not kept: %v, %v", has, err)
	}
}

// TestAFormThatComesTooLate is shown beside what is saved, and saves over it when
// it is sent once more.
func TestAFormThatComesTooLate(t *testing.T) {
	saved := loan{"Ann", civil.On(2026, 7, 1), 500, 2}
	form := loanForm(&saved, func(_ context.Context, in loan) error {
		if in.version != saved.version {
			return apperr.New(apperr.Conflict, "Someone else changed this loan first.")
		}
		saved = loan{in.lender, in.day, in.amount, saved.version + 1}
		return nil
	})
	saved = loan{"Ben", civil.On(2026, 7, 1), 700, 3} // somebody else
	mine := url.Values{"lender": {"Cy"}, "day": {"2026-07-01"}, "amount": {"7.00"}, "version": {"2"}}
	w, err := sendTo(t, form.Post, mine)
	if err != nil || w.Code != http.StatusConflict {
		t.Fatalf("status %d, %v; want 409", w.Code, err)
	}
	page := w.Body.String()
	inOrder(t, page, "Someone else changed this loan first.", "Cy", "Ben", `name="version" value="3"`, `value="Cy"`)
	if strings.Contains(page, `<th scope="row">Amount`) || strings.Contains(page, `<th scope="row">Borrowed on`) {
		t.Error("the page compares fields that are the same")
	}
	mine.Set("version", "3")
	if w, err := sendTo(t, form.Post, mine); err != nil || w.Code != http.StatusSeeOther || saved.lender != "Cy" {
		t.Errorf("sent again: status %d, %v, saved %+v", w.Code, err, saved)
	}
}

// TestAFormThatProposesComparesWithWhatIsSaved: what Fill proposes was not saved
// by anybody.
func TestAFormThatProposesComparesWithWhatIsSaved(t *testing.T) {
	saved := loan{"Ben", civil.On(2026, 7, 2), 700, 3}
	form := loanForm(&saved, func(context.Context, loan) error {
		return apperr.New(apperr.Conflict, "Someone else changed this loan first.")
	})
	form.Saved = form.Fill
	form.Fill = func(_ echo.Context, in *kit.Filling, _ loan) { in.Set("lender", "Proposed") }
	w, err := sendTo(t, form.Post, url.Values{"lender": {"Cy"}, "day": {"2026-07-02"}, "amount": {"7.00"}})
	if err != nil || w.Code != http.StatusConflict {
		t.Fatalf("status %d, %v; want 409", w.Code, err)
	}
	inOrder(t, w.Body.String(), `<th scope="row">Lender`, "Cy", "Ben")
	if strings.Contains(w.Body.String(), "Proposed") || strings.Contains(w.Body.String(), `<th scope="row">Borrowed on`) {
		t.Error("the page compares with what was only proposed")
	}
}

// TestAChoiceOfNothingIsTheSameHoweverItIsEmpty: a select that was left alone is
// no change of one that was never chosen.
func TestAChoiceOfNothingIsTheSameHoweverItIsEmpty(t *testing.T) {
	form := loanForm(&loan{version: 2}, func(context.Context, loan) error {
		return apperr.New(apperr.Conflict, "Someone else changed this loan first.")
	})
	show := form.Show
	form.Show = func(c echo.Context, page *kit.FormPage, l loan) error {
		err := show(c, page, l)
		page.Row(kit.Field{Name: "club", Label: "Club", Type: "select", Options: []kit.Option{
			{Label: "None"}, {Value: "7", Label: "Kāpiti"},
		}})
		return err
	}
	w, err := sendTo(t, form.Post, url.Values{"lender": {"Cy"}, "amount": {"0.00"}, "club": {""}})
	if err != nil || w.Code != http.StatusConflict {
		t.Fatalf("status %d, %v; want 409", w.Code, err)
	}
	inOrder(t, w.Body.String(), `<th scope="row">Lender`, `<option value="" selected>None`)
	if strings.Contains(w.Body.String(), `<th scope="row">Club`) {
		t.Error("the page compares a choice of nothing with none")
	}
}

// TestTheFirstFieldOfANameHasItsProblem, not all of them.
func TestTheFirstFieldOfANameHasItsProblem(t *testing.T) {
	form := loanForm(&loan{}, func(context.Context, loan) error {
		var f apperr.Fields
		f.Add("lender", "Enter who lends.")
		return f.Err()
	})
	show := form.Show
	form.Show = func(c echo.Context, page *kit.FormPage, l loan) error {
		err := show(c, page, l)
		page.Row(kit.Field{Name: "lender", ID: "lender-2", Label: "Another lender"})
		return err
	}
	w, err := sendTo(t, form.Post, url.Values{"amount": {"1"}})
	if page := w.Body.String(); err != nil || !strings.Contains(page, `id="lender-error"`) ||
		strings.Contains(page, `id="lender-2-error"`) {
		t.Errorf("%v\n%s", err, page)
	}
}

// TestARefusalThatIsNoInputIsPassedOn: a form does not help there.
func TestARefusalThatIsNoInputIsPassedOn(t *testing.T) {
	for _, kind := range []apperr.Kind{apperr.Forbidden, apperr.NotFound, apperr.SignIn} {
		form := loanForm(&loan{}, func(context.Context, loan) error { return apperr.New(kind, "No.") })
		if _, err := sendTo(t, form.Post, url.Values{"day": {"soon"}, "amount": {"1"}}); apperr.KindOf(err) != kind {
			t.Errorf("%s was answered with %v", kind, err)
		}
	}
}

// TestAFormShownAsTyped takes nothing and has no problem to tell yet.
func TestAFormShownAsTyped(t *testing.T) {
	form := loanForm(&loan{lender: "Ann"}, func(context.Context, loan) error {
		t.Error("the form was taken")
		return nil
	})
	w, err := sendTo(t, form.Typed, url.Values{"lender": {"Ben"}, "amount": {"five"}})
	if err != nil || w.Code != http.StatusOK {
		t.Fatalf("status %d, %v; want 200", w.Code, err)
	}
	inOrder(t, w.Body.String(), `value="Ben"`, `value="five"`)
}

// TestAFormThatAnswersWithAPrint does so only once it is carried out.
func TestAFormThatAnswersWithAPrint(t *testing.T) {
	form := loanForm(&loan{}, nil)
	form.Take = func(c echo.Context, in *kit.Filling, _ loan) (kit.Done, error) {
		in.Amount("amount")
		return kit.Done{Answer: func() error { return c.String(http.StatusOK, "the print") }}, nil
	}
	for amount, want := range map[string]int{"five": http.StatusUnprocessableEntity, "5": http.StatusOK} {
		w, err := sendTo(t, form.Post, url.Values{"amount": {amount}})
		if err != nil || w.Code != want || (want == http.StatusOK) != (w.Body.String() == "the print") {
			t.Errorf("amount %q: status %d, %v, %.60s", amount, w.Code, err, w.Body.String())
		}
	}
}

// TestLinesAreTheSameWhateverEndsThem: browsers send "\r\n", which is no change of
// a text that is saved with "\n".
func TestLinesAreTheSameWhateverEndsThem(t *testing.T) {
	var page kit.Page
	in := kit.NewFilling()
	in.Set("address", "1 Lane\r\nWellington")
	if f := in.Field(&page, kit.Field{Name: "address", Type: "textarea"}); f.Value != "1 Lane\nWellington" {
		t.Errorf("the field has %q", f.Value)
	}
}

func TestTheRowsThatWereSent(t *testing.T) {
	in := kit.NewFilling()
	for _, name := range []string{"row-9", "row-10", "rows", "note"} {
		in.Set(name, "x")
	}
	if got := in.Named("row-"); !slices.Equal(got, []string{"10", "9"}) {
		t.Errorf("the rows are %q", got)
	}
}

// TestAPrivateFormIsNotKeptInTheBrowser: a page that no cache keeps leaves no
// draft of what is typed into it behind.
func TestAPrivateFormIsNotKeptInTheBrowser(t *testing.T) {
	for private, want := range map[bool]bool{false: true, true: false} {
		form := loanForm(&loan{}, nil)
		show := form.Show
		form.Show = func(c echo.Context, page *kit.FormPage, l loan) error {
			if private {
				kit.NoStore(c)
			}
			return show(c, page, l)
		}
		w := httptest.NewRecorder()
		err := form.Get(echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/loan", nil), w))
		if got := strings.Contains(w.Body.String(), "data-draft"); err != nil || got != want {
			t.Errorf("private %t: kept %t, %v", private, got, err)
		}
	}
}

// Bug: a field that a form did not send was read from the address that it was sent to.
func TestWhatStandsInTheAddressIsNoFieldOfAForm(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/loan?amount=9&version=7&id=3", strings.NewReader("lender=A"))
	r.Header.Set(echo.HeaderContentType, echo.MIMEApplicationForm)
	c := echo.New().NewContext(r, httptest.NewRecorder())
	in, err := kit.Sent(c)
	if err != nil {
		t.Fatal(err)
	}
	if in.Text("lender") != "A" || in.Text("amount") != "" || in.Version() != 0 || kit.FormID[int64](c, "id") != 0 {
		t.Errorf("lender %q, amount %q, version %d", in.Text("lender"), in.Text("amount"), in.Version())
	}
}
