package good

func where() string { return "linux" }
