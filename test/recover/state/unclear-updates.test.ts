import { expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import type { Deployment, StateEntry } from "../../../provider/recover/state/deployment.js";
import { withUnclearUpdates } from "../../../provider/recover/state/unclear-updates.js";
import { hidden } from "../../../provider/spec/values.js";

const prompt = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";
const bucket = "aws:s3/bucket:Bucket";

function resource(id: string, more: Partial<StateEntry> = {}): StateEntry {
  const type = more.type ?? prompt;
  return {
    urn: `urn:pulumi:prod::shop::${type}::${id}`,
    type,
    custom: true,
    id,
    outputs: { name: id },
    ...more,
  };
}

function killed(resources: StateEntry[], doing = "updating", pending = resources): Deployment {
  const operations = pending.map((each) => ({ type: doing, resource: each }));
  return { version: 3, deployment: { resources, pending_operations: operations } };
}

const marked = ({ deployment }: Deployment) =>
  (deployment.resources ?? [])
    .filter(({ outputs }) => outputs?.[hidden.unfinished] === true)
    .map(({ id }) => id);

test("what was being updated is unfinished, and keeps its outputs; nothing else is", () => {
  const [a, b] = [resource("a"), resource("b")];
  const after = withUnclearUpdates(killed([a, b], "updating", [a]), kinds);
  expect(marked(after)).toEqual(["a"]);
  expect(after.deployment.resources?.[0]?.outputs).toEqual({ name: "a", [hidden.unfinished]: true });
  expect(after.deployment.resources?.[1]).toBe(b);
});

test("an update has no id yet, and an alias may give the resource another URN than the state has", () => {
  const a = resource("a");
  const { id: _id, ...renamed } = { ...a, urn: `${a.urn}-renamed`, aliases: [a.urn] };
  expect(marked(withUnclearUpdates(killed([a], "updating", [renamed]), kinds))).toEqual(["a"]);
});

test.each([
  ["is to be deleted", resource("a", { delete: true }), "updating"],
  ["waits for its replacement", resource("a", { pendingReplacement: true }), "updating"],
  ["is of another package", resource("a", { type: bucket }), "updating"],
  ["was being deleted", resource("a"), "deleting"],
  ["was being read", resource("a"), "reading"],
])("a resource that %s stays as it is", (_what, each, doing) => {
  const state = killed([each], doing);
  expect(withUnclearUpdates(state, kinds)).toEqual(state);
});
