package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// JSON writes the summary as one indented object, of which version tells the
// meaning of the fields.
func (s *Summary) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(s); err != nil {
		return fmt.Errorf("write the summary: %w", err)
	}
	return nil
}
