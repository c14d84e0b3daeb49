package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Encode writes p as JSON for people and version control: equal plans give
// equal bytes, small objects stay on one line, and a newline ends the file.
// It fails only on a number that JSON cannot hold (NaN, infinity).
func Encode(p *Plan) ([]byte, error) {
	compact, err := marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encode plan: %w", err)
	}
	return append(layout(make([]byte, 0, 2*len(compact)), compact), '\n'), nil
}

// Digest identifies the experiment: the SHA-256, in hex, of the plan's
// canonical form, which is compact JSON in the order of the structs without
// Notes. Addresses, users, paths and the tool's version are in no plan. It
// panics on a plan that Encode refuses.
func Digest(p *Plan) string {
	compact, err := marshal(struct {
		*Plan
		Notes *struct{} `json:"notes,omitempty"` // hides Plan.Notes
	}{Plan: p})
	if err != nil {
		panic("plan: digest of a plan that cannot be encoded: " + err.Error())
	}
	sum := sha256.Sum256(compact)
	return hex.EncodeToString(sum[:])
}

// marshal is json.Marshal without the escapes that only HTML needs: SQL is
// full of < and >.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// MarshalJSON writes a known number as a number and any other as its
// expression, so that the usual case reads well.
func (n Number) MarshalJSON() ([]byte, error) {
	if n.Known() {
		return json.Marshal(n.N)
	}
	return marshal(n.Expr)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (n *Number) UnmarshalJSON(data []byte) error {
	*n = Number{}
	if len(data) > 0 && data[0] == '{' {
		return unmarshal(data, &n.Expr)
	}
	return json.Unmarshal(data, &n.N)
}
