import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import { cases } from "../functions/support/cases.ts";
import { readers } from "../functions/support/readers.ts";
import { rowsAt } from "../functions/support/stored.ts";
import { resources } from "../gateway/resources/kinds.ts";
import { operations } from "../gateway/resources/operations.ts";
import type { Exchange } from "../golden/exchange.ts";
import { groups } from "../golden/groups.ts";
import { data } from "./data.ts";

/** Test data that every kind needs. */

/** The requests that a kind makes, as `POST /mappings`, without the names of what stands in the path. */
const requests = kinds.flatMap(({ name, endpoints: { list, get, create, patch, remove } }) =>
  Object.entries({ "GET ": list, GET: get, POST: create, PATCH: patch, DELETE: remove }).flatMap(
    ([method, at]) =>
      at === undefined
        ? []
        : [{ kind: name, request: `${method.trim()} ${nameless(at)}`, told: `${method.trim()} ${at}` }],
  ),
);

function nameless(template: string): string {
  return template.replaceAll(/\{\w+\}/g, "{}");
}

/** What a create sends besides its path. */
function bodyOfCreate({ fields, endpoints: { create } }: Kind): string[] {
  return create === undefined
    ? []
    : [...fields.values()]
        .filter(({ local, name }) => !local && !create.includes(`{${name}}`))
        .map(({ sendAs }) => sendAs);
}

function scopesOf(caller: unknown): readonly string[] {
  return typeof caller === "object" && caller !== null && "scopes" in caller
    ? (caller.scopes as string[])
    : [];
}

const lineOf = ({ request: { method, path } }: Exchange) => `${method} ${nameless(path)}`;
const served = new Set(operations.map(({ method, path }) => `${method.toUpperCase()} ${nameless(path)}`));
const further = groups.flatMap((group) => group.further);
const golden = new Set(groups.flatMap(({ setup, life }) => [...setup, ...life]).map(lineOf));
for (const each of further) golden.add(lineOf(each));
const refused = new Set(further.filter(({ response }) => response.status === 400).map(lineOf));
const sent = groups.flatMap(({ life }) =>
  life.flatMap((each) => Object.keys(Object(each.request.body)).map((key) => `${lineOf(each)} ${key}`)),
);
const tried = new Set(further.flatMap(({ as }) => scopesOf(as)));

/** For each law the sentences of what is missing. */
test.each<[string, string[]]>([
  [
    "the reference gateway serves every request of every kind",
    requests
      .filter(({ request }) => !served.has(request))
      .map(
        ({ kind, told }) =>
          `the reference gateway does not serve ${told}: add ${kind} to \`resources\` in test/gateway/resources/kinds.ts`,
      ),
  ],
  [
    "the reference gateway seals every secret that a kind sends",
    kinds.flatMap(({ name, fields, endpoints }) => {
      const resource = resources.find((each) => `/${each.table}` === endpoints.list);
      return [...fields.values()]
        .filter(({ secret, sendAs }) => resource && secret === true && !resource.sealed?.includes(sendAs))
        .map(
          ({ sendAs }) =>
            `the reference gateway keeps ${sendAs} of ${name} in plain text: add it to \`sealed\` in test/gateway/resources/kinds.ts`,
        );
    }),
  ],
  [
    "every value that a kind sends stands in a golden request",
    kinds.flatMap((kind) =>
      bodyOfCreate(kind)
        .filter((key) => !sent.includes(`POST ${nameless(kind.endpoints.create ?? "")} ${key}`))
        .map(
          (key) =>
            `no golden create of ${kind.name} sends ${key}: add it to the \`life\` of its group in test/kinds/data`,
        ),
    ),
  ],
  [
    "every create has golden refusals",
    kinds
      .filter((kind) => bodyOfCreate(kind).length > 0)
      .map(({ endpoints: { create = "" } }) => create)
      .filter((create) => !refused.has(`POST ${nameless(create)}`))
      .map(
        (create) =>
          `no golden request says what POST ${create} refuses: add \`requires\` and \`rejects\` to the \`further\` of its group in test/kinds/data`,
      ),
  ],
  [
    "every request of every kind has a golden one",
    requests
      .filter(({ request }) => !golden.has(request))
      .map(
        ({ told }) =>
          `no golden request for ${told}: write it by hand from api.md, in the kind's file in test/kinds/data`,
      ),
  ],
  [
    "every scope has golden refusals and grants",
    [...new Set(kinds.flatMap(({ scope }) => [`${scope}:read`, `${scope}:write`]))]
      .filter((scope) => !tried.has(scope))
      .map(
        (scope) =>
          `no golden request is made with ${scope}: give the kind's file in test/kinds/data its \`collection\``,
      ),
  ],
  [
    "the real pulumi is given a value for everything that can be declared",
    data.flatMap(({ kind, declared: { args = {} } }) =>
      [...(kinds.find(({ name }) => name === kind)?.fields.values() ?? [])]
        .filter(({ local, selects, name }) => !local && selects === undefined && !(name in args))
        .filter(({ optional }) => !(optional && "match" in args)) // of what was there before, what is left out stays
        .map(
          ({ name }) =>
            `the real pulumi never declares ${kind}.${name}: give it a value in \`declared\` of the kind's file in test/kinds/data`,
        ),
    ),
  ],
])("%s", (_law, missing) => {
  expect(missing).toEqual([]);
});

test("the laws of functions have two objects of everything to read", async () => {
  await using world = await readers();
  expect(cases.length).toBeGreaterThan(10);
  const missing = cases
    .filter(({ table, many }) => rowsAt(world, table, many.reading).length < 2)
    .map(
      ({ table }) =>
        `there are no two ${table} to read: give the kind's file in test/kinds/data a \`seed\`, or make them in test/functions/support/readers.ts`,
    );
  expect(missing).toEqual([]);
});
