import { afterEach, describe, expect, test, vi } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Endpoints } from "../../provider/spec/kind.js";
import { budget } from "./data/budget.ts";
import { configs } from "./data/configs.ts";
import { gateToken } from "./data/gate-token.ts";
import { indexes } from "./data/indexes.ts";
import { invitations } from "./data/invitations.ts";
import { mappings } from "./data/mappings.ts";
import { members } from "./data/members.ts";
import { models } from "./data/models.ts";
import { prompts } from "./data/prompts.ts";
import { providers } from "./data/providers.ts";
import { quotas } from "./data/quotas.ts";
import { theCaller } from "./data/setup.ts";
import { workspaces } from "./data/workspaces.ts";
import { type Exchange, exchange, type Group, get, ok } from "./exchange.ts";
import { fill, type Json, type Known } from "./fill.ts";
import { GoldenServer, isWrite } from "./golden-server.ts";
import { operation, type Values } from "./operation.ts";
import type { Envelope } from "./render.ts";
import { type Line, line, script } from "./script.ts";

interface Subject {
  kind: string;
  group: Group;
  /** Outputs that are no inputs: each must carry the golden response's value. */
  outputs: readonly string[];
  /** Inputs that no body says: what a path does, which object is meant, what is ours alone. */
  inputs?: Values;
  /** Reads that other groups tell of: the provider looks before it deletes what holds them. */
  also?: readonly Exchange[];
  credentials?: RegExp;
}

const times = ["createdAt", "updatedAt"];
const inWorkspace = { workspaceId: "{ws}" };

/** What a new workspace holds: nothing but its owner. */
const contents = ["/providers", "/models", "/prompts", "/mappings", "/indexes", "/configs", "/workflows"];
const emptyLists: Exchange[] = [
  ...contents.map((path) => listOf(path, [], { workspace_id: "{ws}" })),
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

const subjects: Subject[] = [
  { kind: "Workspace", group: workspaces, outputs: ["ownerId", ...times], also: emptyLists },
  { kind: "ModelProvider", group: providers, outputs: times },
  { kind: "Model", group: models, outputs: ["gatewayName", ...times] },
  { kind: "Prompt", group: prompts, outputs: times },
  { kind: "Mapping", group: mappings, outputs: times },
  { kind: "Budget", group: budget, outputs: [], inputs: inWorkspace },
  {
    kind: "Member",
    group: members,
    outputs: ["user", "createdAt"],
    inputs: { ...inWorkspace, userId: "{person}" },
  },
  {
    kind: "Invitation",
    group: invitations,
    outputs: ["code", "link", "expiresAt"],
    inputs: inWorkspace,
  },
  { kind: "Index", group: indexes, outputs: ["createdAt"] },
  { kind: "Config", group: configs, outputs: times },
  {
    kind: "Quota",
    group: quotas,
    outputs: times,
    inputs: { match: { name: "Daily cap" }, onDestroy: "delete" },
  },
  {
    kind: "GatewayKey",
    group: gateToken,
    outputs: ["gateKey"],
    inputs: inWorkspace,
    credentials: /^Basic /,
  },
];

test("every kind lives by golden requests", () => {
  const missing = kinds
    .filter(({ name }) => !subjects.some(({ kind }) => kind === name))
    .map(
      ({ name }) =>
        `${name} has no golden life: add its group to \`subjects\` in test/golden/provider.test.ts`,
    );
  const unread = kinds
    .map(({ endpoints }): Endpoints => endpoints)
    .filter(({ parent, scoped }) => parent?.list === "/workspaces" && scoped === true)
    .flatMap(({ list = "" }) => (contents.includes(list) ? [] : [list]))
    .map(
      (list) =>
        `nothing says that a new workspace's ${list} is empty: add it to \`contents\` in test/golden/provider.test.ts`,
    );
  expect([...missing, ...unread]).toEqual([]);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each<Envelope>(["wrapped", "bare"])("against golden responses to writes, %s,", (envelope) => {
  test.each(subjects)("$kind sends the golden requests and keeps the golden values", async (subject) => {
    const known: Known = new Map([["site", "https://docs.example.com"]]);
    const lines = script(subject.group, envelope, known);
    const also = [theCaller, ...(subject.also ?? [])].map((exchange) =>
      line(exchange, envelope, new Map(known)),
    );
    const server = new GoldenServer(lines, also);
    const baseUrl = await server.listen();
    try {
      await live(subject, lines, baseUrl, fieldsOf(fill({ ...subject.inputs }, known)));
    } finally {
      server.close();
      expect(server.strays.map(({ method, path }) => untold(method, path, subject))).toEqual([]);
    }
    expect(server.written.map(({ method }) => method)).toEqual(
      lines.filter(isWrite).map(({ method }) => method),
    );
    for (const { authorization } of server.written)
      expect(authorization).toMatch(subject.credentials ?? /^Bearer golden-token$/);
  });
});

/** Before a create the provider looks whether the name is taken, and before each change whether it is still needed. */
function untold(method: string, path: string, { group }: Subject): string {
  return `the provider sends ${method} ${path}, which no golden exchange has at this point: add it, with its answer, to the \`life\` of "${group.about}" in test/golden/data, such as the empty list before the create`;
}

/** One object through its whole life, as far as the golden writes tell of it. */
async function live(
  { kind, outputs }: Subject,
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
