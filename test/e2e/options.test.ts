import { expect, test } from "vitest";
import { ref, withArgs, withOpts, without } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";

const objects = [
  team,
  { kind: "Workspace", name: "doomed", args: { name: "Doomed", forceDestroy: true } },
  provider("azure"),
  provider("openai"),
  model("first-out", "azure", {}, { deleteBeforeReplace: true }),
  model("last-out", "azure"),
  prompt("ignored", {}, { ignoreChanges: ["content"] }),
  prompt("targeted"),
  prompt("beside"),
  mapping("kept", {}, { retainOnDelete: true }),
  mapping("guarded", {}, { protect: true }),
  mapping("moved"),
  mapping("inside", { workspaceId: ref("doomed") }, { deletedWith: "doomed" }),
] as const;

const changed = withArgs(objects, {
  targeted: { content: "Be polite." },
  beside: { content: "Be polite." },
  ignored: { content: "Be rude." },
  "first-out": { providerId: ref("openai") },
  "last-out": { providerId: ref("openai") },
});
const final = without(
  withOpts(changed, { moved: { parent: "team", aliases: [{ atRoot: true }] } }),
  "kept",
  "doomed",
  "inside",
);

// One stack goes through three updates; the tests look at what each of them sent.
const sent: { first: string[]; targeted: string[]; last: string[] } = { first: [], targeted: [], last: [] };
const w = life({ objects }, async () => {
  sent.first = await update();
  await w.declare(changed);
  const type = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";
  sent.targeted = await update([`urn:pulumi:${w.project.stack}::e2e::${type}::targeted`]);
  await w.declare(final);
  sent.last = await update();
});

async function update(target: string[] = []): Promise<string[]> {
  await ok(w.project.up({ skipPreview: true, target, parallel: 1 }));
  return w.calls.writes();
}

/** What was sent last about objects of that name, or to that collection. */
const about = (text: string) => sent.last.filter((line) => line.includes(text));

test("--target changes the target alone", () => {
  expect(sent.targeted).toEqual(["PATCH /prompts/targeted content workspace_id"]);
  expect(about("/targeted")).toEqual([]);
  expect(about("/beside")).toEqual(["PATCH /prompts/beside content workspace_id"]);
});

test("ignoreChanges keeps the value that was there", () => {
  expect(about("/ignored")).toEqual([]);
  expect(w.gateway.rows("prompts")).toContainEqual(
    expect.objectContaining({ name: "ignored", content: "Be brief." }),
  );
});

test("retainOnDelete leaves the object on the gateway", () => {
  expect(about("/kept")).toEqual([]);
  expect(w.gateway.rows("mappings")).toContainEqual(expect.objectContaining({ source_name: "kept" }));
});

test("deletedWith sends nothing for what goes with something else", () => {
  expect(about("/inside")).toEqual([]);
  expect(about("/Doomed")).toEqual(["DELETE /workspaces/Doomed"]);
});

test("a new parent with an alias sends nothing", () => {
  expect(about("/moved")).toEqual([]);
  expect(about("POST /mappings")).toEqual([]);
});

test("a replacement deletes the old object last, and with deleteBeforeReplace first", () => {
  const models = about("/models").map((line) => line.split(" ").slice(0, 2).join(" "));
  const firstOut = ["DELETE /models/first-out", "POST /models"];
  const lastOut = ["POST /models", "DELETE /models/last-out"]; // deletions come at the end of an update
  // Which of the two the program declares first is open.
  expect([
    [...firstOut, ...lastOut],
    [lastOut[0], ...firstOut, lastOut[1]],
  ]).toContainEqual(models);
});

test("dependsOn creates what depends only when the others are there, however slow they are", async () => {
  const slow = w.gateway.faults.add({ method: "POST", path: "/mappings", kind: "latency", ms: 400 });
  const early = [0, 1, 2, 3].map((index) => mapping(`early-${index}`));
  const dependsOn = early.map(({ name }) => name);
  await up(w, [...final, ...early, prompt("late", {}, { dependsOn })]);
  const created = w.calls.writes().map((line) => line.split(" ").slice(0, 2).join(" "));
  expect(slow.hits).toBe(early.length);
  slow.remove();
  expect(created).toEqual([...early.map(() => "POST /mappings"), "POST /prompts"]);
});

test("protect: neither leaving it out of the program nor a destroy deletes it", async () => {
  await w.declare(without(final, "guarded"));
  expect(await fails(w.project.up())).toContain("protect");
  expect(await fails(w.project.destroy())).toContain("protect");
  expect(w.calls.writes()).toEqual([]);
  expect(w.gateway.rows("mappings")).toContainEqual(expect.objectContaining({ source_name: "guarded" }));
});

test("a destroy that a workspace refuses names what is left, and the command after which it goes through", async () => {
  const program = withOpts(final, {
    guarded: { protect: false },
    beside: { deletedWith: "team" },
    targeted: { retainOnDelete: true },
  });
  await up(w, program);
  const refused = await fails(w.project.destroy({ skipPreview: true }));
  const left = ["kept", "beside", "targeted"].map(
    (name) => new RegExp(`\\("${name}" [^)]+|, "${name}" [^)]+`),
  );
  for (const each of left) expect(refused).toMatch(each);
  const [, urn = ""] = /`pulumi up --target ([^`]+)`/.exec(refused) ?? [];
  expect(urn).toMatch(/Workspace::team$/);
  expect(w.calls.writes().length).toBeGreaterThan(10);
  await w.declare(withArgs(program, { team: { forceDestroy: true } }));
  await ok(w.project.up({ skipPreview: true, target: [urn] }));
  expect(w.calls.writes()).toEqual([]);
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.writes()).toEqual(["DELETE /workspaces/Support"]);
});
