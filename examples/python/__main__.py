"""One team's gateway in Python."""

import pulumi
import pulumi_workspace_gateway as gateway

config = pulumi.Config()

team = gateway.Workspace("team", name="support-assistant")

openai = gateway.ModelProvider(
    "openai",
    workspace_id=team.id,
    name="openai",
    base_url="https://api.openai.com/v1",
    compatibility="OPENAI_SDK",
    priority=1,
    api_key=config.require_secret("openaiApiKey"),
)

large = gateway.Model(
    "large",
    workspace_id=team.id,
    provider_id=openai.id,
    name="gpt-large",
    display_name="GPT, large",
    api_name="gpt-4.1",
    type="chat",
    input_cost=2,
    output_cost=8,
    context_window=1047576,
)

budget = gateway.get_budget_output(workspace_id=team.id)

pulumi.export("route", large.gateway_name)
pulumi.export("remaining", budget.remaining)
