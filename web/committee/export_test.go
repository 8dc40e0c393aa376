package committee

// What the tests of the desk's pages see of it.

const ActingPath = actingPath
const CooptPath = cooptPath
