// Package duties is the one list of what is due for whoever asks: what the constitution and the Act ask for
// around meetings and votes, clubs' lists and rates, and events that stayed open after their last day.
// Each room says what is due in it; this package puts it together, for the page, the file and the calendar alike.
package duties
