package web

import (
	"container/list"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"sync"
)

// keptPage is a page as it was made for somebody whom nobody knows: the same for all of them.
type keptPage struct {
	at     string // its address and look
	state  state  // what it rests on, as it was before the page was made
	header http.Header
	body   []byte // compressed, where packed says so
	packed bool
	whole  int    // bytes of the page when it is not compressed
	tag    string // of its content; "": the page is of the one who asked and may not be kept
}

// keptHeaders are the headers of a page that are kept with it.
var keptHeaders = []string{
	"Content-Type", "Content-Disposition", "X-Robots-Tag", "Content-Language", "Referrer-Policy", "Cache-Control",
}

func newKept(at string, st state, h http.Header, body []byte) *keptPage {
	p := &keptPage{at: at, state: st, header: http.Header{}, whole: len(body)}
	for _, name := range keptHeaders {
		if v := h.Values(name); len(v) > 0 {
			p.header[name] = append([]string(nil), v...)
		}
	}
	sum := sha256.Sum256(body)
	p.tag = `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	if isSqueezable(h.Get("Content-Type")) && len(body) >= leastSqueezed {
		p.body, p.packed = squeezed(body)
	}
	if !p.packed {
		p.body = append([]byte(nil), body...)
	}
	return p
}

// size is about what the page takes in memory.
func (p *keptPage) size() int { return len(p.body) + len(p.at) + 1024 }

// keptPages holds pages, those that were asked for last, up to so many bytes.
type keptPages struct {
	most int

	mu    sync.Mutex
	bytes int
	order *list.List // of *keptPage, asked for last first
	at    map[string]*list.Element
}

func newKeptPages(most int) *keptPages {
	return &keptPages{most: most, order: list.New(), at: map[string]*list.Element{}}
}

// size is about how many bytes are kept.
func (k *keptPages) size() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bytes
}

// get gives the page when it still holds.
func (k *keptPages) get(at string, now state) *keptPage {
	k.mu.Lock()
	defer k.mu.Unlock()
	el := k.at[at]
	if el == nil || !el.Value.(*keptPage).state.holds(now) {
		return nil
	}
	k.order.MoveToFront(el)
	return el.Value.(*keptPage)
}

// put keeps a page in place of an older one, and lets those go that were not asked for since long.
func (k *keptPages) put(p *keptPage) {
	if p.size() > k.most/8 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if el := k.at[p.at]; el != nil {
		if el.Value.(*keptPage).state.holds(p.state) && el.Value.(*keptPage).state != p.state {
			return // somebody who came later was quicker
		}
		k.drop(el)
	}
	k.at[p.at] = k.order.PushFront(p)
	k.bytes += p.size()
	for k.bytes > k.most {
		k.drop(k.order.Back())
	}
}

func (k *keptPages) drop(el *list.Element) {
	p := k.order.Remove(el).(*keptPage)
	k.bytes -= p.size()
	delete(k.at, p.at)
}
