// Package standin tests Go clients of the video API against Standin: one server for the test binary, and an account of
// its own for each test.
//
// It needs the standard library only. Names follow useStandin of standin/testing, the helper for TypeScript.
package standin

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"
)

// Options are the settings of an account. The zero value has the defaults of the server.
type Options struct {
	Balance  *float64 `json:"balance,omitempty"`
	Latency  string   `json:"latency,omitempty"`
	Seed     int      `json:"seed,omitempty"`
	Settle   string   `json:"settle,omitempty"`
	Limits   string   `json:"limits,omitempty"`
	Clock    string   `json:"clock,omitempty"`
	Scenario string   `json:"scenario,omitempty"`
	Wire     string   `json:"wire,omitempty"`
}

// Rule is a fault rule: the keys match, when and effect, as in JSON of the control API.
type Rule = map[string]any

// Filter selects requests, such as {"operation": "create", "status": 202}.
type Filter = map[string]any

// Standin is an account with its own key, clock, fault rules and journal.
type Standin struct {
	BaseURL string
	APIKey  string
	Name    string

	Clock       Clock
	Faults      Faults
	Scenarios   Scenarios
	Generations Generations
	Journal     Journal

	t      testing.TB
	server *server
	listed bool // Whether a failure has listed the requests.
}

// ServerFlags are flags of standin serve, such as --latency instant. Set them before the first call of New.
var ServerFlags []string

// New opens an account for the test. The first call starts `standin serve`, unless STANDIN_URL names a running server.
// A failed call of the control API ends the test.
func New(t testing.TB, options ...Options) *Standin {
	t.Helper()
	server, err := running()
	if err != nil {
		t.Fatal(err)
	}
	var body Options
	if len(options) > 0 {
		body = options[0]
	}
	var opened openedAccount
	if err := server.call("POST", "/accounts", body, &opened); err != nil {
		t.Fatal(err)
	}
	return newStandin(t, server, opened)
}

// Dollars returns an amount for Options.Balance.
func Dollars(amount float64) *float64 { return &amount }

type openedAccount struct {
	Account struct{ Name string }
	Key     string
}

func newStandin(t testing.TB, server *server, opened openedAccount) *Standin {
	s := &Standin{BaseURL: server.baseURL, APIKey: opened.Key, Name: opened.Account.Name, t: t, server: server}
	s.Clock, s.Faults, s.Scenarios = Clock{s}, Faults{s}, Scenarios{s}
	s.Generations, s.Journal = Generations{s}, Journal{s}
	// Cleanups run last in, first out, so the journal of a failed test is printed before its account is closed.
	t.Cleanup(func() {
		t.Helper()
		s.do("DELETE", "", nil, nil)
	})
	t.Cleanup(func() {
		if t.Failed() && !s.listed {
			t.Log("Standin: " + listed(s.Journal.Entries(nil)))
		}
	})
	return s
}

// fail ends the test with a message and the requests of the account.
func (s *Standin) fail(entries []Entry, format string, values ...any) {
	s.t.Helper()
	s.listed = true
	s.t.Fatalf(format+"\n%s", append(values, listed(entries))...)
}

func (s *Standin) do(method, path string, body, answer any) {
	s.t.Helper()
	if err := s.server.call(method, "/accounts/"+url.PathEscape(s.Name)+path, body, answer); err != nil {
		s.t.Fatal(err)
	}
}

// Read returns the ledger, the clock, the settings and the counters.
func (s *Standin) Read() (view map[string]any) {
	s.t.Helper()
	s.do("GET", "", nil, &view)
	return view
}

// Ledger holds US dollars.
type Ledger struct {
	Granted  float64 `json:"granted_usd"`
	Balance  float64 `json:"balance_usd"`
	Reserved float64 `json:"reserved_usd"`
	Captured float64 `json:"captured_usd"`
}

func (s *Standin) Ledger() Ledger {
	s.t.Helper()
	var view struct{ Ledger Ledger }
	s.do("GET", "", nil, &view)
	return view.Ledger
}

func (s *Standin) SetBalance(dollars float64) {
	s.t.Helper()
	s.do("PUT", "/balance", map[string]any{"balance_usd": dollars}, nil)
}

