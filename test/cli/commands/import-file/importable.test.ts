import { expect, test } from "vitest";
import { z } from "zod";
import {
  importableKind,
  importFileText,
  importPlace,
} from "../../../../cli/commands/import-file/import-file.js";
import { UsageError } from "../../../../cli/commands/terminal.js";
import type { Endpoints } from "../../../../provider/spec/endpoints.js";
import { created, flags, kind } from "../../../../provider/spec/index.js";

const parent = { what: "workspace", field: "workspaceId", list: "/workspaces", scope: "workspaces" };

/** A kind with these endpoints, whose objects have a workspace. */
function sample(name: string, endpoints: Endpoints) {
  const workspaceId = z.string().register(flags, { replace: true });
  return kind(name, {
    source: created,
    endpoints,
    scope: "samples",
    naturalKey: [],
    inputs: z.strictObject({ workspaceId }),
    outputs: z.object({}),
  });
}

const alone = sample("Alone", { list: "/alone" });
const listed = sample("Listed", { list: "/listed", parent });
const single = sample("Single", { get: "/workspaces/{workspaceId}/single", parent });
const hidden = sample("Hidden", { create: "/hidden", parent });
const kinds = [alone, listed, single, hidden];

test("a kind can be imported if the gateway shows its objects, by a list or one by one", () => {
  expect(kinds.slice(0, 3).map(({ name }) => importableKind(kinds, name))).toEqual([alone, listed, single]);
  expect(() => importableKind(kinds, "Hidden")).toThrow("Hidden cannot be imported");
});

test.each([
  [alone, { id: "a" }, {}],
  [listed, { id: "a", workspaceId: "w" }, { workspaceId: "w" }],
  [single, { id: "w" }, { workspaceId: "w" }],
  [single, { id: "w", workspaceId: "w" }, { workspaceId: "w" }],
])("where an object is follows from its kind and the options: $name %j", (sampled, options, place) => {
  expect(importPlace(sampled, options)).toEqual(place);
});

test.each([
  [alone, { id: "a", workspaceId: "w" }, "leave out --workspace-id"],
  [single, { id: "a", workspaceId: "w" }, "--id and --workspace-id differ"],
])("options that fit no object are refused: $name %j", (sampled, options, reason) => {
  expect(() => importPlace(sampled, options)).toThrow(UsageError);
  expect(() => importPlace(sampled, options)).toThrow(reason);
});

test("a parent has a name in the file, and the resource refers to it", () => {
  const entry = { type: "t", name: "n", id: "i", inputs: {}, outputs: {} };
  expect(JSON.parse(importFileText(entry, undefined))).toEqual({ resources: [entry] });
  expect(JSON.parse(importFileText(entry, "urn:x"))).toEqual({
    nameTable: { parent: "urn:x" },
    resources: [{ ...entry, parent: "parent" }],
  });
});
