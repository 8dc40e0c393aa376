package web

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// DrawDeskPage is a round as its director draws it: who plays, the preview with
// its reasons, what may be fixed or forbidden, and publishing.
type DrawDeskPage struct {
	Page
	Head       DeskHead
	Rounds     Tabs
	Round      string
	Preview    bool
	Published  bool
	Open       bool // players and pairs may still be changed
	Note       string
	OutOfDate  []string
	Impossible *ImpossibleView
	Publish    *PublishForm
	Pairs      []DrawPair
	Without    []DrawIdle
	Actions    []*PostButton // drawing again, discarding, taking back
	Prints     []Link
	Costs      []Fact
	Playing    []PlayingRow
	Count      string // "24 players: an even number"
	Fixed      []DecidedPair
	Forbidden  []DecidedPair
	Fix        *PairForm
	Forbid     *PairForm
	WhyNot     *PairForm
	Answer     *Trace // to "why not A–B?"
}

// DrawPair is one table of a draw on the director's page.
type DrawPair struct {
	Pairing
	Badge   *Badge // "fixed", "handicap set"
	Reasons *Reasons
	Open    bool // a change of it was refused
	Swap    *PostButton
	Fix     *PostButton
	LetGo   *PostButton
	Forbid  *PostButton
	Stones  *HandicapForm
}

// HandicapForm sets the handicap of one game.
type HandicapForm struct {
	FormKey
	Action           string
	Hidden           []Hidden
	Stones, Reason   Field
	Black, White, By string
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
	Criteria     []Fact
}

// PlayingRow is one entry in the list of who plays.
type PlayingRow struct {
	Player Seat
	Plays  bool
	Text   string // why not
	Toggle *PostButton
}

// PublishForm shows a preview to everybody.
type PublishForm struct {
	FormKey
	Action string
	Hidden []Hidden
	Title  string
	Starts Field
}

// PairForm chooses two players.
type PairForm struct {
	FormKey
	Action string
	Open   bool // it was sent and refused
	Fields []Field
}

// DecidedPair is a pair that the director has fixed or forbidden.
type DecidedPair struct {
	Text   string
	Remove *PostButton
}

// ImpossibleView says why a round cannot be drawn, and what would help.
type ImpossibleView struct {
	Message string
	Ways    []ImpossibleWay
}

// ImpossibleWay is one way out.
type ImpossibleWay struct {
	Text   string
	Button *PostButton
}

var drawDeskView = newView[DrawDeskPage]("director/draw.html")

