import { expect, test } from "vitest";
import type { Operation } from "../harness/operation.ts";
import { ref, withArgs, withOpts, without } from "./support/declaration.ts";
import { life, up, upErrors } from "./support/life.ts";
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

// The tests are the stations of one stack's life, in this order.
const w = life({ objects }, () => sent());

async function sent(operation: Operation = {}): Promise<string[]> {
  await up(w, undefined, { parallel: 1, ...operation });
  return w.calls.writes();
}

const urnOf = (kind: string, name: string) =>
  `urn:pulumi:${w.project.stack}::e2e::pulumi-nodejs:dynamic/workspace-gateway:${kind}::${name}`;

test("--target changes only the target", async () => {
  await w.declare(changed);
  const target = [urnOf("Prompt", "targeted")];
  expect(await sent({ target })).toEqual(["PATCH /prompts/targeted content workspace_id"]);
});

test("ignoreChanges, retainOnDelete, deletedWith and an aliased parent send nothing; deleteBeforeReplace sets the order", async () => {
  await w.declare(final);
  const lines = await sent();
  const models = lines.filter((line) => line.includes("/models"));
  expect(lines.filter((line) => !models.includes(line))).toEqual([
    "PATCH /prompts/beside content workspace_id",
    "DELETE /workspaces/Doomed",
  ]);
  const firstOut = ["DELETE /models/first-out", "POST /models"];
  const lastOut = ["POST /models", "DELETE /models/last-out"]; // deletions come at the end of an update
  // Which of the two the program declares first is open.
  expect([
    [...firstOut, ...lastOut],
    [lastOut[0], ...firstOut, lastOut[1]],
  ]).toContainEqual(models.map((line) => line.split(" ").slice(0, 2).join(" ")));
  expect(w.gateway.rows("prompts")).toContainEqual(
    expect.objectContaining({ name: "ignored", content: "Be brief." }),
  );
  expect(w.gateway.rows("mappings")).toContainEqual(expect.objectContaining({ source_name: "kept" }));
});

test("--replace names the existing object and sends nothing, but replaces it with deleteBeforeReplace", async () => {
  const replace = { args: ["--replace", "**::moved"] };
  expect(await upErrors(w, undefined, replace)).toEqual([
    expect.stringContaining(`already exists, with id ${w.calls.id("mappings", "moved")}`),
  ]);
  expect(w.calls.writes()).toEqual([]);
  await w.declare(withOpts(final, { moved: { deleteBeforeReplace: true } }));
  expect(await sent(replace)).toEqual([
    "DELETE /mappings/moved workspace_id",
    "POST /mappings source_name target_model workspace_id",
  ]);
});

test("a destroy that a workspace refuses names its contents, and the command that makes the destroy possible", async () => {
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
  expect(w.calls.writes().length).toBeGreaterThan(5);
  await w.declare(withArgs(program, { team: { forceDestroy: true } }));
  await ok(w.project.up({ skipPreview: true, target: [urn] }));
  expect(w.calls.writes()).toEqual([]);
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.writes()).toEqual(["DELETE /workspaces/Support"]);
});
