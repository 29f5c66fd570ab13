// Runs the example in Go by the Automation API, inside of this process: Go's language host is not needed. Its arguments are those
// of the CLI: `up` or `preview`, and flags.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	gateway "github.com/pulumi-workspace-gateway/pulumi-workspace-gateway/sdk/go/workspacegateway"
	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"workspace-gateway-go/team"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, command string, flags []string) error {
	stack, err := auto.SelectStackInlineSource(ctx, "test", "workspace-gateway-go", declare, auto.WorkDir("."))
	if err != nil {
		return err
	}
	// The other flags say what this API does anyway.
	isSame := slices.Contains(flags, "--expect-no-changes")
	if command == "preview" {
		options := []optpreview.Option{optpreview.ProgressStreams(os.Stdout)}
		if isSame {
			options = append(options, optpreview.ExpectNoChanges())
		}
		_, err = stack.Preview(ctx, options...)
		return err
	}
	options := []optup.Option{optup.ProgressStreams(os.Stdout)}
	if isSame {
		options = append(options, optup.ExpectNoChanges())
	}
	_, err = stack.Up(ctx, options...)
	return err
}

// The example, and what the config adds to it.
func declare(ctx *pulumi.Context) error {
	if err := team.Declare(ctx); err != nil {
		return err
	}
	settings := config.New(ctx, "")
	if url := settings.Get("euUrl"); url != "" {
		eu, err := gateway.NewProvider(ctx, "eu", &gateway.ProviderArgs{
			BaseUrl:     pulumi.String(url),
			AccessToken: settings.RequireSecret("euToken"),
		})
		if err != nil {
			return err
		}
		args := &gateway.WorkspaceArgs{Name: pulumi.String("abroad")}
		if _, err := gateway.NewWorkspace(ctx, "abroad", args, pulumi.Provider(eu)); err != nil {
			return err
		}
	}
	return nil
}
