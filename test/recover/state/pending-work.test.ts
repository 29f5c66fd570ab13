import { expect, test } from "vitest";
import { kinds } from "../../../provider/every-kind.js";
import { pendingWork } from "../../../provider/recover/state/pending-work.js";

const root = "urn:pulumi:prod::shop::";
const pending = (operation: string, type: string, custom: boolean) => ({
  type: operation,
  resource: { urn: `${root}${type}::x`, type, custom },
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
