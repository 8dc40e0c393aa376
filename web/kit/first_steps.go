package kit

// FirstSteps are the steps of a new society to its first event, as far as whoever looks may do them (partial "first-steps").
type FirstSteps struct {
	Steps  []FirstStep
	Open   int    // how many are neither done nor put aside
	Count  string // "2 of 8 are done, 1 is put aside."
	Others string // which open ones are for other officers; ""
	Next   Task   // the first that is open
}

// FirstStep is one of them.
type FirstStep struct {
	Key, Title string
	Text       string // what it is for
	Stands     string // how it stands by the data, or why it was put aside
	State      string // "done", "aside" or ""
	Badge      *Badge
	Links      []Link      // to the pages that do it
	PutAside   *Link       // of an open one
	TakeUp     *PostButton // of one that is put aside
}

// IsOpen reports whether a step is among them that is neither done nor put aside; of nil none is.
func (f *FirstSteps) IsOpen(key string) bool {
	if f == nil {
		return false
	}
	for _, s := range f.Steps {
		if s.Key == key {
			return s.State == ""
		}
	}
	return false
}
