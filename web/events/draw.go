package events

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// DrawDeskPage is a round as its director draws it: who plays, the preview with
// its reasons, what may be fixed or forbidden, and publishing.
type DrawDeskPage struct {
	kit.Page
	Head       DeskHead
	Rounds     kit.Tabs
	Round      string
	Preview    bool
	Published  bool
	Open       bool           // players and pairs may still be changed
	Counting   *kit.SmallForm // draws without open games
	Counted    []string       // open games that the round was drawn with
	Note       string
	OutOfDate  []string
	Impossible *ImpossibleView
	Publish    *PublishForm
	Pairs      []DrawPair
	Without    []DrawIdle
	Redraw     *PairForm         // with another lot
	Actions    []*kit.PostButton // discarding, taking back
	Prints     []kit.Link
	Costs      []kit.Fact
	NotHere    *NotHere
	Playing    []PlayingRow
	Count      string // "24 players: an even number"
	Fixed      []DecidedPair
	Forbidden  []DecidedPair
	Fix        *PairForm
	Forbid     *PairForm
	ByHand     *PairForm // changes this round alone
	Changes    []HandChange
	WhyNot     *kit.SmallForm
	Answer     *DrawAnswer // to "why not A–B?"
}

// DrawPair is one table of a draw on the director's page.
type DrawPair struct {
	Pairing
	Match   *DeskMatch // a line for the match of teams above its boards, and nothing else
	Badge   *kit.Badge // "fixed", "handicap set"
	Reasons *Reasons
	Open    bool // a change of it was refused
	Swap    *kit.PostButton
	Fix     *kit.PostButton
	LetGo   *kit.PostButton
	Forbid  *kit.PostButton
	Stones  *HandicapForm
}

// HandicapForm sets the handicap of one game.
type HandicapForm struct {
	kit.FormKey
	Action         string
	Hidden         []kit.Hidden
	Stones, Reason kit.Field
}

// DrawAnswer is how the draw would be otherwise.
type DrawAnswer struct {
	Text    string
	Figures []string // behind it
	Pairs   []string // of the draw it would be
}

// DrawIdle is somebody without a game in the round.
type DrawIdle struct {
	Player  Seat
	Text    string
	Reasons *Reasons // of the bye
}

// Reasons is why two players are paired, criterion by criterion (partial
// "reasons").
type Reasons struct {
	Title, Value string
	Criteria     []kit.Fact
	Apart        string // asks what the draw would be if the two did not meet; "" where that cannot be asked
}

// PlayingRow is one entry in the list of who plays.
type PlayingRow struct {
	Player Seat
	Plays  bool
	Text   string // why not
	Toggle *kit.PostButton
}

// PublishForm shows a preview to everybody.
type PublishForm struct {
	kit.FormKey
	Action string
	Hidden []kit.Hidden
	Title  string
	Starts kit.Field
}

// PairForm chooses two players.
type PairForm struct {
	kit.SmallForm
	Open bool   // it was sent and refused
	Says string // the line that opens it, where it is not the usual one
}

// DecidedPair is a pair that the director has fixed or forbidden.
type DecidedPair struct {
	Text   string
	Terms  kit.GameTerms // of a fixed pair that is drawn
	Remove *kit.PostButton
}

// ImpossibleView says why a round cannot be drawn, and what would help.
type ImpossibleView struct {
	Title   string
	Message string
	Ways    []ImpossibleWay
}

// ImpossibleWay is one way out.
type ImpossibleWay struct {
	Text   string
	Button *kit.PostButton
}

var drawDeskView = kit.NewView[DrawDeskPage](templates, "director/draw.html")

// drawNow shows the round that the section is at.
func (s *Desk) drawNow(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showDraw(c, w, currentRound(w), sentForm{})
}

// currentRound is the round to draw when that is possible, else the last one
// drawn.
func currentRound(w *tournaments.Wallchart) int {
	next, why := w.Next()
	if next > 0 && why == "" {
		return next
	}
	if n := len(w.Rounds); n > 0 {
		return w.Rounds[n-1].Number
	}
	return 1
}

