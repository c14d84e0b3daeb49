package planner

import "github.com/assay-bench/assay/planner/plan"

// Language is the version of the language that this planner compiles.
const Language = "0.1"

// language checks required_version: comma-separated comparisons with versions
// such as ">= 0.1, < 2".
func (c *compiler) language() {
	a := c.spec.Assay
	if a == nil || a.RequiredVersion == nil {
		return
	}
	r := &reading{s: nothing()}
	if text := r.text(a.RequiredVersion, ""); text != "" {
		ok, err := plan.Satisfies(Language, text)
		if err != nil {
			r.wrong(a.RequiredVersion.Range(), "Invalid version constraint", "%s. Write something like \">= 0.1\".", upperFirst(err.Error()))
		} else if !ok {
			r.wrong(a.RequiredVersion.Range(), "Unsupported language version",
				"The spec needs version %s of the language, and this program knows version %s. Use another release of Assay.", text, Language)
		}
	}
	c.report(r.diags)
}
