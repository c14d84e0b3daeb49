package main

import (
	"fmt"
	"time"

	"github.com/assay-bench/assay/executor/driver"
	"github.com/assay-bench/assay/planner"
	"github.com/assay-bench/assay/planner/plan"
)

// locate gives every target of a plan file its address; those of a spec have
// theirs. It is apart from loading, so that a plan can be looked at and compared
// by somebody who has no server for it.
func (j *job) locate() error {
	if j.endpoints != nil {
		return nil
	}
	j.endpoints = map[string]driver.Endpoint{}
	for _, t := range j.plan.Targets {
		switch {
		case t.Server != nil && j.place != nil:
			return fmt.Errorf("%s has its own servers started, so --target has no place in it; plan its spec anew with --target", j.file)
		case t.Server != nil:
			j.endpoints[t.Name] = driver.Endpoint{User: "root", Database: "assay"}
		case j.place != nil && j.place.given && j.place.driver == t.Driver:
			j.endpoints[t.Name] = j.place.at
		case j.place != nil && !j.place.given:
			return fmt.Errorf("%s is a plan, which has no target blocks, so --target %s names nothing in it; give an address, such as --target mariadb://USER@HOST/DATABASE", j.file, j.place.name)
		case j.place != nil:
			return fmt.Errorf("%s was planned for driver %s, which --target does not go to", j.file, t.Driver)
		case t.Driver == "mysql":
			return fmt.Errorf("%s is a plan, which holds no address; give one with --target mariadb://USER@HOST/DATABASE", j.file)
		}
	}
	return nil
}

// endpoints are the addresses that the planner found, or the one on the
// command line.
func endpoints(found []planner.Endpoint, place *override) map[string]driver.Endpoint {
	at := map[string]driver.Endpoint{}
	for _, e := range found {
		at[e.Name] = endpoint(&e)
		if place != nil && place.given && e.Name == place.name {
			at[e.Name] = place.at
		}
	}
	return at
}

// endpoint is the planner's endpoint as drivers take it.
func endpoint(e *planner.Endpoint) driver.Endpoint {
	at := driver.Endpoint{
		Hosts: e.Hosts, User: e.User, Password: e.Password, Database: e.Database, Path: e.Path,
		TLS:     driver.Certificates{CA: e.CA, Cert: e.Cert, Key: e.Key},
		Timeout: time.Duration(e.ConnectTimeout),
	}
	for _, who := range e.Accounts {
		at.Accounts = append(at.Accounts, driver.Account(who))
	}
	return at
}

// hosts names the hosts of a target in the order of its endpoint.
func (j *job) hosts(t *plan.Target) []string {
	if t.Server != nil { // whose address is another at each run
		return []string{j.plan.ServerLabel(*t.Server)}
	}
	if hosts := j.endpoints[t.Name].Hosts; len(hosts) > 0 {
		return hosts
	}
	return []string{t.Name}
}
