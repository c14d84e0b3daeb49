package main

import (
	"context"
	"fmt"
	"net"
	"strings"

	"github.com/assay-bench/assay/probes"
	"github.com/spf13/cobra"
)

func newProbePeer(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "peer ADDRESS",
		Short: "Answer the network probes of other machines, until interrupted",
		Long: "Answer the network probes of other machines at HOST:PORT, or at the path of a Unix socket, until\n" +
			"interrupted. Whoever can reach the address can make this machine send and receive: choose one of a\n" +
			"network that you trust.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.servePeer(cmd.Context(), args[0]) },
	}
}

// servePeer serves until ctx ends, which is how it is meant to end.
func (a *app) servePeer(ctx context.Context, address string) error {
	way := "tcp"
	if strings.Contains(address, "/") {
		way = "unix"
	}
	l, err := net.Listen(way, address)
	if err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "answering at %s\n", l.Addr())
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	return failed(probes.ServePeer(l))
}
