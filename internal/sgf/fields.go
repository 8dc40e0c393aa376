package sgf

// A Field names a text about the game.
type Field uint8

// The fields, with the properties they are read from.
const (
	BlackName    Field = iota // PB
	WhiteName                 // PW
	BlackRank                 // BR
	WhiteRank                 // WR
	BlackTeam                 // BT
	WhiteTeam                 // WT
	ResultText                // RE
	RulesText                 // RU
	KomiText                  // KM, as written
	HandicapText              // HA, as written
	Date                      // DT
	Event                     // EV
	Round                     // RO
	Place                     // PC
	GameName                  // GN
	GameComment               // GC
	TimeLimit                 // TM
	Overtime                  // OT
	Source                    // SO
	User                      // US
	Annotator                 // AN
	Opening                   // ON
	Copyright                 // CP
	Application               // AP
	fieldCount
)

var fieldNames = [fieldCount]string{
	BlackName: "PB", WhiteName: "PW", BlackRank: "BR", WhiteRank: "WR", BlackTeam: "BT", WhiteTeam: "WT",
	ResultText: "RE", RulesText: "RU", KomiText: "KM", HandicapText: "HA", Date: "DT", Event: "EV",
	Round: "RO", Place: "PC", GameName: "GN", GameComment: "GC", TimeLimit: "TM", Overtime: "OT",
	Source: "SO", User: "US", Annotator: "AN", Opening: "ON", Copyright: "CP", Application: "AP",
}

// Info is the text of a field, on one line and without white space around it
// (GameComment keeps its lines); "" if the record has none. The first text of
// the main line that is not empty counts. The string is the caller's.
func (r *Record) Info(f Field) string {
	if r.game == nil || r.fields[f].to == 0 {
		return ""
	}
	raw := trim(r.game.tree.raw(r.fields[f]))
	if f == GameComment {
		return text(raw, manyLines)
	}
	return text(raw, oneLine)
}

// InfoAgain is [Record.Info] of a field on one line, which is the string last where the
// text is the same: in one record after the other it often is.
func (r *Record) InfoAgain(f Field, last string) string {
	if r.game != nil {
		if raw := trim(r.game.tree.raw(r.fields[f])); string(raw) == last && isPlain(raw) {
			return last
		}
	}
	return r.Info(f)
}

// A role is what a property means to the main line.
type role uint8

const (
	noRole role = iota
	roleBlack
	roleWhite
	roleAddBlack
	roleAddWhite
	roleAddEmpty
	rolePlayer
	roleNumber
	roleTerritory
	roleGameType
	roleSize
	roleField // roleField + f is field f
)

// roles gives the role of each short name.
var roles = func() (r [idents]role) {
	for f, name := range fieldNames {
		r[id(name)] = roleField + role(f)
	}
	r[idBlack], r[idWhite] = roleBlack, roleWhite
	r[id("AB")], r[id("AW")], r[id("AE")] = roleAddBlack, roleAddWhite, roleAddEmpty
	r[id("PL")], r[id("MN")] = rolePlayer, roleNumber
	r[id("TB")], r[id("TW")] = roleTerritory, roleTerritory
	r[id("GM")], r[id("SZ")] = roleGameType, roleSize
	return r
}()

// takeField keeps the text of a field unless it has one already. A value that
// holds only blanks is none.
func (r *Record) takeField(f Field, p int32) {
	if had := r.fields[f]; had.to != 0 {
		return
	}
	t := r.game.tree
	for _, v := range t.valuesOf(p) {
		if len(trim(t.raw(v))) > 0 {
			r.fields[f] = v
			return
		}
	}
}

// standIns are properties that some programs of the Chinese servers write
// instead of the format's own.
var standIns = []struct {
	name  ident
	field Field
}{{id("RD"), Date}, {id("TE"), Event}, {id("KO"), KomiText}}
