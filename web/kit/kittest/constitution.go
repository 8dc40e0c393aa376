package kittest

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Adopt makes a version with another quorum.
func (s *Site) Adopt(from string, quorum int) {
	s.T.Helper()
	s.AdoptFigures(from, func(f *constitution.Figures) { f.Quorum = quorum })
}

// AdoptFigures makes a version with other figures.
func (s *Site) AdoptFigures(from string, set func(f *constitution.Figures)) {
	s.T.Helper()
	c := constitution.Shipped()
	c.From, c.AdoptedBy = civil.MustParseDate(from), "That the constitution be amended."
	set(&c.Figures)
	permit, err := usecase.New(s.DB, civil.SystemClock).Allow(Program.By(), nil)
	s.Must(err)
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		return s.Governance.Adopt(s.T.Context(), tx, permit, "motion:1", c)
	}))
}

func (s *Site) ImportWording(from civil.Date, file string) {
	s.T.Helper()
	w, err := constitution.ParseWording([]byte(file))
	s.Must(err)
	_, err = s.Governance.ImportWording(
		s.T.Context(), Program, governance.WordingImport{From: from, Paragraphs: w.Paragraphs},
	)
	s.Must(err)
}
