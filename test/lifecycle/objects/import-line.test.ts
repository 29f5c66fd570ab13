import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { importLine } from "../../../provider/lifecycle/objects/import-line.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";

const process = (over: { connection?: string } = {}) =>
  new Process(async () => reply(500), new VirtualIo(), over);

test("the line to import an object names its kind and its id, and a place for an id that is not known", () => {
  const target = process().target(workspace, { name: "Support" });
  expect(importLine(target, "w-1")).toBe("npx workspace-gateway import-file Workspace <name> --id w-1");
  expect(importLine(target)).toBe("npx workspace-gateway import-file Workspace <name> --id <id>");
});

test("it names the workspace and the connection of the object, each as one word of the shell", () => {
  const target = process({ connection: "eu west" }).target(prompt, { workspaceId: "w 1", name: "tone" });
  expect(importLine(target, "it's")).toBe(
    "npx workspace-gateway import-file Prompt <name> --id 'it'\\''s' --workspace-id 'w 1' --connection 'eu west'",
  );
});
