import { parse } from "yaml";
import type { Gateway } from "../../../gateway/index.ts";
import { examplesIn } from "../../../plugin/support/schema-examples.ts";

/** Each language previews all examples of the schema as one program, in which their names do not collide. */

/** The secrets in the stack's config that examples ask for. */
export const exampleSecrets = {
  openaiApiKey: "sk-canary-of-an-example",
  euToken: "token-canary-of-an-example",
};

/** Creates the objects that the examples of functions read, and returns the id of a metric. */
export async function seedForExamples(gateway: Gateway): Promise<string> {
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await gateway.console("POST", path, body);
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`);
  };
  for (const name of ["Support assistant", "Shared models", "House rules"]) {
    await post("/workspaces", { name });
  }
  const ids = new Map(gateway.rows("workspaces").map(({ id, name }) => [name, id]));
  const shared = { workspace_id: ids.get("Shared models") };
  const rules = { workspace_id: ids.get("House rules") };
  const team = { workspace_id: ids.get("Support assistant") };
  await post("/providers", {
    ...{ ...shared, name: "openai", base_url: "https://api.openai.com/v1" },
    ...{ url: "https://api.openai.com/v1", priority: 1, compatibility: "OPENAI_SDK" },
  });
  const [provider] = gateway.rows("providers");
  await post("/models", {
    ...{ ...shared, provider_id: provider?.id, name: "gpt-4.1", display_name: "GPT 4.1", type: "chat" },
    ...{ input_cost: 2, output_cost: 8, context_window: 1_047_576 },
  });
  await post("/mappings", { ...shared, source_name: "default", target_model: "openai/gpt-4.1" });
  await post("/prompts", { ...rules, name: "tone", content: "Be brief.", type: "SYSTEM" });
  await post("/configs", { ...rules, name: "standard", workflow: { steps: [] } });
  await post("/indexes", { ...team, url: "https://handbook.example.com", max_pages: 1 });
  gateway.seed.workflow(String(team.workspace_id), { name: "Fallback" });
  gateway.seed.quota({ name: "burst" });
  return String(gateway.seed.metric().id);
}

/** The sections of a YAML program. */
export function examplesAsYaml(): object {
  const merged: Record<string, Record<string, unknown>> = {
    config: {},
    resources: {},
    variables: {},
    outputs: {},
  };
  for (const [index, { code }] of examplesIn("yaml").entries()) {
    const { config = {}, resources = {}, variables = {}, outputs = {} } = parse(code);
    Object.assign(merged.config ?? {}, config);
    const named = [...Object.keys(resources), ...Object.keys(variables)];
    const own = (text: string) =>
      text.replace(/\$\{(\w+)/g, (whole, name) => (named.includes(name) ? `\${e${index}-${name}` : whole));
    for (const [section, entries] of Object.entries({ resources, variables, outputs })) {
      for (const [key, value] of Object.entries<{ type?: string; name?: string }>(entries)) {
        const read = JSON.parse(own(JSON.stringify(value)));
        if (section === "resources") read.name = `${value.name ?? key}-${index}`;
        if (value.type?.endsWith(":Workspace")) read.properties.name += ` ${index}`;
        Object.assign(merged[section] ?? {}, { [`e${index}-${key}`]: read });
      }
    }
  }
  return merged;
}

export function examplesAsPython(): string {
  const examples = examplesIn("python").map(({ code }) =>
    code.replace(/^import pulumi_workspace_gateway as gateway$/m, ""),
  );
  return `
import json, pulumi
import pulumi_workspace_gateway

class Renamed:
    def __init__(self, index):
        self.index = index
    def __getattr__(self, name):
        found = getattr(pulumi_workspace_gateway, name)
        if not isinstance(found, type):
            return found
        def create(resource, **args):
            if name == "Workspace":
                args["name"] += f" {self.index}"
            return found(f"{resource}-{self.index}", **args)
        return create

for index, code in enumerate(json.loads(${JSON.stringify(JSON.stringify(examples))})):
    exec(code, {"gateway": Renamed(index)})
`;
}
