package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Decode reads what Encode wrote. It is strict, because a plan file may come
// from anywhere and the executor trusts its plan: besides syntax, unknown
// fields and the format's version, everything that Check looks at must be
// right. An error is one sentence.
func Decode(data []byte) (*Plan, error) {
	if err := checkFormat(data); err != nil {
		return nil, fmt.Errorf("decode plan: %w", err)
	}
	p := new(Plan)
	if err := unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("decode plan: %w", err)
	}
	if err := Check(p); err != nil {
		return nil, fmt.Errorf("decode plan: %w", err)
	}
	return p, nil
}

// checkFormat looks at the version alone, so that a plan of another version
// is named as such and not by the first field that this one does not know.
func checkFormat(data []byte) error {
	var head struct {
		Format *int `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("not a plan: %w", err)
	}
	switch {
	case head.Format == nil:
		return errors.New("not a plan: it has no format")
	case *head.Format != Format:
		return fmt.Errorf("the plan has format %d, this version of assay reads format %d", *head.Format, Format)
	}
	return nil
}

// unmarshal is json.Unmarshal that refuses unknown fields and anything after
// the value.
func unmarshal(data []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("there is text after the plan")
	}
	return nil
}
