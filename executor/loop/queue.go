//go:build linux

package loop

import "container/heap"

// queue is tasks in order, first in first out. It is filled, then emptied, so
// its memory is used again each time it is empty.
type queue struct {
	tasks []*Task
	head  int
}

func (q *queue) push(t *Task) { q.tasks = append(q.tasks, t) }

// pop takes the first; nil if there is none.
func (q *queue) pop() *Task {
	if q.head == len(q.tasks) {
		q.tasks, q.head = q.tasks[:0], 0
		return nil
	}
	q.head++
	return q.tasks[q.head-1]
}

// timers is the tasks that sleep, the one to be woken next at the front: a heap.
type timers []*Task

func (h *timers) push(t *Task) { heap.Push((*byInstant)(h), t) }

// pop takes the first.
func (h *timers) pop() *Task { return heap.Pop((*byInstant)(h)).(*Task) }

// drop removes those that are.
func (h *timers) drop(are func(*Task) bool) {
	kept := (*h)[:0]
	for _, t := range *h {
		if !are(t) {
			kept = append(kept, t)
		}
	}
	clear((*h)[len(kept):])
	*h = kept
	heap.Init((*byInstant)(h))
}

// byInstant orders timers for package heap.
type byInstant []*Task

func (h byInstant) Len() int           { return len(h) }
func (h byInstant) Less(i, j int) bool { return h[i].at < h[j].at }
func (h byInstant) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byInstant) Push(x any)        { *h = append(*h, x.(*Task)) }

func (h *byInstant) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return t
}
