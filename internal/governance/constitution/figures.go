package constitution

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
)

// Figures are the numbers of one version of the constitution. The tags are
// their names in the stored form; figureList has their rules and limits.
type Figures struct {
	YearBegins     MonthDay `json:"year_begins"`
	CarryOverAfter MonthDay `json:"carry_over_after"`

	ClubMinimum      int `json:"club_minimum"`
	ClubReportMonths int `json:"club_report_months"`

	Officers        []Office `json:"officers"`
	OrdinarySeats   int      `json:"ordinary_seats"`
	CooptedSeats    int      `json:"coopted_seats"`
	PaymentOfficers int      `json:"payment_officers"`
	SealSigners     int      `json:"seal_signers"`

	AGMMonths         int      `json:"agm_months"`
	NoticeDays        int      `json:"notice_days"`
	Quorum            int      `json:"quorum"`
	Tellers           int      `json:"tellers"`
	MinutesDays       int      `json:"minutes_days"`
	Majority          Majority `json:"majority"`
	BallotVotes       int      `json:"ballot_votes"`
	SupportPercent    int      `json:"support_percent"`
	ProposalMonths    int      `json:"proposal_months"`
	DissolutionMonths int      `json:"dissolution_months"`

	RequestSigners        int      `json:"request_signers"`
	RequestMonths         int      `json:"request_months"`
	MotionsDays           int      `json:"motions_days"`
	ClosingDays           int      `json:"closing_days"`
	ClosingNoticeDays     int      `json:"closing_notice_days"`
	ReportDays            int      `json:"report_days"`
	RetentionMonths       int      `json:"retention_months"`
	PostalMajority        Majority `json:"postal_majority"`
	ConstitutionByPost    Majority `json:"constitution_by_post"`
	RecordedByPost        int      `json:"recorded_by_post"`
	CommitteeMeetings     int      `json:"committee_meetings"`
	CommitteeQuorum       int      `json:"committee_quorum"`
	CommitteeMajority     Majority `json:"committee_majority"`
	ConstitutionAtMeeting Majority `json:"constitution_at_meeting"`
	RecordedAtMeeting     int      `json:"recorded_at_meeting"`
}

// figure is one of the Figures: where it stands and what it may be.
type figure struct {
	name, rule, label, unit string
	min, max                int // of a whole number
	field                   func(*Figures) any
}

const (
	days   = "days"
	months = "months"
)

