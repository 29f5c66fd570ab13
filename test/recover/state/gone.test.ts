import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import type { ObjectFinding } from "../../../provider/recover/find/look-at-objects.js";
import type { Deployment, StateEntry } from "../../../provider/recover/state/deployment.js";
import { doubtedObjects } from "../../../provider/recover/state/doubted-objects.js";
import { withFindings } from "../../../provider/recover/state/gone.js";
import { nativeToken, typeToken } from "../../../provider/spec/token.js";

const urnOf = (name: string, type = typeToken("Prompt")) => `urn:pulumi:prod::shop::${type}::${name}`;

function entry(id: string, more: Partial<StateEntry> = {}): StateEntry {
  return { urn: urnOf(id), type: typeToken("Prompt"), custom: true, id, outputs: { name: id }, ...more };
}

function state(resources: StateEntry[], deleting: StateEntry[] = []): Deployment {
  const pending = deleting.map((resource) => ({ type: "deleting", resource }));
  return { version: 3, deployment: { resources, pending_operations: pending } };
}

function found(is: ObjectFinding["is"], { urn, id = "", outputs = {} }: StateEntry): ObjectFinding {
  return { object: { urn, kind: prompt, id, inputs: {}, outputs, deleting: false }, is };
}

test("what is gone is taken out, with what others say of it, and the rest stays as it is", () => {
  const [a, b] = [entry("a"), entry("b")];
  const child = entry("child", {
    ...{ parent: a.urn, dependencies: [a.urn, b.urn], deletedWith: a.urn },
    propertyDependencies: { workspaceId: [a.urn], modelId: [b.urn] },
  });
  const after = withFindings(state([a, b, child]), [found("gone", a), found("same", b)]);
  expect(after.deployment.resources).toEqual([
    b,
    entry("child", { dependencies: [b.urn], propertyDependencies: { workspaceId: [], modelId: [b.urn] } }),
  ]);
});

test("of a resource and its predecessor, which have one URN, only the one that is gone is taken out", () => {
  const [fresh, old] = [entry("a", { id: "new" }), entry("a", { id: "old", delete: true })];
  const child = entry("child", { parent: fresh.urn });
  const after = withFindings(state([fresh, old, child]), [found("gone", old)]);
  expect(after.deployment.resources).toEqual([fresh, child]);
});

test("what a run may have written is marked as unfinished, and nothing else", () => {
  const [a, b] = [entry("a"), entry("b")];
  const after = withFindings(state([a, b]), [found("written", a), found("elsewhere", b)]);
  expect(after.deployment.resources).toEqual([{ ...a, outputs: { name: "a", __unfinished: true } }, b]);
});

test("objects whose delete was begun are looked for, and all objects if a run recorded nothing", () => {
  const native = nativeToken("Prompt");
  const provider = "urn:pulumi:prod::shop::pulumi:providers:workspace-gateway::eu::an-id";
  const own = [entry("a"), entry("b"), entry("c", { urn: urnOf("c", native), type: native })];
  const others = [
    entry("read", { external: true }),
    entry("eu", { urn: urnOf("eu", native), type: native, provider }),
    entry("bucket", { urn: urnOf("bucket", "aws:s3/bucket:Bucket"), type: "aws:s3/bucket:Bucket" }),
  ];
  const [, second = entry("b")] = own;
  const all = state([...own, ...others], [second, ...others]);
  const ids = (isAll: boolean) =>
    doubtedObjects(all, [prompt], isAll).map(({ id, deleting }) => [id, deleting]);
  expect(ids(false)).toEqual([["b", true]]);
  expect(ids(true)).toEqual([
    ["a", false],
    ["b", true],
    ["c", false],
  ]);
});
