package standin_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/standin"
	"example.com/standin/internal/videoclient"
)

func clientOf(s *standin.Standin) videoclient.Client {
	return videoclient.Client{BaseURL: s.BaseURL, APIKey: s.APIKey}
}

func create(t *testing.T, client videoclient.Client) videoclient.Record {
	t.Helper()
	record, err := client.Create()
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func statusOf(t *testing.T, client videoclient.Client, id string) string {
	t.Helper()
	record, err := client.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return record.Status
}

func equal[Value comparable](t *testing.T, got, want Value) {
	t.Helper()
	if got != want {
		t.Fatalf("%v is not %v", got, want)
	}
}

func TestACarefulClientWaitsAndCreatesOnce(t *testing.T) {
	s := standin.New(t)
	s.Scenarios.Use("rate_limit_burst_then_ok")
	create(t, clientOf(s))
	s.ExpectWaits()
	s.ExpectCreates(1)
	refused := standin.Filter{"status": 429}
	s.ExpectRequests(refused, refused, refused, standin.Filter{"operation": "create", "status": 202})
}

func TestALostResponseIsNotPaidTwice(t *testing.T) {
	s := standin.New(t, standin.Options{Scenario: "accepted_then_reset"})
	client := clientOf(s)
	client.Key = "k1"
	create(t, client)
	s.ExpectCreates(1)
}

func TestEveryVerb(t *testing.T) {
	s := standin.New(t, standin.Options{Clock: "frozen", Balance: standin.Dollars(5)})
	client := clientOf(s)
	first := create(t, client)
	equal(t, statusOf(t, client, first.ID), "pending")
	s.Clock.Advance(time.Minute)
	equal(t, statusOf(t, client, first.ID), "completed")
	second := create(t, client)
	s.Clock.RunUntilIdle()
	equal(t, statusOf(t, client, second.ID), "completed")
	equal(t, s.Ledger().Captured, 2.24)
	s.Clock.AdvanceTo(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC))
	equal(t, s.Clock.Read()["now"].(string)[:4], "2100")
	s.SetBalance(100)
	equal(t, s.Ledger().Balance, 100)
	snapshot := s.Snapshot()
	third := create(t, client)
	s.Generations.Move(third.ID, map[string]any{"status": "failed", "failure": map[string]any{"code": "capacity_unavailable"}})
	equal(t, statusOf(t, client, third.ID), "failed")
	s.Restore(snapshot)
	equal(t, len(s.Generations.List()), 2)
	equal(t, len(s.Fork().Generations.List()), 2)
	s.RevokeKey()
	if _, err := client.Get(first.ID); err == nil || err.Error() != "status 401" {
		t.Fatal(err)
	}
	s.RestoreKey()
	s.Reset()
	equal(t, s.Read()["counters"].(map[string]any)["created"].(float64), 0)
	s.Clock.Set("x60")
	equal(t, s.Clock.Read()["clock"].(string), "x60")
}

func TestFaultsAndJournal(t *testing.T) {
	s := standin.New(t)
	client := clientOf(s)
	rule := standin.Rule{
		"match":  map[string]any{"operation": "create"},
		"when":   map[string]any{"first": 1},
		"effect": map[string]any{"kind": "answer", "status": 500},
	}
	added := s.Faults.Add(rule)
	for range [2]int{} {
		if _, err := client.Create(); err == nil || err.Error() != "status 500" {
			t.Fatal(err)
		}
		s.Faults.Restart()
	}
	id := added["id"].(string)
	equal(t, s.Faults.List()[0]["id"].(string), id)
	s.Faults.Remove(id)
	equal(t, len(s.Faults.Replace(rule)), 1)
	s.Faults.Clear()
	create(t, client)
	equal(t, len(s.Journal.Entries(standin.Filter{"operation": "create"})), 3)
	refused := s.Journal.Wait(standin.Filter{"status": 500}, 2, time.Second)
	if !strings.Contains(s.Journal.Explain(refused[0].RequestID), id) {
		t.Fatal("the explanation does not name the rule")
	}
	s.Journal.Clear()
	s.ExpectRequests()
	s.Scenarios.Use("storm_503")
	equal(t, s.Scenarios.List()[0]["name"].(string), "storm_503")
}

func TestEachTestHasAnAccountOfItsOwn(t *testing.T) {
	one, two := standin.New(t), standin.New(t)
	create(t, clientOf(one))
	two.ExpectCreates(0)
}

// The tests of testdata/failing fail, for these reasons.
func TestFailures(t *testing.T) {
	output := goTest(t, os.Environ(), "./testdata/failing")
	for _, wanted := range []string{
		"--- FAIL: TestDoubleCreate",
		"failing_test.go:22: Expected creates: 1. The client made 2 (each is paid for).",
		"202, request ",
		"; fault lost)",
		"--- FAIL: TestHaste",
		"s of 1.00 s (Retry-After) between these:",
		"--- FAIL: TestNoRetry",
		"No request was sent again after a response with Retry-After.\n        No request came.",
		"--- FAIL: TestOtherRequests",
		`Request 1 of 1 did not come: {"operation":"create","status":402}. The closest was POST /v1/videos 202: status should be 402 and was 202.`,
		"--- FAIL: TestMoreRequests",
		"0 requests were expected and 1 came.",
		"--- FAIL: TestUnknownScenario",
		"standin: PUT /accounts/",
		"storm_504",
		"--- FAIL: TestOwnError",
		"Standin: These came:\n          POST /v1/videos 202, request ",
	} {
		if !strings.Contains(output, wanted) {
			t.Errorf("%q is missing in:\n%s", wanted, output)
		}
	}
	if strings.Contains(output, "--- PASS") || strings.Count(output, "--- FAIL") != 7 {
		t.Errorf("not 7 failures:\n%s", output)
	}
}

func TestAMissingCommandSaysWhatToInstall(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go on PATH")
	}
	env := []string{"PATH=" + filepath.Dir(tool), "STANDIN_COMMAND="}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); name != "PATH" && !strings.HasPrefix(name, "STANDIN_") {
			env = append(env, variable)
		}
	}
	output := goTest(t, env, "-run", "TestNoRetry", "./testdata/failing")
	if _, err := exec.LookPath("standin"); err != nil && !strings.Contains(output, "Standin is not installed") {
		t.Error(output)
	}
	wrong := goTest(t, append(env, "STANDIN_COMMAND=go"), "-run", "TestNoRetry", "./testdata/failing")
	if !strings.Contains(wrong, "go serve --json --port 0 --until-stdin-ends: exit status 2: go serve: unknown command") {
		t.Error(wrong)
	}
	unreachable := goTest(t, append(env, "STANDIN_URL=http://127.0.0.1:1"), "-run", "TestNoRetry", "./testdata/failing")
	if !strings.Contains(unreachable, "connection refused") {
		t.Error(unreachable)
	}
}

// goTest runs tests that must fail, and returns what they print.
func goTest(t *testing.T, env []string, arguments ...string) string {
	t.Helper()
	process := exec.Command("go", append([]string{"test", "-v"}, arguments...)...)
	process.Env = env
	output, err := process.CombinedOutput()
	if err == nil {
		t.Fatalf("the tests pass:\n%s", output)
	}
	return string(output)
}