// figureList is in the document's order.
var figureList = []figure{
	{"year_begins", "2.2", "First day of the subscription year", "", 0, 0, func(f *Figures) any { return &f.YearBegins }},
	{
		"carry_over_after", "2.2", "New members who join after this day are registered for the next year too", "", 0, 0,
		func(f *Figures) any { return &f.CarryOverAfter },
	},
	{
		"club_minimum", "2.3", "Fewest members on a club’s list", "members", 1, 1000,
		func(f *Figures) any { return &f.ClubMinimum },
	},
	{
		"club_report_months", "2.4", "From one report of a club’s members to the next", months, 1, 60,
		func(f *Figures) any { return &f.ClubReportMonths },
	},
	{"officers", "3.1", "Officers by seniority", "", 0, 0, func(f *Figures) any { return &f.Officers }},
	{
		"ordinary_seats", "3.2", "Ordinary members of the committee", "members", 0, 50,
		func(f *Figures) any { return &f.OrdinarySeats },
	},
	{
		"coopted_seats", "6.5", "Most co-opted members of the committee", "members", 0, 50,
		func(f *Figures) any { return &f.CooptedSeats },
	},
	{
		"payment_officers", "3.4", "Officers who must approve a payment", "officers", 1, 10,
		func(f *Figures) any { return &f.PaymentOfficers },
	},
	{
		"seal_signers", "3.7", "Committee members who sign a sealed instrument", "members", 1, 10,
		func(f *Figures) any { return &f.SealSigners },
	},
	{
		"agm_months", "4.1", "Longest time from one AGM to the next", months, 1, 60,
		func(f *Figures) any { return &f.AGMMonths },
	},
	{"notice_days", "4.1", "Notice of a general meeting", days, 1, 90, func(f *Figures) any { return &f.NoticeDays }},
	{
		"quorum", "4.2", "Members present at the beginning of a general meeting", "members", 1, 1000,
		func(f *Figures) any { return &f.Quorum },
	},
	{"tellers", "4.4", "Fewest tellers", "tellers", 1, 20, func(f *Figures) any { return &f.Tellers }},
	{
		"minutes_days", "4.5", "Time for the minutes to reach the secretary", days, 1, 365,
		func(f *Figures) any { return &f.MinutesDays },
	},
	{
		"majority", "4.8", "Yes among those voting on an ordinary motion", "", 0, 0,
		func(f *Figures) any { return &f.Majority },
	},
	{
		"ballot_votes", "4.16", "Votes on a ballot for ordinary members", "votes", 1, 50,
		func(f *Figures) any { return &f.BallotVotes },
	},
	{
		"support_percent", "4.16", "Least support for an ordinary member", "per cent", 0, 100,
		func(f *Figures) any { return &f.SupportPercent },
	},
	{
		"proposal_months", "4.17", "Proposals are due before an AGM", months, 0, 24,
		func(f *Figures) any { return &f.ProposalMonths },
	},
	{
		"dissolution_months", "4.20", "Time without a quorum before the committee may dissolve", months, 1, 120,
		func(f *Figures) any { return &f.DissolutionMonths },
	},
	{
		"request_signers", "5.1", "Members who sign a request for an EGM", "members", 1, 1000,
		func(f *Figures) any { return &f.RequestSigners },
	},
	{
		"request_months", "5.1", "From the request to the EGM", months, 1, 24,
		func(f *Figures) any { return &f.RequestMonths },
	},
	{
		"motions_days", "5.8", "Time for the EGM’s motions to reach the secretary", days, 1, 90,
		func(f *Figures) any { return &f.MotionsDays },
	},
	{
		"closing_days", "5.9", "From the EGM to the last day for voting papers", days, 1, 365,
		func(f *Figures) any { return &f.ClosingDays },
	},
	{
		"closing_notice_days", "5.9", "Notice of the last day for voting papers", days, 1, 90,
		func(f *Figures) any { return &f.ClosingNoticeDays },
	},
	{
		"report_days", "5.11", "Time for the tellers’ report after closing", days, 1, 90,
		func(f *Figures) any { return &f.ReportDays },
	},
	{
		"retention_months", "5.11", "How long voting papers are kept", months, 1, 120,
		func(f *Figures) any { return &f.RetentionMonths },
	},
	{
		"postal_majority", "5.12", "Yes among those for or against, by post", "", 0, 0,
		func(f *Figures) any { return &f.PostalMajority },
	},
	{
		"constitution_by_post", "5.12", "Yes among those for or against, by post, on the constitution", "", 0, 0,
		func(f *Figures) any { return &f.ConstitutionByPost },
	},
	{
		"recorded_by_post", "5.12", "Members who record a vote by post", "members", 1, 1000,
		func(f *Figures) any { return &f.RecordedByPost },
	},
	{
		"committee_meetings", "6.1", "Fewest committee meetings a year", "meetings", 0, 366,
		func(f *Figures) any { return &f.CommitteeMeetings },
	},
	{
		"committee_quorum", "6.2", "Quorum of the committee", "members", 1, 100,
		func(f *Figures) any { return &f.CommitteeQuorum },
	},
	{
		"committee_majority", "6.3", "Yes among those voting in the committee", "", 0, 0,
		func(f *Figures) any { return &f.CommitteeMajority },
	},
	{
		"constitution_at_meeting", "7.2", "Yes among those voting on the constitution", "", 0, 0,
		func(f *Figures) any { return &f.ConstitutionAtMeeting },
	},
	{
		"recorded_at_meeting", "7.2", "Members who record a vote on the constitution", "members", 1, 1000,
		func(f *Figures) any { return &f.RecordedAtMeeting },
	},
}

// shippedFigures are the numbers of the constitution that the program ships.
var shippedFigures = Figures{
	YearBegins: MonthDay{time.July, 1}, CarryOverAfter: MonthDay{time.January, 31},
	ClubMinimum: 5, ClubReportMonths: 12,
	Officers: []Office{President, Secretary, Treasurer}, OrdinarySeats: 2, CooptedSeats: 2, PaymentOfficers: 2,
	SealSigners: 2,
	AGMMonths:   18, NoticeDays: 14, Quorum: 10, Tellers: 2, MinutesDays: 14, Majority: Simple,
	BallotVotes: 2, SupportPercent: 10, ProposalMonths: 2, DissolutionMonths: 18,
	RequestSigners: 10, RequestMonths: 2, MotionsDays: 7, ClosingDays: 42, ClosingNoticeDays: 14, ReportDays: 7,
	RetentionMonths: 6,
	PostalMajority:  Simple, ConstitutionByPost: Majority{2, 3, AtLeast}, RecordedByPost: 10,
	CommitteeMeetings: 2, CommitteeQuorum: 3, CommitteeMajority: Simple,
	ConstitutionAtMeeting: Majority{2, 3, AtLeast}, RecordedAtMeeting: 10,
}

