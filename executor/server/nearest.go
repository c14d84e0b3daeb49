package server

// nearest is the known name that differs least from name, if it is near
// enough to be meant; else nothing.
func nearest(name string, known []string) string {
	best, least := "", max(2, len(name)/4)+1
	for _, k := range known {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the number of bytes to insert, delete or replace to make b of a
// (Wagner and Fischer, The String-to-String Correction Problem, 1974).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
