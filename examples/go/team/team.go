// Package team declares one team's gateway.
package team

import (
	gateway "github.com/pulumi-workspace-gateway/pulumi-workspace-gateway/sdk/go/workspacegateway"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// Declare declares the gateway. `pulumi up`, Automation API programs and tests can run it.
func Declare(ctx *pulumi.Context) error {
	team, err := gateway.NewWorkspace(ctx, "team", &gateway.WorkspaceArgs{Name: pulumi.String("support-assistant")})
	if err != nil {
		return err
	}
	openai, err := gateway.NewModelProvider(ctx, "openai", &gateway.ModelProviderArgs{
		WorkspaceId:   team.ID(),
		Name:          pulumi.String("openai"),
		BaseUrl:       pulumi.String("https://api.openai.com/v1"),
		Compatibility: pulumi.String("OPENAI_SDK"),
		Priority:      pulumi.Int(1),
		ApiKey:        config.New(ctx, "").RequireSecret("openaiApiKey"),
	})
	if err != nil {
		return err
	}
	large, err := gateway.NewModel(ctx, "large", &gateway.ModelArgs{
		WorkspaceId:   team.ID(),
		ProviderId:    openai.ID(),
		Name:          pulumi.String("gpt-large"),
		DisplayName:   pulumi.String("GPT, large"),
		ApiName:       pulumi.String("gpt-4.1"),
		Type:          pulumi.String("chat"),
		InputCost:     pulumi.Float64(2),
		OutputCost:    pulumi.Float64(8),
		ContextWindow: pulumi.Int(1047576),
	})
	if err != nil {
		return err
	}
	// Functions that share their name with a resource are prefixed with Lookup.
	budget := gateway.LookupBudgetOutput(ctx, gateway.LookupBudgetOutputArgs{WorkspaceId: team.ID()})
	ctx.Export("route", large.GatewayName)
	ctx.Export("remaining", budget.Remaining())
	return nil
}
