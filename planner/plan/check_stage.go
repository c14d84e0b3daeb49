package plan

import "fmt"

// checkStages checks the stages of a load one by one, and that they are its
// measured phase.
func checkStages(l *Load) error {
	if len(l.Stages) == 0 {
		return nil
	}
	if !(l.Base >= 0 && l.Base <= maxCount) {
		return fmt.Errorf("base %v is not from 0 to %d", l.Base, maxCount)
	}
	names, sum := map[string]bool{}, int64(0)
	for i := range l.Stages {
		s := &l.Stages[i]
		if names[s.Name] {
			return fmt.Errorf("two stages are called %q", s.Name)
		}
		names[s.Name] = true
		if err := checkStage(s); err != nil {
			return fmt.Errorf("stage %q: %w", s.Name, err)
		}
		sum = add(sum, s.Length)
	}
	if sum != l.Duration || l.Events != 0 {
		return fmt.Errorf("its stages last %d ns, its measured phase %d ns or %d events", sum, l.Duration, l.Events)
	}
	return nil
}

// checkStage checks a stage by itself. Numbers that are none are in no bounds.
func checkStage(s *Stage) error {
	err := first(
		within("length", s.Length, 1, maxTime),
		within("period", s.Period, 0, maxTime),
		oneOf("shape", s.Shape, ShapeStep, ShapeRamp, ShapeSine, ShapeSpike),
	)
	switch {
	case err != nil:
		return err
	case !(s.Level >= 0 && s.Level <= MostRate):
		return fmt.Errorf("level %v is not from 0 to %v", s.Level, MostRate)
	case !(s.Amplitude >= 0 && s.Amplitude <= s.Level):
		return fmt.Errorf("amplitude %v is not from 0 to the level %v", s.Amplitude, s.Level)
	case s.Shape == ShapeSine && (s.Period == 0 || s.Length/s.Period >= MaxWaves):
		return fmt.Errorf("period %d is no time, or less than a %dth of the stage", s.Period, MaxWaves)
	}
	return nil
}
