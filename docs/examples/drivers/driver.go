//go:build ignore

// A driver for `standin audition`, with the standard library: go build -o driver driver.go
//
// It runs as it is. Replace the three functions that say YOUR CLIENT, then delete the client at the end of the file.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// Case is one case: where the API is, what to make, and where the file goes.
type Case struct {
	Name   string `json:"case"`
	URL    string `json:"url"`
	APIKey string `json:"apiKey"`
	Goal   string `json:"goal"`
	// Body is the body of one create, or a list of bodies for batch and derive.
	Body   json.RawMessage `json:"body"`
	Output string          `json:"output"`
	// The client has to end by itself after DeadlineSeconds, so its timeouts have to be shorter.
	DeadlineSeconds float64 `json:"deadlineSeconds"`
	// IDs are the ids of all generations that your client created, for the report.
	IDs []string `json:"-"`
}

// Body is a JSON object.
type Body map[string]any

// bodies reads the list of bodies of the goals batch and derive.
func (c *Case) bodies() (list []Body) {
	json.Unmarshal(c.Body, &list)
	return list
}

// GaveUp is the error of a client that gives up. The report shows its members: code, message, request_id, status, …
type GaveUp struct{ Members Body }

func (e *GaveUp) Error() string { return fmt.Sprint(e.Members["message"]) }

func makeOne(c *Case) error {
	// YOUR CLIENT: creates a generation from c.Body and downloads its clip to the path c.Output.
	client := newSmallClient(c)
	id, err := client.create(c.Body)
	if err != nil {
		return err
	}
	return client.finish(id, c.Output)
}

func makeBatch(c *Case) error {
	// YOUR CLIENT: creates a generation from each body in c.Body, and downloads the clips to c.Output/0.mp4, 1.mp4, …
	client := newSmallClient(c)
	var created []string
	var trouble error
	for _, body := range c.bodies() {
		id, err := client.create(body)
		if err != nil {
			// Generations that were accepted before are paid for, so they are finished.
			trouble = err
			break
		}
		created = append(created, id)
	}
	for index, id := range created {
		err := client.finish(id, filepath.Join(c.Output, fmt.Sprintf("%d.mp4", index)))
		if trouble == nil {
			trouble = err
		}
	}
	return trouble
}

func derive(c *Case) error {
	// YOUR CLIENT: makes a clip from the first body, then one from the second body with the id of the first as its source.
	client := newSmallClient(c)
	bodies := c.bodies()
	source, err := client.create(bodies[0])
	if err == nil {
		err = client.wait(source)
	}
	if err != nil {
		return err
	}
	bodies[1]["source_video_ids"] = []string{source}
	id, err := client.create(bodies[1])
	if err != nil {
		return err
	}
	return client.finish(id, c.Output)
}

// The protocol. This part stays.

var goals = map[string]func(*Case) error{"make": makeOne, "batch": makeBatch, "derive": derive}

// play plays a case. It returns the outcome and the members of the last line.
func play(c *Case) (string, Body) {
	goal, known := goals[c.Goal]
	if !known {
		return "unsupported", Body{}
	}
	err := goal(c)
	said := Body{"ids": c.IDs}
	if err == nil {
		return "delivered", said
	}
	said["error"] = Body{"message": err.Error()}
	var gaveUp *GaveUp
	if errors.As(err, &gaveUp) {
		said["error"] = gaveUp.Members
	}
	return "gave-up", said
}

// playOne plays the case of the environment. Without --lines, Standin starts the driver once for each case.
func playOne() int {
	seconds, _ := strconv.ParseFloat(os.Getenv("STANDIN_DEADLINE_SECONDS"), 64)
	outcome, said := play(&Case{
		URL:             os.Getenv("STANDIN_URL"),
		APIKey:          os.Getenv("STANDIN_API_KEY"),
		Goal:            os.Getenv("STANDIN_GOAL"),
		Body:            json.RawMessage(os.Getenv("STANDIN_BODY")),
		Output:          os.Getenv("STANDIN_OUTPUT"),
		DeadlineSeconds: seconds,
	})
	line, _ := json.Marshal(said)
	fmt.Println(string(line))
	return map[string]int{"delivered": 0, "gave-up": 1, "unsupported": 64}[outcome]
}

// playLines plays a case for each line of standard input. With --lines, Standin starts the driver once.
func playLines() {
	var lock sync.Mutex
	var running sync.WaitGroup
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked Case
		if json.Unmarshal(lines.Bytes(), &asked) != nil {
			continue
		}
		running.Add(1)
		go func() {
			defer running.Done()
			outcome, said := play(&asked)
			said["case"], said["outcome"] = asked.Name, outcome
			line, _ := json.Marshal(said)
			lock.Lock()
			defer lock.Unlock()
			fmt.Println(string(line))
		}()
	}
	running.Wait()
}

