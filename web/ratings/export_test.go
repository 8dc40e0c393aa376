package ratings

// What the tests of the desk's pages see of it.

type PlayerRatingData = playerRatingData
type RatingListData = ratingListData
