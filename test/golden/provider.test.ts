import { describe, expect, onTestFinished, test } from "vitest";
import type { Values } from "../../provider/spec/values.js";
import { Stack } from "../contract/support/stack.ts";
import { environmentOf } from "../contract/support/world.ts";
import { startGateway } from "../gateway/index.ts";
import { maskSecrets } from "../gateway/log.ts";
import { data } from "../kinds/data.ts";
import { fill, fillText, type Json, type Known } from "./fill.ts";
import { differences, fillPath, play, provide } from "./play.ts";
import { Item, Rows, type Template } from "./template.ts";

type Row = Readonly<Record<string, Template>>;

describe.each(["wrapped", "bare"] as const)("with %s write responses,", (write) => {
  test.each(data)("$kind sends the golden requests and keeps the golden values", async ({ kind, golden }) => {
    const [{ setup, given = [], life }] = golden.groups;
    const gateway = await startGateway({ variants: { write } });
    onTestFinished(() => gateway.close());
    const stack = new Stack(environmentOf(gateway));
    const known: Known = new Map([["site", "https://site.test"]]);
    for (const exchange of setup) await play(exchange, gateway, known);
    for (const each of given) provide(gateway, each, known);

    /** The outputs are what these rows of an answer say of them. */
    const expectKept = (rows: readonly Row[], law: string) => {
      const { id, outputs } = stack.resource("it");
      for (const row of rows) {
        const said = Object.entries(row).map(([key, value]) => [camel(key), value] as const);
        const kept = said.filter(([name]) => ["id", ...golden.outputs].includes(name));
        expect(differences(Object.fromEntries(kept), { ...outputs, id }, known), law).toEqual([]);
      }
    };
    let inputs: Values = {};
    for (const exchange of life) {
      const { law, request, response } = exchange;
      const isMade = stack.resources.has("it");
      const rows = rowsOf(response.body);
      if (request.method === "GET") {
        await play(exchange, gateway, known);
        if (!isMade) continue;
        expect(await stack.operation().refresh(), law).toEqual([]);
        const { id, outputs } = stack.resource("it");
        const isOwn = (row: Row) => typeof row.id === "string" && fillText(row.id, known) === id;
        expectKept(
          rows.filter((row) => row.id === undefined || isOwn(row)),
          law,
        );
        expect(Object.keys(outputs), law).toEqual(expect.arrayContaining([...golden.outputs]));
        continue;
      }
      const body = fieldsOf(fill(request.body ?? {}, known));
      gateway.log.clear();
      if (request.method === "DELETE") await stack.operation().destroy("it");
      else {
        const before = isMade ? inputs : fieldsOf(fill({ ...golden.inputs }, known));
        const declared = Object.entries(body).map(([key, value]) => [camel(key), value]);
        inputs = { ...before, ...Object.fromEntries(declared) };
        expect(await stack.operation().up("it", kind, inputs), law).toBe(isMade ? "update" : "create");
        expectKept(rows, law);
        expect(stack.resource("it").outputs, law).toMatchObject(inputs);
      }
      const written = gateway.log.entries().filter(({ method }) => method !== "GET");
      expect(
        written.map((entry) => [entry.method, entry.path, entry.body ?? {}]),
        law,
      ).toEqual([[request.method, fillPath(request.path, known), maskSecrets(body)]]);
    }
  });
});

/** The objects in an answer. */
function rowsOf(body: Template | undefined): Row[] {
  if (body instanceof Item) return rowsOf(body.template);
  if (body instanceof Rows) return body.including.flatMap(rowsOf);
  if (Array.isArray(body)) return body.flatMap(rowsOf);
  const row = typeof body === "object" && body !== null ? (body as Row) : {};
  return typeof row.data === "object" ? rowsOf(row.data) : [row];
}

/** `base_url` is `baseUrl` (names of fields only: what a field holds stays as it is). */
const camel = (key: string) => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const fieldsOf = (value: Json): Values => Object(value);
