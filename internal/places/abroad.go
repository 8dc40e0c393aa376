package places

import (
	"strings"
	"unicode"

	"nzgs/internal/members"
)

// abroad are names of what is not in New Zealand and stands behind a town, folded: countries, and the parts and cities of
// those where towns have the names of ours. Names that New Zealand has too, Canterbury, Northland or Belfast, are not among them,
// nor the abbreviations NI and SI, which are islands to us.
var abroad, countries = foldedSets()

func foldedSets() (all, whole map[string]bool) {
	all, whole = map[string]bool{}, map[string]bool{}
	for name := range strings.SplitSeq(countryNames, ";") {
		all[members.Fold(name)], whole[members.Fold(name)] = true, true
	}
	for name := range strings.SplitSeq(partNames, ";") {
		all[members.Fold(name)] = true
	}
	delete(all, "")
	delete(whole, "")
	return all, whole
}

// longestAbroad is how many words the longest of these names has, and some.
const longestAbroad = 6

// elsewhere reports whether a part of an address is wholly of another country: "South Africa", "Ontario Canada", "MA 02139".
func elsewhere(part string) bool {
	words := strings.FieldsFunc(members.Fold(part), unicode.IsSpace)
	words = withoutCodes(words)
	if len(words) == 0 {
		return false
	}
next:
	for len(words) > 0 {
		for n := min(len(words), longestAbroad); n > 0; n-- {
			if abroad[strings.Join(words[:n], " ")] {
				words = words[n:]
				continue next
			}
		}
		return false
	}
	return true
}

// withoutCodes leaves out what has a figure in it: the codes of posts, and the article of "the Netherlands".
func withoutCodes(words []string) (out []string) {
	for _, w := range words {
		if w != "the" && !strings.ContainsFunc(w, unicode.IsDigit) {
			out = append(out, w)
		}
	}
	return out
}

const countryNames = `Afghanistan;Albania;Algeria;American Samoa;Andorra;Angola;Anguilla;Antarctica;
Antigua and Barbuda;Antigua;Argentina;Armenia;Aruba;Australia;Aus;Austria;Azerbaijan;Bahamas;Bahrain;
Bangladesh;Barbados;Belarus;Belgium;Belize;Benin;Bermuda;Bhutan;Bolivia;Bosnia and Herzegovina;Bosnia;
Botswana;Brazil;Brasil;Brunei;Bulgaria;Burkina Faso;Burundi;Cambodia;Cameroon;Canada;Cape Verde;
Cayman Islands;Central African Republic;Chad;Chile;China;PRC;Colombia;Comoros;Congo;Cook Islands;Costa Rica;
Côte d’Ivoire;Ivory Coast;Croatia;Cuba;Curaçao;Cyprus;Czechia;Czech Republic;Denmark;Danmark;Djibouti;
Dominica;Dominican Republic;East Timor;Ecuador;Egypt;El Salvador;England;Eng;Equatorial Guinea;Eritrea;
Estonia;Eswatini;Swaziland;Ethiopia;Falkland Islands;Faroe Islands;Fiji;Finland;France;French Guiana;
French Polynesia;Gabon;Gambia;Georgia;Germany;Deutschland;Ghana;Gibraltar;Great Britain;Britain;GB;Greece;
Greenland;Grenada;Guadeloupe;Guam;Guatemala;Guernsey;Guinea;Guinea-Bissau;Guyana;Haiti;Holland;Honduras;
Hong Kong;Hungary;Iceland;India;Indonesia;Iran;Iraq;Ireland;Éire;Republic of Ireland;Northern Ireland;
Isle of Man;Israel;Italy;Italia;Jamaica;Japan;Nippon;Jersey;Jordan;Kazakhstan;Kenya;Kiribati;Korea;
North Korea;South Korea;Republic of Korea;Kosovo;Kuwait;Kyrgyzstan;Laos;Latvia;Lebanon;Lesotho;Liberia;
Libya;Liechtenstein;Lithuania;Luxembourg;Macau;Macao;Macedonia;North Macedonia;Madagascar;Malawi;Malaysia;
Maldives;Mali;Malta;Marshall Islands;Martinique;Mauritania;Mauritius;Mayotte;Mexico;México;Micronesia;
Moldova;Monaco;Mongolia;Montenegro;Montserrat;Morocco;Mozambique;Myanmar;Burma;Namibia;Nauru;Nepal;
Netherlands;New Caledonia;Nicaragua;Niger;Nigeria;Niue;Norfolk Island;Northern Mariana Islands;Norway;Norge;
Oman;Pakistan;Palau;Palestine;Panama;Papua New Guinea;PNG;Paraguay;Peru;Philippines;Pitcairn Islands;Poland;
Polska;Portugal;Puerto Rico;Qatar;Réunion;Romania;România;Russia;Russian Federation;Rwanda;Samoa;San Marino;
São Tomé and Príncipe;Saudi Arabia;Scotland;Alba;Senegal;Serbia;Seychelles;Sierra Leone;Singapore;Slovakia;
Slovenia;Solomon Islands;Somalia;South Africa;S Africa;S. Africa;Southafrica;Suid-Afrika;Republic of South Africa;RSA;ZA;South Sudan;Spain;
España;Sri Lanka;Saint Helena;St Helena;Saint Kitts and Nevis;St Kitts and Nevis;Saint Lucia;St Lucia;
Saint Vincent;St Vincent;Sudan;Suriname;Sweden;Sverige;Switzerland;Schweiz;Suisse;Syria;Taiwan;Tajikistan;
Tanzania;Thailand;Timor-Leste;Togo;Tokelau;Tonga;Trinidad and Tobago;Trinidad;Tobago;Tunisia;Turkey;Türkiye;
Turkmenistan;Turks and Caicos Islands;Tuvalu;UAE;Uganda;UK;Ukraine;United Arab Emirates;United Kingdom;
United Kingdom of Great Britain and Northern Ireland;United States;United States of America;US;USA;America;
Uruguay;Uzbekistan;Vanuatu;Vatican City;Venezuela;Vietnam;Viet Nam;Virgin Islands;Wales;Cymru;
Western Sahara;Yemen;Zambia;Zimbabwe;Österreich;Suomi;AU;CA;IE;DE;Ahitereiria;Āwherika ki te Tonga;Kānata;
Ingarangi;Kotirana;Wēra;Airangi;Amerika;Hononga-o-Amerika;Haina;Hapana;Tiamana;Wīwī;日本;中国;韓国;대한민국;한국;台灣;臺灣`

