package planner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// store gives the place of item in list, to which it is added unless an equal
// one is there.
func store[T any](c *compiler, kind string, list *[]T, item T) int {
	key := kind + digest(item)
	if i, known := c.stored[key]; known {
		return i
	}
	*list = append(*list, item)
	c.stored[key] = len(*list) - 1
	return len(*list) - 1
}

// digest is a hash of plain data. The encoding of structs is in the order of
// their fields, so equal data has equal digests.
func digest(data any) string {
	text, err := json.Marshal(data)
	if err != nil {
		panic("planner: plain data that cannot be encoded: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
