// Package failing holds tests that fail. TestFailures runs them and reads their messages.
package failing

import (
	"testing"

	"example.com/standin"
	"example.com/standin/internal/videoclient"
)

func clientOf(s *standin.Standin) videoclient.Client {
	return videoclient.Client{BaseURL: s.BaseURL, APIKey: s.APIKey}
}

func TestDoubleCreate(t *testing.T) {
	s := standin.New(t)
	s.Faults.Add(standin.Rule{
		"id": "lost", "match": map[string]any{"phase": "after-reservation"},
		"when": map[string]any{"first": 1}, "effect": map[string]any{"kind": "reset"},
	})
	clientOf(s).Create()
	s.ExpectCreates(1)
}

func TestHaste(t *testing.T) {
	s := standin.New(t, standin.Options{Scenario: "rate_limit_burst_then_ok"})
	client := clientOf(s)
	client.Hasty = true
	client.Create()
	s.ExpectWaits()
}

func TestNoRetry(t *testing.T) {
	standin.New(t).ExpectWaits()
}

func TestOtherRequests(t *testing.T) {
	s := standin.New(t)
	clientOf(s).Create()
	s.ExpectRequests(standin.Filter{"operation": "create", "status": 402})
}

func TestMoreRequests(t *testing.T) {
	s := standin.New(t)
	clientOf(s).Create()
	s.ExpectRequests()
}

func TestUnknownScenario(t *testing.T) {
	standin.New(t).Scenarios.Use("storm_504")
}

func TestOwnError(t *testing.T) {
	s := standin.New(t)
	clientOf(s).Create()
	t.Error("an error of the test")
}
