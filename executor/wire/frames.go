package wire

// frames cuts what arrives into packets. A packet is one frame, or several if
// the first is full. Bytes of packets that nobody wants are counted and
// dropped; a packet that arrives whole is not copied.
type frames struct {
	next byte // sequence number of the next frame

	header    [headerSize]byte
	gathered  int  // bytes of it, while it comes in parts
	rest      int  // bytes of the frame's body that have not come
	unended   bool // another frame of the same packet follows
	continues bool // the frame goes on with a packet
	decided   bool // whether the packet is kept
	keep      bool
	disorder  bool   // the packet's number is not the next one
	body      []byte // what has come of a packet that is kept and came in parts
}

// start prepares for an answer whose first frame has this number.
func (f *frames) start(sequence byte) {
	body := f.body[:0]
	if cap(body) > keepMemory {
		body = nil
	}
	*f = frames{next: sequence, body: body}
}

// takeHeader consumes bytes of b as long as a header is not complete. It
// returns what is left.
func (f *frames) takeHeader(b []byte) ([]byte, error) {
	n := copy(f.header[f.gathered:], b)
	f.gathered += n
	if f.gathered < headerSize {
		return b[n:], nil
	}
	f.rest = frameSize(f.header[:])
	f.unended = f.rest == fullFrame
	if f.header[3] != f.next {
		if f.continues {
			return nil, &MalformedError{"a packet's frames are out of order"}
		}
		f.disorder = true
	}
	f.next = f.header[3] + 1
	if f.rest == 0 && !f.continues {
		return nil, &MalformedError{"an empty packet"}
	}
	return b[n:], nil
}

// wantsMore tells whether nothing can be done before more than b, what is left
// behind a header, has come.
func (f *frames) wantsMore(b []byte) bool {
	return f.gathered < headerSize || f.rest > 0 && len(b) == 0
}

// takeBody consumes bytes of b up to the frame's end. Whole tells that the
// packet is complete; it is nil if it was not to be kept.
func (f *frames) takeBody(b []byte) (left, packet []byte, whole bool) {
	n := min(f.rest, len(b))
	part := b[:n]
	f.rest -= n
	whole = f.rest == 0 && !f.unended
	if f.keep {
		if whole && len(f.body) == 0 {
			packet = part
		} else if f.body = append(f.body, part...); whole {
			packet = f.body
		}
	}
	if f.rest == 0 {
		f.gathered, f.continues = 0, f.unended
	}
	return b[n:], packet, whole
}

// done forgets the packet at hand.
func (f *frames) done() {
	f.body, f.decided, f.keep, f.disorder = f.body[:0], false, false, false
}
