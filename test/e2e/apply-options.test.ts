import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "./support/command.ts";
import { renamed, withArgs, withOpts } from "./support/declaration.ts";
import { lastingState } from "./support/lasting-state.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";

const before = [
  team,
  provider("openai"),
  model("gpt", "openai"),
  mapping("default"),
  mapping("spare", { sourceName: "spare" }),
  prompt("tone"),
];
const alias = { aliases: [{ name: "tone" }] };
const guarded = withOpts(before, { default: { protect: true }, spare: { retainOnDelete: true } });
const options = renamed(guarded, "tone", "voice", alias).map((object) =>
  object.name === "gpt" ? { ...object, shows: ["gatewayName"] } : object,
);

// One stack: first only its options change, then an `apply` of it fails.
const w = life({ objects: before }, () => up(w));
const file = (name: string) => path.join(w.project.directory, name);
const review = () => runCommand(w, ["review", "--pin", file("the.pin"), "--", "--stack", "test"]);
const apply = (env = {}) =>
  runCommand({ ...w, env }, ["apply", file("the.pin"), "--markdown", file("applied.md")]);
const comment = () => readFile(file("applied.md"), "utf8");

test("options, a new name and an export are in the review, and an apply brings them to the state as an `up` does", async () => {
  await w.declare(options);
  const said = await review();
  expect(said.code, said.output).toBe(0);
  for (const words of [
    "is protected from now on",
    "stays on the gateway from now on when its resource is deleted",
    "was called `tone` until now",
    "exports `shown` from now on",
  ]) {
    expect(said.output).toContain(words);
  }
  w.calls.take();
  const { code, output } = await apply();
  expect(code, output).toBe(0);
  expect(w.calls.writes()).toEqual([]);
  expect(await comment()).toMatch(
    /^<!-- workspace-gateway apply: e2e\/test -->\n## ✅ Applied, as it was reviewed/,
  );
  const applied = await lastingState(w);
  await up(w);
  expect(applied).toEqual(await lastingState(w));
});

test("after that, the alias is not needed any more: nothing is made anew or deleted without it", async () => {
  w.calls.take();
  await up(w, withOpts(options, { voice: { aliases: [] } }));
  expect(w.calls.writes()).toEqual([]);
});

test("an apply that fails says what failed and what to do, and shows no credential", async () => {
  await w.declare(
    withArgs(withOpts(options, { voice: { aliases: [] } }), { voice: { content: "Be kind." } }),
  );
  expect((await review()).code).toBe(0);
  const scopes = [
    "profile",
    "workspaces",
    "providers",
    "models",
    "mapping",
    "prompts",
    "members",
    "quotas",
    "workflow",
    "configs",
    "indexes",
  ].map((of) => `${of}:read`);
  const token = w.gateway.token({ user: "owner", scopes });
  const { code, output } = await apply({ WORKSPACE_GATEWAY_ACCESS_TOKEN: token });
  expect(code, output).toBe(1);
  const written = await comment();
  expect(written).toContain("## ❌ It failed, and a part may be applied");
  expect(written).toMatch(/### Failed[^#]*`Prompt voice`/);
  expect(written).toMatch(/### Next[^#]*[Rr]eview again/);
  expect(written).toContain("403");
  expect(written).not.toContain(token);
});
