// Generates a clip: go run generate.go [out.mp4]. STANDIN_URL and STANDIN_API_KEY say where and as whom; standin exec sets both.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

type video struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Error  fault  `json:"error"`
}

type fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

const attempts = 8

// send asks until there is an answer: 429 and 503 are waited for, other refusals are errors.
func send(method, path string, body []byte, idempotencyKey string) (*http.Response, error) {
	for attempt := 0; ; attempt++ {
		request, err := http.NewRequest(method, os.Getenv("STANDIN_URL")+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		request.Header.Set("Authorization", "Bearer "+os.Getenv("STANDIN_API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		if idempotencyKey != "" {
			request.Header.Set("Idempotency-Key", idempotencyKey)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, err
		}
		if response.StatusCode < 300 {
			return response, nil
		}
		var refusal struct{ Error fault }
		err = json.NewDecoder(response.Body).Decode(&refusal)
		response.Body.Close()
		isPassing := response.StatusCode == 429 || response.StatusCode == 503
		if !isPassing || attempt == attempts-1 {
			if err != nil {
				return nil, fmt.Errorf("%s, and no error envelope: %w", response.Status, err)
			}
			return nil, fmt.Errorf("%d %s: %s", response.StatusCode, refusal.Error.Code, refusal.Error.Message)
		}
		pause := 1 << attempt
		if asked, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && asked > pause {
			pause = asked
		}
		time.Sleep(time.Duration(pause) * time.Second)
	}
}

func read(response *http.Response) (record video, err error) {
	defer response.Body.Close()
	err = json.NewDecoder(response.Body).Decode(&record)
	return record, err
}

func generate(out string) error {
	var key [16]byte
	if _, err := rand.Read(key[:]); err != nil {
		return err
	}
	request := `{"model":"videomodel-2.5","prompt":"a small boat in the rain","duration_seconds":4,"resolution":"480p"}`
	response, err := send("POST", "/v1/videos", []byte(request), fmt.Sprintf("%x", key))
	if err != nil {
		return err
	}
	record, err := read(response)
	for pause := 2 * time.Second; err == nil && (record.Status == "pending" || record.Status == "running"); pause *= 2 {
		time.Sleep(pause)
		if response, err = send("GET", "/v1/videos/"+record.ID, nil, ""); err == nil {
			record, err = read(response)
		}
	}
	if err != nil {
		return err
	}
	if record.Status != "completed" {
		return fmt.Errorf("%s: %s", record.Error.Code, record.Error.Message)
	}
	if response, err = send("GET", "/v1/videos/"+record.ID+"/content", nil, ""); err != nil {
		return err
	}
	defer response.Body.Close()
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	if _, err = io.Copy(file, response.Body); err != nil {
		return err
	}
	return file.Close()
}

func main() {
	out := "out.mp4"
	if len(os.Args) > 1 {
		out = os.Args[1]
	}
	if err := generate(out); err != nil {
		log.Fatal(err)
	}
	fmt.Println(out)
}
