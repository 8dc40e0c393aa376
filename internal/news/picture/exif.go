package picture

import (
	"bytes"
	"encoding/binary"
)

// orientation is how the camera was held, of a JPEG file; 1 where it does not say.
func orientation(content []byte) int {
	at := 2
	for at+4 <= len(content) && content[at] == 0xFF {
		kind, size := content[at+1], int(binary.BigEndian.Uint16(content[at+2:]))
		if kind == 0xDA || size < 2 || at+2+size > len(content) {
			return 1 // the picture itself begins, or the file is damaged
		}
		part := content[at+4 : at+2+size]
		if kind == 0xE1 && bytes.HasPrefix(part, []byte("Exif\x00\x00")) {
			return oriented(part[6:])
		}
		at += 2 + size
	}
	return 1
}

// scans is how often a JPEG file goes over its dots. What stands behind its end, as films of phones do, is no part of it.
func scans(content []byte) (n int) {
	for at := 2; at+4 <= len(content); {
		kind := content[at+1]
		if content[at] != 0xFF || kind == 0xFF || kind == 0 || kind >= 0xD0 && kind <= 0xD7 {
			at++ // the picture itself
			continue
		}
		if kind == 0xD9 {
			break
		}
		if kind == 0xDA {
			n++
		}
		at += 2 + int(binary.BigEndian.Uint16(content[at+2:]))
	}
	return n
}

// oriented reads the orientation of the first directory of a TIFF header.
func oriented(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	first := int64(order.Uint32(tiff[4:]))
	if first < 8 || first+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[first+2:]
	for range order.Uint16(tiff[first:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			if held := int(order.Uint16(entries[8:])); held >= 1 && held <= 8 {
				return held
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
