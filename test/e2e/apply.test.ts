import { cp, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { paths } from "../harness/paths.ts";
import { runCommand } from "./support/command.ts";
import { ref, renamed, secretConfig, withArgs, withOpts, without } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";

const config = (description: string) => ({
  kind: "Config" as const,
  name: "standard",
  args: { workspaceId: ref("team"), name: "standard", description, workflow: {} },
});
const first = [
  team,
  provider("openai", { apiKey: secretConfig("key") }),
  model("gpt", "openai"),
  mapping("default"),
  mapping("spare", { sourceName: "spare" }),
  mapping("old", { sourceName: "old" }),
  prompt("tone"),
  config("One"),
];
const second = withArgs(first, { tone: { content: "Be kind." } });
/** Everything that a program can change: values, options, names, exports, and what it declares. */
const third = [
  ...renamed(
    withOpts(
      withArgs(without(second, "old", "standard"), { openai: { priority: 2 }, gpt: { displayName: "Two" } }),
      { default: { protect: true }, spare: { retainOnDelete: true } },
    ),
    "tone",
    "voice",
    { aliases: [{ name: "tone" }] },
  ).map((object) => (object.name === "gpt" ? { ...object, shows: ["gatewayName"] } : object)),
  config("Two"),
  prompt("new"),
];

vi.setConfig({ testTimeout: 900_000 }); // each test is many runs of the real CLI

// The tests are the stations of one stack's life, in this order, from its first pin on.
const w = life({ objects: first, secrets: { key: "SEKRET-of-the-first-day" } });
const file = (name: string) => path.join(w.project.directory, name);

async function reviewed(name: string, ...options: string[]): Promise<string> {
  const args = ["review", ...options, "--pin", file(`${name}.pin`), "--", "--stack", "test"];
  const { code, output } = await runCommand(w, args);
  expect(code, output).toBe(0);
  return output;
}

function apply(name: string, more: { env?: Record<string, string>; cwd?: string } = {}) {
  return runCommand({ project: w.project, ...more }, [
    "apply",
    file(`${name}.pin`),
    "--markdown",
    file("applied.md"),
  ]);
}

/** The resources of the stack as every run of the program writes them: without their order, and without what is the run's own. */
async function lastingState(): Promise<unknown> {
  const { deployment } = await w.project.exportState();
  const lasting = (key: string, value: unknown) => {
    if (["created", "modified", "ciphertext"].includes(key)) return undefined;
    return key === "dependencies" && Array.isArray(value) ? value.toSorted() : value;
  };
  const sorted = (deployment.resources ?? []).toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
  return JSON.parse(JSON.stringify(sorted, lasting));
}

async function refused(name: string): Promise<string> {
  w.calls.take();
  const { code, output } = await apply(name);
  expect(code, output).toBe(4);
  expect(w.calls.writes()).toEqual([]);
  expect(output).toContain("Nothing was applied.");
  return output;
}

test("the first pin of a stack is private, contains no secret, and is refused for a changed program", async () => {
  expect(await reviewed("first", "--guard")).toContain("Passes the guard");
  for (const each of ["first.pin", "first.pin.plan.json"]) {
    expect((await stat(file(each))).mode & 0o777).toBe(0o600);
    expect(await readFile(file(each), "utf8")).not.toContain("SEKRET");
  }
  await w.declare(withArgs(first, { tone: { content: ref("gpt", "updatedAt") } }));
  expect(await refused("first")).toContain(
    "- the program: objects.json was changed. Unknown during the review: ",
  );
  await w.declare(first);
  expect(await apply("first")).toMatchObject({ code: 0 });
});

test("a pin stays valid after a refresh and an `up` without changes, but not after it was applied and reverted", async () => {
  await w.declare(second);
  await reviewed("second");
  await w.project.refresh();
  await up(w, first);
  await w.declare(second);
  const plan = await readFile(file("second.pin.plan.json"), "utf8");
  await w.project.write("second.pin.plan.json", plan.replace("Be kind.", "Be rude."));
  expect(await refused("second")).toContain("its digest differs");
  await w.project.write("second.pin.plan.json", plan);
  expect(await apply("second")).toMatchObject({ code: 0 });
  await up(w, first);
  await w.declare(second);
  expect(await refused("second")).toContain("- the stack: a run changed it after the review, at ");
  await up(w);
});

test("an apply is refused if a property that it updates was changed in the console", async () => {
  await w.declare(third);
  await reviewed("third");
  const workspace_id = w.calls.id("workspaces", "Support");
  const rename = (display_name: string) =>
    w.gateway.console("PATCH", `/models/${w.calls.id("models", "gpt")}`, { workspace_id, display_name });
  await rename("By hand");
  expect(await refused("third")).toContain(
    '- Model gpt: displayName was changed on the gateway: now "By hand"',
  );
  await rename("gpt");
});

test("an apply from another checkout does everything that `up` does, and a second one has nothing to do", async () => {
  const checkout = path.join(paths.projects, "another-checkout");
  onTestFinished(() => rm(checkout, { recursive: true, force: true }));
  await cp(w.project.directory, checkout, {
    recursive: true,
    filter: (source) => !/\/\.(backend|home)$|\.pin(\.plan\.json)?$/.test(source),
  });
  w.calls.take();
  expect(await apply("third", { cwd: checkout })).toMatchObject({ code: 0 });
  expect(w.calls.writes().sort()).toEqual([
    "DELETE /configs/standard workspace_id",
    "DELETE /mappings/old workspace_id",
    "PATCH /models/gpt display_name workspace_id",
    "PATCH /providers/openai priority workspace_id",
    "POST /configs description name workflow workspace_id",
    "POST /prompts content name workspace_id",
  ]);
  expect(await readFile(file("applied.md"), "utf8")).toMatch(
    /^<!-- workspace-gateway apply: e2e\/test -->\n## ✅ Applied as reviewed/,
  );
  const { code, output } = await apply("third", { cwd: checkout });
  expect([code, output]).toEqual([0, expect.stringContaining("have already been applied")]);
  const applied = await lastingState();
  await up(w);
  expect(await lastingState()).toEqual(applied);
  await up(w, withOpts(third, { voice: { aliases: [] } })); // nothing is made anew without the alias
  expect(w.calls.writes()).toEqual([]);
});

test("a failed apply says what failed and what to do, and shows no credential", async () => {
  await w.declare(
    withArgs(withOpts(third, { voice: { aliases: [] } }), { voice: { content: "Be very kind." } }),
  );
  await reviewed("failing");
  const token = w.gateway.token({ user: "owner" });
  w.gateway.faults.add({ method: "PATCH", path: "/prompts", kind: "status", status: 403 });
  const { code, output } = await apply("failing", { env: { WORKSPACE_GATEWAY_ACCESS_TOKEN: token } });
  expect(code, output).toBe(1);
  const written = await readFile(file("applied.md"), "utf8");
  expect(written).toContain("## ❌ The update failed, and some changes may have been applied");
  expect(written).toMatch(/### Failed[^#]*`Prompt voice`/);
  expect(written).toContain("403");
  expect(written).toMatch(/### Next[^#]*[Rr]eview again/);
  expect(written).not.toContain(token);
});
