package probe

var network = Kind{
	Name: "network",
	About: "How long a request and its answer take, and how much they carry. An event sends `network_request` bytes over the worker's own connection and reads `network_answer` bytes. With few bytes both ways that is the round trip which every statement pays for; " +
		"with a MiB and one byte it is the throughput of sending, and the reverse of receiving. Without `network_peer` the peer is Assay itself over the loopback device, so that both ends share the processors; " +
		"`assay probe peer ADDRESS` is one on another machine.",
	Operations: []string{"round_trip"},
	Options: []Option{
		{Name: "network_peer", Own: true, Type: Place, Default: "", About: "HOST:PORT of a peer, or the path of its Unix socket; by default Assay starts one"},
		{Name: "network_way", Own: true, Type: Word, Words: []string{"tcp", "unix"}, Default: "tcp", About: "What connections are made of: TCP without delay (TCP_NODELAY), or a Unix socket"},
		{Name: "network_request", Own: true, Type: Size, Low: 1, High: MaxMessage, Default: "64B", About: "Bytes that are sent"},
		{Name: "network_answer", Own: true, Type: Size, Low: 1, High: MaxMessage, Default: "64B", About: "Bytes that are read"},
	},
	Example: `probe "network" "loopback" {
  network_answer = "4KiB"
}

experiment "round_trips" {
  load "network" {
    probe    = probe.network.loopback
    threads  = 4
    duration = "2s"
  }
}
`,
}

// MaxMessage is the most bytes of a request or an answer of the probe network.
// A peer allocates no more for anybody.
const MaxMessage = 64 << 20
