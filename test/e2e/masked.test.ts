import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "./support/command.ts";
import { life } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

const note = "canary of a note, 0123456789";
const password = "canary-of-a-password";

/** A program that reads a secret as if it were none. */
const program = (verb: string) => `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const note = new pulumi.Config().require("note");
const team = new gateway.Workspace("team", { name: "Team", forceDestroy: true });
new gateway.ModelProvider("openai", {
  workspaceId: team.id,
  name: "openai",
  baseUrl: \`https://host.example/\${encodeURIComponent(note)}\`,
  priority: 1,
  compatibility: "OPENAI_SDK",
});
new gateway.Prompt("tone", { workspaceId: team.id, name: "tone", content: \`${verb} \${note} at https://user:${password}@host.example.\` });
`;

const w = life({ files: { "index.ts": program("Say") }, secrets: { note } }, async () => {
  await mkdir(path.join(w.project.directory, "out"));
  await ok(w.project.run(["stack", "select", "test"]));
});

/** Runs a command; neither what it prints nor what it writes has a canary. */
async function masked(code: number, ...args: string[]): Promise<string> {
  const result = await runCommand(w, args);
  expect(result.code, result.output).toBe(code);
  const folder = path.join(w.project.directory, "out");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  for (const text of [result.output, ...texts]) {
    for (const canary of [note, encodeURIComponent(note), password]) expect(text).not.toContain(canary);
  }
  return result.stdout;
}

async function findings(...args: string[]): Promise<string[]> {
  const facts = JSON.parse(await masked(0, "review", "--json", ...args));
  expect([facts.risk, facts.caveats.join("\n")]).toEqual(["high", expect.not.stringContaining("not masked")]);
  return facts.findings
    .filter(({ rule, level }: Record<string, string>) => rule === "unjudged" && level === "high")
    .map(({ name }: Record<string, string>) => name)
    .toSorted();
}

const reviewed = ["--markdown", "out/review.md", "--html", "out/review.html"];

test("secrets that a program reads as plain config stand in no output, and what they hide is high", async () => {
  expect(await findings(...reviewed)).toEqual(["openai", "tone"]);
  expect(await masked(3, "review", "--pin", "out/gateway.pin")).toContain("unjudged");
  await ok(w.project.up({ skipPreview: true }));
  await w.project.write("index.ts", program("Tell"));
  expect(await findings(...reviewed, "--", "--refresh")).toEqual(["tone"]);
  await masked(0, "graph", "--stack", "test", "--json");
  await masked(0, "check", "--write", "--routes", "out/routes.yaml");
  await masked(0, "check", "--routes", "out/routes.yaml", "--junit", "out/junit.xml");
});

test("what somebody wrote in the console is drift, adopted and exported without the secret", async () => {
  const workspace_id = w.calls.id("workspaces", "Team");
  const content = `Shout ${note}.`;
  await w.gateway.console("POST", "/prompts", { workspace_id, name: "draft", content });
  await masked(32, "drift", "--markdown", "out/drift.md", "--adopt", "out/new.ts");
  const adopted = await readFile(path.join(w.project.directory, "out/new.ts"), "utf8");
  expect(adopted).toContain("content: pulumi.interpolate`Shout $" + '{config.requireSecret("note")}.`');
  await masked(0, "export", "out/program");
  const exported = await readFile(path.join(w.project.directory, "out/program/team.ts"), "utf8");
  expect(exported).toContain("content: pulumi.interpolate`Shout $" + '{config.requireSecret("note")}.`');
  expect(exported).toContain('baseUrl: config.requireSecret("teamOpenaiBaseUrl")');
});

test("what was adopted is one update after its import, which sends the secret text again", async () => {
  await w.project.write("index.ts", program("Say"));
  await ok(
    w.project.run([
      "import",
      "--file",
      "out/new.import.json",
      ...["--generate-code=false", "--protect=false", "--yes"],
      "--stack",
      "test",
    ]),
  );
  const adopted = await readFile(path.join(w.project.directory, "out/new.ts"), "utf8");
  const declarations = adopted.slice(adopted.indexOf("const config"));
  await w.project.write("index.ts", `${program("Say")}\n${declarations}`);
  w.calls.take();
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toHaveLength(1);
  await ok(w.project.preview({ expectNoChanges: true }));
});
