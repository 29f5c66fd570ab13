import { afterEach, describe, expect, test, vi } from "vitest";
import { data, inWorkspaces } from "../kinds/data.ts";
import { type Exchange, exchange, get, ok } from "./exchange.ts";
import { fill, type Json, type Known } from "./fill.ts";
import { GoldenServer, isWrite } from "./golden-server.ts";
import { operation, type Values } from "./operation.ts";
import { type Envelope, type Line, line, script } from "./script.ts";
import { theCaller } from "./shared.ts";

/** What a new workspace holds: nothing but its owner. The provider looks there before it deletes one. */
const emptyLists: Exchange[] = [
  ...[...inWorkspaces, "/workflows"].map((path) => listOf(path, [], { workspace_id: "{ws}" })),
  listOf("/workspaces/{ws}/members", [{ id: "m-1", role: "OWNER" }]),
];

function listOf(path: string, data: Json[], query?: Record<string, string>): Exchange {
  return exchange(
    "a new workspace holds nothing but its owner",
    "Response shape",
    get(path, query),
    ok({ data }),
  );
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each<Envelope>(["wrapped", "bare"])("against golden responses to writes, %s,", (envelope) => {
  test.each(data)("$kind sends the golden requests and keeps the golden values", async ({ kind, golden }) => {
    const [life] = golden.groups;
    const known: Known = new Map([["site", "https://docs.example.com"]]);
    const lines = script(life, envelope, known);
    const also = [theCaller, ...(kind === "Workspace" ? emptyLists : [])].map((exchange) =>
      line(exchange, envelope, new Map(known)),
    );
    const server = new GoldenServer(lines, also);
    const baseUrl = await server.listen();
    try {
      await live(kind, golden.outputs, lines, baseUrl, fieldsOf(fill({ ...golden.inputs }, known)));
    } finally {
      server.close();
      expect(server.strays.map(({ method, path }) => untold(method, path, life.about))).toEqual([]);
    }
    expect(server.written.map(({ method }) => method)).toEqual(
      lines.filter(isWrite).map(({ method }) => method),
    );
    for (const { authorization } of server.written)
      expect(authorization).toMatch(golden.credentials ?? /^Bearer golden-token$/);
  });
});

/** Before a create the provider looks whether the name is taken, and before each change whether it is still needed. */
function untold(method: string, path: string, about: string): string {
  return `the provider sends ${method} ${path}, which no golden exchange has at this point: add it, with its answer, to the \`life\` of "${about}" in test/kinds/data, such as the empty list before the create`;
}

/** One object through its whole life, as far as the golden writes tell of it. */
async function live(
  kind: string,
  outputs: readonly string[],
  lines: readonly Line[],
  baseUrl: string,
  given: Values,
): Promise<void> {
  let id = "";
  let inputs = given;
  let state: Values = {};
  for (const [index, write] of lines.entries()) {
    if (!isWrite(write)) continue;
    const { law } = write;
    if (write.method === "DELETE") {
      await (await operation(kind, baseUrl)).remove(id, state);
      expect((await (await operation(kind, baseUrl)).read(id, state)).id, law).toBe("");
      continue;
    }
    inputs = { ...inputs, ...camelKeys(fieldsOf(write.body)) };
    const up = await operation(kind, baseUrl);
    expect(await up.check(id === "" ? {} : inputs, inputs), law).toEqual([]);
    if (id === "") ({ id, outs: state } = await up.create(inputs));
    else state = await up.update(id, state, inputs);
    expect(state, law).toMatchObject({ ...inputs, ...said(id, [write], outputs) });

    const reads = readsAfter(lines, index);
    if (reads.length === 0) continue;
    const seen = await (await operation(kind, baseUrl)).read(id, state);
    expect(seen, law).toMatchObject({ id, inputs });
    state = seen.state;
    expect(state, law).toMatchObject({ ...inputs, ...said(id, reads, outputs) });
    expect(Object.keys(state), law).toEqual(expect.arrayContaining([...outputs]));
  }
}

function readsAfter(lines: readonly Line[], index: number): Line[] {
  const after = lines.slice(index + 1);
  const end = after.findIndex(isWrite);
  return end < 0 ? after : after.slice(0, end);
}

/** The outputs of an object, as far as golden answers say them. */
function said(id: string, lines: readonly Line[], outputs: readonly string[]): Values {
  const rows = lines
    .flatMap(({ answer = null }) => rowsOf(answer))
    .filter((row) => row.id === undefined || row.id === id);
  const values = camelKeys(Object.assign({}, ...rows));
  return Object.fromEntries(Object.entries(values).filter(([name]) => outputs.includes(name)));
}

function rowsOf(answer: Json): Values[] {
  const { data = answer } = fieldsOf(answer);
  return Array.isArray(data) ? data.map(fieldsOf) : [fieldsOf(data)];
}

/** `base_url` is `baseUrl` (names of fields only: what a field holds stays as it is). */
function camelKeys(fields: Values): Values {
  const camel = (key: string): string =>
    key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [camel(key), value]));
}

function fieldsOf(value: Json | undefined): Values {
  return value === undefined || value === null || typeof value !== "object" || Array.isArray(value)
    ? {}
    : value;
}
