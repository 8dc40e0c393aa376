package good

func where() string { return "darwin" }
