// An S3 server in memory, with one bucket: s3-server BUCKET. It prints its address, and ends with its input.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Set by the build.
var version string

func main() {
	if os.Args[1] == "version" {
		fmt.Println(version)
		return
	}
	backend := s3mem.New()
	check(backend.CreateBucket(os.Args[1]))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println(listener.Addr())
	go func() { check(http.Serve(listener, gofakes3.New(backend).Server())) }()
	_, err = io.Copy(io.Discard, os.Stdin)
	check(err)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
