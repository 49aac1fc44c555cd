package standin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Entry is a request in the journal, with its response.
type Entry struct {
	RequestID  string    `json:"request_id"`
	Operation  string    `json:"operation"`
	At         time.Time `json:"at"`
	Method     string    `json:"method"`
	Path       string    `json:"path"`
	Attempt    int       `json:"attempt"`
	Status     int       `json:"status"`
	Code       string    `json:"code"`
	Ending     string    `json:"ending"`
	Generation string    `json:"generation"`
	Faults     []string  `json:"faults"`
	Request    struct {
		IdempotencyKey string `json:"idempotency_key"`
		Range          string `json:"range"`
		Body           string `json:"body"`
		BodyHash       string `json:"body_hash"`
		Prompt         string `json:"prompt"`
	} `json:"request"`
	Response struct {
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	} `json:"response"`
	Timing struct {
		ArrivedMs float64  `json:"arrived_ms"`
		TotalMs   *float64 `json:"total_ms"`
	} `json:"timing"`
	Changes []struct {
		Generation *struct {
			Before *string `json:"before"`
		} `json:"generation"`
	} `json:"changes"`
}

// String returns one line that names the request and what became of it.
func (e Entry) String() string {
	var notes []string
	if key := e.Request.IdempotencyKey; key != "" {
		notes = append(notes, "Idempotency-Key "+key)
	}
	if e.created() {
		notes = append(notes, "created "+e.Generation)
	} else if e.Generation != "" {
		notes = append(notes, "generation "+e.Generation)
	}
	for _, fault := range e.Faults {
		notes = append(notes, "fault "+fault)
	}
	line := strings.TrimSpace(fmt.Sprintf("%s %s %d %s", e.Method, e.Path, e.Status, e.Code)) + ", request " + e.RequestID
	if len(notes) == 0 {
		return line
	}
	return line + " (" + strings.Join(notes, "; ") + ")"
}

func (e Entry) created() bool {
	for _, change := range e.Changes {
		if e.Operation == "create" && change.Generation != nil && change.Generation.Before == nil {
			return true
		}
	}
	return false
}

// work returns the operation that this request is an attempt at.
func (e Entry) work() string {
	about := e.Generation
	if e.Operation == "create" {
		about = e.Request.BodyHash
	}
	return strings.Join([]string{e.Operation, e.Method, about, e.Request.Range}, " ")
}

// askedWait returns the wait that the response asked for, in seconds or as a date.
func (e Entry) askedWait() time.Duration {
	after := e.Response.Headers["retry-after"]
	if e.Ending != "answered" || e.Timing.TotalMs == nil {
		return 0
	}
	if seconds, err := strconv.ParseUint(after, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(after)
	if err != nil {
		return 0
	}
	return until.Sub(e.At) - milliseconds(*e.Timing.TotalMs)
}

func milliseconds(ms float64) time.Duration {
	return time.Duration(ms * float64(time.Millisecond))
}

func listed(entries []Entry) string {
	if len(entries) == 0 {
		return "No request came."
	}
	var lines strings.Builder
	lines.WriteString("These came:")
	for _, entry := range entries {
		lines.WriteString("\n  " + entry.String())
	}
	return lines.String()
}

type nearest struct {
	Request string
	Differs []struct {
		Field       string
		Wanted, Was any
	}
}

func closest(found []nearest) string {
	if len(found) == 0 {
		return ""
	}
	var fields []string
	for _, d := range found[0].Differs {
		fields = append(fields, fmt.Sprintf("%s should be %s and was %s", d.Field, text(d.Wanted), text(d.Was)))
	}
	return "The closest was " + found[0].Request + ": " + strings.Join(fields, ", ") + "."
}

func text(value any) string {
	bytes, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(bytes)
}
