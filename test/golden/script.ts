import type { Exchange, Group } from "./exchange.ts";
import { fill, fillText, type Json, type Known } from "./fill.ts";
import { fillPath } from "./play.ts";
import { absent, Ending, Item, Rows, ServerValue, type Template } from "./template.ts";

export type Envelope = "wrapped" | "bare";

/** One response that the template describes, with samples where the server chooses; keeps what it names. */
function render(template: Template, known: Known, envelope: Envelope): Json {
  if (template instanceof ServerValue) return sample(template, known);
  if (template instanceof Item) {
    const item = render(template.template, known, envelope);
    return envelope === "wrapped" ? { data: item } : item;
  }
  if (template instanceof Rows) return template.including.map((row) => render(row, known, envelope));
  if (template instanceof Ending) return `https://app.example.com${fillText(template.text, known)}`;
  if (Array.isArray(template)) return template.map((entry: Template) => render(entry, known, envelope));
  if (typeof template === "string") return fillText(template, known);
  if (typeof template !== "object" || template === null) return template === absent ? null : template;
  return Object.fromEntries(
    Object.entries(template)
      .filter(([, value]) => value !== absent)
      .map(([key, value]) => [key, render(value, known, envelope)]),
  );
}

/** Named values differ from each other, and hold a slash, because api.md allows any string as an id. */
function sample({ kind, name }: ServerValue, known: Known): Json {
  if (name === undefined) return kind.sample;
  const value = kind.accepts(`${name}/1`) ? `${name}/1` : kind.sample;
  known.set(name, String(value));
  return value;
}

/** A golden exchange with every value filled in. */
export interface Line {
  law: string;
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** The request's. */
  body: Json | undefined;
  status: number;
  answer: Json | undefined;
}

/** The life of a group's object, with samples for the server's values; `known` is given them by name. */
export function script({ setup, life }: Group, envelope: Envelope, known: Known): Line[] {
  for (const exchange of setup) line(exchange, envelope, known);
  return life.map((exchange) => line(exchange, envelope, known));
}

export function line({ law, request, response }: Exchange, envelope: Envelope, known: Known): Line {
  const query = Object.entries(request.query ?? {}).map(([key, value]) => [key, fillText(value, known)]);
  return {
    law,
    method: request.method,
    path: fillPath(request.path, known),
    query: Object.fromEntries(query),
    body: request.body === undefined ? undefined : fill(request.body, known),
    status: typeof response.status === "number" ? response.status : 403,
    answer: response.body === undefined ? undefined : render(response.body, known, envelope),
  };
}
