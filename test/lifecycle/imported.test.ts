import { expect, test } from "vitest";
import { z } from "zod";
import { config } from "../../provider/kinds/config.js";
import { member } from "../../provider/kinds/member.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { quota } from "../../provider/kinds/quota.js";
import { scoped } from "../../provider/kinds/shared.js";
import { workspace } from "../../provider/kinds/workspace.js";
import { importLine } from "../../provider/lifecycle/conflicts.js";
import { readImport } from "../../provider/lifecycle/import.js";
import { Undeclarable } from "../../provider/lifecycle/rows.js";
import { ResourceContext } from "../../provider/lifecycle/session.js";
import { flags } from "../../provider/spec/field.js";
import { type Kind, kind } from "../../provider/spec/kind.js";
import { created } from "../../provider/spec/source.js";
import { nativeToken, typeToken } from "../../provider/spec/token.js";
import { envelopeKey, type Values } from "../../provider/spec/values.js";
import type { JsonObject } from "../../provider/text/json.js";
import { reply } from "../client/support/reply.ts";
import { note } from "./support/note.ts";
import { answering } from "./support/process.ts";

const place = { workspaceId: "w-1" };
const row = { id: "n-1", workspace_id: "w-1", name: "it", text: "live", created_at: "2026" };
const person = {
  ...{ id: "m-1", user_id: "u-1", role: "ADMIN", created_at: "2026" },
  user: { id: "u-1", username: "ada", email: "ada@example.com" },
};

function open(answers: Record<string, unknown>) {
  const replies = Object.entries(answers).map(([call, body]) => [call, reply(200, body)] as const);
  const { process, wire } = answering(Object.fromEntries(replies));
  const read = (kind: Kind, id: string, at: Values) => readImport(process.context(kind, at), id);
  return { wire, read };
}

const odd = { ...row, weight: "heavy", tags: [1] };

test.each<[string, JsonObject, JsonObject, Values]>([
  [
    "what the gateway shows to be without a value is not declared",
    { ...row, text: null, steps: null, weight: null, label: null },
    {},
    { name: "it" },
  ],
  ["what a row lacks is read", row, { graph: { a: 1 } }, { name: "it", text: "live", graph: { a: 1 } }],
  ["a value that no program could declare is left out", odd, {}, { name: "it", text: "live" }],
])("%s", async (_law, listed, more, expected) => {
  const { read, wire } = open({ "GET /notes": [listed], "GET /notes/n-1": { ...listed, ...more } });
  expect((await read(note, "n-1", place))?.declared).toEqual({ ...place, ...expected });
  expect(wire.calls).toEqual(["GET /notes", "GET /notes/n-1"]);
});

test("an object without a required input is refused, and the error says what is wrong", async () => {
  const shown = { ...row, name: null };
  const { read } = open({ "GET /notes": [shown], "GET /notes/n-1": shown });
  await expect(read(note, "n-1", place)).rejects.toThrow(
    "Note cannot be declared in its current form: name must be a string.",
  );
});

test("a secret that the gateway shows is not imported, and is listed as unread", async () => {
  const pass = kind("Pass", {
    source: created,
    endpoints: scoped("/passes", { update: true }),
    scope: "passes",
    naturalKey: ["workspaceId", "name"],
    inputs: z.strictObject({
      workspaceId: z.string().register(flags, { replace: true }),
      name: z.string(),
      pin: z.string().register(flags, { secret: true }).optional(),
    }),
    outputs: z.object({ code: z.string().register(flags, { secret: true }) }),
  });
  const shown = { id: "p-1", workspace_id: "w-1", name: "it", pin: "canary-1", code: "canary-2" };
  const { read } = open({ "GET /passes": [shown], "GET /passes/p-1": shown });
  const object = await read(pass, "p-1", place);
  expect(object?.unread.map(({ name }) => name)).toEqual(["pin"]);
  expect(JSON.stringify(object)).not.toContain("canary");
});

test.each([
  [
    "the key of a secret in the engine",
    { nodes: [{ [envelopeKey]: "x" }] },
    `a key ${envelopeKey}, which Pulumi cannot store`,
  ],
  ["a key that Pulumi loses", JSON.parse('{"nodes":[{"__proto__":{"x":1}}]}'), "a key named __proto__"],
  ["a number without end", { nodes: [Number.POSITIVE_INFINITY] }, "a number that is too large to be stored"],
])("an object with %s cannot be declared, and the error says why", async (_what, workflow, why) => {
  const shown: JsonObject = { id: "c-1", workspace_id: "w-1", name: "n", workflow };
  const { read } = open({ "GET /configs": [shown], "GET /configs/c-1": shown });
  const error: unknown = await read(config, "c-1", place).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Undeclarable);
  expect(error).toMatchObject({ why: expect.stringContaining(`workflow has ${why}`) });
});

