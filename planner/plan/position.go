package plan

import "fmt"

// Where tells where the first of some objects that has a position was
// declared, as "file.hcl:41"; it is empty if none has.
func (n *Notes) Where(objects ...string) string {
	for _, object := range objects {
		for i := range n.Positions {
			if p := &n.Positions[i]; p.Object == object {
				return fmt.Sprintf("%s:%d", p.File, p.Line)
			}
		}
	}
	return ""
}
