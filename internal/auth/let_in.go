package auth

import "time"

// letInLasts is how long someone is let in without a second factor.
const letInLasts = 24 * time.Hour
