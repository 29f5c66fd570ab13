import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runCommandLine } from "../../cli/command-line.js";
import { paths } from "../harness/paths.ts";
import { heardTerminal } from "./support/heard-terminal.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

async function init(folder: string): Promise<{ code: number; notes: string }> {
  const { terminal, notes } = heardTerminal({});
  const code = await runCommandLine(["init", folder], terminal);
  return { code, notes: notes.join("\n") };
}

test("init writes the quickstart as a project named after the folder and prints the next steps", async () => {
  const folder = path.join(await temporaryFolder(), "My Gateway!");
  const { code, notes } = await init(folder);
  expect(code).toBe(0);
  const text = (file: string) => readFile(path.join(folder, file), "utf8");
  expect((await readdir(folder)).sort()).toEqual(
    [".env", ".gitignore", "AGENTS.md", "Pulumi.yaml", "gateway-guard.yaml", "gateway-routes.yaml"].concat([
      ...["index.ts", "package.json", "tsconfig.json"],
    ]),
  );
  expect(parse(await text("Pulumi.yaml"))).toEqual({
    name: "my-gateway",
    description: "An AI gateway declared in TypeScript",
    runtime: { name: "nodejs", options: { typescript: false } },
  });
  const manifest = JSON.parse(await text("package.json"));
  const { version } = JSON.parse(await readFile(path.join(paths.root, "cli/package.json"), "utf8"));
  expect(manifest).toMatchObject({
    name: "my-gateway",
    dependencies: { "pulumi-workspace-gateway": version },
    devDependencies: { "workspace-gateway": version, "workspace-gateway-emulator": version },
  });
  expect(await text(".gitignore")).toContain(".env\n");
  expect(await text("index.ts")).toBe(
    await readFile(path.join(paths.root, "examples/quickstart/index.ts"), "utf8"),
  );
  expect(notes).toMatch(/npm install\n {2}npm run pulumi -- stack init dev\n[\s\S]*\n {2}npm run up$/);
  expect(notes).toContain("npm run pulumi -- config set --secret openaiApiKey\n");
});

test("init --emulator rejects settings that would override the emulator, and writes nothing", async () => {
  const folder = path.join(await temporaryFolder(), "gateway");
  const { terminal, notes } = heardTerminal({ WORKSPACE_GATEWAY_BASE_URL: "https://gateway.example/api/v1" });
  expect(await runCommandLine(["init", folder, "--emulator"], terminal)).toBe(2);
  expect(notes.join("\n")).toContain("WORKSPACE_GATEWAY_BASE_URL would take precedence");
  expect(existsSync(folder)).toBe(false);
});

test("init changes nothing in a nonempty folder", async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, "index.ts"), "mine");
  expect(await init(folder)).toEqual({ code: 2, notes: expect.stringContaining("is not empty") });
  expect(await readdir(folder)).toEqual(["index.ts"]);
});

test("every script of the project uses a file that its packages contain", async () => {
  const folder = path.join(await temporaryFolder(), "gateway");
  await init(folder);
  const { scripts } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const ours = Object.values<string>(scripts).flatMap(
    (line) => /node_modules\/(workspace-gateway\S*)/.exec(line)?.[1] ?? [],
  );
  expect(ours.length).toBeGreaterThan(1);
  for (const file of ours) expect(existsSync(path.join(paths.root, "node_modules", file)), file).toBe(true);
});
