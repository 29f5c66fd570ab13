import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Gateway } from "../../gateway/index.ts";
import { adapterProject, chosenAdapter } from "../../harness/adapter.ts";
import { type ProjectOptions, type PulumiProject, pulumiProject } from "../../harness/engine.ts";
import { paths } from "../../harness/paths.ts";

/** A copy of a folder of `examples`, with a stack and a backend of its own; these files are added, or replace others. */
export async function example(
  folder: string,
  options: Omit<ProjectOptions, "program" | "name">,
  files: Readonly<Record<string, string>> = {},
): Promise<PulumiProject> {
  const program = { ...(await textsOf(path.join(paths.root, "examples", folder))), ...files };
  const more = Object.entries(adapterProject[options.adapter ?? chosenAdapter()].yaml);
  const added = more.map(([key, value]) => `\n${key}: ${JSON.stringify(value)}\n`).join("");
  if (program["Pulumi.yaml"] !== undefined) program["Pulumi.yaml"] += added;
  return pulumiProject({ ...options, name: `workspace-gateway-${folder}`, program });
}

/** The variables that a reader of the examples is told to set, for the default connection or a named one. */
export function settingsOf({ baseUrl, token, app }: Gateway, connection?: string): Record<string, string> {
  const prefix = connection === undefined ? "WORKSPACE_GATEWAY" : `WORKSPACE_GATEWAY_${connection}`;
  return {
    [`${prefix}_BASE_URL`]: baseUrl,
    [`${prefix}_ACCESS_TOKEN`]: token({ user: "owner" }),
    [`${prefix}_CLIENT_ID`]: app.clientId,
    [`${prefix}_CLIENT_SECRET`]: app.clientSecret,
  };
}

async function textsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const texts = files.map(
    async (file) => [path.relative(folder, file), await readFile(file, "utf8")] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}
