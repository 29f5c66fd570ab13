// Creates, through the API, an account like one that people configured manually over two years.

interface Made {
  id: string;
  gateway_name: string;
}

const { WORKSPACE_GATEWAY_BASE_URL: baseUrl, WORKSPACE_GATEWAY_ACCESS_TOKEN: token } = process.env;
if (!baseUrl || !token) throw new Error("Set WORKSPACE_GATEWAY_BASE_URL and WORKSPACE_GATEWAY_ACCESS_TOKEN.");

await seedSupport();
await seedTools();
console.log("Created two workspaces with undocumented contents.");

async function seedSupport(): Promise<void> {
  const workspace_id = await workspace("Support assistant", 500);
  const vendor = await openai(workspace_id);
  const small = await smallModel(workspace_id, vendor);
  const large = await make("/models", {
    workspace_id,
    provider_id: vendor.id,
    name: "gpt-4.1",
    display_name: "GPT 4.1",
    type: "chat",
    input_cost: 2,
    output_cost: 8,
    context_window: 1_047_576,
  });
  const trial = await make("/providers", {
    workspace_id,
    name: "DeepSeek (trial)",
    base_url: "https://api.deepseek.com",
    priority: 2,
    compatibility: "DEEPSEEK",
    api_key: "sk-made-up-deepseek",
  });
  const reasoner = await make("/models", {
    workspace_id,
    provider_id: trial.id,
    name: "deepseek-reasoner",
    display_name: "DeepSeek, reasoning",
    type: "chat",
    input_cost: 0.28,
    output_cost: 0.42,
    context_window: 131_072,
  });

  await make("/prompts", {
    workspace_id,
    name: "House rules",
    content: [
      "You answer customers of Example Ltd.",
      "",
      "- Cite the handbook article that supports each answer.",
      "- If no article covers the question, say so and refer the customer to a person.",
      "- Never promise a date.",
      "",
    ].join("\n"),
    type: "SYSTEM",
    is_global: true,
    environment: "PRODUCTION",
  });
  await make("/prompts", {
    workspace_id,
    name: "Show the result",
    content: "Give the result first, then at most three sentences on how you got there.",
    type: "SYSTEM",
    model_id: reasoner.id,
    position: 1,
  });

  const route = (source_name: string, target_model: string, more: object) =>
    make("/mappings", { workspace_id, source_name, target_model, ...more });
  await route("default", small.gateway_name, { priority: 1 });
  await route("reasoning", reasoner.gateway_name, { priority: 1 });
  await route("gpt-.*", large.gateway_name, { priority: 100, is_pattern: true });
  // Its model was deleted, and nobody noticed.
  await route("claude", "anthropic/claude-sonnet", { priority: 1, enabled: false });

  await make("/configs", {
    workspace_id,
    name: "standard",
    description: "The default for most requests",
    is_default: true,
    workflow: { nodes: [{ id: "start", type: "input" }], edges: [] },
  });
}

async function seedTools(): Promise<void> {
  const workspace_id = await workspace("Internal tools", 100);
  const small = await smallModel(workspace_id, await openai(workspace_id));
  const prompt = { name: "House rules", content: "Answer in one sentence.", type: "SYSTEM" };
  await make("/prompts", { workspace_id, ...prompt });
  await make("/mappings", { workspace_id, source_name: "default", target_model: small.gateway_name });
}

/** Creates a workspace with a budget. Returns its id. */
async function workspace(name: string, budget: number): Promise<string> {
  const { id } = await make("/workspaces", { name });
  await send("PATCH", `/workspaces/${id}/budget`, { budget });
  return id;
}

function openai(workspace_id: string): Promise<Made> {
  return make("/providers", {
    workspace_id,
    name: "openai",
    base_url: "https://api.openai.com/v1",
    priority: 1,
    compatibility: "OPENAI_SDK",
    api_key: "sk-made-up-openai",
  });
}

function smallModel(workspace_id: string, vendor: Made): Promise<Made> {
  return make("/models", {
    workspace_id,
    provider_id: vendor.id,
    name: "gpt-small",
    display_name: "GPT, the small one",
    api_name: "gpt-4.1-mini",
    type: "chat",
    input_cost: 0.4,
    output_cost: 1.6,
    context_window: 1_047_576,
  });
}

async function make(path: string, body: object): Promise<Made> {
  const { data } = (await send("POST", path, body)) as { data: Made };
  return data;
}

async function send(method: string, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
