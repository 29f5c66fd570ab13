import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { isReadable, type Kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import { nativeToken } from "../../provider/spec/token.js";
import { isHidden } from "../../provider/spec/values.js";
import type { ExportedState } from "../harness/engine.ts";
import { projectFiles } from "../harness/project-files.ts";
import { dataOf } from "../kinds/data.ts";
import { type Declared, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { grow } from "./support/grown.ts";
import { life, up } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";
import { stored } from "./support/stored.ts";
import type { World, WorldOptions } from "./support/world.ts";

const readable: readonly Kind[] = kinds.filter(isReadable);

// A first stack has made one object of every kind. A second one imports them through the plugin, and then declares what it has
// imported; a third one imports what it declares: the tests of this file are the stations of their lives, in this order.
let made: ExportedState;

const first = life({ objects: everything }, grow);
/** At the gateway of the first one. */
const ofPlugin = (): WorldOptions => ({
  env: {
    WORKSPACE_GATEWAY_BASE_URL: first.gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: first.token,
  },
  adapter: "native",
});
const second = life(ofPlugin);
const third = life(ofPlugin, async () => {
  made = await first.project.exportState();
  first.calls.take();
});

/** The id of an object for an import. */
function importId({ name, endpoints: { list, parent } }: Kind): string {
  const { id = "", inputs } = stored(made, name);
  return parent === undefined || list === undefined ? id : `${String(inputs?.[parent.field])}/${id}`;
}

const flags = ["--generate-code=false", "--protect=false", "--yes", "--stack", "test"];

function importInto({ project }: World, ...args: string[]) {
  return project.run(["import", ...args, ...flags]);
}

/** What was imported into a stack, as its program would declare it. */
async function imported({ project }: World): Promise<Declared[]> {
  const state = await project.exportState();
  return readable.map(({ name }) => {
    const { inputs = {} } = stored(state, name);
    const args = Object.fromEntries(Object.entries(inputs).filter(([key]) => !isHidden(key)));
    return { kind: name as Declared["kind"], name: `my-${name}`, args };
  });
}

function importing(objects: readonly Declared[]): Declared[] {
  return objects.map((object, index) => ({
    ...object,
    opts: { import: importId(readable[index] ?? expect.unreachable()) },
  }));
}

test("an object is imported by its id, in the state that making it leaves, and what cannot be read is named", async () => {
  const provider = readable.find(({ name }) => name === "ModelProvider") ?? expect.unreachable();
  const said = await ok(
    importInto(second, nativeToken("ModelProvider"), "my-ModelProvider", importId(provider)),
  );
  expect(said).toMatch(/ModelProvider "openai": apiKey cannot be read.* sends it/);
  expect(first.calls.writes()).toEqual([]);
});

test("what cannot be imported is told why, and what is not there with what is", async () => {
  const key = await fails(importInto(second, nativeToken("GatewayKey"), "key", "Support/key"));
  expect(key).toContain("GatewayKey cannot be imported: the gateway does not show one again");
  const model = await fails(importInto(second, nativeToken("Model"), "model", "Support/openai/gtp"));
  const gpt = importId(readable.find(({ name }) => name === "Model") ?? expect.unreachable());
  expect(model).toContain(`"Support/openai/gtp" is no Model. There are: ${gpt} (\`gpt\`).`);
});

test("a file imports an object of each kind, by names, in the state that making it leaves", async () => {
  const called: Record<string, string> = {
    Workspace: "Support",
    Budget: "Support",
    Member: "Support/member@example.com",
    Model: "Support/openai/gpt",
    Mapping: "Support/gpt-.*",
    Index: `Support/${String(stored(made, "Index").inputs?.url)}`,
    Quota: "burst",
  };
  const resources = readable
    .filter(({ name }) => name !== "ModelProvider")
    .map(({ name }) => ({
      type: nativeToken(name),
      name: `my-${name}`,
      id: called[name] ?? `Support/${dataOf(name).declared.args?.name}`,
    }));
  await second.project.write("import.json", JSON.stringify({ resources }));
  await ok(importInto(second, "--file", "import.json"));
  expect(first.calls.writes()).toEqual([]);
  const state = await second.project.exportState();
  for (const { name, source, fields } of readable) {
    const [before, after] = [stored(made, name), stored(state, name)];
    expect(after.id).toBe(before.id);
    const unread = [...fields.values()].filter(({ writeOnly }) => writeOnly).map((field) => field.name);
    // Only the program, the run that made it, and a dynamic provider know these.
    const known = [
      ...unread,
      "__urn",
      "__follows",
      "__provider",
      "__carried",
      "__imported",
      ...(source === created ? [] : ["__found"]),
    ];
    const readAgain = Object.entries(before.outputs ?? {}).filter(([field]) => !known.includes(field));
    expect(after.outputs).toMatchObject(Object.fromEntries(source === created ? readAgain : []));
    expect(
      Object.keys(after.outputs ?? {})
        .filter((field) => !known.includes(field))
        .sort(),
    ).toEqual(readAgain.map(([field]) => field).sort());
  }
});

test("a program that declares what was imported previews and applies nothing, and sends nothing", async () => {
  await second.declare(await imported(second));
  await ok(second.project.up({ skipPreview: true, expectNoChanges: true }));
  expect(first.calls.take()).toEqual([]);
  await ok(second.project.refresh({ skipPreview: true, expectNoChanges: true }));
  expect(first.calls.writes()).toEqual([]);
  expect(await second.project.stateText()).not.toContain("sk-canary");
});

test("without the plugin, updates that send nothing take the objects over, and then nothing changes any more", async () => {
  await ok(second.project.run(["config", "rm", "workspace-gateway:native", "--stack", "test"]));
  await second.project.write("Pulumi.yaml", projectFiles("e2e", "")["Pulumi.yaml"] ?? "");
  first.calls.take();
  expect(await ok(second.project.up({ skipPreview: true }))).toMatch(
    new RegExp(`~ ${readable.length} updated`),
  );
  expect(first.calls.take()).toEqual([]);
  await ok(second.project.preview({ expectNoChanges: true, refresh: true }));
  expect(first.calls.writes()).toEqual([]);
});

test("the option `import` imports an object of each kind, and what is declared otherwise is sent in the same run", async () => {
  const declared = withArgs(await imported(second), { "my-ModelProvider": { apiKey: "sk-canary-next" } });
  await third.declare(importing(declared));
  first.calls.take();
  await ok(third.project.preview());
  expect(first.calls.writes()).toEqual([]);
  await up(third);
  expect(first.calls.writes()).toEqual(["PATCH /providers/openai api_key workspace_id"]);
  for (const program of [importing(declared), declared]) {
    await third.declare(program);
    await ok(third.project.up({ skipPreview: true, expectNoChanges: true }));
    expect(first.calls.take()).toEqual([]);
  }
  expect(await third.project.stateText()).not.toContain("sk-canary");
});