func (s *Standin) RevokeKey()  { s.t.Helper(); s.do("POST", "/keys/revoke", nil, nil) }
func (s *Standin) RestoreKey() { s.t.Helper(); s.do("POST", "/keys/restore", nil, nil) }

// Reset puts the account back to its opening state.
func (s *Standin) Reset() { s.t.Helper(); s.do("POST", "/reset", nil, nil) }

func (s *Standin) Snapshot() (snapshot json.RawMessage) {
	s.t.Helper()
	s.do("GET", "/snapshot", nil, &snapshot)
	return snapshot
}

func (s *Standin) Restore(snapshot json.RawMessage) {
	s.t.Helper()
	s.do("PUT", "/snapshot", snapshot, nil)
}

// Fork opens a second account in the state of this one.
func (s *Standin) Fork() *Standin {
	s.t.Helper()
	var opened openedAccount
	s.do("POST", "/fork", nil, &opened)
	return newStandin(s.t, s.server, opened)
}

// ExpectRequests fails the test unless exactly these requests came, in this order.
func (s *Standin) ExpectRequests(expected ...Filter) {
	s.t.Helper()
	report := struct {
		Holds   bool
		Missing struct {
			Index   int
			Nearest []nearest
		}
	}{Holds: true}
	if len(expected) > 0 {
		s.do("POST", "/journal/sequence", map[string]any{"filters": expected}, &report)
	}
	entries := s.Journal.Entries(nil)
	if !report.Holds {
		index := report.Missing.Index
		wanted, near := text(expected[index]), closest(report.Missing.Nearest)
		s.fail(entries, "Request %d of %d did not come: %s. %s", index+1, len(expected), wanted, near)
	}
	if len(entries) != len(expected) {
		s.fail(entries, "%d requests were expected and %d came.", len(expected), len(entries))
	}
}

// ExpectCreates fails the test unless the client created exactly this number of generations. Each of them is paid for.
func (s *Standin) ExpectCreates(count int) {
	s.t.Helper()
	entries, made := s.Journal.Entries(nil), 0
	for _, entry := range entries {
		if entry.created() {
			made++
		}
	}
	if made != count {
		s.fail(entries, "Expected creates: %d. The client made %d (each is paid for).", count, made)
	}
}

const tolerance = 50 * time.Millisecond

// ExpectWaits fails the test unless each retry waited for the Retry-After of the response before it, and there was such
// a retry.
func (s *Standin) ExpectWaits() {
	s.t.Helper()
	entries, waited := s.Journal.Entries(nil), false
	for index, entry := range entries {
		asked := entry.askedWait()
		if asked <= 0 || entry.Timing.TotalMs == nil {
			continue
		}
		for _, retry := range entries[index+1:] {
			pause := milliseconds(retry.Timing.ArrivedMs - entry.Timing.ArrivedMs - *entry.Timing.TotalMs)
			if retry.work() != entry.work() || pause < 0 {
				continue
			}
			waited = true
			if pause < asked-tolerance {
				s.fail(entries, "The client waited %.2f s of %.2f s (Retry-After) between these:\n  %s\n  %s",
					pause.Seconds(), asked.Seconds(), entry, retry)
			}
			break
		}
	}
	if !waited {
		s.fail(entries, "No request was sent again after a response with Retry-After.")
	}
}

// Clock is the clock of an account. Its changes return which generations changed.
type Clock struct{ s *Standin }

func (c Clock) Read() (view map[string]any) {
	c.s.t.Helper()
	c.s.do("GET", "/clock", nil, &view)
	return view
}

// Set takes real, frozen, frozen@<time> or x60.
func (c Clock) Set(text string) map[string]any {
	c.s.t.Helper()
	return c.change("PUT", "", map[string]any{"clock": text})
}

func (c Clock) Advance(by time.Duration) map[string]any {
	c.s.t.Helper()
	return c.change("POST", "/advance", map[string]any{"by_seconds": by.Seconds()})
}

func (c Clock) AdvanceTo(to time.Time) map[string]any {
	c.s.t.Helper()
	return c.change("POST", "/advance", map[string]any{"to": to.UTC().Format("2006-01-02T15:04:05.000Z")})
}

