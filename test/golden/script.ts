import type { Exchange, Group } from "./exchange.ts";
import { fill, fillText, type Json, type Known } from "./fill.ts";
import { fillPath } from "./play.ts";
import { type Envelope, render } from "./render.ts";

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
