package places

// regions are the regions of New Zealand from north to south, in both languages where the region has two names.
var regions = []string{
	"Northland (Te Tai Tokerau)", "Auckland (Tāmaki Makaurau)", "Waikato", "Bay of Plenty (Te Moana-a-Toi)",
	"Gisborne (Te Tairāwhiti)", "Hawke’s Bay (Te Matau-a-Māui)", "Taranaki", "Manawatū-Whanganui",
	"Wellington (Te Whanganui-a-Tara)", "Tasman and Nelson (Te Tai o Aorere and Whakatū)", "Marlborough",
	"West Coast (Te Tai Poutini)", "Canterbury (Waitaha)", "Otago (Ōtākou)", "Southland (Murihiku)",
}

// The numbers of regions.
const (
	northland = iota
	auckland
	waikato
	plenty
	gisborne
	hawkesBay
	taranaki
	manawatu
	wellington
	nelson
	marlborough
	westCoast
	canterbury
	otago
	southland
)

// towns are the places that can be named, with the name in the other language where there is one.
var towns = []Town{
	town("Kaitāia", "", northland, -35.112, 173.263),
	town("Kerikeri", "", northland, -35.227, 173.948),
	town("Whangārei", "", northland, -35.725, 174.324),
	town("Dargaville", "Takiwira", northland, -35.933, 173.870),
	town("Warkworth", "", auckland, -36.400, 174.665),
	town("North Shore", "Te Raki Paewhenua", auckland, -36.788, 174.755),
	town("Auckland", "Tāmaki Makaurau", auckland, -36.849, 174.764),
	town("Henderson", "", auckland, -36.879, 174.632),
	town("Howick", "Ōwairoa", auckland, -36.894, 174.932),
	town("Manukau", "", auckland, -36.993, 174.880),
	town("Papakura", "", auckland, -37.065, 174.944),
	town("Pukekohe", "", auckland, -37.201, 174.901),
	town("Waiheke Island", "Waiheke", auckland, -36.800, 175.070),
	town("Thames", "Pārāwai", waikato, -37.138, 175.540),
	town("Hamilton", "Kirikiriroa", waikato, -37.787, 175.283),
	town("Cambridge", "Kemureti", waikato, -37.892, 175.470),
	town("Te Awamutu", "", waikato, -38.009, 175.325),
	town("Tokoroa", "", waikato, -38.218, 175.870),
	town("Taupō", "", waikato, -38.686, 176.070),
	town("Tauranga", "", plenty, -37.687, 176.165),
	town("Mount Maunganui", "", plenty, -37.640, 176.185),
	town("Whakatāne", "", plenty, -37.953, 176.990),
	town("Rotorua", "", plenty, -38.137, 176.251),
	town("Gisborne", "Tūranga-nui-a-Kiwa", gisborne, -38.662, 178.018),
	town("Wairoa", "", hawkesBay, -39.033, 177.420),
	town("Napier", "Ahuriri", hawkesBay, -39.492, 176.912),
	town("Hastings", "Heretaunga", hawkesBay, -39.640, 176.843),
	town("New Plymouth", "Ngāmotu", taranaki, -39.056, 174.075),
	town("Stratford", "Whakaahurangi", taranaki, -39.338, 174.284),
	town("Hāwera", "", taranaki, -39.591, 174.283),
	town("Taumarunui", "", manawatu, -38.883, 175.262),
	town("Whanganui", "", manawatu, -39.930, 175.050),
	town("Feilding", "Aorangi", manawatu, -40.225, 175.566),
	town("Palmerston North", "Te Papaioea", manawatu, -40.356, 175.611),
	town("Dannevirke", "Taniwaka", manawatu, -40.206, 176.100),
	town("Levin", "Taitoko", manawatu, -40.622, 175.287),
	town("Kāpiti Coast", "Kāpiti", wellington, -40.914, 175.005),
	town("Paraparaumu", "", wellington, -40.916, 175.007),
	town("Ōtaki", "", wellington, -40.759, 175.150),
	town("Waikanae", "", wellington, -40.876, 175.064),
	town("Porirua", "", wellington, -41.134, 174.840),
	town("Upper Hutt", "Te Awa Kairangi ki Uta", wellington, -41.124, 175.070),
	town("Lower Hutt", "Te Awa Kairangi ki Tai", wellington, -41.209, 174.908),
	town("Wellington", "Te Whanganui-a-Tara", wellington, -41.289, 174.777),
	town("Masterton", "Whakaoriori", wellington, -40.951, 175.657),
	town("Tākaka", "", nelson, -40.858, 172.806),
	town("Motueka", "", nelson, -41.113, 173.012),
	town("Nelson", "Whakatū", nelson, -41.271, 173.284),
	town("Richmond", "", nelson, -41.339, 173.184),
	town("Picton", "Waitohi", marlborough, -41.291, 174.006),
	town("Blenheim", "Waiharakeke", marlborough, -41.514, 173.960),
	town("Westport", "Kawatiri", westCoast, -41.754, 171.605),
	town("Greymouth", "Māwhera", westCoast, -42.450, 171.210),
	town("Hokitika", "", westCoast, -42.717, 170.965),
	town("Kaikōura", "", canterbury, -42.401, 173.681),
	town("Rangiora", "", canterbury, -43.304, 172.597),
	town("Christchurch", "Ōtautahi", canterbury, -43.532, 172.637),
	town("Rolleston", "Tauwharekākaho", canterbury, -43.595, 172.383),
	town("Ashburton", "Hakatere", canterbury, -43.905, 171.748),
	town("Timaru", "Te Tihi-o-Maru", canterbury, -44.397, 171.255),
	town("Ōamaru", "", otago, -45.097, 170.970),
	town("Wānaka", "", otago, -44.700, 169.150),
	town("Queenstown", "Tāhuna", otago, -45.031, 168.663),
	town("Alexandra", "Areketanara", otago, -45.249, 169.380),
	town("Dunedin", "Ōtepoti", otago, -45.874, 170.504),
	town("Balclutha", "Iwikatea", otago, -46.234, 169.750),
	town("Gore", "Maruawai", southland, -46.102, 168.944),
	town("Invercargill", "Waihōpai", southland, -46.413, 168.354),
	town("Bluff", "Motupōhue", southland, -46.600, 168.340),
}

func town(name, other string, region int, lat, lon float64) Town {
	return Town{Name: name, Other: other, Region: regions[region], At: Degrees(lat, lon)}
}

// spellings are further names of towns.
var spellings = map[string]string{
	"Wanganui": "Whanganui", "Pōneke": "Wellington", "Wellington City": "Wellington", "Mt Maunganui": "Mount Maunganui",
}
