import { describe, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { calling } from "./support/calling.ts";
import { createdKinds, readableKinds, sentFields, updatableFields } from "./support/samples.ts";
import { expectSteady, test, type World, world } from "./support/world.ts";

const version = "2026-10-01";
const pinned = {
  WORKSPACE_GATEWAY_API_VERSION: version,
  WORKSPACE_GATEWAY_VERSION_ECHO_HEADER: "Service-Api-Version",
  WORKSPACE_GATEWAY_RETRY_BUDGET: "1",
};
const echo = { "Service-Api-Version": version };
const json = { "content-type": "application/json", ...echo };

type Fault = Parameters<World["gateway"]["faults"]["add"]>[0];

/** Answers to a POST that was carried out, none of which says what was made. */
const unsound: [string, (path: string) => ReturnType<typeof at>][] = [
  ["a Location that is no encoding", (path) => at(201, { Location: `/api/v1${path}/%` })],
  ["an empty id", () => ({ ...at(201), body: { data: { id: "" } } })],
  ["an id of no sort", () => ({ ...at(201), body: { data: { id: { of: "an object" } } } })],
  ["JSON nested without end", () => ({ ...at(201, json), body: "[".repeat(10_000) + "]".repeat(10_000) })],
  ["a list", () => ({ ...at(200), body: [] })],
  ["a web page", () => ({ ...at(200, { "content-type": "text/html" }), body: "<html>Welcome</html>" })],
  ["408", () => at(408)],
  ["502", () => at(502)],
];

function at(status: number, headers: Record<string, string> = {}) {
  return { status, headers: { ...echo, ...headers }, body: {} };
}

const pathOf = ({ endpoints }: Kind) => endpoints.create ?? "";

/** Carries out the next create, and answers in another way. */
const created = (kind: Kind) =>
  ({ kind: "status-after", method: "POST", path: pathOf(kind), count: 1 }) as const;

describe.each(createdKinds)("$name", ({ kind }) => {
  test.each(unsound)("is recorded once if it was created and the response is %s", async (_what, answer) => {
    await using run = await world({}, pinned);
    run.gateway.faults.add({ ...created(kind), ...answer(pathOf(kind)) });
    await run.up(kind, run.full(kind));
    expect(run.rows(kind).map((row) => row.id)).toEqual([run.it.id]);
    expect(run.gateway.log.entries({ method: "POST" })).toHaveLength(1);
    await expectSteady(run, kind, run.full(kind));
  });

  test("is recorded if the response has another API version, the error says so, and the next update completes it", async () => {
    await using run = await world({}, pinned);
    const wrong = { "Service-Api-Version": "1999-01-01" };
    run.gateway.faults.add({ ...created(kind), ...at(201, wrong) });
    const up = run.up(kind, run.full(kind));
    await expect(up).rejects.toThrow("version 1999-01-01");
    expect(run.rows(kind).map((row) => row.id)).toEqual([run.it.id]);
    await run.up(kind, run.full(kind));
    expect(run.rows(kind)).toHaveLength(1);
    expect(await run.preview(kind, run.full(kind))).toBe("same");
  });

  test.each([
    ["is lost", at(502)],
    ["has no id", at(201)],
  ])(
    "the error says that it may exist if its create response %s and a list then fails",
    async (_what, answer) => {
      await using run = await world({}, pinned);
      run.gateway.faults.add({ ...created(kind), ...answer });
      run.gateway.faults.add({ kind: "status", method: "GET", path: pathOf(kind), skip: 1, status: 500 });
      const up = run.up(kind, run.full(kind));
      await expect(up).rejects.toThrow(/may exist.*GET .* returned 500/s);
      run.gateway.faults.clear();
      const again = run.up(kind, run.full(kind));
      await expect(again).rejects.toThrow(`id ${String(run.rows(kind)[0]?.id)}`);
      expect(run.rows(kind)).toHaveLength(1);
    },
  );

  test("a second resource with the same declaration is refused in the preview, naming the first resource", async () => {
    await using run = await world({ twins: true });
    const declared = (name: string) => ({ ...run.full(kind), ...calling(name) });
    run.stack.operation();
    await run.stack.preview("one", kind.name, declared("one"));
    run.gateway.log.clear();
    const second = run.stack.preview("two", kind.name, declared("two"));
    await expect(second).rejects.toThrow(/belongs to the resource "one"/);
    expect(run.gateway.log.entries({})).toEqual([]);
  });
});

const single = readableKinds.filter(({ kind }) => kind.endpoints.list && kind.endpoints.get);

describe.each(single)("$name", ({ kind }) => {
  test.each([
    ["nothing", ""],
    ["an empty object", {}],
    ["a word", "OK"],
    ["half an object", '{"data":{"id":"'],
    ["another object", { data: { id: "another" } }],
  ])("is not reported as gone when its own path returns 200 with %s", async (_what, body) => {
    await using run = await world();
    await run.up(kind, run.full(kind));
    const { id } = run.it;
    const list = kind.endpoints.list ?? "";
    const empty = { kind: "status", status: 200, method: "GET" } as const;
    run.gateway.faults.add({ ...empty, path: `${list}/`, body });
    run.gateway.faults.add({ ...empty, path: new RegExp(`${list}$`), body: { data: [] } });
    await expect(run.refresh()).rejects.toThrow(/returned 200: (no|a different) object/);
    expect(run.it.id).toBe(id);
  });
});

const impatient = { WORKSPACE_GATEWAY_RETRY_BUDGET: "1" };
const page = { headers: { "content-type": "text/html" }, body: "<html>Welcome</html>" };
const packed = { headers: { "content-encoding": "br" }, body: "no JSON" };

/** An object, and a change of it that meets this. */
async function changing(run: World, { kind, field }: (typeof updatableFields)[number], fault: Fault) {
  const up = (inputs: Values) => run.up(kind, inputs);
  const before = run.full(kind);
  await up(before);
  run.gateway.faults.add(fault);
  return { up, before, changed: run.changed(kind, field) };
}

describe.each([
  ["a web page", { status: 200, ...page }],
  ["in an encoding that is broken", { status: 200, ...packed }],
  ["502", { status: 502 }],
])("a change that is applied and whose response is %s", (_what, answer) => {
  test.each(updatableFields)("fails, and is sent again by the next run: $title", async (each) => {
    await using run = await world({}, impatient);
    const { up, changed } = await changing(run, each, { kind: "status-after", method: "PATCH", ...answer });
    await expect(up(changed)).rejects.toThrow(`returned ${answer.status}`);
    run.gateway.faults.clear();
    expect(await up(changed)).toBe("update");
    await expectSteady(run, each.kind, changed);
  });

  test.each(updatableFields)("is reverted if the next run declares the old value: $title", async (each) => {
    await using run = await world({}, impatient);
    const fault = { kind: "status-after", method: "PATCH", ...answer } as const;
    const { up, before, changed } = await changing(run, each, fault);
    const stored = () => run.row(each.kind, "it")[each.field.sendAs];
    const value = stored();
    await expect(up(changed)).rejects.toThrow();
    run.gateway.faults.clear();
    expect(stored()).not.toEqual(value);
    await up(before);
    expect(stored()).toEqual(value);
    expect(await run.preview(each.kind, before)).toBe("same");
  });
});

test("a change that the gateway refuses leaves the state unchanged", async () => {
  await using run = await world({}, impatient);
  const [each = expect.unreachable("nothing can be changed")] = updatableFields;
  const { up, before, changed } = await changing(run, each, { kind: "status", method: "PATCH", status: 400 });
  await expect(up(changed)).rejects.toThrow("400");
  run.gateway.faults.clear();
  expect(await run.preview(each.kind, before)).toBe("same");
});

const refusal = (fields: readonly string[]) => {
  const details = fields.map((field) => ({ field, message: "is refused" }));
  return {
    kind: "status",
    status: 400,
    body: { error: { message: "The request is invalid" }, details },
  } as const;
};

test.for(createdKinds)(
  "the error of a refused create of a $name names each field as declared",
  async ({ kind }, { at }) => {
    const fields = sentFields(kind);
    at.gateway.faults.add({ ...refusal(fields.map(({ sendAs }) => sendAs)), method: "POST" });
    const named = fields.map(({ name }) => `${name}: is refused`).join("; ");
    const up = at.up(kind, at.full(kind));
    await expect(up).rejects.toThrow(`400: The request is invalid; ${named}`);
  },
);
