package driver

// Transport is how far away a server is, as far as it matters to how a client
// waits for it.
type Transport uint8

// The transports, the farthest first.
const (
	Remote   Transport = iota // another machine, or not known
	Loopback                  // this machine, over TCP
	Socket                    // this machine, over a Unix socket
)

// Located is what a Driver offers besides Driver if it knows where its servers
// are; without it they count as remote.
type Located interface {
	// Transport is the farthest over all hosts.
	Transport() Transport
}
