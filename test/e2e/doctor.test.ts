import { readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Diagnosis } from "../../provider/doctor/diagnosis.js";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { type Declared, ref } from "./support/declaration.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const command = path.join(paths.root, "provider/dist/cli/main.js");
const routes = ["a", "b", "c"].map(
  (name): Declared => ({
    kind: "Mapping",
    name,
    args: { workspaceId: ref("team"), sourceName: name, targetModel: "openai/gpt", priority: 1 },
  }),
);
const team: Declared = { kind: "Workspace", name: "team", args: { name: "Support" } };

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
beforeAll(async () => {
  w = await world({ objects: [team] });
  await ok(w.project.up({ skipPreview: true }));
});
afterAll(() => w?.dispose());

interface Report {
  code: number;
  output: string;
  findings: Diagnosis[];
  of(check: string): Diagnosis | undefined;
  /** What is neither well nor left out, by name. */
  ill: string[];
}

async function doctor(env: Readonly<Record<string, string>> = {}): Promise<Report> {
  const run = new RunningProcess(
    process.execPath,
    [command, "doctor", "--json", "--stack", w.project.stack],
    {
      cwd: w.project.directory,
      env: { ...w.project.env, ...env },
    },
  );
  const { code, stdout, output } = await run.done;
  const { findings } = JSON.parse(stdout) as { findings: Diagnosis[] };
  return {
    code,
    output,
    findings,
    of: (name) => findings.find(({ check }) => check === name),
    ill: findings
      .filter(({ state }) => state === "warning" || state === "problem")
      .map(({ check, state }) => `${check}: ${state}`),
  };
}

test("a stack that is well has no problem, and the doctor sends nothing but GETs and writes nothing", async () => {
  w.gateway.log.clear();
  const before = await w.project.stateText();
  const { code, ill, of, output } = await doctor();
  expect([ill, code]).toEqual([[], 0]);
  for (const name of [
    "pulumi",
    "Node",
    "SDK",
    "TypeScript",
    "package",
    "state backend",
    "secrets provider",
  ]) {
    expect(of(name)?.state, name).toBe("ok");
  }
  expect(of("stack")?.facts).toMatchObject({ resources: 1, kinds: ["Workspace"] });
  expect(of("scopes")?.facts).toMatchObject({ for: "stack", readable: ["workspaces:read"] });
  expect(of("write scopes")?.remedy).toContain("workspaces:write");
  expect(of("rate limit")?.facts).toMatchObject({ neededForRefresh: 2 });
  expect(new Set(w.gateway.log.entries().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(await w.project.stateText()).toBe(before);
  expect(output).not.toContain(w.token);
});

test("credentials in plain text and a passphrase that is not there are problems, each with its command", async () => {
  await ok(
    w.project.run([
      "config",
      "set",
      "--plaintext",
      "workspace-gateway:eu.accessToken",
      "plain-credential",
      "--stack",
      "test",
    ]),
  );
  await ok(w.project.run(["config", "set", "--secret", "other", "hidden", "--stack", "test"]));
  const { code, ill, of, output } = await doctor({ PULUMI_CONFIG_PASSPHRASE: "wrong" });
  expect([ill, code]).toEqual([["secrets provider: problem", "credentials in the config: problem"], 1]);
  expect(of("secrets provider")?.remedy).toContain("PULUMI_CONFIG_PASSPHRASE");
  expect(of("credentials in the config")?.remedy).toContain(
    "`pulumi config set --secret workspace-gateway:eu.accessToken --stack test`",
  );
  expect(output).not.toContain("plain-credential");
  await ok(w.project.run(["config", "rm", "workspace-gateway:eu.accessToken", "--stack", "test"]));
});

test("a killed up is told by its lock and what it left pending, with what README tells to do", async () => {
  await w.declare([team, ...routes]);
  const lost = w.gateway.faults.add({ method: "POST", path: "/mappings", kind: "hang-after" });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await vi.waitFor(() => expect(lost.hits).toBe(routes.length), { timeout: 60_000 });
  up.kill("SIGKILL");
  await up.done;
  w.gateway.faults.clear();

  const { code, ill, of } = await doctor();
  expect([ill, code]).toEqual([["lock: problem", "pending operations: warning"], 1]);
  expect(of("lock")?.facts).toMatchObject({ alive: false });
  expect(of("lock")?.remedy).toContain("`npx workspace-gateway recover --stack test`");
  expect(of("pending operations")?.facts?.pending).toHaveLength(routes.length);
  expect(of("pending operations")?.remedy).toContain("recover --stack test`");

  await ok(w.project.run(["cancel", "--yes", "--stack", "test"]));
  await ok(w.project.refresh({ skipPreview: true, clearPendingCreates: true }));
  expect((await doctor()).ill).toEqual([]);
});

test("a checksum that a kill left empty is found although no command can read the stack", async () => {
  const folder = path.join(w.project.backend, ".pulumi/stacks/e2e");
  const file = (await readdir(folder)).find((name) => name === "test.json.attrs");
  expect(file).toBeDefined();
  const checksum = path.join(folder, "test.json.attrs");
  await writeFile(checksum, "");
  const { code, ill, of } = await doctor();
  expect(code).toBe(1);
  expect(ill).toContain("checkpoint files: problem");
  expect(of("checkpoint files")?.found).toContain(checksum);
  expect(of("checkpoint files")?.remedy).toContain("npx workspace-gateway recover --stack test");
  await rm(checksum);
  expect((await doctor()).ill).toEqual([]);
});
