import { afterEach, describe, expect, test, vi } from "vitest";
import { camelKeys } from "./camel-keys.ts";
import { mappings } from "./data/mappings.ts";
import { models } from "./data/models.ts";
import { prompts } from "./data/prompts.ts";
import { providers } from "./data/providers.ts";
import { theCaller } from "./data/setup.ts";
import { workspaces } from "./data/workspaces.ts";
import type { Group } from "./exchange.ts";
import type { Json, Known } from "./fill.ts";
import { GoldenServer, isWrite } from "./golden-server.ts";
import { operation, type Values } from "./operation.ts";
import type { Envelope } from "./render.ts";
import { type Line, line, script } from "./script.ts";

interface Subject {
  kind: string;
  group: Group;
  /** Outputs that are no inputs: each must carry the golden response's value. */
  outputs: readonly string[];
}

const times = ["createdAt", "updatedAt"];

const subjects: Subject[] = [
  { kind: "Workspace", group: workspaces, outputs: ["ownerId", ...times] },
  { kind: "ModelProvider", group: providers, outputs: times },
  { kind: "Model", group: models, outputs: ["gatewayName", ...times] },
  { kind: "Prompt", group: prompts, outputs: times },
  { kind: "Mapping", group: mappings, outputs: times },
];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each<Envelope>(["wrapped", "bare"])("against golden responses to writes, %s,", (envelope) => {
  test.each(subjects)("$kind sends the golden requests and keeps the golden values", async (subject) => {
    const known: Known = new Map([["site", "https://docs.example.com"]]);
    const lines = script(subject.group, envelope, known);
    const server = new GoldenServer(lines, [line(theCaller, envelope, new Map())]);
    const baseUrl = await server.listen();
    try {
      await live(subject, lines, baseUrl);
    } finally {
      server.close();
      expect(server.strays, "requests that no golden exchange has").toEqual([]);
    }
    expect(server.written.map(({ method }) => method)).toEqual(
      lines.filter(isWrite).map(({ method }) => method),
    );
    expect(new Set([...server.written].map(({ authorization }) => authorization))).toEqual(
      new Set(["Bearer golden-token"]),
    );
  });
});

/** One object through its whole life, as far as the golden writes tell of it. */
async function live({ kind, outputs }: Subject, lines: readonly Line[], baseUrl: string): Promise<void> {
  let id = "";
  let inputs: Values = {};
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
    expect(await (await operation(kind, baseUrl)).check(inputs), law).toEqual([]);
    if (id === "") ({ id, outs: state } = await (await operation(kind, baseUrl)).create(inputs));
    else state = await (await operation(kind, baseUrl)).update(id, state, inputs);
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
  const rows = lines.flatMap(({ answer = null }) => rowsOf(answer)).filter((row) => row.id === id);
  const values = camelKeys(Object.assign({}, ...rows));
  return Object.fromEntries(Object.entries(values).filter(([name]) => outputs.includes(name)));
}

function rowsOf(answer: Json): Values[] {
  const { data = answer } = fieldsOf(answer);
  return Array.isArray(data) ? data.map(fieldsOf) : [fieldsOf(data)];
}

function fieldsOf(value: Json | undefined): Values {
  return value === undefined || value === null || typeof value !== "object" || Array.isArray(value)
    ? {}
    : value;
}
