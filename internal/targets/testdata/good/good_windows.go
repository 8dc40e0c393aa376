package good

func where() string { return "windows" }