func main() {
	if _, isOne := os.LookupEnv("STANDIN_GOAL"); isOne {
		os.Exit(playOne())
	}
	playLines()
}

// A small client, so that the driver runs before yours is in place.

type smallClient struct {
	c    *Case
	ends time.Time
}

func newSmallClient(c *Case) *smallClient {
	return &smallClient{c, time.Now().Add(seconds(0.9 * c.DeadlineSeconds))}
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

func (s *smallClient) create(body any) (string, error) {
	var random [16]byte
	rand.Read(random[:])
	key := fmt.Sprintf("%x", random)
	data, _ := json.Marshal(body)
	var video struct{ ID string }
	if err := s.send("/v1/videos", key, data, &video); err != nil {
		// With the key, a user can find out whether the create was accepted.
		err.Members["idempotency_key"] = key
		return "", err
	}
	s.c.IDs = append(s.c.IDs, video.ID)
	return video.ID, nil
}

func (s *smallClient) wait(id string) error {
	for pause := 0.3; ; pause = math.Min(1.5*pause, 3) {
		var video struct {
			Status string
			Error  Body
		}
		if err := s.send("/v1/videos/"+id, "", nil, &video); err != nil {
			return err
		}
		switch video.Status {
		case "completed":
			return nil
		case "failed":
			return &GaveUp{Body{"code": video.Error["code"], "message": video.Error["message"], "id": id}}
		}
		if !s.pause(pause) {
			return &GaveUp{Body{"message": "The generation has not ended in time.", "id": id}}
		}
	}
}

func (s *smallClient) finish(id, path string) error {
	if err := s.wait(id); err != nil {
		return err
	}
	var clip []byte
	if err := s.send("/v1/videos/"+id+"/content", "", nil, &clip); err != nil {
		return err
	}
	os.MkdirAll(filepath.Dir(path), 0o755)
	return os.WriteFile(path, clip, 0o644)
}

// send sends a request, and sends it again if that may help. The body goes into result: a clip as it is, or JSON.
func (s *smallClient) send(path, key string, body []byte, result any) *GaveUp {
	for attempt := 1; ; attempt++ {
		refused, wait := s.once(path, key, body, result)
		if refused == nil {
			return nil
		}
		isLast := refused["retryable"] != true || attempt == 6
		if isLast || !s.pause(math.Max(wait, 0.2*math.Pow(2, float64(attempt)))) {
			return &GaveUp{refused}
		}
	}
}

// once sends a request once. It returns what went wrong, and the seconds that the response asks to wait.
func (s *smallClient) once(path, key string, body []byte, result any) (Body, float64) {
	timeout := math.Min(0.6*s.c.DeadlineSeconds, time.Until(s.ends).Seconds())
	ctx, cancel := context.WithTimeout(context.Background(), seconds(timeout))
	defer cancel()
	request, _ := http.NewRequestWithContext(ctx, "GET", s.c.URL+path, bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+s.c.APIKey)
	if body != nil {
		request.Method = "POST"
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	var data []byte
	if err == nil {
		defer response.Body.Close()
		data, err = io.ReadAll(response.Body)
	}
	if err == nil && response.StatusCode >= 300 {
		return refusedBy(response, data)
	}
	if clip, isClip := result.(*[]byte); err == nil && isClip {
		*clip = data
		if response.Header.Get("Content-Type") != "video/mp4" || len(data) == 0 {
			err = errors.New("the response is not a clip")
		}
	} else if err == nil {
		err = json.Unmarshal(data, result)
	}
	if err != nil {
		return Body{"message": err.Error(), "code": "connection_failed", "retryable": true}, 0
	}
	return nil, 0
}

var retryable = map[int]bool{408: true, 425: true, 429: true, 500: true, 502: true, 503: true, 504: true}

func refusedBy(response *http.Response, data []byte) (Body, float64) {
	var said struct{ Error Body }
	json.Unmarshal(data, &said)
	status := response.StatusCode
	refused := Body{"message": "The server answered " + response.Status, "status": status, "retryable": retryable[status]}
	for name, value := range said.Error {
		refused[name] = value
	}
	after := response.Header.Get("Retry-After")
	if wait, err := strconv.ParseFloat(after, 64); err == nil {
		return refused, wait
	}
	until, err := http.ParseTime(after)
	now, _ := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return refused, 0
	}
	return refused, until.Sub(now).Seconds()
}

// pause sleeps for so many seconds and a bit. It returns false if that takes too long.
func (s *smallClient) pause(wait float64) bool {
	pause := seconds(wait * (1 + mathrand.Float64()/4))
	if pause > time.Until(s.ends) {
		return false
	}
	time.Sleep(pause)
	return true
}
