import type { Json } from "./fill.ts";
import type { ServerValue, Template } from "./template.ts";

/** Who calls. Left out: the account that owns everything, with every scope. */
export type Caller =
  | { user: "owner" | "admin" | "member" | "stranger"; scopes?: string[] }
  | "app"
  | "nobody"
  | "bad token"
  | "expired token";

type Texts = Readonly<Record<string, string>>;

interface Asked {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  query?: Texts;
  headers?: Texts;
  body?: Json;
}

interface Answered {
  status: number | ServerValue;
  /** The name `*` stands for some header whose name is not shown. */
  headers?: Readonly<Record<string, ServerValue | string>>;
  body?: Template;
  /** What the text of the body must not contain; `{name}` in a string is a value kept earlier. */
  never?: RegExp | string;
}

export interface Exchange {
  law: string;
  /** Section of api.md and the row or sentence that says so. */
  row: string;
  as?: Caller;
  request: Asked;
  response: Answered;
  /** True of a state that the server reaches in its own time: the request is repeated until it holds. */
  eventually?: true;
}

/** A law, where api.md says so, what is asked and what is answered; a status alone says nothing of the body. */
export function exchange(
  law: string,
  row: string,
  request: Asked,
  answer: Answered | Answered["status"],
  as?: Caller,
): Exchange {
  const response = typeof answer === "object" && "status" in answer ? answer : { status: answer };
  return { law, row, request, response, ...(as === undefined ? {} : { as }) };
}

/** The exchanges of one place of api.md and one request: it is answered otherwise as time goes on, and to others. */
export function asks(row: string, request: Asked) {
  return (law: string, answer: Answered | Answered["status"], as?: Caller): Exchange =>
    exchange(law, row, request, answer, as);
}

const sending =
  (method: Asked["method"]) =>
  (path: string, body?: Json): Asked => ({ method, path, ...(body === undefined ? {} : { body }) });

export const get = (path: string, query?: Texts): Asked => ({ method: "GET", path, ...(query && { query }) });
export const post = sending("POST");
export const patch = sending("PATCH");
export const put = sending("PUT");
export const del = sending("DELETE");

export const ok = (body: Template, never?: RegExp | string): Answered => ({
  status: 200,
  body,
  ...(never === undefined ? {} : { never }),
});

/** What exists although no endpoint of api.md creates it. */
export type Given =
  | { member: { workspace: string; user: "admin" | "member"; role: "ADMIN" | "MEMBER" } }
  | { workflow: { workspace: string; name: string; graph: Json } }
  | { quota: { name: string; max_requests: number; period: string; window_minutes: number } }
  | { metric: { key_id: string; created_at: string } }
  | { limit: { requests: number } };

export interface Group {
  about: string;
  /** Makes what the group needs from other groups. */
  setup: readonly Exchange[];
  given?: readonly Given[];
  /** One object from before its creation until after its deletion: reads between writes, in order. */
  life: readonly Exchange[];
  /** Bounds, refusals, and what else the text says; in order, after the life. */
  further: readonly Exchange[];
}
