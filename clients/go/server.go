package standin

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// server is a running server: one that this test binary started, or the one behind STANDIN_URL.
type server struct {
	baseURL string
	control string
	token   string
	client  *http.Client
}

var (
	once     sync.Once
	shared   *server
	problem  error
	lifeline io.Closer // While it is open, the server runs. It is closed when this process ends, however it ends.
)

// running returns the server of this test binary, and starts it at the first call.
func running() (*server, error) {
	once.Do(func() {
		if address := os.Getenv("STANDIN_URL"); address != "" {
			shared, problem = reach(address)
		} else {
			shared, problem = start()
		}
	})
	return shared, problem
}

func reach(address string) (*server, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	control := parsed.Scheme + "://" + parsed.Host + "/_standin"
	// A proxy of the environment does not know the server.
	client := &http.Client{Transport: &http.Transport{}}
	return &server{strings.TrimRight(address, "/"), control, os.Getenv("STANDIN_CONTROL_TOKEN"), client}, nil
}

// start runs `standin serve` on a free port.
func start() (*server, error) {
	words, err := command()
	if err != nil {
		return nil, err
	}
	words = append(words, "serve", "--json", "--port", "0", "--until-stdin-ends")
	words = append(words, ServerFlags...)
	process := exec.Command(words[0], words[1:]...)
	var said bytes.Buffer
	process.Stderr = &said
	if lifeline, err = process.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("standin: %w", err)
	}
	var ready struct{ URL string }
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &ready)
	}
	if err != nil {
		status := process.Wait()
		return nil, fmt.Errorf("%s: %v: %s", strings.Join(words, " "), status, strings.TrimSpace(said.String()))
	}
	return reach(ready.URL)
}

// command finds the command in STANDIN_COMMAND, in node_modules of this folder or above, or on PATH.
func command() ([]string, error) {
	if words := strings.Fields(os.Getenv("STANDIN_COMMAND")); len(words) > 0 {
		return words, nil
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for at := folder; ; at = filepath.Dir(at) {
		if found, err := exec.LookPath(filepath.Join(at, "node_modules", ".bin", "standin")); err == nil {
			return []string{found}, nil
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if found, err := exec.LookPath("standin"); err == nil {
		return []string{found}, nil
	}
	return nil, errors.New("Standin is not installed: there is no node_modules/.bin/standin in " + folder +
		" or above, and no standin on PATH. Run npm install --save-dev with the tarball of Standin, " +
		"set STANDIN_COMMAND to the command, or set STANDIN_URL to the URL of a running server.")
}

// call calls the control API.
func (s *server) call(method, path string, body, answer any) error {
	var sent io.Reader
	if method != "GET" {
		if body == nil {
			body = struct{}{}
		}
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(data)
	}
	request, err := http.NewRequest(method, s.control+path, sent)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return fmt.Errorf("standin: %w", err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("standin: %s %s: %w", method, path, err)
	}
	if response.StatusCode >= 300 {
		var refused struct{ Error struct{ Message string } }
		if json.Unmarshal(data, &refused) != nil || refused.Error.Message == "" {
			refused.Error.Message = string(data)
		}
		return fmt.Errorf("standin: %s %s: %s", method, path, refused.Error.Message)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(data, answer)
}
