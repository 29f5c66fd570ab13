// Tries every layout with the packed packages and the real CLI: `npm run layouts`, or `npm run layouts -- pnpm` for some.
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startGateway } from "../../gateway/index.ts";
import { findCli } from "../../harness/cli/find.ts";
import { PulumiProject } from "../../harness/engine.ts";
import { main } from "../../harness/main.ts";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import { packed } from "../tarball.ts";
import { type Layout, layouts } from "./layouts.ts";

const page = path.join(paths.root, "docs/compatibility.md");
const fixture = path.join(import.meta.dirname, "../fixtures/index.ts");

interface Step {
  readonly name: string;
  readonly holds: boolean;
}

/** Everything of a stack's life in a layout; it ends with the first step that fails. */
async function tried(layout: Layout, root: string): Promise<Step[]> {
  const gateway = await startGateway();
  const directory = path.join(root, layout.name.replaceAll(/\W+/g, "-"));
  const steps: Step[] = [];
  const step = (name: string, holds: boolean, output: string) => {
    steps.push({ name, holds });
    if (!holds) process.stderr.write(`${layout.name}: ${name} failed\n${output}\n`);
    return holds;
  };
  try {
    for (const [file, text] of Object.entries(layout.files)) await write(path.join(directory, file), text);
    const folder = path.join(directory, layout.folder ?? "");
    await cp(fixture, path.join(folder, "index.ts"));
    const { NODE_OPTIONS: _none, ...env } = process.env;
    for (const [index, [command = "", ...args]] of layout.install.entries()) {
      const cwd = index === 0 ? directory : folder;
      const { code, output } = await new RunningProcess(command, args, { cwd, env }).done;
      if (!step(index === 0 ? "install" : "build", code === 0, output)) return steps;
    }
    const cli = await findCli();
    const token = gateway.token({ user: "owner" });
    const settings = { WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl, WORKSPACE_GATEWAY_ACCESS_TOKEN: token };
    const options = { program: {}, env: { ...settings, ...layout.env } };
    const project = new PulumiProject(folder, cli.directory, options);
    await mkdir(project.backend);
    await project.initialize(options);
    const up = await project.up({ skipPreview: true });
    if (!step("up", up.code === 0 && gateway.rows("mappings").length === 1, up.output)) return steps;
    const preview = await project.preview({ expectNoChanges: true });
    if (!step("empty preview", preview.code === 0, preview.output)) return steps;
    const destroy = await project.destroy({ skipPreview: true });
    step("destroy", destroy.code === 0 && gateway.rows("workspaces").length === 0, destroy.output);
    return steps;
  } catch (error) {
    step("start", false, String(error));
    return steps;
  } finally {
    await gateway.close();
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

function rowOf({ name, note }: Layout, steps: readonly Step[]): string {
  const failed = steps.find(({ holds }) => !holds);
  const holds = failed === undefined ? "all of it" : `not: ${failed.name} fails`;
  return `| ${name} | ${holds} | ${note} |`;
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const chosen = layouts.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), "layouts-")));
  const rows: string[] = [];
  try {
    await packed("provider", root);
    for (const layout of chosen) {
      const row = rowOf(layout, await tried(layout, root));
      process.stdout.write(`${row}\n`);
      rows.push(row);
    }
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
  if (wanted.length === 0) {
    const [before = "", , after = ""] = (await readFile(page, "utf8")).split(
      /<!-- (?:figures|end of figures).*-->\n/,
    );
    const table = ["| Layout | Works | Notes |", "|---|---|---|", ...rows].join("\n");
    const on = new Date().toISOString().slice(0, 10);
    const text = `${before}<!-- figures: npm run layouts -->\nTried on ${on} with Node ${process.version}.\n\n${table}\n<!-- end of figures -->\n${after}`;
    await writeFile(page, text);
  }
  return rows.some((row) => row.includes("| not:")) ? 1 : 0;
});
