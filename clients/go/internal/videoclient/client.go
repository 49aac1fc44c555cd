// Package videoclient is a small client of the video API, which the tests of the helper test.
package videoclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Client waits for Retry-After, and sends a create whose response was lost again.
type Client struct {
	BaseURL, APIKey string
	// Key is the Idempotency-Key of creates.
	Key string
	// Hasty clients do not wait.
	Hasty bool
}

// Record is a generation.
type Record struct{ ID, Status string }

func (c Client) Create() (Record, error) {
	return c.send("POST", "", `{"model":"videomodel-2.5","prompt":"a boat","duration_seconds":4}`)
}

func (c Client) Get(id string) (Record, error) {
	return c.send("GET", "/"+id, "")
}

func (c Client) send(method, path, body string) (record Record, err error) {
	for attempt := 0; attempt < 6; attempt++ {
		request, err := http.NewRequest(method, c.BaseURL+"/v1/videos"+path, strings.NewReader(body))
		if err != nil {
			return record, err
		}
		request.Header.Set("Authorization", "Bearer "+c.APIKey)
		request.Header.Set("Content-Type", "application/json")
		if c.Key != "" {
			request.Header.Set("Idempotency-Key", c.Key)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			continue
		}
		defer response.Body.Close()
		switch {
		case response.StatusCode < 300:
			return record, json.NewDecoder(response.Body).Decode(&record)
		case response.StatusCode != 429 && response.StatusCode != 503:
			return record, fmt.Errorf("status %d", response.StatusCode)
		}
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && !c.Hasty {
			time.Sleep(time.Duration(seconds) * time.Second)
		}
	}
	return record, errors.New("gave up")
}
