package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"workspace-gateway-go/team"
)

func main() {
	pulumi.Run(team.Declare)
}
