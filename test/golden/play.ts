import { expect, vi } from "vitest";
import type { Gateway } from "../gateway/index.ts";
import type { Caller, Exchange, Given } from "./exchange.ts";
import { fill, fillText, type Known } from "./fill.ts";
import { absent, Ending, Item, Rows, ServerValue, type Template } from "./template.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const show = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** Every place where a response departs from its template; keeps the values that the template names. */
export function differences(expected: Template, actual: unknown, known: Known, at = "body"): string[] {
  if (expected === absent) return actual === undefined ? [] : [`${at}: must be absent, is ${show(actual)}`];
  if (expected instanceof ServerValue) return serverValue(expected, actual, known, at);
  if (expected instanceof Item) return differences(expected.template, unwrapped(actual), known, at);
  if (expected instanceof Rows) return someRows(expected, actual, known, at);
  if (expected instanceof Ending) return textEnding(expected, actual, known, at);
  if (Array.isArray(expected)) return list(expected, actual, known, at);
  if (typeof expected === "object" && expected !== null) {
    if (!isRecord(actual)) return [`${at}: must be an object, is ${show(actual)}`];
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, actual[key], known, `${at}.${key}`),
    );
  }
  const value = typeof expected === "string" ? fillText(expected, known) : expected;
  return value === actual ? [] : [`${at}: must be ${show(value)}, is ${show(actual)}`];
}

function unwrapped(body: unknown): unknown {
  return isRecord(body) && isRecord(body.data) ? body.data : body;
}

function serverValue({ what, accepts, name }: ServerValue, actual: unknown, known: Known, at: string) {
  if (!accepts(actual)) return [`${at}: must be ${what}, is ${show(actual)}`];
  if (name !== undefined) known.set(name, String(actual));
  return [];
}

function textEnding({ text }: Ending, actual: unknown, known: Known, at: string): string[] {
  const end = fillText(text, known);
  return typeof actual === "string" && actual.endsWith(end)
    ? []
    : [`${at}: must end in ${show(end)}, is ${show(actual)}`];
}

function list(expected: readonly Template[], actual: unknown, known: Known, at: string): string[] {
  if (!Array.isArray(actual)) return [`${at}: must be an array, is ${show(actual)}`];
  if (actual.length !== expected.length) {
    return [`${at}: must have ${expected.length} entries, has ${actual.length}`];
  }
  if (!expected.every((entry) => typeof entry === "object" && entry !== null)) {
    return expected.flatMap((entry, index) => differences(entry, actual[index], known, `${at}[${index}]`));
  }
  return someRows(new Rows(expected, []), actual, known, at);
}

function someRows({ including, excluding }: Rows, actual: unknown, known: Known, at: string): string[] {
  if (!Array.isArray(actual)) return [`${at}: must be an array, is ${show(actual)}`];
  const left: unknown[] = [...actual];
  const missing = including.flatMap((row) => {
    const index = left.findIndex((candidate) => matches(row, candidate, known));
    if (index >= 0) return differences(row, left.splice(index, 1)[0], known, at);
    const closest = left.map((candidate, i) => differences(row, candidate, new Map(known), `${at}[${i}]`));
    return [`${at}: lacks a row; ${closest.flat().join("; ") || "it is empty"}`];
  });
  const unwanted = excluding.flatMap((row) =>
    actual
      .filter((candidate) => matches(row, candidate, known))
      .map((row) => `${at}: still has ${show(row)}`),
  );
  return [...missing, ...unwanted];
}

/** A try with a copy: a row that fails to match must leave no values behind. */
function matches(row: Template, candidate: unknown, known: Known): boolean {
  return differences(row, candidate, new Map(known)).length === 0;
}

/** Sends the request to a gateway, and fails where the response departs from the golden one. */
export async function play(exchange: Exchange, gateway: Gateway, known: Known): Promise<void> {
  const { status, headers = {}, body, never } = exchange.response;
  const check = async () => {
    const response = await send(exchange, gateway, known);
    const text = await response.text();
    const problems = [
      ...differences(status, response.status, known, "status"),
      ...Object.entries(headers).flatMap(([name, expected]) =>
        headerDifferences(name, expected, response.headers, known),
      ),
      ...(body === undefined ? [] : differences(body, parsed(text), known)),
      ...(never !== undefined && contains(text, never, known) ? [`body: must not contain ${never}`] : []),
    ];
    expect(problems, `${exchange.row} (status ${response.status}, ${text.slice(0, 300)})`).toEqual([]);
  };
  await (exchange.eventually ? vi.waitFor(check, { timeout: 20_000, interval: 20 }) : check());
}

function send({ as, request }: Exchange, gateway: Gateway, known: Known): Promise<Response> {
  const query = Object.entries(request.query ?? {}).map(([key, value]) => [key, fillText(value, known)]);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  const headers = Object.entries(request.headers ?? {}).map(([key, value]) => [key, fillText(value, known)]);
  const authorization = authorizationOf(gateway, as);
  return fetch(`${gateway.baseUrl}${fillPath(request.path, known)}${search}`, {
    method: request.method,
    headers: {
      ...Object.fromEntries(headers),
      ...(authorization === undefined ? {} : { authorization }),
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(fill(request.body, known)) }),
  });
}

export function fillPath(path: string, known: Known): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(fillText(segment, known)))
    .join("/");
}

function headerDifferences(
  name: string,
  expected: ServerValue | string,
  headers: Headers,
  known: Known,
): string[] {
  if (name !== "*") return differences(expected, headers.get(name) ?? undefined, known, name);
  const found = [...headers.values()].find(
    (value) => differences(expected, value, new Map(known)).length === 0,
  );
  const what = expected instanceof ServerValue ? expected.what : fillText(expected, known);
  return found === undefined ? [`no header is ${what}`] : differences(expected, found, known, name);
}

function contains(text: string, never: RegExp | string, known: Known): boolean {
  return typeof never === "string" ? text.includes(fillText(never, known)) : never.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function authorizationOf(gateway: Gateway, caller: Caller = { user: "owner" }): string | undefined {
  if (caller === "nobody") return undefined;
  if (caller === "bad token") return "Bearer no-such-token";
  if (caller === "expired token") return `Bearer ${gateway.token({ expiresInSeconds: 0 })}`;
  if (caller !== "app") return `Bearer ${gateway.token(caller)}`;
  const { clientId, clientSecret } = gateway.app;
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Puts in place what no endpoint creates. */
export function provide(gateway: Gateway, given: Given, known: Known): void {
  const { seed } = gateway;
  if ("member" in given) {
    const { workspace, user, role } = given.member;
    seed.member(fillText(workspace, known), user, role);
  } else if ("workflow" in given) {
    const { workspace, name, graph } = given.workflow;
    seed.workflow(fillText(workspace, known), { name, workflow: graph });
  } else if ("quota" in given) seed.quota(given.quota);
  else if ("metric" in given) seed.metric(given.metric);
  else gateway.rateLimit = { limit: given.limit.requests, windowSeconds: 60 };
}
