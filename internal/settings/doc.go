// Package settings is what an administrator sets on the site: the society's name and how it is reached, section by section.
//
// Invariants
//   - What whoever runs the program has set, by a flag, the environment or the file, goes first: it is shown here, and is not
//     changed from here.
//   - Nothing here chooses an address to listen on, a folder, or a program to run: that is for whoever has the machine.
//   - A section is saved whole, with an entry in the log that has no secret, or refused; an old version of it is refused.
//   - What is saved is in force at once, here and in the other copies of the program.
package settings
