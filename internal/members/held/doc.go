// Package held reads all that the society holds about one person, for that person: each table of the database that names a
// person is read here, or is said not to be and why.
//
// What someone did in an office (who recorded a payment) is the society's record and not read; nor is what opens doors: codes
// of links, calendars and cards, passwords and sessions. What is about two people shows the other by what the person knows.
package held
