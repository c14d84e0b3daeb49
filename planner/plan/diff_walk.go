package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/planner/expr"
)

// walker compares two trees of plan structs field by field, so that a field
// added to the plan is compared without a change here. Lists of named things
// are matched by name.
type walker struct {
	*differ
	names  [2][]string // of the slots of the transactions at hand
	tables [2][]Table  // that holes refer to
}

// derived are fields that follow from others, or whose indexes stand for
// things that are compared themselves.
var derived = map[string]bool{
	"name": true, "schema": true, "mix": true, "target": true, "server": true, "queries": true, "index": true, "count_index": true,
	"slot": true, "frame": true, "sites": true, "quote": true, "digest": true, "insert": true,
}

// times are fields in nanoseconds, each with its struct: reconnect is a time in
// Errors and a number of events in Load.
var times = map[string]bool{
	"Load.warmup": true, "Load.duration": true, "Load.cooldown": true, "Load.grace": true, "Load.start_timeout": true,
	"Errors.backoff": true, "Errors.backoff_max": true, "Errors.reconnect": true,
	"Stage.length": true, "Stage.period": true,
}

// list compares lists of structs, each with a label such as "table orders".
func (w *walker) list(path string, a, b reflect.Value) {
	before, after := labels(a), labels(b)
	for _, label := range without(before, after) {
		w.add("%s%s removed", prefix(path), label)
	}
	for _, label := range without(after, before) {
		w.add("%s%s added", prefix(path), label)
	}
	w.reordered(path, before, after)
	for i, label := range before {
		if j := slices.Index(after, label); j >= 0 {
			w.structs(strings.TrimPrefix(path+", "+label, ", "), "", a.Index(i), b.Index(j))
		}
	}
}

// prefix is what stands before a line about path.
func prefix(path string) string {
	if path == "" {
		return ""
	}
	return path + ": "
}

// labels name the elements of a list; what has no name, or one that occurred
// before, is numbered.
func labels(list reflect.Value) []string {
	var all []string
	for i := range list.Len() {
		label := label(list.Index(i))
		base := label
		for n := 2; slices.Contains(all, label); n++ {
			label = base + " (" + strconv.Itoa(n) + ")"
		}
		all = append(all, label)
	}
	return all
}

// label is what people call an element: its kind and its name.
func label(v reflect.Value) string {
	if step, ok := v.Interface().(Step); ok {
		switch {
		case step.Query != nil:
			return "query " + step.Query.Name
		case step.Group != nil:
			return "group " + step.Group.Name
		case step.Rollback != nil:
			return "rollback"
		}
		return "think"
	}
	word := strings.ToLower(v.Type().Name())
	switch word {
	case "setting":
		word = "session setting"
	case "serveroption", "probeoption":
		word = "option"
	}
	return word + " " + v.FieldByName("Name").String()
}

// structs compares two structs; before stands in front of each field's name.
func (w *walker) structs(path, before string, a, b reflect.Value) {
	switch x := a.Interface().(type) {
	case Transaction:
		y := b.Interface().(Transaction)
		w.names = [2][]string{slotNames(&x), slotNames(&y)}
	case Schema:
		w.tables = [2][]Table{x.Tables, b.Interface().(Schema).Tables}
	}
	for i := range a.NumField() {
		field := a.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !derived[name] {
			w.field(path, before+fieldWords(name), times[a.Type().Name()+"."+name], a.Field(i), b.Field(i))
		}
	}
}

// field compares one field, which has a name in words: in words too if it is a
// leaf, else part by part.
func (w *walker) field(path, name string, time bool, a, b reflect.Value) {
	x, okX := w.text(0, time, a)
	y, okY := w.text(1, time, b)
	switch {
	case okX && okY:
		if x != y {
			x, y = contrast(brief(x), brief(y))
			w.add("%s%s %s → %s", prefix(path), name, x, y)
		}
	case a.Kind() == reflect.Pointer:
		if !a.IsNil() && !b.IsNil() {
			w.structs(path, "", a.Elem(), b.Elem())
		}
	case a.Kind() == reflect.Slice:
		w.list(path, a, b)
	case a.Type() == reflect.TypeFor[Expect]():
		w.structs(path, "expect ", a, b)
	case a.Type() == reflect.TypeFor[Dialect]():
		w.changed(path+": dialect", a.FieldByName("Name").String(), b.FieldByName("Name").String())
	default:
		w.structs(path, "", a, b)
	}
}

// text is the value of a leaf in words, or false if v has fields to compare.
func (w *walker) text(side int, time bool, v reflect.Value) (string, bool) {
	switch x := v.Interface().(type) {
	case expr.Expr:
		return words(&x, w.names[side]), true
	case Number:
		return numberWords(&x, w.names[side]), true
	case Template:
		return templateWords(&x, w.tables[side], w.names[side]), true
	case []Template:
		return joined(x, func(t *Template) string { return templateWords(t, w.tables[side], w.names[side]) }), true
	case []expr.Expr:
		return joined(x, func(e *expr.Expr) string { return words(e, w.names[side]) }), true
	case *Open:
		return openWords(x), true
	case []string:
		return strings.Join(x, "; "), true
	case []int:
		return strings.Trim(fmt.Sprint(x), "[]"), true
	case int64:
		if time {
			return duration(x), true
		}
		return limit(x), true
	case int:
		return limit(int64(x)), true
	}
	if v.Kind() == reflect.Struct || v.Kind() == reflect.Slice || v.Kind() == reflect.Pointer {
		return "", false
	}
	return fmt.Sprint(v.Interface()), true
}

// limit is an integer of which -1 means none.
func limit(n int64) string {
	if n == -1 {
		return "none"
	}
	return count(n)
}

// joined lists texts with commas.
func joined[T any](list []T, text func(*T) string) string {
	var all []string
	for i := range list {
		all = append(all, text(&list[i]))
	}
	return strings.Join(all, ", ")
}

// fieldWords is the name of a field in JSON as people would say it.
func fieldWords(name string) string {
	if name == "sql" {
		return "SQL"
	}
	return strings.ReplaceAll(name, "_", " ")
}
