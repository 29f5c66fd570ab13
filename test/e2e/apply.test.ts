import { cp, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "../gateway/index.ts";
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

// The tests are the stations of one stack's life, in this order, from its first pin on.
let workspace_id: string;
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

/** What a refused apply says. */
async function refused(name: string, env: Record<string, string> = {}): Promise<string> {
  w.calls.take();
  const { code, output } = await apply(name, { env });
  expect(code, output).toBe(4);
  expect(w.calls.writes()).toEqual([]);
  expect(output).toContain("Nothing was applied.");
  return output;
}

test("the first pin of a stack is for the user alone, holds no secret, and is applied to no other gateway, account or program", async () => {
  expect(await reviewed("first", "--guard")).toContain("Passes the guard");
  for (const each of ["first.pin", "first.pin.plan.json"]) {
    expect((await stat(file(each))).mode & 0o777).toBe(0o600);
    expect(await readFile(file(each), "utf8")).not.toContain("SEKRET");
  }
  const other = await startGateway();
  onTestFinished(() => other.close());
  const elsewhere = {
    WORKSPACE_GATEWAY_BASE_URL: other.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: other.token({ user: "owner" }),
  };
  expect(await refused("first", elsewhere)).toContain("- the gateway is another one");
  const stranger = { WORKSPACE_GATEWAY_ACCESS_TOKEN: w.gateway.token({ user: "stranger" }) };
  expect(await refused("first", stranger)).toContain("- the account is another one");
  await w.declare(withArgs(first, { tone: { content: ref("gpt", "updatedAt") } }));
  expect(await refused("first")).toContain(
    "- the program: objects.json was changed. Not known at the review: ",
  );
  await w.declare(first);
  expect(await apply("first")).toMatchObject({ code: 0 });
  workspace_id = w.calls.id("workspaces", "Support");
});

test("a pin that is damaged or has another plan is refused", async () => {
  await w.declare(second);
  await reviewed("second");
  for (const [name, change, reason] of [
    ["second.pin", (text: string) => text.slice(0, 99), "is damaged"],
    ["second.pin.plan.json", (text: string) => text.replace("Be kind.", "Be rude."), "its digest is another"],
  ] as const) {
    const text = await readFile(file(name), "utf8");
    await writeFile(file(name), change(text));
    expect(await refused("second")).toContain(reason);
    await writeFile(file(name), text);
  }
});

test("a refresh and an `up` without changes move nothing; what is applied and taken back is not applied again", async () => {
  await w.project.refresh();
  await up(w, first);
  await w.declare(second);
  expect(await apply("second")).toMatchObject({ code: 0 });
  await up(w, first);
  await w.declare(second);
  expect(await refused("second")).toContain("- the stack: a run has changed it after the review, at ");
  await up(w);
});

test("a console change of the very property that is updated, and an object that somebody made beside it, are refused together, in words", async () => {
  await w.declare(third);
  const said = await reviewed("third");
  for (const words of [
    "is protected from now on",
    "stays on the gateway from now on when its resource is deleted",
    "was called `tone` until now",
    "exports `shown` from now on",
  ]) {
    expect(said).toContain(words);
  }
  const gpt = `/models/${w.calls.id("models", "gpt")}`;
  await w.gateway.console("PATCH", gpt, { workspace_id, display_name: "By hand" });
  const all = { source_name: ".*", target_model: "openai/gpt", is_pattern: true };
  await w.gateway.console("POST", "/mappings", { workspace_id, ...all });
  const moved = await refused("third");
  expect(moved).toContain('- Model gpt: displayName was changed on the gateway: now "By hand"');
  expect(moved).toContain('- Mapping ".*": was made on the gateway after the review');
  await w.gateway.console("PATCH", gpt, { workspace_id, display_name: "gpt" });
  await w.gateway.console("DELETE", `/mappings/${w.calls.id("mappings", ".*")}`, { workspace_id });
});

test("an apply by another checkout does all that an `up` does, and a second one has nothing to do", async () => {
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
    /^<!-- workspace-gateway apply: e2e\/test -->\n## ✅ Applied, as it was reviewed/,
  );
  const { code, output } = await apply("third", { cwd: checkout });
  expect([code, output]).toEqual([0, expect.stringContaining("is applied already")]);
  const applied = await lastingState();
  await up(w);
  expect(await lastingState()).toEqual(applied);
  await up(w, withOpts(third, { voice: { aliases: [] } })); // nothing is made anew without the alias
  expect(w.calls.writes()).toEqual([]);
});

test("an apply that fails says what failed and what to do, and shows no credential", async () => {
  await w.declare(
    withArgs(withOpts(third, { voice: { aliases: [] } }), { voice: { content: "Be very kind." } }),
  );
  await reviewed("failing");
  const read = ["profile", "workspaces", "providers", "models", "mapping", "prompts"];
  const more = ["members", "quotas", "workflow", "configs", "indexes"];
  const scopes = [...read, ...more].map((of) => `${of}:read`);
  const token = w.gateway.token({ user: "owner", scopes });
  const { code, output } = await apply("failing", { env: { WORKSPACE_GATEWAY_ACCESS_TOKEN: token } });
  expect(code, output).toBe(1);
  const written = await readFile(file("applied.md"), "utf8");
  expect(written).toContain("## ❌ It failed, and a part may be applied");
  expect(written).toMatch(/### Failed[^#]*`Prompt voice`/);
  expect(written).toMatch(/### Next[^#]*[Rr]eview again/);
  expect(written).toContain("403");
  expect(written).not.toContain(token);
});