// RunUntilIdle moves the clock until no generation is left that time would end.
func (c Clock) RunUntilIdle() map[string]any {
	c.s.t.Helper()
	return c.change("POST", "/run-until-idle", nil)
}

func (c Clock) change(method, path string, body any) (view map[string]any) {
	c.s.t.Helper()
	c.s.do(method, "/clock"+path, body, &view)
	return view
}

// Faults are the fault rules of an account.
type Faults struct{ s *Standin }

func (f Faults) List() []Rule {
	f.s.t.Helper()
	var view struct{ Rules []Rule }
	f.s.do("GET", "/faults", nil, &view)
	return view.Rules
}

func (f Faults) Add(rule Rule) (added Rule) {
	f.s.t.Helper()
	f.s.do("POST", "/faults", map[string]any{"rule": rule}, &added)
	return added
}

func (f Faults) Replace(rules ...Rule) []Rule {
	f.s.t.Helper()
	var view struct{ Rules []Rule }
	f.s.do("PUT", "/faults", map[string]any{"rules": append([]Rule{}, rules...)}, &view)
	return view.Rules
}

func (f Faults) Remove(id string) {
	f.s.t.Helper()
	f.s.do("DELETE", "/faults/"+url.PathEscape(id), nil, nil)
}
func (f Faults) Clear() { f.s.t.Helper(); f.Replace() }

// Restart starts the counts of all rules again.
func (f Faults) Restart() { f.s.t.Helper(); f.s.do("POST", "/faults/restart", nil, nil) }

// Scenarios are the named failure scenarios of an account.
type Scenarios struct{ s *Standin }

// Use turns these scenarios on from their beginning, and all others off.
func (c Scenarios) Use(names ...string) {
	c.s.t.Helper()
	c.s.do("PUT", "/scenarios", map[string]any{"scenarios": append([]string{}, names...)}, nil)
}

func (c Scenarios) List() []map[string]any {
	c.s.t.Helper()
	var view struct{ Scenarios []map[string]any }
	c.s.do("GET", "/scenarios", nil, &view)
	return view.Scenarios
}

// Generations are the videos of an account.
type Generations struct{ s *Standin }

func (g Generations) List() []map[string]any {
	g.s.t.Helper()
	var view struct{ Generations []map[string]any }
	g.s.do("GET", "/generations?limit=1000", nil, &view)
	return view.Generations
}

// Move moves a generation, such as to {"status": "failed", "failure": {"code": "capacity_unavailable"}}.
func (g Generations) Move(id string, to map[string]any) {
	g.s.t.Helper()
	g.s.do("POST", "/generations/"+url.PathEscape(id)+"/move", to, nil)
}

// Journal holds the requests of an account.
type Journal struct{ s *Standin }

// Entries returns the matching requests, oldest first; nil matches all.
func (j Journal) Entries(filter Filter) []Entry {
	j.s.t.Helper()
	var found struct{ Entries []Entry }
	body := map[string]any{}
	if filter != nil {
		body["filter"] = filter
	}
	j.s.do("POST", "/journal/find", body, &found)
	return found.Entries
}

// Wait waits until this number of requests match. After the timeout, it fails the test and names the closest ones.
func (j Journal) Wait(filter Filter, count int, timeout time.Duration) []Entry {
	j.s.t.Helper()
	var report struct {
		Held    bool
		Why     string
		Entries []Entry
		Nearest []nearest
	}
	body := map[string]any{"filter": filter, "count": count, "timeout_seconds": timeout.Seconds()}
	j.s.do("POST", "/journal/wait", body, &report)
	if !report.Held {
		j.s.t.Fatalf("%s %s", report.Why, closest(report.Nearest))
	}
	return report.Entries
}

// Explain returns why a request got its response, by the x-request-id of the response.
func (j Journal) Explain(requestID string) string {
	j.s.t.Helper()
	var view struct{ Explanation string }
	if err := j.s.server.call("GET", "/explain/"+url.PathEscape(requestID), nil, &view); err != nil {
		j.s.t.Fatal(err)
	}
	return view.Explanation
}

func (j Journal) Clear() { j.s.t.Helper(); j.s.do("DELETE", "/journal", nil, nil) }
