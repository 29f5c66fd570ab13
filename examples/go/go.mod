module workspace-gateway-go

go 1.25

require (
	github.com/pulumi-workspace-gateway/pulumi-workspace-gateway/sdk/go v0.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)

// The output of `pulumi package gen-sdk`.
replace github.com/pulumi-workspace-gateway/pulumi-workspace-gateway/sdk/go => ./sdk/go
