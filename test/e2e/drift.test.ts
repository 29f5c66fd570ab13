import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "./support/command.ts";
import { everything } from "./support/everything.ts";
import { grow } from "./support/grown.ts";
import { life } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";

// One stack with everything. The tests are the nights of its life, in this order: each leaves behind what the next one finds.
const w = life({ objects: everything }, async () => {
  await grow(w);
  await ok(w.project.run(["stack", "select", "test"]));
});

const drift = (...args: readonly string[]) => runCommand(w, ["drift", ...args]);

async function facts(code: number, ...args: string[]) {
  const result = await drift(...args, "--json");
  expect(result.code, result.output).toBe(code);
  expect(result.output).not.toContain("sk-canary");
  return JSON.parse(result.stdout);
}

async function console(method: string, path: string, body: object): Promise<void> {
  const workspace_id = w.calls.id("workspaces", "Support");
  const { status } = await w.gateway.console(method, path, { workspace_id, ...body });
  expect(status).toBeLessThan(300);
}

test("drift lists changed, deleted and created objects separately, and sets the exit code", async () => {
  await console("PATCH", `/prompts/${w.calls.id("prompts", "tone")}`, { position: 7, enabled: false });
  await console("DELETE", `/mappings/${w.calls.id("mappings", "gpt-.*")}`, {});
  const content = "One.\nTwo.\nThree.\nFour.\nFive.";
  const model_id = w.calls.id("models", "gpt");
  await console("POST", "/prompts", { name: "draft", content, model_id });
  await console("POST", "/mappings", { source_name: "fast", target_model: "openai/gpt" });
  const { changed, missing, undeclared } = await facts(56);
  const named = (all: Record<"kind" | "name", string>[]) => all.map(({ kind, name }) => `${kind} ${name}`);
  expect([changed, missing, undeclared].map(named)).toEqual([
    ["Prompt tone"],
    ["Mapping default"],
    ["Mapping fast", "Prompt draft"],
  ]);
});

test("drift takes no lock, ignores existing locks, and leaves every file of the backend unchanged", async () => {
  const locks = path.join(w.project.backend, ".pulumi/locks/organization/e2e/test");
  await mkdir(locks, { recursive: true });
  const lock = { pid: 1, username: "eve", hostname: "night", timestamp: "2026-11-22T00:00:00Z" };
  await writeFile(path.join(locks, "b6c4b0a4-54a7-4bd5-9f6f-3d4a86fdbb4e.json"), JSON.stringify(lock));
  expect((await w.project.refresh()).output).toContain("locked");
  const before = await w.project.stateText();
  w.calls.take();
  await facts(56);
  expect(w.calls.writes()).toEqual([]);
  expect(await w.project.stateText()).toEqual(before);
  await rm(locks, { recursive: true });
});

test("undeclared objects are imported with the text and file of --adopt, and the preview is then empty", async () => {
  w.calls.take();
  const written = await drift("--adopt", "adopt.ts");
  expect(written.code, written.output).toBe(56);
  expect(w.calls.writes()).toEqual([]);
  const text = await readFile(path.join(w.project.directory, "adopt.ts"), "utf8");
  expect(text).toMatch(/workspaceId: team\.id/);
  expect(text).toMatch(/modelId: gpt\.id/);
  expect(text).toContain("One.\\nTwo.");
  const command = /^\/\/ {3}pulumi (import .*)$/m.exec(text)?.[1]?.split(" ") ?? expect.unreachable(text);
  await ok(w.project.run(command));
  const pasted = text.replace(/^import .*$/m, "const { team, gpt } = made;");
  await w.project.write("index.ts", `${program}\n${pasted}`);
  await ok(w.project.preview({ expectNoChanges: true }));
  expect((await facts(24)).undeclared).toEqual([]);
  expect(w.calls.writes()).toEqual([]);
});