// drawNow shows the round that the section is at.
func (s *Server) drawNow(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showDraw(c, http.StatusOK, w, currentRound(w), nil)
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

func (s *Server) drawRound(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	return s.showDraw(c, http.StatusOK, w, round, nil)
}

// deskRound is the section and the round of the address. The round is drawn, or
// the next to be.
func (s *Server) deskRound(c echo.Context, action auth.Action) (*tournaments.Wallchart, int, error) {
	w, err := s.deskChart(c, action)
	if err != nil {
		return nil, 0, err
	}
	text, _ := splitFormat(c.Param("round"))
	round, err := strconv.Atoi(text)
	if err != nil || round < 1 || round > min(w.Section.Rounds, len(w.Rounds)+1) {
		return nil, 0, apperr.New(apperr.NotFound, "The section has no such round yet.")
	}
	return w, round, nil
}

// showDraw answers with the page of a round; refused is why something about the
// draw was not done.
func (s *Server) showDraw(c echo.Context, status int, w *tournaments.Wallchart, round int, refused error) error {
	page := DrawDeskPage{Round: strconv.Itoa(round), Open: w.Event.Status.TakesChanges()}
	page.Page, page.Head = s.sectionDesk(c, w, roundLabel(w, round), "Draw")
	if refused != nil {
		page.Impossible = impossibleView(page.Page, w, round, refused)
		if page.Impossible == nil && !page.invalid(refused) && !page.conflicting(refused) {
			return refused
		}
	}
	page.Rounds = deskRounds(w, round)
	r, drawn := w.Round(round)
	page.Preview, page.Published = drawn && r.State == tournaments.Preview, drawn && r.State == tournaments.Published
	page.Open = page.Open && !page.Published
	s.drawStep(c, &page, w, r)
	if drawn {
		drawPairs(c, &page, w, r)
	}
	if page.Open {
		playing(&page, w, round)
		decisions(c, &page, w, round)
	}
	if page.Preview && w.Section.System != pairing.RoundRobin {
		if err := s.whyNot(c, &page, w, round); err != nil {
			return err
		}
	}
	return drawDeskView.render(c, status, page)
}

// showRefusedDraw answers with the page of the round as it is now, and why
// something about it was not done.
func (s *Server) showRefusedDraw(c echo.Context, w *tournaments.Wallchart, round int, refused error) error {
	now, err := s.tournaments.Wallchart(c.Request().Context(), s.actor(c), w.Section.ID)
	if err != nil {
		return err
	}
	status := statusOf[apperr.KindOf(refused)]
	if status == 0 {
		return refused
	}
	return s.showDraw(c, status, now, round, refused)
}

func deskRounds(w *tournaments.Wallchart, current int) Tabs {
	tabs := Tabs{Label: "Rounds"}
	last := len(w.Rounds)
	if next, _ := w.Next(); next > last {
		last = next
	}
	for n := 1; n <= max(last, current); n++ {
		tabs.Items = append(tabs.Items, NavItem{Label: "Round " + strconv.Itoa(n), URL: roundDeskURL(w.Section.ID, n), Current: n == current})
	}
	return tabs
}

// drawStep sets the one thing to do with the round, and what else may be done.
func (s *Server) drawStep(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round) {
	round, _ := strconv.Atoi(page.Round)
	here := roundDeskURL(w.Section.ID, round)
	switch {
	case page.Preview:
		page.Head.Next = NextStep{}
		page.OutOfDate = w.OutOfDate(round)
		s.previewActions(c, page, w, r, here)
	case page.Published:
		publishedActions(page, w, r, here)
	default:
		next, why := w.Next()
		switch {
		case next == round && why != "":
			last := w.Progress(round - 1)
			page.Head.Next = NextStep{Kind: KindWarning, Title: fmt.Sprintf("Results of round %d are missing", round-1), Text: why,
				Link: &Link{Label: "Enter the missing results", URL: resultsURL(w.Section.ID, last.Round) + "?only=outstanding"}}
		case next == round && page.Open:
			page.Head.Next = NextStep{Kind: KindInfo, Title: fmt.Sprintf("Draw round %d", round),
				Text:   "Nobody else sees the draw until you publish it.",
				Button: page.button("draw", here+"/draw", fmt.Sprintf("Draw round %d", round))}
		}
	}
}

func (s *Server) previewActions(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, here string) {
	if len(page.OutOfDate) > 0 {
		page.Head.Next = NextStep{Kind: KindWarning, Title: "Draw this round again",
			Text:   "Something changed since it was drawn: " + andList(page.OutOfDate) + ".",
			Button: page.button("again", here+"/draw", "Draw again")}
	} else {
		page.Publish = &PublishForm{
			FormKey: page.Form("publish"), Action: here + "/publish", Hidden: []Hidden{version(r.Version)},
			Title:  fmt.Sprintf("Check the draw, then publish round %d", r.Number),
			Starts: page.field(Field{Name: "starts", Label: "Starts", Value: sentOr(c, here+"/publish", "starts", r.Starts), Placeholder: "Saturday, 10.00 am", Hint: "Shown with the draw. May be left empty."}),
		}
	}
	if w.Section.System != pairing.RoundRobin {
		lot := page.button("redraw", here+"/redraw", "Draw with another lot")
		lot.Kind = "secondary"
		page.Actions = append(page.Actions, lot)
	}
	discard := page.button("discard", here+"/discard", "Discard this draw", version(r.Version))
	discard.Kind = "quiet"
	page.Actions = append(page.Actions, discard)
	page.Costs = costFacts(r.Cost)
}

func publishedActions(page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round, here string) {
	public := roundURL(w.Event.Slug, w.Section.Slug, r.Number)
	page.Prints = []Link{
		{Label: "Pairings by table", URL: public + ".pdf"}, {Label: "Pairings by name", URL: public + ".pdf?by=name"},
		{Label: "Result slips", URL: here + "/slips.pdf"},
	}
	if p := r.Progress(); p.In == 0 && w.Event.Status.TakesChanges() && r.Number == w.Published() {
		back := page.button("unpublish", here+"/unpublish", "Take the publication back", version(r.Version))
		back.Kind = "quiet"
		page.Actions = append(page.Actions, back)
	}
}

// drawPairs fills in the tables and who has none.
func drawPairs(c echo.Context, page *DrawDeskPage, w *tournaments.Wallchart, r tournaments.Round) {
	fixed := w.Fixed(r.Number)
	for _, p := range w.Pairings(r.Number) {
		if p.Game.ID == 0 {
			idle := DrawIdle{Player: seatOf(p.Black, "", r.Number), Text: capital(p.Idle)}
			if p.Idle == "bye" {
				idle.Reasons = reasonsOf("Why the bye", "", w.Reasons(r.ByeWhy))
			}
			page.Without = append(page.Without, idle)
			continue
		}
		row := DrawPair{Pairing: pairingOf(p, r.Number, nil)}
		row.Reasons = reasonsOf("Why this pair", scoresText(p), w.Reasons(p.Game.Why))
		if p.Game.HandicapReason != "" {
			row.Badge = &Badge{Kind: KindNeutral, Text: "handicap set: " + p.Game.HandicapReason}
		} else if p.Game.Fixed {
			row.Badge = &Badge{Kind: KindNeutral, Text: "fixed"}
		}
		if p.Game.Result == pairing.NoResult && w.Event.Status.TakesChanges() {
			pairActions(c, page, &row, w, r, p, fixed)
		}
		page.Pairs = append(page.Pairs, row)
	}
}

// pairActions are the changes that one game of the draw still takes.
func pairActions(c echo.Context, page *DrawDeskPage, row *DrawPair, w *tournaments.Wallchart, r tournaments.Round, p tournaments.Pairing, fixed []tournaments.FixedPair) {
	g := p.Game
	id, here := strconv.FormatInt(int64(g.ID), 10), roundDeskURL(w.Section.ID, r.Number)
	small := func(name, url, label string, hidden ...Hidden) *PostButton {
		b := page.button(name+id, url, label, hidden...)
		b.Kind, b.Small, b.For = "secondary", "small", ", table "+strconv.Itoa(g.Table)
		return b
	}
	if g.Handicap == 0 {
		row.Swap = small("swap", gameURL(g.ID)+"/swap", "Swap colours", version(g.Version))
	}
	setHandicap := gameURL(g.ID) + "/handicap"
	row.Stones = &HandicapForm{
		FormKey: page.Form("handicap" + id), Action: setHandicap, Hidden: []Hidden{version(g.Version)},
		Stones: Field{ID: "handicap-" + id, Name: "handicap", Label: "Handicap stones", Type: "number", Min: "0", Max: "25", Value: sentOr(c, setHandicap, "handicap", strconv.Itoa(g.Handicap)), Width: "short"},
		Reason: Field{ID: "reason-" + id, Name: "reason", Label: "Why", Value: sentOr(c, setHandicap, "reason", g.HandicapReason), Required: true},
	}
	if row.Open = sentTo(c, setHandicap); row.Open {
		page.inRow("-"+id, &row.Stones.Stones, &row.Stones.Reason)
	}
	if !page.Preview || w.Section.System == pairing.RoundRobin {
		return
	}
	white, black := entryHidden("white", g.White), entryHidden("black", g.Black)
	for _, f := range fixed {
		if f.White == g.White && f.Black == g.Black || f.White == g.Black && f.Black == g.White {
			row.LetGo = small("letgo", here+"/letgo", "Let the pair go", Hidden{"fixed", strconv.FormatInt(int64(f.ID), 10)})
		}
	}
	if row.LetGo == nil {
		row.Fix = small("fix", here+"/fix", "Fix this pair", white, black)
		row.Forbid = small("forbid", here+"/forbid", "Do not pair these two", entryHidden("a", g.White), entryHidden("b", g.Black), Hidden{"only", page.Round})
	}
}

// sentTo reports whether this answers a form that was sent to the address.
func sentTo(c echo.Context, action string) bool {
	return c.Request().Method == http.MethodPost && c.Request().URL.Path == action
}

// sentOr is what was typed into a form that was sent to the address, else the
// value that its field has of itself.
func sentOr(c echo.Context, action, name, value string) string {
	if sentTo(c, action) {
		return c.FormValue(name)
	}
	return value
}

// inRow puts the page's problems beside the fields of one row of a table, and
// has the summary of problems lead there.
func (p *Page) inRow(suffix string, fields ...*Field) {
	for _, f := range fields {
		f.Error = p.errorOn(f.Name)
	}
	for i, e := range p.Errors {
		for _, f := range fields {
			if e.Field == f.Name {
				p.Errors[i].Field = e.Field + suffix
			}
		}
	}
}

func entryHidden(name string, id tournaments.EntryID) Hidden {
	return Hidden{Name: name, Value: strconv.FormatInt(int64(id), 10)}
}

// scoresText is how far apart two players are before the round.
func scoresText(p tournaments.Pairing) string {
	if p.Black.Score == p.White.Score {
		return "level on " + p.Black.Score.String()
	}
	return p.Black.Score.String() + " against " + p.White.Score.String()
}

// reasonsOf is what each criterion says about a pair; nil without any.
func reasonsOf(title, value string, why []pairing.Reason) *Reasons {
	out := Reasons{Title: title, Value: value}
	for _, r := range why {
		if r.Text != "" {
			out.Criteria = append(out.Criteria, Fact{Label: criterionName(r.Criterion), Value: r.Text})
		}
	}
	if len(out.Criteria) == 0 {
		return nil
	}
	return &out
}

func criterionName(c pairing.Criterion) string {
	names := map[pairing.Criterion]string{
		pairing.CriterionGames: "Games", pairing.CriterionBye: "Bye", pairing.CriterionScore: "Scores",
		pairing.CriterionFloats: "Floats", pairing.CriterionClub: "Clubs", pairing.CriterionCity: "Towns",
		pairing.CriterionColours: "Colours", pairing.CriterionSeeding: "Seeding", pairing.CriterionLot: "Lot",
		pairing.CriterionRematch: "Met before",
	}
	if name := names[c]; name != "" {
		return name
	}
	return string(c)
}

// costFacts is what the whole draw costs, criterion by criterion.
func costFacts(costs []pairing.Cost) []Fact {
	var facts []Fact
	for _, cost := range costs {
		if cost.Criterion == pairing.CriterionLot {
			continue
		}
		text := ""
		for i, v := range cost.Values {
			if i > 0 {
				text += ", "
			}
			text += strconv.FormatInt(v, 10)
		}
		facts = append(facts, Fact{Label: criterionName(cost.Criterion), Value: text})
	}
	return facts
}

// playing fills in who plays the round and who does not.
func playing(page *DrawDeskPage, w *tournaments.Wallchart, round int) {
	n := 0
	for _, e := range byName(w.Entries) {
		if e.Withdrawn && round > e.WithdrawnAfter {
			continue
		}
		row := PlayingRow{Player: playerSeat(e), Plays: e.Plays(round)}
		row.Player.URL = entryURL(e.ID) + "?back=" + roundDeskURL(w.Section.ID, round)
		hidden := []Hidden{version(e.Version), {"round", strconv.Itoa(round)}, {"back", roundDeskURL(w.Section.ID, round)}}
		id := strconv.FormatInt(int64(e.ID), 10)
		switch {
		case row.Plays:
			n++
			row.Toggle = page.button("absent"+id, entryURL(e.ID)+"/absent", "Sits out", append(hidden, Hidden{"plays", "no"})...)
		case round < e.EnteredIn:
			row.Text = "enters in round " + strconv.Itoa(e.EnteredIn)
		case e.In(round) && !hasRound(e.HalfByes, round):
			row.Text = "absent"
			row.Toggle = page.button("absent"+id, entryURL(e.ID)+"/absent", "Plays after all", append(hidden, Hidden{"plays", "yes"})...)
		default:
			row.Text = "half-point bye"
		}
		if row.Toggle != nil {
			row.Toggle.Kind, row.Toggle.Small, row.Toggle.For = "secondary", "small", ": "+e.Name
		}
		page.Playing = append(page.Playing, row)
	}
	page.Count = plural(n, "player", "players")
	if n%2 == 1 {
		page.Count += ": an odd number, so one has a bye"
	}
}

func hasRound(rounds []int, round int) bool {
	for _, n := range rounds {
		if n == round {
			return true
		}
	}
	return false
}
