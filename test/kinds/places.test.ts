import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import type { Kind } from "../../provider/spec/kind.js";
import { resources } from "../gateway/resources/kinds.ts";
import { operations } from "../gateway/resources/operations.ts";
import type { Exchange } from "../golden/exchange.ts";
import { groups } from "../golden/groups.ts";
import { data } from "./data.ts";

/** The requests that a kind makes, as `POST /mappings`, without the names of what stands in the path. */
const requests = kinds.flatMap(({ endpoints: { list, get, create, patch, remove } }) =>
  Object.entries({ "GET ": list, GET: get, POST: create, PATCH: patch, DELETE: remove }).flatMap(
    ([method, at]) =>
      at === undefined
        ? []
        : [{ request: `${method.trim()} ${nameless(at)}`, told: `${method.trim()} ${at}` }],
  ),
);

function nameless(template: string): string {
  return template.replaceAll(/\{\w+\}/g, "{}");
}

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
const sent = groups.flatMap(({ life }) =>
  life.flatMap((each) => Object.keys(Object(each.request.body)).map((key) => `${lineOf(each)} ${key}`)),
);
const tried = new Set(further.flatMap(({ as }) => scopesOf(as)));

/** What is missing, by law; the title says where it goes. */
test.each<[string, string[]]>([
  [
    "the reference gateway serves every request of every kind: test/gateway/resources/kinds.ts",
    requests.filter(({ request }) => !served.has(request)).map(({ told }) => told),
  ],
  [
    "the reference gateway seals every secret that a kind sends: `sealed` in test/gateway/resources/kinds.ts",
    kinds.flatMap(({ fields, endpoints }) => {
      const resource = resources.find((each) => `/${each.table}` === endpoints.list);
      const secrets = resource === undefined ? [] : [...fields.values()].filter(({ secret }) => secret);
      return secrets.map(({ sendAs }) => sendAs).filter((sendAs) => !resource?.sealed?.includes(sendAs));
    }),
  ],
  [
    "every value that a kind sends stands in a golden request: `life` in test/kinds/data",
    kinds.flatMap((kind) =>
      bodyOfCreate(kind)
        .map((key) => `POST ${nameless(kind.endpoints.create ?? "")} ${key}`)
        .filter((line) => !sent.includes(line)),
    ),
  ],
  [
    "every request of every kind has a golden one, written by hand from api.md: test/kinds/data",
    requests.filter(({ request }) => !golden.has(request)).map(({ told }) => told),
  ],
  [
    "every scope has golden refusals and grants: `collection` in test/kinds/data",
    kinds.flatMap(({ scope }) => [`${scope}:read`, `${scope}:write`]).filter((scope) => !tried.has(scope)),
  ],
  [
    "the real pulumi is given a value for everything that can be declared: `declared` in test/kinds/data",
    data.flatMap(({ kind, declared: { args = {} } }) =>
      [...(kinds.find(({ name }) => name === kind)?.fields.values() ?? [])]
        .filter(({ local, selects, name }) => !local && selects === undefined && !(name in args))
        .filter(({ optional }) => !(optional && "match" in args)) // of what was there before, what is left out stays
        .map(({ name }) => `${kind}.${name}`),
    ),
  ],
])("%s", (_law, missing) => {
  expect(missing).toEqual([]);
});
