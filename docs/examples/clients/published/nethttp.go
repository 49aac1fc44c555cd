// Go's net/http: it retries nothing but what a connection that was kept open for too long lost. Advised: a timeout, and a key.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

type failure struct {
	Code      string `json:"code,omitempty"`
	Message   string `json:"message,omitempty"`
	RequestID string `json:"request_id,omitempty"`
	Status    int    `json:"status,omitempty"`
}

type video struct {
	ID     string
	Status string
	Error  failure
}

var (
	client  http.Client
	id      string
	advised = len(os.Args) > 1 && os.Args[1] == "advised"
)

func giveUp(why failure) {
	word, _ := json.Marshal(map[string]any{"id": id, "error": why})
	fmt.Println(string(word))
	os.Exit(1)
}

func must(err error) {
	if err != nil {
		giveUp(failure{Message: err.Error()})
	}
}

func send(method, path string, body []byte) []byte {
	request, err := http.NewRequest(method, os.Getenv("STANDIN_URL")+"/v1/videos"+path, bytes.NewReader(body))
	must(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("STANDIN_API_KEY"))
	if method == "POST" {
		request.Header.Set("Content-Type", "application/json")
		if advised {
			key := make([]byte, 16)
			rand.Read(key)
			request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))
		}
	}
	answer, err := client.Do(request)
	must(err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	must(err)
	if answer.StatusCode >= 300 {
		var envelope struct{ Error failure }
		json.Unmarshal(data, &envelope)
		envelope.Error.Status = answer.StatusCode
		giveUp(envelope.Error)
	}
	return data
}

func main() {
	if os.Getenv("STANDIN_GOAL") != "make" {
		os.Exit(64)
	}
	seconds, _ := strconv.ParseFloat(os.Getenv("STANDIN_DEADLINE_SECONDS"), 64)
	deadline := time.Duration(seconds * float64(time.Second))
	endsAt := time.Now().Add(deadline * 8 / 10)
	if advised {
		client.Timeout = deadline * 75 / 100
	}
	var made video
	must(json.Unmarshal(send("POST", "", []byte(os.Getenv("STANDIN_BODY"))), &made))
	id = made.ID
	for pause := 500 * time.Millisecond; made.Status != "completed"; pause = min(pause*3/2, 3*time.Second) {
		if made.Status == "failed" {
			giveUp(made.Error)
		}
		if time.Now().After(endsAt) {
			giveUp(failure{Code: "client_deadline"})
		}
		time.Sleep(pause + time.Duration(time.Now().UnixNano()%200)*time.Millisecond)
		made = video{}
		must(json.Unmarshal(send("GET", "/"+id, nil), &made))
	}
	clip := send("GET", "/"+id+"/content", nil)
	part := os.Getenv("STANDIN_OUTPUT") + ".part"
	must(os.WriteFile(part, clip, 0o644))
	must(os.Rename(part, os.Getenv("STANDIN_OUTPUT")))
	fmt.Printf("{\"id\":%q}\n", id)
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}
