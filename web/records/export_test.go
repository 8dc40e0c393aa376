package records

// What the tests of the desk's pages see of it.

type FrameData = frameData

var (
	RulingDiagrams   = rulingDiagrams
	PositionDiagrams = positionDiagrams
)
