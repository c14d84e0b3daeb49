package main

import (
	"context"
	"fmt"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/executor/mysql"
	"github.com/assay-bench/assay/executor/null"
	"github.com/assay-bench/assay/executor/sqlite"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/probes"
)

// openers has the driver for each name that a plan may use.
var openers = map[string]driver.Opener{
	"mysql":  mysql.Open,
	"sqlite": sqlite.Open,
	"null":   null.Open,
	"probe":  probes.Open,
}

// opener opens targets at the addresses of endpoints, by target name.
func opener(endpoints map[string]driver.Endpoint) func(context.Context, *plan.Target) (driver.Driver, error) {
	return func(ctx context.Context, target *plan.Target) (driver.Driver, error) {
		return open(ctx, target, endpoints[target.Name])
	}
}

// open opens a target at an address.
func open(ctx context.Context, target *plan.Target, at driver.Endpoint) (driver.Driver, error) {
	open, ok := openers[target.Driver]
	if !ok {
		return nil, fmt.Errorf("target %s: no driver is called %q", target.Name, target.Driver)
	}
	return open(ctx, target, at)
}