func (s *Desk) drawRound(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showDraw(c, w, round, sentForm{})
}

// deskRound is the section and the round of the address. The round is drawn, or
// the next to be; where it was taken back meanwhile, the answer leads to the
// section as it stands.
func (s *Desk) deskRound(c echo.Context, action auth.Action) (*tournaments.Wallchart, int, error) {
	w, err := s.deskChart(c, action)
	if err != nil {
		return nil, 0, err
	}
	text, _ := kit.SplitFormat(c.Param("round"))
	round, err := strconv.Atoi(text)
	if err != nil || round < 1 || round > w.Section.Rounds {
		return nil, 0, apperr.New(apperr.NotFound, "The section has no such round.")
	}
	if next := len(w.Rounds) + 1; round > next {
		why := fmt.Sprintf("There is no round %d yet: the next to be drawn is round %d.", round, next)
		if c.Request().Method == http.MethodPost {
			why += " Nothing was changed."
		}
		to := "draw"
		if action == auth.EnterResult {
			to = "results"
		}
		return nil, 0, &kit.Elsewhere{To: sectionDeskURL(w.Section.ID, to), Why: why}
	}
	return w, round, nil
}

// showDraw answers with the page of a round; sent is what about the draw was not
// done.
func (s *Desk) showDraw(c echo.Context, w *tournaments.Wallchart, round int, sent sentForm) error {
	page := DrawDeskPage{Round: strconv.Itoa(round), Open: w.Event.TakesChanges()}
	page.Page, page.Head = s.sectionDesk(c, w, roundLabel(w, round), "Draw")
	status := kit.RefusalStatus(sent.refused)
	if page.Impossible = impossibleView(page.Page, w, round, sent); page.Impossible == nil {
		var err error
		if status, err = page.TakeRefusal(sent.refused); err != nil {
			return err
		}
	}
	page.Rounds = deskRounds(w, round)
	r, drawn := w.Round(round)
	page.Preview, page.Published = drawn && r.State == tournaments.Preview, drawn && r.State == tournaments.Published
	page.Open = page.Open && !page.Published
	drawStep(&page, w, r, sent)
	if err := s.sayApplicants(c, &page.Page, w); err != nil {
		return err
	}
	if drawn {
		drawPairs(&page, w, r, sent)
	}
	if drawn {
		byHand(&page, w, r, sent)
		if err := s.counted(c, &page, w, round); err != nil {
			return err
		}
	}
	if page.Open {
		playing(&page, w, round)
		decisions(&page, w, round, sent)
	}
	if page.Preview && !w.Section.System.Settled() {
		if err := s.whyNot(c, &page, w, round); err != nil {
			return err
		}
	}
	return drawDeskView.Render(c, status, page)
}

// showRefusedDraw answers with the page of the round as it is now, and why
// something about it was not done. in is what was typed.
func (s *Desk) showRefusedDraw(
	c echo.Context, w *tournaments.Wallchart, round int, in *kit.Filling, refused error,
) error {
	now, err := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), w.Section.ID)
	if err != nil {
		return err
	}
	return s.showDraw(c, now, round, sentTo(c, in, refused))
}

func deskRounds(w *tournaments.Wallchart, current int) kit.Tabs {
	tabs := kit.Tabs{Label: "Rounds"}
	last := len(w.Rounds)
	if next, _ := w.Next(); next > last {
		last = next
	}
	for n := 1; n <= max(last, current); n++ {
		tabs.Items = append(tabs.Items, kit.NavItem{
			Label: "Round " + strconv.Itoa(n), URL: roundDeskURL(w.Section.ID, n), Current: n == current,
		})
	}
	return tabs
}

