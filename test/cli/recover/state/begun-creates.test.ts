import { expect, test } from "vitest";
import { begunCreates } from "../../../../cli/recover/state/begun-creates.js";
import { kinds } from "../../../../provider/every-kind.js";
import { nativeToken, typeToken } from "../../../../provider/spec/token.js";

const root = "urn:pulumi:prod::shop::";

function pending(doing: string, type: string, more: object = {}) {
  const resource = { urn: `${root}${type}::a`, type, custom: true, inputs: { name: "x" }, ...more };
  return { type: doing, resource };
}

test("creates of our kinds are looked for, by the dynamic provider and by the plugin's default one", () => {
  const native = nativeToken("Prompt");
  const by = (name: string) => ({ provider: `${root}pulumi:providers:workspace-gateway::${name}::an-id` });
  const ours = [
    pending("creating", typeToken("Prompt"), { inputs: { __provider: "text", name: "x" } }),
    pending("creating", native, by("default_0_1_0")),
  ];
  const others = [
    pending("creating", native, by("eu")),
    pending("creating", "aws:s3/bucket:Bucket"),
    pending("creating", typeToken("Prompt"), { custom: false }),
    pending("updating", typeToken("Prompt")),
  ];
  const state = { deployment: { pending_operations: [...ours, ...others] } };
  const creates = begunCreates(state, kinds, () => 7);
  expect(creates.map(({ entry }) => entry)).toEqual(ours.map(({ resource }) => resource));
  expect(creates.map(({ lost }) => [lost.kind.name, lost.inputs, lost.since])).toEqual([
    ["Prompt", { name: "x" }, 7],
    ["Prompt", { name: "x" }, 7],
  ]);
});
