// Package pairing draws the rounds of an event and works out its standings: values in, values out. It knows no
// database, clock, web or file format. Players call it the draw.
//
// # The draw
//
// [Draw] looks at the whole field at once. Every game that breaks no hard rule is an edge of a graph, weighed by the
// criteria one after the other, and an exact maximum-weight matching is the draw. Nothing is decided beforehand: with
// an odd number of players the bye is one more vertex of the same graph.
//
// Hard rules, never broken silently:
//   - only players who take part in the round, each exactly once
//   - no pair that the director has forbidden
//   - no one meets twice; having been drawn together counts, even where the game was then won by default. Only the
//     director can decide on a rematch, by fixing the pair, and its explanation says so
//
// When they leave no complete draw the error is an [Impossible]: which rules, which players, and the smallest ways out.
//
// Soft criteria ([Criterion]) are lexicographic: the smallest gain in one outweighs any loss in all that follow,
// whatever the size of the field. The director orders them or leaves some out; the number of games always comes first
// and the seeded lot last, so that there is one best draw.
//
// Invariants
//   - The same event, round and fixed pairs give the same drawing.
//   - Ids and names never influence a draw. Neither does the order of the lists, if players have entry numbers; without
//     them the order tells apart only players who are equal in rating, start score and round of entry.
//   - A late entry changes no earlier round's draw.
//   - Handicaps come from published ratings in any system; in a handicap game the stronger takes White, and the game
//     does not count for colours. Byes and defaults do not count for colours either.
//   - Everything is whole numbers: scores in half points, ratings in tenths, tie-breaks in halves or quarters.
//
// # Systems
//
// Swiss; McMahon, which is a Swiss from starting scores (grades between floor and bar, or bands of ratings); and round
// robin by the Berger tables, for which a group stage is one event for each group. A round robin's seats are drawn by
// lot once, over all players. Someone absent or withdrawn leaves the table's opponent free. Past its last round a table
// starts again with the colours changed. An event whose rounds so far come from another table goes on by that one;
// where no table fits them, the rounds to come are drawn so that no one meets again. A forbidden pair that the table
// has makes its round impossible until it is allowed.
//
// A knock-out has a bracket: the first seed meets the last, byes go to the first seeds, who loses or does not play is out,
// and there is one game for third place where the director wants it. A bracket follows the results, so that no one
// chooses a pair; a round that was played by other pairs is taken as it is. A jigo is played again, or takes White or
// Black through by the event's rule. A match is two players' games, one a round, with colours in turn, until it is decided.
//
// In an event of teams, a Swiss, a round robin or a knock-out, the teams are drawn as players are and the boards follow:
// board 1 meets board 1, colours alternate by board, who is missing loses the board by default unless a reserve moves up.
//
// # Standings
//
// [Standings] gives two places: by score only, which points go by, and with tie-breaks, which prizes go by. Both may be
// shared. Every value carries the terms it is the sum of.
//
// Readings where a definition leaves room:
//   - A knock-out's score is the rounds a player got through, by a game, a bye or a walkover; places are shared by it. The
//     game for third place decides that place alone. Who withdraws goes out in the round after.
//   - A pair in pair go has the mean of both ratings, rounded up to a tenth, and is kept apart by the clubs of both.
//   - Teams go by match points, board points, SOS and weighted boards; a round without a match brings a match point and half
//     of the boards. In a knock-out a level match goes to whoever did better on the higher boards.
//   - Who withdraws from a match before it is decided has lost it, whatever the score.
//   - The free round of a full round robin scores nothing: everyone has one, so it would only make scores look larger.
//     In one of fewer rounds than its table, where some have none, it is a bye and scores a point.
//   - A round before entering or after withdrawing scores nothing, whatever an absence scores: a late entry has the
//     start score the director set.
//   - Someone who is in the event and was not drawn is not absent: the round scores nothing, whatever an absence does.
//   - In SODOS a round without an opponent is worth what it scored times what SOS counts for it; nothing by the setting
//     zero.
//   - In SOSOS a round without an opponent counts the player's own SOS, or nothing by the setting zero. In a McMahon that
//     setting counts the player's own start in SOSM, and in SOSOSM once for every round, as OpenGotha does.
//   - McMahon scores count from 30 kyu, or from a floor below it, and never from the weakest entrant.
//   - Half points for absences and byes are rounded down, by setting, on what the two score together at each round; a
//     half-point bye asked for in advance stays a half.
//   - DC goes by who beat whom, directly or through others of the tied; DC-points by points where all have met. Neither
//     counts a game by default. They can differ: DC puts whoever beat the one with the most wins before that one.
//   - With the setting half, SOSM counts such a round from the player's starting score.
//   - SDC counts only where all the tied have met and it gives no two of them the same value.
//   - A game that is drawn but not finished counts nothing yet, neither as a score nor for its opponent's SOS.
//
// # Checking
//
// [Check] draws the rounds of a played event again and reports what differs. [WhyNot] gives the best draw that
// contains a pair, and the first criterion in which it is worse than the best of all.
package pairing
