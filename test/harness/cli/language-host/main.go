// Starts a language host that takes the options of Pulumi.yaml as flags, as old ones do. Today's engine hands them over in its
// requests, which such a host does not read: every program of Node.js would be run by a transpiler, and every one of Python by the
// interpreter of PATH.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"gopkg.in/yaml.v3"
)

// The options that each host has flags for, by the language that its name ends with.
var flags = map[string][]string{
	"nodejs": {"typescript", "tsconfig", "nodeargs"},
	"python": {"virtualenv"},
}

// Set by the build, where the program is asked for its version.
var version string

func main() {
	if len(os.Args) > 1 && os.Args[1] == "version" {
		fmt.Println(version)
		return
	}
	self, err := os.Executable()
	check(err)
	host := self + "-by-flags"
	name := strings.TrimSuffix(filepath.Base(self), filepath.Ext(self))
	args := append(optionsOfProject(name[strings.LastIndex(name, "-")+1:]), os.Args[1:]...)
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

// The options of the project that the engine has started the host in, as flags. Paths among them begin at the project's folder.
func optionsOfProject(language string) []string {
	var project struct {
		Runtime yaml.Node
	}
	file := projectFile()
	if text, err := os.ReadFile(file); err != nil || yaml.Unmarshal(text, &project) != nil {
		return nil
	}
	var runtime struct {
		Options map[string]any
	}
	// Without options it may be a name alone.
	_ = project.Runtime.Decode(&runtime)
	found := []string{"-root=" + filepath.Dir(file)}
	for _, flag := range flags[language] {
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
