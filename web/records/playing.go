package records

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// Without scripts a page shows the next step by asking for another address after a while.
// A record that nobody keeps has none, so that its moves stand in the address themselves:
// no names, and nothing that the record says.

// longestMoves is how much of an address they may take, in characters: some two thousand
// moves, and less than any server before ours refuses.
const longestMoves = 6000

// packMoves are the moves of a line for an address; "" where they are too many.
func packMoves(g *sgf.Game, node sgf.Node) string {
	if node == 0 || !g.Has(node) {
		node = g.Root()
	}
	var rec sgf.Record
	if err := g.Line(node, &rec); err != nil {
		return ""
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return ""
	}
	_, _ = w.Write(rec.Bare("", "")) // a buffer takes all
	_ = w.Close()
	if base64.RawURLEncoding.EncodedLen(packed.Len()) > longestMoves {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// unpackMoves is the record that packMoves packed; nil if that cannot be.
func unpackMoves(text string) []byte {
	if len(text) > longestMoves {
		return nil
	}
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostChecked+1))
	if err != nil || len(data) == 0 || len(data) > mostChecked {
		return nil
	}
	return data
}

// playAddress is where a record that is not kept is played step by step without scripts,
// from the step that is shown; "" where it cannot be.
func (p *CheckPage) playAddress() string {
	if p.moves == "" || p.Report == nil {
		return ""
	}
	b := &p.Report.Board
	at := b.At
	if at == b.Last {
		at = 0
	}
	query := url.Values{"moves": {p.moves}, "move": {strconv.Itoa(at)}, "turning": {"1"}}
	if b.Numbers {
		query.Set("numbered", "1")
	}
	return kit.CheckRecordPath + "?" + query.Encode()
}

// playMoves shows a step of the moves in the address, and after a while the next.
func (s *Desk) playMoves(c echo.Context) error {
	kit.NoStore(c)
	asked := kit.Asked(c)
	page := CheckPage{Page: s.Page(c, "Check a record")}
	page.fill(kit.NewFilling())
	data := unpackMoves(asked.Text("moves"))
	file := sgf.Parse(data)
	if len(file.Games) == 0 {
		return kit.SeeOther(c, kit.CheckRecordPath)
	}
	ask := boardAskOf(asked)
	ask.Node, ask.Try, ask.Next, ask.Count = 0, "", 0, -1
	err := s.checked(c, func(ctx context.Context) error {
		look := looker{game: &file.Games[0], options: record.Options{Bounds: checkBounds}, ask: &ask}
		board, err := look.board(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			board.turns(c)
			page.Board = &board
		}
		return nil
	})
	if err != nil {
		return err
	}
	if page.Board == nil {
		return kit.SeeOther(c, kit.CheckRecordPath)
	}
	page.Form.Kept, page.Alone = base64.StdEncoding.EncodeToString(data), true
	return checkView.Render(c, http.StatusOK, page)
}
