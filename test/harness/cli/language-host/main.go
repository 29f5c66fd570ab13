// Starts a language host of Node.js that takes the options of Pulumi.yaml as flags, as old ones do. Today's engine hands them over in
// its requests, which such a host does not read: every program would be run by a transpiler.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"gopkg.in/yaml.v3"
)

// The options that the host has flags for.
var flags = []string{"typescript", "tsconfig", "nodeargs"}

func main() {
	self, err := os.Executable()
	check(err)
	host := self + "-by-flags"
	args := append(optionsOfProject(), os.Args[1:]...)
	// Under the name of this one, by which lists of processes know a language host. Where a process cannot become another, it
	// waits for it.
	if syscall.Exec(host, append([]string{self}, args...), os.Environ()) == nil {
		return
	}
	command := exec.Command(host, args...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
	check(err)
}

// The options of the project that the engine has started the host in, as flags.
func optionsOfProject() []string {
	var project struct {
		Runtime yaml.Node
	}
	if text, err := os.ReadFile(projectFile()); err != nil || yaml.Unmarshal(text, &project) != nil {
		return nil
	}
	var runtime struct {
		Options map[string]any
	}
	// Without options it may be a name alone.
	_ = project.Runtime.Decode(&runtime)
	var found []string
	for _, flag := range flags {
		if value, ok := runtime.Options[flag]; ok {
			found = append(found, fmt.Sprintf("-%s=%v", flag, value))
		}
	}
	return found
}

// The project file of the working directory, or of the next folder above it that has one.
func projectFile() string {
	directory, err := os.Getwd()
	check(err)
	for {
		for _, name := range []string{"Pulumi.yaml", "Pulumi.yml", "Pulumi.json"} {
			file := filepath.Join(directory, name)
			if _, err := os.Stat(file); err == nil {
				return file
			}
		}
		above := filepath.Dir(directory)
		if above == directory {
			return ""
		}
		directory = above
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
