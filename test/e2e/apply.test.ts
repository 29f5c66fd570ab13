import { cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../harness/paths.ts";
import { runCommand } from "./support/command.ts";
import { secretConfig, withArgs } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";

const openai = provider("openai", { apiKey: secretConfig("key") });
const before = [team, openai, model("gpt", "openai"), mapping("default"), prompt("tone")];
const after = withArgs(before, { gpt: { displayName: "Two" } });
const firstKey = "SEKRET-of-the-first-day";

// One stack for all refusals: none of them may change anything, so each finds it as it was reviewed.
let pin: string;
let folder: string;
let workspace_id: string;
const w = life({ objects: before, secrets: { key: firstKey } }, async () => {
  await up(w);
  workspace_id = w.calls.id("workspaces", "Support");
  folder = path.join(w.project.directory, "artifact");
  pin = path.join(folder, "gateway.pin");
  await mkdir(folder);
});

const run = (args: readonly string[]) => runCommand(w, args);

const review = (...args: string[]) => run(["review", ...args, "--", "--stack", "test"]);

/** What a refused apply says. */
async function refused(args: readonly string[] = []): Promise<string> {
  w.calls.take();
  const { code, output } = await run(["apply", pin, ...args]);
  expect(code, output).toBe(4);
  expect(w.calls.writes()).toEqual([]);
  expect(output).toContain("Nothing was applied.");
  return output;
}

async function edit(plural: "models" | "mappings", name: string, change: object) {
  const answer = await w.gateway.console("PATCH", `/${plural}/${w.calls.id(plural, name)}`, {
    workspace_id,
    ...change,
  });
  expect(answer.status).toBe(200);
}

/** The pin with other words in it, for as long as `work` takes. */
async function withFile(file: string, change: (text: string) => string, work: () => Promise<void>) {
  const text = await readFile(file, "utf8");
  await writeFile(file, change(text));
  await work();
  await writeFile(file, text);
}

test("a guard that refuses ends with 3, says how to let it through, and writes no pin", async () => {
  await w.declare([team, openai]);
  const { code, stdout, stderr } = await review("--max-deletes", "1", "--pin", pin);
  expect(code, stderr).toBe(3);
  expect(stderr).toContain("--max-deletes 3");
  expect(stdout).toContain("Refused by the guard");
  await expect(stat(pin)).rejects.toThrow("ENOENT");
});

test("a pin and its plan are for the user alone, and hold no secret", async () => {
  await w.declare(after);
  const { code, output } = await review("--guard", "--pin", pin);
  expect(code, output).toBe(0);
  expect(output).toContain("Passes the guard");
  for (const file of [pin, `${pin}.plan.json`]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).not.toContain("SEKRET");
  }
});

test("a pin that has expired, is damaged, is of another stack or has another plan is refused without a look", async () => {
  await withFile(
    pin,
    (text) => text.replace(/"expires": "\d+/, '"expires": "2001'),
    async () => expect(await refused()).toContain("it expired at 2001"),
  );
  await withFile(
    pin,
    (text) => text.slice(0, 99),
    async () => expect(await refused()).toContain("is damaged"),
  );
  await withFile(
    `${pin}.plan.json`,
    (text) => text.replace('"Two"', '"Three"'),
    async () => expect(await refused()).toContain("its digest is another"),
  );
  expect(await refused(["--", "--stack", "org/other"])).toContain(
    "it is of the stack test, not of org/other",
  );
});

test("console changes, also of the very property that is updated, and a program that plans more are refused together, in words", async () => {
  await edit("models", "gpt", { display_name: "By hand" });
  await edit("mappings", "default", { target_model: "openai/other" });
  await w.declare(withArgs(after, { openai: { priority: 2 } }));
  const said = await refused();
  expect(said).toContain('- Model gpt: displayName was changed on the gateway: now "By hand"');
  expect(said).toContain('- Mapping default: targetModel was changed on the gateway: now "openai/other"');
  expect(said).toContain("- the program now also updates ModelProvider openai");
  await edit("models", "gpt", { display_name: "gpt" });
  await edit("mappings", "default", { target_model: "openai/gpt" });
});

test("what was reviewed is applied by another checkout, and a second time there is nothing to do", async () => {
  const checkout = path.join(paths.projects, "another-checkout");
  await w.declare(after);
  try {
    await cp(w.project.directory, checkout, {
      recursive: true,
      filter: (source) => !/\/\.(backend|home)$|\/artifact$/.test(source),
    });
    await cp(folder, path.join(checkout, "from pipeline"), { recursive: true });
    w.calls.take();
    const apply = ["apply", path.join("from pipeline", "gateway.pin")];
    const there = { project: w.project, cwd: checkout };
    const first = await runCommand(there, apply);
    expect(first.code, first.output).toBe(0);
    expect(w.calls.writes()).toEqual(["PATCH /models/gpt display_name workspace_id"]);
    expect(first.output).toContain("update Model gpt");
    const second = await runCommand(there, apply);
    expect([second.code, second.output]).toEqual([0, expect.stringContaining("is applied already")]);
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
});
