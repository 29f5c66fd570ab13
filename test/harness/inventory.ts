import type { GatewayRecord } from "./gateway-record.ts";

type Row = Record<string, unknown>;

/** Lines to print: what the gateway holds. This is read from its API, not from Pulumi's state. */
export async function inventory(gateway: GatewayRecord): Promise<string[]> {
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