// Figure is a number of a version as people read it.
type Figure struct {
	Name  string // "quorum", as stored
	Rule  string // "4.2"
	Label string // "Members present at the beginning of a general meeting"
	Value string // "10"
	Unit  string // "members", or "" for a day, a majority or a list
}

// IsFigure reports whether a figure has that name.
func IsFigure(name string) bool {
	return slices.ContainsFunc(figureList, func(d figure) bool { return d.name == name })
}

// Text is the figure with its unit: "12 members".
func (f Figure) Text() string {
	if f.Value == "1" {
		return strings.TrimSpace("1 " + strings.TrimSuffix(f.Unit, "s"))
	}
	return strings.TrimSpace(f.Value + " " + f.Unit)
}

// Changes says what becomes of each figure that differs: "Members present …
// (rule 4.2): 10 members → 12 members".
func (f Figures) Changes(after Figures) []string {
	var out []string
	now := after.List()
	for i, was := range f.List() {
		if was.Value != now[i].Value {
			out = append(out, was.Label+" (rule "+was.Rule+"): "+was.Text()+" → "+now[i].Text())
		}
	}
	return out
}

// List is every figure in the document's order.
func (f Figures) List() []Figure {
	out := make([]Figure, len(figureList))
	for i, d := range figureList {
		out[i] = Figure{d.name, d.rule, d.label, d.value(&f), d.unit}
	}
	return out
}

func (d figure) value(f *Figures) string {
	switch v := d.field(f).(type) {
	case *int:
		return strconv.Itoa(*v)
	case *[]Office:
		names := make([]string, len(*v))
		for i, o := range *v {
			names[i] = string(o)
		}
		return joined(names)
	default:
		return v.(fmt.Stringer).String()
	}
}

// Check returns what is wrong with the figures, named as they are stored, in
// the document's order.
func (f Figures) Check() apperr.Fields {
	var out apperr.Fields
	for _, d := range figureList {
		d.check(&out, &f)
	}
	if !out.Has("payment_officers") && f.PaymentOfficers > len(f.Officers) {
		out.Add("payment_officers", "There are only %d officers (rule 3.1).", len(f.Officers))
	}
	if !out.Has("closing_notice_days") && f.ClosingNoticeDays >= f.ClosingDays {
		out.Add(
			"closing_notice_days", "The notice must be shorter than the %d days from the EGM to the closing (rule 5.9).",
			f.ClosingDays,
		)
	}
	if seats := len(f.Officers) + f.OrdinarySeats + f.CooptedSeats; !out.Has("committee_quorum") &&
		f.CommitteeQuorum > seats {
		out.Add("committee_quorum", "The committee has only %d members (rule 3.2).", seats)
	}
	return out
}

func (d figure) check(out *apperr.Fields, f *Figures) {
	switch v := d.field(f).(type) {
	case *int:
		if *v < d.min || *v > d.max {
			out.Add(d.name, "Enter a whole number from %d to %d (rule %s).", d.min, d.max, d.rule)
		}
	case *MonthDay:
		if !v.Valid() {
			out.Add(d.name, "Enter a day that comes every year, such as 31 March (rule %s).", d.rule)
		}
	case *Majority:
		if !v.Valid() {
			out.Add(d.name, "Enter a majority of more than half, such as at least two thirds (rule %s).", d.rule)
		}
	case *[]Office:
		d.checkOffices(out, *v)
	}
}

func (d figure) checkOffices(out *apperr.Fields, offices []Office) {
	const most = 10
	if len(offices) == 0 || len(offices) > most {
		out.Add(d.name, "Name one to %d offices, the senior one first (rule %s).", most, d.rule)
		return
	}
	for i, o := range offices {
		if strings.TrimSpace(string(o)) != string(o) || o == "" || len(o) > 50 || slices.Contains(offices[:i], o) {
			out.Add(d.name, "Name each office once, without spaces around it (rule %s).", d.rule)
			return
		}
		if !utf8.ValidString(string(o)) || strings.ContainsFunc(string(o), func(r rune) bool { return !unicode.IsPrint(r) }) {
			out.Add(d.name, "The name of an office has characters that cannot be printed (rule %s).", d.rule)
			return
		}
	}
}
