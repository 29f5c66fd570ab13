import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import { runCommand } from "./support/command.ts";
import { everything } from "./support/everything.ts";
import { grow, whole } from "./support/grown.ts";
import { life } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import { program } from "./support/program.ts";

const issued = (kinds as readonly Kind[]).filter(({ source }) => source.how === "issued").length;

// One stack with everything. The tests are the nights of its life, in this order: each leaves behind what the next one finds.
let workspace_id: string;
const w = life({ objects: everything }, async () => {
  await grow(w);
  workspace_id = w.calls.id("workspaces", "Support");
  await ok(w.project.run(["stack", "select", "test"]));
});

const drift = (...args: readonly string[]) => runCommand(w, ["drift", ...args]);

async function facts(code: number, ...args: string[]) {
  const result = await drift(...args, "--json");
  expect(result.code, result.output).toBe(code);
  expect(result.output).not.toContain("sk-canary");
  return JSON.parse(result.stdout);
}

async function console(method: string, path: string, body: object): Promise<string> {
  const answer = await w.gateway.console(method, path, { workspace_id, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return (answer.body as { data?: { id: string } } | null)?.data?.id ?? "";
}

/** Every file of the backend, with its bytes. */
async function backend(): Promise<Record<string, string>> {
  const entries = await readdir(w.project.backend, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, "base64")] as const)),
  );
}

test("the gateway as the `up` left it is as declared", async () => {
  const { code, stdout, stderr } = await drift();
  expect([code, stderr], stdout).toEqual([0, ""]);
  expect(stdout).toContain(
    `e2e/test: ${whole.length - issued} objects compared. The gateway is as declared.`,
  );
});

test("what was changed, deleted and made in the console stands in three lists, and in the exit code", async () => {
  await console("PATCH", `/prompts/${w.calls.id("prompts", "tone")}`, { position: 7, enabled: false });
  await console("DELETE", `/mappings/${w.calls.id("mappings", "gpt-.*")}`, {});
  const content = "One.\nTwo.\nThree.\nFour.\nFive.";
  const model_id = w.calls.id("models", "gpt");
  const draft = await console("POST", "/prompts", { name: "draft", content, model_id });
  await console("POST", "/mappings", { source_name: "fast", target_model: "openai/gpt" });
  const elsewhere = await w.gateway.console("POST", "/workspaces", { name: "Sandbox" });
  expect(elsewhere.status).toBeLessThan(300);
  const found = await facts(56);
  expect(found.changed).toMatchObject([
    {
      ...{ kind: "Prompt", name: "tone", workspace: "Support" },
      written: w.gateway.rows("prompts").find(({ name }) => name === "tone")?.updated_at,
      fields: [
        { name: "enabled", words: "active → switched off" },
        { name: "position", words: "1 → 7" },
      ],
    },
  ]);
  expect(found.missing).toMatchObject([{ kind: "Mapping", name: "default", workspace: "Support" }]);
  expect(found.undeclared).toMatchObject([
    { kind: "Workspace", name: "Sandbox", holds: { Member: 1 } },
    { kind: "Mapping", name: "fast", workspace: "Support" },
    { kind: "Prompt", name: "draft", workspace: "Support", id: draft },
  ]);
});

test("it takes no lock, minds none, and leaves every file of the backend as it was", async () => {
  const locks = path.join(w.project.backend, ".pulumi/locks/organization/e2e/test");
  await mkdir(locks, { recursive: true });
  const lock = { pid: 1, username: "eve", hostname: "night", timestamp: "2026-11-22T00:00:00Z" };
  await writeFile(path.join(locks, "b6c4b0a4-54a7-4bd5-9f6f-3d4a86fdbb4e.json"), JSON.stringify(lock));
  expect((await w.project.refresh()).output).toContain("locked");
  const before = await backend();
  w.calls.take();
  await facts(56);
  expect(w.calls.writes()).toEqual([]);
  expect(await backend()).toEqual(before);
  await rm(locks, { recursive: true });
});

test("what nobody declared is taken in by the text and the file that --adopt writes: the preview is empty", async () => {
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
