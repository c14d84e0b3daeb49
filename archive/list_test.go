package archive

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestList(t *testing.T) {
	root := t.TempDir()
	begin := func(experiment string, minute int) *Writer {
		info := sampleInfo()
		info.Experiment, info.Started = experiment, epoch.Add(time.Duration(minute)*time.Minute)
		w, err := Create(root, info, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	living, complete, dead := begin("c", 3), begin("b", 2), begin("a", 1)
	defer living.lock.Close()
	if err := complete.Finish(Complete, "", nil, nil); err != nil {
		t.Fatal(err)
	}
	// The lock is all that a process leaves behind when it dies.
	dead.lock.Close()
	for name, content := range map[string]string{"20260101T000000Z-broken-0/run.json": "{", "20260101T000000Z-other-0/run.json": "{}", "notes/x": "", "readme": ""} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	entries, err := List(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		line := filepath.Base(e.Dir) + " " + e.Info.Experiment + " " + string(e.Status)
		if e.Err != nil {
			line += e.Err.Error()
		}
		got = append(got, line)
	}
	want := []string{
		"20260101T000000Z-broken-0  read run.json: unexpected end of JSON input",
		"20260101T000000Z-other-0  run.json is not that of a run: it has no schema_version",
		"20261130T171600Z-a-3f9a2c1b a crashed",
		"20261130T171700Z-b-3f9a2c1b b complete",
		"20261130T171800Z-c-3f9a2c1b c running",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

func TestListNothing(t *testing.T) {
	entries, err := List(filepath.Join(t.TempDir(), "none"))
	if len(entries) > 0 || err != nil {
		t.Errorf("List = %v, %v", entries, err)
	}
}

// Names tell the second of the start; runs within one are in order all the same.
func TestListWithinASecond(t *testing.T) {
	root := t.TempDir()
	want := []string{"c", "a", "b"}
	for i, experiment := range want {
		info := sampleInfo()
		info.Experiment, info.Started = experiment, epoch.Add(time.Duration(i)*time.Millisecond)
		w, err := Create(root, info, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Finish(Complete, "", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := List(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Info.Experiment)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// A run that is opened has the standing that the list tells.
func TestOpenDirOfACrashedRun(t *testing.T) {
	w, err := Create(t.TempDir(), sampleInfo(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Status{Running, Crashed} {
		run, err := OpenDir(w.Dir())
		if err != nil {
			t.Fatal(err)
		}
		if run.Info.Status != want {
			t.Errorf("status %s, want %s", run.Info.Status, want)
		}
		w.lock.Close()
	}
}
