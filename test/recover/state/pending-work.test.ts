import { expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { pendingWork } from "../../../provider/recover/state/pending-work.js";

const root = "urn:pulumi:prod::shop::";
const pending = (operation: string, type: string, custom: boolean) => ({
  type: operation,
  resource: { urn: `${root}${type}::x`, type, custom },
});

test("creates by the plugin are ours, but for those of a provider whose settings stand in the program", () => {
  const type = "workspace-gateway:index:Prompt";
  const of = (provider: string) => {
    const { resource } = pending("creating", type, true);
    const reference = `${root}pulumi:providers:workspace-gateway::${provider}::an-id`;
    return { type: "creating", resource: { ...resource, inputs: { name: "x" }, provider: reference } };
  };
  const operations = [of("default_0_1_0"), of("eu")];
  const work = pendingWork({ deployment: { pending_operations: operations } }, kinds, () => 7);
  expect(work.creates.map(({ lost, entry }) => [lost.inputs, entry])).toEqual([
    [{ name: "x" }, operations[0]?.resource],
  ]);
  expect(work.foreign).toEqual([operations[1]]);
});

test("creates are ours, of others, or of no object at all; everything else the engine repeats", () => {
  const ours = "pulumi-nodejs:dynamic/workspace-gateway:Prompt";
  const work = pendingWork(
    {
      deployment: {
        pending_operations: [
          pending("creating", ours, true),
          pending("creating", "aws:s3/bucket:Bucket", true),
          pending("creating", "shop:index:Team", false),
          pending("creating", "pulumi:pulumi:Stack", false),
          pending("creating", "pulumi:providers:pulumi-nodejs", true),
          pending("updating", ours, true),
          pending("deleting", "aws:s3/bucket:Bucket", true),
        ],
      },
    },
    kinds,
    () => 7,
  );
  expect(work.creates.map(({ lost }) => [lost.kind.name, lost.since])).toEqual([["Prompt", 7]]);
  expect(work.foreign.map(({ resource }) => resource.type)).toEqual(["aws:s3/bucket:Bucket"]);
  expect(work.repeated.map(({ type }) => type)).toEqual(["updating", "deleting"]);
});
