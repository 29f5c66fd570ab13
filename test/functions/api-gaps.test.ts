import { expect, onTestFinished, test, vi } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { getConfig, getConfigs, getIndex, getWorkspace } from "../../provider/index.js";
import { Session } from "../../provider/lifecycle/session.js";
import { invoke } from "../../provider/plugin/invokes.js";
import { nativeToken } from "../../provider/spec/token.js";
import { envelopeKey } from "../../provider/spec/values.js";
import type { JsonObject } from "../../provider/text/json.js";
import { type Readers, readers } from "./support/readers.ts";

/** What the API document does not show of an answer, and programs read all the same; docs/guarantees.md has all. */

function answers({ gateway }: Readers, path: string, body: JsonObject): void {
  gateway.faults.add({ method: "GET", path, kind: "status", status: 200, body });
}

test.each<[string, JsonObject, object]>([
  ["no more than a name", {}, { myRole: null, stats: null }],
  ["all that a row of the list has", { my_role: "ADMIN", region: "eu" }, { myRole: "ADMIN" }],
])("a workspace that the list does not show can have %s", async (_what, fields, expected) => {
  await using world = await readers({ cut: 0 });
  const id = world.refs.workspaceId;
  answers(world, `/workspaces/${id}`, { data: { id, name: "first", ...fields } });
  const read = await getWorkspace({ connection: world.connection, id });
  expect(read).toMatchObject({ id, name: "first", ...expected });
});

test.each<[string, JsonObject["pages"], JsonObject["error"]]>([
  ["texts", ["https://a.example/1"], "no such host"],
  ["objects", [{ url: "https://a.example/1", depth: 2 }], { code: "DNS", tries: [1, 2] }],
  ["nothing", [], null],
])("pages and the error of an index are returned unchanged: %s", async (_what, pages, error) => {
  await using world = await readers();
  const place = { connection: world.connection, workspaceId: world.refs.workspaceId };
  answers(world, "/indexes/i-1", { data: { id: "i-1", base_url: "https://a.example", pages, error } });
  expect(await getIndex({ ...place, id: "i-1" })).toMatchObject({ pages, error });
  // A program in another language gets text: Python's SDK takes only a dictionary for a value of any type.
  const session = new Session(kinds, process.env);
  const answer = await invoke(nativeToken("getIndex"), { ...place, id: "i-1" }, session);
  const text = typeof error === "string" || error === null ? error : JSON.stringify(error);
  expect(answer).toMatchObject({ pages, error: text });
});

test("a list omits a value that Pulumi cannot store, with a warning, and only that object's read fails", async () => {
  await using world = await readers();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const workflow = { steps: [{ [envelopeKey]: "x" }] };
  const id = await world.make("/configs", { workspace_id: world.refs.workspaceId, name: "odd", workflow });
  const configs = await getConfigs(world.place);
  expect(configs.map(({ name }) => name).sort()).toEqual(["odd", "style", "tone"]);
  expect(configs.filter((config) => !("workflow" in config)).map(({ name }) => name)).toEqual(["odd"]);
  expect(warn.mock.calls.join()).toMatch(
    new RegExp(`^getConfigs: .*${envelopeKey}.*"${id}".*value is omitted`),
  );
  await expect(getConfig({ ...world.place, id })).rejects.toThrow(envelopeKey);
  expect(await getConfig({ ...world.place, name: "tone" })).toMatchObject({ name: "tone" });
});