test("an object that does not exist is not imported", async () => {
  const { read } = open({ "GET /notes": [row] });
  expect(await read(note, "n-2", place)).toBeUndefined();
});

test("a person is selected by email and a quota by name, and their earlier values are kept for a restore", async () => {
  const rule = { id: "q-1", name: "burst", max_requests: 60, period: "ROLLING", window_minutes: 1 };
  const { read } = open({ "GET /workspaces/w-1/members": [person], "GET /user": { id: "u-2" } });
  const { read: readQuota } = open({ "GET /quotas": [rule], "GET /quotas/q-1": rule });
  expect(await read(member, "m-1", place)).toMatchObject({
    declared: { workspaceId: "w-1", email: "ada@example.com", role: "ADMIN" },
    outputs: { __found: { role: "ADMIN" } },
  });
  const { declared, outputs } = (await readQuota(quota, "q-1", {})) ?? {};
  const values = { maxRequests: 60, period: "ROLLING", windowMinutes: 1 };
  expect(declared).toEqual({ match: { name: "burst" }, ...values });
  expect(outputs).toMatchObject({ __found: { name: "burst", ...values } });
});

test("a name is declared if it does not select the object, and is not declared twice if it does", async () => {
  const twin = (id: string) => ({ id, name: "burst", max_requests: 60 });
  const { read } = open({ "GET /quotas": [twin("q-1"), twin("q-2")], "GET /quotas/q-1": twin("q-1") });
  const { declared } = (await read(quota, "q-1", {})) ?? {};
  expect(declared).toEqual({ match: { id: "q-1" }, name: "burst", maxRequests: 60 });
});

test.each([
  ["another object has the same", { data: [person, { ...person, id: "m-2", user_id: "u-2" }] }],
  ["the list was cut", { data: [person], total: 2 }],
])("a person whose email may not be unique is selected by id: %s", async (_why, people) => {
  const { read } = open({ "GET /workspaces/w-1/members": people, "GET /user": { id: "u-3" } });
  expect((await read(member, "m-1", place))?.declared).toEqual({ ...place, userId: "u-1", role: "ADMIN" });
});

test.each([
  [{ ...person, role: "OWNER" }, "cannot be managed: the API can assign only the roles ADMIN and MEMBER"],
  [{ ...person, user_id: "a-1" }, "cannot be managed: it is the token's own account"],
])("an object that cannot be managed is not imported: %j", async (someone, reason) => {
  const { read } = open({ "GET /workspaces/w-1/members": [someone], "GET /user": { id: "a-1" } });
  await expect(read(member, "m-1", place)).rejects.toThrow(reason);
});

const byFile = "npx workspace-gateway import-file";
const ofPlugin = "pulumi import workspace-gateway:index:";
const urnOf = (type: string) => `urn:pulumi:dev::support::acme:index:Team$${type}::tone`;
const tone = { workspaceId: "w-1", name: "tone" };
const dynamic = { ...tone, __urn: urnOf(typeToken("Prompt")) };
const native = { ...tone, __urn: urnOf(nativeToken("Prompt")) };

test.each<[kind: Kind, values: Values, id: string | undefined, line: string, connection?: string]>([
  [workspace, { name: "Support" }, "w-1", `${byFile} Workspace <name> --id w-1`],
  [
    prompt,
    { workspaceId: "w 1", name: "tone" },
    "it's",
    `${byFile} Prompt <name> --id 'it'\\''s' --workspace-id 'w 1' --connection 'eu west'`,
    "eu west",
  ],
  [prompt, native, "p-1", `${ofPlugin}Prompt <name> w-1/p-1`],
  [prompt, native, undefined, `${ofPlugin}Prompt <name> w-1/<id>`],
  [prompt, native, "p-1", `${byFile} Prompt <name> --id p-1 --workspace-id w-1 --connection eu`, "eu"],
  [prompt, dynamic, "p-1", `${byFile} Prompt <name> --id p-1 --workspace-id w-1`],
])("the import command includes everything that is known, quoted for the shell: %#", (...row) => {
  const [kind, values, id, line, connection] = row;
  const { process } = answering({}, connection === undefined ? {} : { connection });
  expect(importLine(process.context(kind, values), id)).toBe(line);
});

test("the import command includes the program's provider, with a placeholder for its URN", () => {
  const { client, registry } = answering({}).process;
  const values = { name: "Support", __urn: `urn:pulumi:dev::support::${nativeToken("Workspace")}::team` };
  const parts = { kind: workspace, client, registry, values, kinds: [], provider: "eu" };
  expect(importLine(new ResourceContext(parts), "w-1")).toBe(
    `${ofPlugin}Workspace <name> w-1 --provider eu=<urn>`,
  );
});
