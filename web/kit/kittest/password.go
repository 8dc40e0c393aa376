package kittest

const (
	GoodPassword  = "kōkako sings at dawn"
	OtherPassword = "ngā wharf ladders creak"
)
