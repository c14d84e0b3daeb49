package archive

// ids is a set of event numbers. Executors count up, so pages of bits cost
// about one bit a number: 12 MB for 100 million events.
type ids map[int64]*[idPage / 64]uint64

// idPage is how many numbers a page has.
const idPage = 4096

// add puts a number into the set; it is false if it was there before.
func (s ids) add(id int64) bool {
	page := s[id/idPage]
	if page == nil {
		page = new([idPage / 64]uint64)
		s[id/idPage] = page
	}
	word, bit := &page[id%idPage/64], uint64(1)<<(id%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// has tells whether a number is in the set.
func (s ids) has(id int64) bool {
	if id < 0 {
		return false
	}
	page := s[id/idPage]
	return page != nil && page[id%idPage/64]&(1<<(id%64)) != 0
}
