package spec

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// dump writes a Spec as indented text: every field that is set, expressions as
// the source they were written as, ranges left out. It walks the structs by
// reflection, so that a field that is added shows up by itself.
func dump(s *Spec) string {
	d := dumper{files: s.Files}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Spec]()) {
		if f.Name != "Path" && f.Name != "Files" {
			d.value(f.Name, reflect.ValueOf(s).Elem().FieldByIndex(f.Index), 0)
		}
	}
	return d.out.String()
}

type dumper struct {
	files map[string]*hcl.File
	out   strings.Builder
}

func (d *dumper) line(depth int, name string, v any) {
	d.out.WriteString(strings.TrimRight(fmt.Sprintf("%s%s: %v", strings.Repeat("  ", depth), name, v), " ") + "\n")
}

func (d *dumper) value(name string, v reflect.Value, depth int) {
	if v.IsZero() {
		return
	}
	switch x := v.Interface().(type) {
	case hcl.Range:
		return
	case cty.Type:
		d.line(depth, name, x.FriendlyName())
		return
	case hcl.Expression:
		r := x.Range()
		d.line(depth, name, string(r.SliceBytes(d.files[r.Filename].Bytes)))
		return
	case *Spec:
		d.line(depth, name, x.Path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		d.value(name, v.Elem(), depth)
	case reflect.Slice:
		for i := range v.Len() {
			d.value(fmt.Sprintf("%s[%d]", name, i), v.Index(i), depth)
		}
	case reflect.Struct:
		d.line(depth, name, "")
		for _, f := range reflect.VisibleFields(v.Type()) {
			if !f.Anonymous {
				d.value(f.Name, v.FieldByIndex(f.Index), depth+1)
			}
		}
	default:
		d.line(depth, name, v)
	}
}
