package lessons

// GoRules are the examples of the New Zealand Rules of Go, in the order of the rules.
func GoRules() []Lesson { return goLessons }
