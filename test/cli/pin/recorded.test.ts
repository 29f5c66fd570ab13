import { expect, test } from "vitest";
import { lastRunIn, recordedIn } from "../../../cli/pin/subject.js";
import { kinds } from "../../../provider/every-kind.js";
import { secretEnvelope } from "../../../provider/spec/values.js";
import { inputs, urn } from "../review/facts/support/preview.ts";

const { Prompt } = inputs;
const type = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";

/** The text that stands for a prompt in a state. */
function recorded(more: object = {}): string {
  const outputs = { ...Prompt, updatedAt: "monday", __account: "a" };
  const resource = { urn: urn("Prompt", "tone"), type, id: "p1", inputs: Prompt, outputs, ...more };
  const resources = recordedIn(JSON.stringify({ deployment: { resources: [resource] } }), kinds);
  return JSON.stringify([...resources]);
}

test.each<[string, object]>([
  ["the time of its last write", { modified: "later", created: "then" }],
  [
    "the gateway's time of its last write, and our bookkeeping",
    { outputs: { ...Prompt, updatedAt: "friday", __account: "b" } },
  ],
  ["its line in the program", { sourcePosition: "project:///index.ts#1,2" }],
])("a resource of a state is the same whatever it has as %s", (_what, more) => {
  expect(recorded(more)).toBe(recorded());
});

test.each<[string, object]>([
  ["id", { id: "p2" }],
  ["input", { inputs: { ...Prompt, content: "Other." } }],
  ["output", { outputs: { ...Prompt, content: "Other." } }],
  ["protect", { protect: true }],
  ["retainOnDelete", { retainOnDelete: true }],
  ["delete", { delete: true }],
  ["alias", { aliases: [urn("Prompt", "old")] }],
  ["dependency", { dependencies: [urn("Model", "gpt")] }],
])("a resource of a state is another one with another %s", (_what, more) => {
  expect(recorded(more)).not.toBe(recorded());
});

test("the order of dependencies is none, and a secret is not in what is recorded", () => {
  const [a, b] = [urn("Model", "a"), urn("Model", "b")];
  expect(recorded({ dependencies: [a, b] })).toBe(recorded({ dependencies: [b, a] }));
  const secret = { ...secretEnvelope("SEKRET"), plaintext: '"SEKRET"' };
  expect(recorded({ inputs: { ...Prompt, content: secret } })).not.toContain("SEKRET");
});

test("what is no state and no history is refused without a word of it", () => {
  for (const read of [() => recordedIn("SEKRET", kinds), () => lastRunIn("SEKRET")])
    expect(read).toThrow(/^(?!.*SEKRET).*printed something that is no/);
});

test("the last run is the last `up` or destroy that changed something, or had a plan to apply", () => {
  const run = (kind: string, at: number, changes: object, environment = {}) => ({
    kind,
    startTime: `2026-11-2${at}T10:00:00Z`,
    resourceChanges: changes,
    environment,
  });
  const last = (...runs: object[]) => lastRunIn(JSON.stringify(runs));
  expect([
    lastRunIn(""),
    last(),
    last(run("refresh", 1, { update: 1 }), run("update", 2, { same: 3 })),
  ]).toEqual([undefined, undefined, undefined]);
  const first = run("update", 1, { create: 1 });
  expect(last(run("refresh", 3, { update: 1 }), run("destroy", 2, { delete: 1 }), first)).toBe(
    "2026-11-22T10:00:00Z",
  );
  expect(last(run("update", 4, { same: 1 }, { updatePlan: "true" }), first)).toBe("2026-11-24T10:00:00Z");
});