// drawStep sets the one thing to do with the round, and what else may be done.
func drawStep(page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, sent sentForm) {
	round, _ := strconv.Atoi(page.Round)
	here := roundDeskURL(w.Section.ID, round)
	switch {
	case page.Preview:
		page.Head.Next = kit.NextStep{}
		page.OutOfDate = w.OutOfDate(round)
		previewActions(page, w, r, here, sent)
	case page.Published:
		publishedActions(page, w, r, here)
	default:
		next, why := w.Next()
		switch {
		case next == round && why != "":
			last := w.Progress(round - 1)
			title := fmt.Sprintf("Results of round %d are missing", round-1)
			if w.Undecided() == why {
				title = "A game has no winner"
			}
			page.Head.Next = kit.NextStep{Kind: kit.KindWarning, Title: title, Text: why,
				Link: &kit.Link{
					Label: "Enter the missing results", URL: resultsURL(w.Section.ID, last.Round) + "?only=outstanding",
				}}
			if page.Open {
				page.Counting = countingForm(&page.Page, w, round, sent)
			}
		case next == round && page.Open:
			page.NotHere = notHere(page.Page, w, round)
			page.Head.Next = kit.NextStep{Kind: kit.KindInfo, Title: fmt.Sprintf("Draw round %d", round),
				Text:   "No one else sees the draw until you publish it.",
				Button: page.Button("draw", here+"/draw", fmt.Sprintf("Draw round %d", round))}
		}
	}
}

func previewActions(
	page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, here string, sent sentForm,
) {
	if len(page.OutOfDate) > 0 {
		page.Head.Next = kit.NextStep{Kind: kit.KindWarning, Title: "Draw this round again",
			Text:   "Something changed since it was drawn: " + kit.AndList(page.OutOfDate) + ".",
			Button: page.Button("again", here+"/draw", "Draw again")}
	} else {
		publish := sent.form(&page.Page, sent.to == here+"/publish", func(in *kit.Filling) { in.Set("starts", r.Starts) })
		page.Publish = &PublishForm{
			FormKey: page.Form("publish"), Action: here + "/publish", Hidden: []kit.Hidden{kit.VersionField(r.Version)},
			Title:  fmt.Sprintf("Check the draw, then publish round %d", r.Number),
			Starts: publish.field(startsField(w, r)),
		}
	}
	if !w.Section.System.Settled() || w.Section.System != pairing.RoundRobin && w.Published() == 0 {
		to := here + "/redraw"
		in := sent.form(&page.Page, sent.to == to, nil)
		page.Redraw = &PairForm{Open: sent.to == to && sent.refused != nil, SmallForm: kit.SmallForm{
			FormKey: page.Form("redraw"), Action: to, Submit: "Draw again with new lots", Kind: "secondary",
			Fields: []kit.Field{in.field(kit.Field{
				ID: "redraw-reason", Name: "reason", Label: "Why it is drawn again", Required: true, MaxLength: 100,
				Hint: "Everyone can read it, and how often a round was drawn again.",
			})},
		}}
	}
	discard := page.Button("discard", here+"/discard", "Discard this draw", kit.VersionField(r.Version))
	discard.Kind = "quiet"
	page.Actions = append(page.Actions, discard)
	page.Costs = costFacts(w, r.Cost)
}

func publishedActions(page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, here string) {
	public := roundURL(w.Event.Slug, w.Section.Slug, r.Number)
	page.Prints = []kit.Link{
		{Label: "Pairings by table", URL: public + ".pdf"}, {Label: "Pairings by name", URL: public + ".pdf?by=name"},
		{Label: "Result slips", URL: here + "/slips.pdf"},
	}
	if p := r.Progress(); p.In == 0 && w.Event.TakesChanges() && r.Number == w.Published() {
		back := page.Button("unpublish", here+"/unpublish", "Unpublish", kit.VersionField(r.Version))
		back.Kind = "quiet"
		page.Actions = append(page.Actions, back)
	}
}

// startsField asks when a round begins, for the pages that show the draw; the timetable says so where it has the round.
func startsField(w *tournaments.Wallchart, r tournaments.Round) kit.Field {
	f := kit.Field{
		Name: "starts", Label: "Starts", Placeholder: "Saturday, 10:00 am", Hint: "Shown with the draw. May be left empty.",
	}
	if _, ok := w.Timetable.Slot(r.Number); ok {
		f.ReadOnly, f.Hint = true, "From the timetable; it is changed there."
	}
	return f
}
