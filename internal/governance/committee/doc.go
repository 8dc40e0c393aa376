// Package committee owns the committee's business between general meetings:
// the register of its resolutions, whom it co-opts and appoints to act,
// payments out, loans, investments, the seal and exclusions.
//
// Rules of the constitution applied here: 2.5, 3.2, 3.4 to 3.7 and 6.1 to 6.6.
// What decides is package constitution; this package brings the facts together
// and keeps the answers with their arithmetic. The constitution gives the
// committee no way to decide outside a meeting (6.1 to 6.4), so there is none
// here.
//
// Invariants
//   - Resolutions are numbered without gaps within a calendar year. One that
//     something rests on stays carried, and of its day.
//   - Co-opting, acting, borrowing, investing, sealing and excluding each name a carried
//     resolution of that day or before.
//   - Co-opted members and acting officers hold an office of package auth with
//     a first and a last day, so that permissions begin and end with it.
//   - A payment is approved by two people, whatever offices they hold. What
//     was approved never changes: a changed request is a new one.
//   - Entries of the seal's register are never changed; a mistaken one is
//     struck out and stays.
//   - No member or club is excluded without having been sent the reasons and
//     having had the chance to be heard before the decision.
package committee
