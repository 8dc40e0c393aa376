package broken

func where() string { return "linux" }
