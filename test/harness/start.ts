import { appendFile } from "node:fs/promises";
import path from "node:path";
import { type GatewayRecord, withGateway } from "./gateway-record.ts";
import { localCli } from "./local-cli.ts";
import { main } from "./main.ts";
import { paths } from "./paths.ts";
import { quickstart } from "./quickstart.ts";
import { type OpenGateway, openGateway } from "./reference-gateway.ts";
import { Stack } from "./stack.ts";

await main(async (signal) => {
  const cli = await localCli();
  const gateway = await openGateway(paths.gateway, paths.gatewayDatabase);
  say(`The reference gateway listens on ${gateway.baseUrl}`);
  try {
    const env = withGateway(cli, gateway);
    const stack = new Stack(quickstart.stack, { cwd: paths.root, env, signal });
    await deploy(stack);
    await report(stack, gateway);
    return 0;
  } finally {
    await keepLog(gateway);
    await gateway.close();
  }
});

async function deploy(stack: Stack): Promise<void> {
  await stack.ensure();
  await stack.ensureSecrets(quickstart.secrets);
  await stack.show(["up", "--yes"]);
  const changes = await stack.lastChanges();
  await stack.show(["preview", "--expect-no-changes"]);
  say(
    changes === 0 ? "\nNo changes: the gateway is as declared." : `\n${changes} changes applied, none left.`,
  );
}

async function report(stack: Stack, gateway: OpenGateway): Promise<void> {
  const lines = await inventory(gateway);
  const { port } = new URL(gateway.baseUrl);
  const db = path.relative(paths.root, paths.gatewayDatabase);
  say(`
What the gateway's API shows now:
${lines.map((line) => `  ${line}`).join("\n")}

Where things are:
  ${db}        the gateway's database
  .state/requests.jsonl    all requests to the gateway
  .state/pulumi            Pulumi's state of the stack ${stack.name}

What to try:
  npm start                             once more: no changes
  edit examples/quickstart/index.ts, then
    npm run pulumi -- preview --diff    see what would change
    npm run pulumi -- up                change it
  npm run gateway -- --port ${port} --db ${db}
                                        keep the gateway running for your own requests
  npm run pulumi -- destroy             delete everything`);
}

async function keepLog(gateway: OpenGateway): Promise<void> {
  const lines = gateway.requests().map((request) => `${JSON.stringify(request)}\n`);
  await appendFile(paths.log, lines.join(""));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

type Row = Record<string, unknown>;

/** Lines to print: what the gateway holds. This is read from its API, not from Pulumi's state. */
async function inventory(gateway: GatewayRecord): Promise<string[]> {
  const lines: string[] = [];
  for (const workspace of await list(gateway, "/workspaces")) {
    const query = `?workspace_id=${encodeURIComponent(String(workspace.id))}`;
    const [providers, models, prompts, mappings] = await Promise.all(
      ["/providers", "/models", "/prompts", "/mappings"].map((path) => list(gateway, path + query)),
    );
    lines.push(
      `workspace ${workspace.name} (${workspace.id})`,
      ...described("provider", providers, (row) => `${row.name}  ${row.base_url}`),
      ...described("model", models, (row) => `${row.gateway_name}`),
      ...described("prompt", prompts, (row) => `${row.name}`),
      ...described("mapping", mappings, (row) => `${row.source_name} -> ${row.target_model}`),
    );
  }
  return lines;
}

function described(kind: string, rows: readonly Row[] = [], text: (row: Row) => string): string[] {
  return rows.map((row) => `  ${kind.padEnd(8)}  ${text(row)}`);
}

async function list({ baseUrl, token }: GatewayRecord, path: string): Promise<Row[]> {
  const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
  const { data }: { data: Row[] } = JSON.parse(await response.text());
  return data;
}
