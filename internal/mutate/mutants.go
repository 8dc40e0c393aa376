package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// mutant is one condition that is taken away.
type mutant struct {
	at   token.Position
	what string
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d: %s", m.at.Filename, m.at.Line, m.what)
}

// mutantAt is what the changed files call. It is asked where the mutant makes a
// difference, so that whoever asks is a test that could notice it.
const mutantAt = `
import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

var (
	mutantOn, _ = strconv.Atoi(os.Getenv("MUTANT"))
	mutantLog   = os.Getenv("MUTANT_SEEN")
	mutantSeen  sync.Map
)

func mutantAt(n int) bool {
	if _, seen := mutantSeen.LoadOrStore(n, true); !seen && mutantLog != "" {
		if f, err := os.OpenFile(mutantLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			fmt.Fprintln(f, n)
			f.Close()
		}
	}
	return n == mutantOn
}
`

// edit wraps an expression of the source.
type edit struct {
	from, to int
	after    string
}

// finder collects the mutants of a file.
type finder struct {
	set     *token.FileSet
	src     []byte
	before  int // mutants of other files
	mutants []mutant
	edits   []edit
}

// mutate gives the source with its mutants built in; they are numbered from
// before+1.
//
//   - An if, and a case of a switch without a value: its condition never holds.
//   - An operand of && or ||: it is left out.
//
// What only hands on an error is left alone, unless the call's name says that
// it refuses something: whether the database fails is not for tests of rules.
func mutate(name string, src []byte, before int) (out []byte, pkg string, found []mutant, err error) {
	f := finder{set: token.NewFileSet(), src: src, before: before}
	file, err := parser.ParseFile(f.set, name, src, 0)
	if err != nil {
		return nil, "", nil, err
	}
	asked := make(map[*ast.IfStmt]ast.Stmt) // the statement that an if looks at
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			for i, s := range n.List {
				if s, ok := s.(*ast.IfStmt); ok && i > 0 {
					asked[s] = n.List[i-1]
				}
			}
		case *ast.IfStmt:
			if n.Init != nil {
				asked[n] = n.Init
			}
			switch {
			case !handsOn(n.Cond):
				f.add(n.Cond, "without: if "+f.text(n.Cond), "&& !")
			case refuses(asked[n]):
				f.add(n.Cond, "without: "+f.text(asked[n]), "&& !")
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				f.cases(n.Body)
			}
		case *ast.BinaryExpr:
			f.operands(n)
		}
		return true
	})
	return f.source(), file.Name.Name, f.mutants, nil
}

func (f *finder) cases(body *ast.BlockStmt) {
	for _, c := range body.List {
		for _, cond := range c.(*ast.CaseClause).List {
			if !handsOn(cond) {
				f.add(cond, "without: case "+f.text(cond), "&& !")
			}
		}
	}
}

func (f *finder) operands(n *ast.BinaryExpr) {
	neutral := map[token.Token]string{token.LAND: "|| ", token.LOR: "&& !"}[n.Op]
	if neutral == "" {
		return
	}
	for _, x := range []ast.Expr{n.X, n.Y} {
		if inner, ok := x.(*ast.BinaryExpr); ok && inner.Op == n.Op || handsOn(x) {
			continue // its own operands, or an error
		}
		f.add(x, fmt.Sprintf("without %s in: %s", f.text(x), f.text(n)), neutral)
	}
}

// handsOn reports whether the condition is that there was an error.
func handsOn(x ast.Expr) bool {
	b, ok := x.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	err, ok := b.X.(*ast.Ident)
	null, isNil := b.Y.(*ast.Ident)
	return ok && isNil && null.Name == "nil" && strings.HasPrefix(strings.ToLower(err.Name), "err")
}

// refusing are the names of functions whose error is a refusal.
var refusing = regexp.MustCompile(`(?i)^(require|check|refuse|may|must|not[A-Z]|valid|open$|stale|tidy|err$|keep)`)

// refuses reports whether a statement calls such a function.
func refuses(s ast.Stmt) bool {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	call, ok := assign.Rhs[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return refusing.MatchString(f.Name)
	case *ast.SelectorExpr:
		return refusing.MatchString(f.Sel.Name)
	}
	return false
}

func (f *finder) offset(p token.Pos) int { return f.set.Position(p).Offset }

// text is the source of an expression on one line.
func (f *finder) text(n ast.Node) string {
	return strings.Join(strings.Fields(string(f.src[f.offset(n.Pos()):f.offset(n.End())])), " ")
}

func (f *finder) add(x ast.Expr, what, joined string) {
	f.mutants = append(f.mutants, mutant{f.set.Position(x.Pos()), what})
	after := fmt.Sprintf(") %smutantAt(%d))", joined, f.before+len(f.mutants))
	f.edits = append(f.edits, edit{f.offset(x.Pos()), f.offset(x.End()), after})
}

// source is the file with its edits: of two that begin or end together the
// longer one stands outside.
func (f *finder) source() []byte {
	opens, closes := make(map[int]int), make(map[int][]edit)
	for _, e := range f.edits {
		opens[e.from]++
		closes[e.to] = append(closes[e.to], e)
	}
	for _, list := range closes {
		slices.SortStableFunc(list, func(a, b edit) int { return b.from - a.from })
	}
	var out []byte
	for i := range len(f.src) + 1 {
		for _, e := range closes[i] {
			out = append(out, e.after...)
		}
		out = append(out, strings.Repeat("((", opens[i])...)
		if i < len(f.src) {
			out = append(out, f.src[i])
		}
	}
	return out
}
