"""Cuts HanSupplement.ttf from the fonts HanaMinA and HanaMinB of Debian's fonts-hanazono 20170904-2.1.

What is kept: the characters beyond U+FFFF that JIS X 0213 and Big5-HKSCS have, which people's names in Japan and
Hong Kong are written with, and two forms that family names of Japan have. Needs fontTools 4.38. Run as: python3 han_supplement.py FOLDER-OF-THE-TWO-FONTS
"""
import sys
import tempfile

from fontTools import merge, subset
from fontTools.ttLib import TTFont


def encodable(number, encoding):
    try:
        chr(number).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


wanted = {
    number for number in range(0x20000, 0x30000)
    if any(encodable(number, e) for e in ("euc_jis_2004", "shift_jisx0213", "big5hkscs"))
} | {0x20BB7, 0x2123D}
options = subset.Options(hinting=False, layout_features=[], name_IDs=[], drop_tables=["BASE", "GDEF", "gasp", "vhea", "vmtx", "FFTM"])
parts, have = [], set()
for name in ("HanaMinB.ttf", "HanaMinA.ttf"):
    font = TTFont(f"{sys.argv[1]}/{name}")
    here = (wanted - have) & set(font.getBestCmap())
    have |= here
    cut = subset.Subsetter(options)
    cut.populate(unicodes=here)
    cut.subset(font)
    part = tempfile.NamedTemporaryFile(suffix=".ttf", delete=False)
    font.save(part.name)
    parts.append(part.name)
font = merge.Merger().merge(parts)
font["head"].created = font["head"].modified = 0
font.recalcTimestamp = False
font.save("HanSupplement.ttf")
print(len(have), "of", len(wanted))