const partNames = `New South Wales;NSW;Victoria;Vic;Queensland;QLD;South Australia;SA;Western Australia;WA;
Tasmania;Tas;Australian Capital Territory;ACT;Northern Territory;NT;Sydney;Melbourne;Brisbane;Perth;
Adelaide;Hobart;Canberra;Darwin;Launceston;Ontario;ON;Ont;Quebec;QC;British Columbia;BC;Alberta;AB;Manitoba;
MB;Saskatchewan;SK;Nova Scotia;NS;New Brunswick;NB;Newfoundland;Newfoundland and Labrador;NL;
Prince Edward Island;PE;PEI;Yukon;YT;Nunavut;NU;Northwest Territories;Toronto;Ottawa;Montreal;Vancouver;
Calgary;Edmonton;Winnipeg;Eastern Cape;Free State;Gauteng;KwaZulu-Natal;KZN;Natal;Limpopo;Mpumalanga;
North West Province;Northern Cape;Western Cape;Wes-Kaap;Cape Province;Cape Town;Kaapstad;Johannesburg;
Durban;Pretoria;Overberg;Boland;Alabama;Alaska;Arizona;Arkansas;California;Colorado;Connecticut;Delaware;
Florida;Hawaii;Idaho;Illinois;Indiana;Iowa;Kansas;Kentucky;Louisiana;Maine;Maryland;Massachusetts;Mass;
Michigan;Minnesota;Mississippi;Missouri;Montana;Nebraska;Nevada;New Hampshire;New Jersey;New Mexico;
New York;New York City;NYC;North Carolina;North Dakota;Ohio;Oklahoma;Oregon;Pennsylvania;Rhode Island;
South Carolina;South Dakota;Tennessee;Texas;Utah;Vermont;Virginia;West Virginia;Washington;Washington DC;
Wisconsin;Wyoming;District of Columbia;DC;AL;AZ;AR;CO;CT;DE;FL;GA;HI;ID;IL;IN;IA;KS;KY;LA;ME;MD;MA;MI;MN;MS;
MO;MT;NE;NV;NH;NJ;NM;NY;NC;ND;OH;OK;OR;PA;RI;SC;SD;TN;TX;UT;VT;VA;WV;WI;WY;Boston;Chicago;Los Angeles;
San Francisco;San Diego;Seattle;Philadelphia;Bedfordshire;Berkshire;Buckinghamshire;Cambridgeshire;Cheshire;
Cornwall;Cumbria;Cumberland;Derbyshire;Devon;Dorset;County Durham;Durham;East Sussex;West Sussex;Sussex;
Essex;Gloucestershire;Greater London;Greater Manchester;Hampshire;Hants;Herefordshire;Hertfordshire;
Huntingdonshire;Isle of Wight;Kent;Lancashire;Lancs;Leicestershire;Lincolnshire;Merseyside;Middlesex;
Norfolk;Northamptonshire;Northumberland;Northumbria;Nottinghamshire;Oxfordshire;Rutland;Shropshire;Somerset;
Staffordshire;Suffolk;Surrey;Tyne and Wear;Warwickshire;West Midlands;Westmorland;Wiltshire;Wilts;
Worcestershire;Yorkshire;North Yorkshire;South Yorkshire;West Yorkshire;East Riding of Yorkshire;London;
Birmingham;Manchester;Liverpool;Leeds;Bristol;Telford;Glasgow;Edinburgh;Aberdeen;Dundee;Lanarkshire;
South Lanarkshire;Dunbartonshire;Ayrshire;Fife;Highland;Scottish Borders;Dumfries and Galloway;Cardiff;
Swansea;Dublin;Antrim;County Antrim;Armagh;Carlow;Cavan;Clare;Cork;County Cork;Donegal;Down;
County Down;Fermanagh;Galway;Kerry;Kildare;Kilkenny;Laois;Leitrim;Limerick;Longford;Louth;Mayo;County Mayo;
Co Mayo;Meath;Monaghan;Offaly;Roscommon;Sligo;Tipperary;Tyrone;Waterford;Westmeath;Wexford;Wicklow;Bavaria;
Bayern;Saxony;Sachsen;Saxony-Anhalt;Sachsen-Anhalt;Harz;Berlin;Paris;Tokyo;Osaka;Seoul;Beijing;Shanghai;
Taipei;Delhi;Mumbai;Tamil Nadu;Karachi;Punjab`
