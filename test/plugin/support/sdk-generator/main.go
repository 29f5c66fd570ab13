// Writes what Pulumi makes of a schema for programs in Go, Node.js and Python, a folder each: sdk-generator SCHEMA FOLDER. With the
// name of a language, only that one: sdk-generator SCHEMA FOLDER LANGUAGE.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Set by the build.
var version string

// The schema refers to no other package.
type none struct{ schema.ReferenceLoader }

type files = map[string][]byte

func main() {
	if os.Args[1] == "version" {
		fmt.Println(version)
		return
	}
	for language, generate := range map[string]func(*schema.Package) (files, error){
		"go": func(p *schema.Package) (files, error) { return golang.GeneratePackage("pulumi", p, nil) },
		"nodejs": func(p *schema.Package) (files, error) {
			return nodejs.GeneratePackage("pulumi", p, nil, nil, false, none{})
		},
		"python": func(p *schema.Package) (files, error) {
			return python.GeneratePackage("pulumi", p, nil, none{})
		},
	} {
		if len(os.Args) > 3 && os.Args[3] != language {
			continue
		}
		// A generator changes the package, so each reads its own.
		made, err := generate(bound(os.Args[1]))
		check(err)
		for name, text := range made {
			file := filepath.Join(os.Args[2], language, name)
			check(os.MkdirAll(filepath.Dir(file), 0o755))
			check(os.WriteFile(file, text, 0o644))
		}
	}
}

func bound(file string) *schema.Package {
	text, err := os.ReadFile(file)
	check(err)
	var spec schema.PackageSpec
	check(json.Unmarshal(text, &spec))
	made, problems, err := schema.BindSpec(spec, none{}, schema.ValidationOptions{})
	check(err)
	if len(problems) > 0 {
		check(problems)
	}
	return made
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
