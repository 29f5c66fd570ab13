import { expect, test } from "vitest";
import { prompt } from "../../../provider/kinds/prompt.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { importLine } from "../../../provider/lifecycle/conflicts.js";
import { ResourceContext } from "../../../provider/lifecycle/session.js";
import { nativeToken, typeToken } from "../../../provider/spec/token.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";

const process = (over: { connection?: string } = {}) =>
  new Process(async () => reply(500), new VirtualIo(), over);

test("the line to import an object names its kind and its id, and a place for an id that is not known", () => {
  const context = process().context(workspace, { name: "Support" });
  expect(importLine(context, "w-1")).toBe("npx workspace-gateway import-file Workspace <name> --id w-1");
  expect(importLine(context)).toBe("npx workspace-gateway import-file Workspace <name> --id <id>");
});

test("it names the workspace and the connection of the object, each as one word of the shell", () => {
  const context = process({ connection: "eu west" }).context(prompt, { workspaceId: "w 1", name: "tone" });
  expect(importLine(context, "it's")).toBe(
    "npx workspace-gateway import-file Prompt <name> --id 'it'\\''s' --workspace-id 'w 1' --connection 'eu west'",
  );
});

test("what the plugin makes is imported by pulumi itself, but for the object of a connection", () => {
  const urn = (type: string) => `urn:pulumi:dev::support::acme:index:Team$${type}::tone`;
  const line = (type: string, id: string | undefined, over: { connection?: string } = {}) =>
    importLine(process(over).context(prompt, { workspaceId: "w-1", name: "tone", __urn: urn(type) }), id);
  const [native, dynamic] = [nativeToken("Prompt"), typeToken("Prompt")];
  expect(line(native, "p-1")).toBe("pulumi import workspace-gateway:index:Prompt <name> w-1/p-1");
  expect(line(native, undefined)).toBe("pulumi import workspace-gateway:index:Prompt <name> w-1/<id>");
  expect(line(native, "p-1", { connection: "eu" })).toMatch(/^npx workspace-gateway import-file Prompt/);
  expect(line(dynamic, "p-1")).toMatch(/^npx workspace-gateway import-file Prompt/);
});

test("a provider of the program stands in the line, with a place for its URN", () => {
  const { client, registry } = process();
  const values = { name: "Support", __urn: `urn:pulumi:dev::support::${nativeToken("Workspace")}::team` };
  const context = new ResourceContext({
    kind: workspace,
    client,
    registry,
    values,
    kinds: [],
    provider: "eu",
  });
  expect(importLine(context, "w-1")).toBe(
    "pulumi import workspace-gateway:index:Workspace <name> w-1 --provider eu=<urn>",
  );
});
