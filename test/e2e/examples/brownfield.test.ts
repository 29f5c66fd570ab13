import { chmod, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import { type PulumiProject, pulumiProject } from "../../harness/engine.ts";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import { Console } from "../support/console.ts";
import { ok } from "../support/outcome.ts";

const folder = "examples/brownfield";
const source = path.join(paths.root, folder);

// The tests of this file go through the README from its start to its end. A folder stands for the repository's root.
let gateway: Gateway;
let root: PulumiProject;
/** The commands of each block, without those that start the gateway and those that say where it is. */
let blocks: string[][];
beforeAll(async () => {
  gateway = await startGateway();
  gateway.seed.samples();
  const readme = await readFile(path.join(source, "README.md"), "utf8");
  blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block = ""]) => block.split("\n").filter((line) => line !== "" && !line.startsWith("export ")))
    .filter(([first]) => first !== "npm ci");
  root = await pulumiProject({
    name: "root",
    program: {
      "package.json": JSON.stringify({ private: true, scripts: { pulumi: "pulumi" } }),
      "index.ts": "",
      [`${folder}/seed.mts`]: await readFile(path.join(source, "seed.mts"), "utf8"),
    },
    env: {
      WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
      WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ user: "owner" }),
    },
  });
  // In an installed checkout npm makes these.
  await shim("node", process.execPath);
  await shim("workspace-gateway", `${process.execPath} ${path.join(paths.root, "cli/dist/main.js")}`);
});
afterAll(async () => {
  await root?.dispose();
  await gateway?.close();
});

test("the README leads to an empty preview, and nothing but its seed has written to the gateway", async () => {
  expect(blocks).toHaveLength(2);
  const [seed = "", ...others] = blocks[0] ?? [];
  await run(seed);
  expect(gateway.rows("workspaces")).toHaveLength(2);
  gateway.log.clear();
  for (const command of others) await run(command);
  expect(methods()).toEqual(["GET"]);
});

test("what it shows is what the export has made", async () => {
  const made = (await files(path.join(root.directory, folder, "account"))).filter(isShown);
  expect(made).toEqual(expect.arrayContaining(["index.ts", "README.md", "package.json"]));
  for (const file of made) {
    const text = await readFile(path.join(root.directory, folder, "account", file), "utf8");
    await expect(withoutIds(text), file).toMatchFileSnapshot(path.join(source, "result", file));
  }
  expect(await files(path.join(source, "result"))).toEqual(made);
});

test("after another click, its last lines lead to an empty preview again", async () => {
  const people = new Console(gateway);
  const late = await people.workspace("Late");
  await people.prompt(late, "tone", "Be late.");
  const [rules] = gateway.rows("prompts");
  await people.change(
    "/prompts",
    { id: String(rules?.workspace_id) },
    { id: String(rules?.id) },
    { position: 5 },
  );
  gateway.log.clear();
  for (const command of blocks[1] ?? []) await run(command);
  expect(methods()).toEqual(["GET"]);
});

/** Nobody reads the others: they are for programs. */
function isShown(file: string): boolean {
  return !["import.json", "export.json", "Pulumi.prod.yaml"].includes(file);
}

/** Every run makes an account with other ids. */
function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…");
}

async function run(command: string): Promise<void> {
  await ok(new RunningProcess("sh", ["-ec", command], { cwd: root.directory, env: root.env }).done);
}

async function shim(name: string, command: string): Promise<void> {
  const file = `node_modules/.bin/${name}`;
  await root.write(file, `#!/bin/sh\nexec ${command} "$@"\n`);
  await chmod(path.join(root.directory, file), 0o755);
}

function methods(): string[] {
  return [...new Set(gateway.log.entries().map(({ method }) => method))];
}

/** The paths of all files of a folder; sorted. */
async function files(top: string): Promise<string[]> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(top, path.join(parentPath, name)))
    .sort();
}
