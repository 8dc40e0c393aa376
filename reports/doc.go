// Package reports turns plain values into the files people print, save and
// send: PDFs for the wall and the table, spreadsheets for the desk.
//
// One file per report, one function per print, and each writes to an
// [io.Writer]. The inputs are plain values (values.go, club_values.go,
// table.go), so that this package knows no database, no rule and no page;
// whoever calls it maps the society's values to these.
//
//	PairingsByTable, PairingsByName   PairingSheet → PDF for the wall
//	ResultSlips                       PairingSheet → PDF, slips to cut
//	RoundBundle, RoundSheetPDF        RoundSheet → PDF, all that a round needs; all sections of a round
//	WallChartPDF                      WallChart → PDF, players by rounds on A4 side by side or A3
//	TableCardsPDF                     TableCards → PDF, tents to cut and fold
//	StandingsPDF                      Standings → PDF
//	ClubReceiptPDF                    ClubReceipt → PDF
//	ClubListPDF                       ClubList → PDF
//	RulingSheetPDF                    RulingSheet → PDF, with diagrams of boards
//	GameRecordPDF                     GameRecord → PDF, a game's moves on diagrams
//	MeetingNoticePDF, MeetingRollPDF  MeetingNotice, MeetingRoll → PDF
//	AttendanceSheetPDF                AttendanceSheet → PDF, to be signed
//	BallotPapersPDF, CountSlipsPDF    BallotPaper, CountSlip → PDF
//	MinutesPDF                        Minutes → PDF, from the text that ReadMinutes reads
//	NewsletterPDF, NewsletterCopiesPDF  Newsletter → PDF, with the pictures of its news; a copy for each reader on paper
//	CertificatePDF                    Certificate → PDF, a champion's or a dan diploma, to be framed
//	ListingPDF                        Listing → PDF, any other list: ratings, points, champions
//	AddressLabelsPDF                  Labels → PDF, on a sheet of labels as it is sold
//	CrosstableXLSX                    Crosstable → XLSX, a sheet for each section
//	RegisterXLSX, RegisterCSV         Register → spreadsheet
//	RegisterPDF                       RegisterPrint → PDF, the register on paper
//	StatementPDF                      Statement → PDF, an account with the society
//	ClubReturnXLSX, ClubReturnCSV     ClubReturnTemplate → spreadsheet to fill in
//	TableXLSX, TableCSV               Table → spreadsheet, for any other list
//
// What holds for every PDF:
//   - A4, black on white, readable from a photocopier; nothing is told by
//     colour alone.
//   - Any string is printable. Scripts may be mixed within a name: the font is
//     chosen rune by rune, control characters are dropped, and a character that
//     no embedded font has is written in Latin letters or by its number.
//   - The same input gives the same bytes, on every machine and every day.
//     What a reader should know of the time goes into an AsAt field.
//
// What holds for every spreadsheet: figures are numbers, dates are dates, no
// text is ever taken for a formula, and the same input gives the same bytes.
package reports
