import { differences } from "./differences.ts";
import type { Caller, Exchange } from "./exchange.ts";
import { fill, fillText, type Known } from "./fill.ts";
import { ServerValue } from "./template.ts";

export interface Target {
  baseUrl: string;
  /** The Authorization header of a caller; none for "nobody". */
  authorization(caller: Caller | undefined): string | undefined;
}

/** Sends the request over a socket and tells where the response departs from the golden one. */
export async function play(exchange: Exchange, target: Target, known: Known): Promise<string[]> {
  const { status, headers = {}, body, never } = exchange.response;
  const response = await send(exchange, target, known);
  const text = await response.text();
  return [
    ...differences(status, response.status, known, "status"),
    ...Object.entries(headers).flatMap(([name, expected]) =>
      headerDifferences(name, expected, response.headers, known),
    ),
    ...(body === undefined ? [] : differences(body, parsed(text), known)),
    ...(never !== undefined && contains(text, never, known) ? [`body: must not contain ${never}`] : []),
  ].map((problem) => `${problem} (status ${response.status}, ${text.slice(0, 300)})`);
}

function send({ as, request }: Exchange, target: Target, known: Known): Promise<Response> {
  const query = Object.entries(request.query ?? {}).map(([key, value]) => [key, fillText(value, known)]);
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  const headers = Object.entries(request.headers ?? {}).map(([key, value]) => [key, fillText(value, known)]);
  const authorization = target.authorization(as);
  return fetch(`${target.baseUrl}${fillPath(request.path, known)}${search}`, {
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
  const what = expected instanceof ServerValue ? expected.kind.what : fillText(expected, known);
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
