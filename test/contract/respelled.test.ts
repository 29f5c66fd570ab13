import { describe, expect } from "vitest";
import type { Kind } from "../../provider/spec/kind.js";
import { eachField, requiredInputs, secondValue } from "./support/samples.ts";
import { expectSteady, test, world } from "./support/world.ts";

const respelling = { words: "other-case" } as const;

const chosen = eachField((field) => field.expected.startsWith("one of") && !field.local);

describe.each(chosen)("a gateway that spells the words of $title in another case", ({ kind, field }) => {
  test("shows no other value: what exists already is identical, and nothing is sent", async () => {
    await using at = await world(respelling);
    const inputs = { ...requiredInputs(kind, at.refs), [field.name]: at.full(kind)[field.name] ?? null };
    await at.stack.operation().up("first", kind.name, inputs);
    at.stack.resources.clear();
    const existing = kind.source.how === "created" ? { ...inputs, adopt: true } : inputs;
    at.gateway.log.clear();
    await at.stack.operation().up("second", kind.name, existing);
    const sent = at.gateway.log.entries().flatMap(({ method, body }) => (method === "PATCH" ? [body] : []));
    expect(sent.filter((body) => JSON.stringify(body).includes(field.sendAs))).toEqual([]);
    expect(await at.stack.operation().preview("second", kind.name, existing)).toBe("same");
    expect(await at.refresh()).toEqual([]);
  });

  test("takes another value, and the preview is empty", async () => {
    await using at = await world(respelling);
    const inputs = await at.made(kind);
    const changed = { ...inputs, [field.name]: secondValue(kind, at.refs, field) };
    await at.up(kind, changed);
    await expectSteady(at, kind, changed);
    expect(at.row(kind, "it")[field.sendAs]).toBe(changed[field.name]);
  });
});

test.for(chosen)(
  "a word that the gateway keeps and no program can declare is not advised: $title",
  async ({ kind, field }, { at }) => {
    const inputs = await at.made(kind);
    const row = { ...at.row(kind, "it"), [field.readFrom]: "LEGACY" };
    const { outputs, ...known } = at.it;
    at.stack.resources.set("it", { ...known, outputs: { ...outputs, [field.name]: "LEGACY" } });
    at.gateway.faults.add({ kind: "status", method: "PATCH", status: 200, body: { data: row } });
    at.gateway.faults.add({
      kind: "status",
      method: "GET",
      status: 200,
      body: { data: [row], total: 1 },
      path: listOf(kind),
    });
    at.gateway.faults.add({ kind: "status", method: "GET", status: 200, body: { data: row }, path: /.*/ });
    const changed = { ...inputs, [field.name]: secondValue(kind, at.refs, field) };
    const way = field.optional ? `Leave out ${field.name}` : "Ask those who run the gateway";
    await expect(at.up(kind, changed)).rejects.toThrow(way);
  },
);

function listOf(kind: Kind): RegExp {
  return new RegExp(`${kind.endpoints.list?.split("/").at(-1)}$`);
}
