package gorules

// The rules by which most records are played. They decide how such a record is
// counted. Where their text on repetition cannot be applied by a program (a long
// cycle without result, the two kinds of ko of Ing's rules), only the simple ko is
// refused.

// Japanese is the rule set of the Nihon Ki-in.
func Japanese() Rules {
	return Rules{
		Name: "Japanese", Suicide: SuicideIllegal, Repetition: RepeatLast, Start: StartCounts,
		Scoring: TerritoryWithoutSeki, Dead: DeadByAgreement,
		Komi:     Komi{Kind: KomiAgreed, Even: 13, WithHandicap: NoKomiWithHandicap, Low: 11, High: 13},
		Handicap: HandicapPlaced, Ending: EndsByTwoPassesAndAgreement,
	}
}

// Korean is the rule set of the Korea Baduk Association. It counts as the
// Japanese one does.
func Korean() Rules {
	r := Japanese()
	r.Name = "Korean"
	return r
}

// Chinese is the rule set of the Chinese Weiqi Association.
func Chinese() Rules {
	return Rules{
		Name: "Chinese", Suicide: SuicideIllegal, Repetition: RepeatAny, Start: StartCounts,
		Scoring: AreaAlone, Dead: DeadByAgreement,
		Komi:     Komi{Kind: KomiAgreed, Even: 15, WithHandicap: NoKomiWithHandicap, Low: 11, High: 15},
		Handicap: HandicapPlaced, Given: PointForEachStone, Ending: EndsByTwoPassesAndAgreement,
	}
}

// AGA is the rule set of the American Go Association, counted by area.
func AGA() Rules {
	return Rules{
		Name: "AGA", Suicide: SuicideIllegal, Repetition: RepeatOwnMoves, Start: StartCounts,
		Scoring: AreaAlone, Dead: DeadByAgreement,
		Komi:     Komi{Kind: KomiAgreed, Even: 15, WithHandicap: NoKomiWithHandicap, Low: 11, High: 15},
		Handicap: HandicapPlaced, Given: PointForEachButOne, Passes: PassesCostAStone,
		Ending: EndsByTwoPassesAndAgreement,
	}
}

// ByTerritory is AGA counted the other way that its text allows: by territory,
// with a prisoner for each pass, and nothing given for the handicap.
func (r Rules) ByTerritory() Rules {
	r.Scoring, r.Given = TerritoryAndCaptures, NoForHandicap
	return r
}

// Ing is the rule set of the Ing Foundation: whole chains may be suicide, and
// filling in all stones counts the area.
func Ing() Rules {
	return Rules{
		Name: "Ing", Suicide: SuicideLegal, Repetition: RepeatLast, Start: StartCounts,
		Scoring: AreaAlone, Dead: DeadByAgreement,
		Komi:     Komi{Kind: KomiAgreed, Even: Points(8), WithHandicap: NoKomiWithHandicap, Low: 15, High: 16},
		Handicap: HandicapPlaced, Ending: EndsByTwoPassesAndAgreement,
	}
}

// TrompTaylor is the rule set of that name, as programs use it.
func TrompTaylor() Rules {
	return Rules{
		Name: "Tromp–Taylor", Suicide: SuicideLegal, Repetition: RepeatAny, Start: StartCounts,
		Scoring: AreaAlone, Dead: DeadByAgreement,
		Komi:     Komi{Kind: KomiUnstated, WithHandicap: KomiAlsoWithHandicap},
		Handicap: HandicapUnstated, Ending: EndsByTwoPasses,
	}
}
