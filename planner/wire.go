package planner

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/assay-bench/assay/planner/dialect"
	"github.com/assay-bench/assay/planner/plan"
	"github.com/assay-bench/assay/spec"
)

// tlsModes are the modes in the order in which messages list them.
var tlsModes = []string{"disabled", plan.TLSPreferred, plan.TLSRequired, plan.TLSVerifyCA, plan.TLSVerifyIdentity}

// connections reads what the connections of a target are like. It is part of
// the plan, since encryption, compression and conversions are work, and may
// depend on factors: that is how their price is measured.
func (r *reading) connections(t *spec.Target, made *plan.Target) {
	if t.TLS != nil {
		if mode := r.choice(t.TLS.Mode, "mode of TLS", tlsModes...); mode != "disabled" {
			made.TLS = mode
		}
		if made.TLS == plan.TLSVerifyIdentity && t.Socket != nil {
			r.wrong(t.TLS.DeclRange, "No host to verify", "A socket has no host name that a certificate could be for; use mode \"verify_ca\".")
		}
	}
	made.Compress = r.truth(t.Compress, false)
	made.Charset = r.word(t.Charset, "character set")
	made.Collation = r.word(t.Collation, "collation")
	if made.Collation != "" && made.Charset == "" {
		r.wrong(t.Collation.Range(), "Collation alone", "A collation belongs to a character set; give `charset` too.")
	}
}

// word is a name that stands in SQL without quotes.
func (r *reading) word(e hcl.Expression, what string) string {
	text := r.text(e, "")
	if text == "" {
		return ""
	}
	if err := dialect.Word(text); err != nil {
		r.wrong(e.Range(), "Invalid "+what, "The name %s.", err)
		return ""
	}
	return text
}

// wire reads what of the connections is no part of the plan, and refuses it
// all where there is no wire.
func (r *reading) wire(t *spec.Target, driver string, at *Endpoint) {
	if driver != "mysql" {
		r.refuse(driver, t.Compress, "compress")
		r.refuse(driver, t.Charset, "charset")
		r.refuse(driver, t.Collation, "collation")
		r.refuse(driver, t.ConnectTimeout, "connect_timeout")
		if t.TLS != nil {
			r.wrong(t.TLS.DeclRange, "Block without effect", "A target with driver %q has no tls; remove the block.", driver)
		}
		return
	}
	if at.ConnectTimeout = r.duration(t.ConnectTimeout, "0s"); at.ConnectTimeout == 0 && t.ConnectTimeout != nil && !r.failed() {
		r.wrong(t.ConnectTimeout.Range(), "No time to connect", "A connection needs more than no time.")
	}
	if t.TLS == nil {
		return
	}
	at.CA, at.Cert, at.Key = r.secret(t.TLS.CA), r.secret(t.TLS.Cert), r.secret(t.TLS.Key)
	if (at.Cert == "") != (at.Key == "") && !r.failed() {
		r.wrong(t.TLS.DeclRange, "Half a certificate", "A client's certificate is two files, cert and key; one of them is missing.")
	}
}

// reconnect is after how many events a worker connects anew; 0 is never.
func (r *reading) reconnect(e hcl.Expression) int64 {
	if e == nil {
		return 0
	}
	v, diags := r.s.nullable(e, cty.DynamicPseudoType)
	if diags.HasErrors() || v.IsNull() || v.Type() != cty.String {
		return r.whole(e, "events of a connection", 1, maxEvents, 0)
	}
	if r.choice(e, "life of a connection", "session", "transaction") == "transaction" {
		return 1
	}
	return 0
}
