// Package asked is what an administrator has the program do with backups on the site: make one now, try to restore one, see
// those that are kept.
//
// Invariants
//   - One thing is done at a time, in all copies of the program together: who presses twice, or while another does, has
//     it done once.
//   - What is said of it is what was seen: a backup was opened and checked before it is called made, one was restored aside
//     before it is said that it can be; a file that was not tried is said to be not tried.
//   - Backups that are asked for have names and places of their own: however many are asked for, none of every day goes.
//   - Whoever takes the data of everyone into a file is in the log first.
package asked
