import type { Reply } from "./exchange.js";
import { isJsonObject } from "./json.js";
import { redact } from "./redact.js";

/**
 * What became of a request: `rejected` (the gateway said no, nothing was done), `not-sent` (it never left)
 * or `unknown` (it left, and nobody knows whether it was carried out).
 */
export type Outcome = "rejected" | "not-sent" | "unknown";

export interface Failure {
  readonly method: string;
  /** Path below the base URL, without query. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly status?: number;
  readonly requestId?: string;
  /** What the gateway or the network said, one line, without secrets. */
  readonly said: string;
  /** What the reader can do about it, one sentence. */
  readonly remedy?: string;
  /** The answer of a gateway that has carried the request out, though something is wrong with the answer. */
  readonly answer?: Reply;
}

/** The one error of the client: which call failed, how, and what to do next. */
export class GatewayError extends Error {
  constructor(
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(sentence(failure), options);
    this.name = "GatewayError";
  }

  get status(): number | undefined {
    return this.failure.status;
  }

  get outcome(): Outcome {
    return this.failure.outcome;
  }
}

export function hasStatus(error: unknown, ...statuses: number[]): error is GatewayError {
  return error instanceof GatewayError && error.status !== undefined && statuses.includes(error.status);
}

function sentence({ method, path, status, requestId, said, remedy }: Failure): string {
  const answer = status === undefined ? "failed" : `answered ${status}`;
  const id = requestId === undefined ? "" : ` (request id ${requestId})`;
  return `${method} ${path} ${answer}: ${said}${id}.${remedy === undefined ? "" : ` ${remedy}`}`;
}

const longestQuote = 300;

/**
 * Makes one readable line of an error body of any shape (api.md, "Errors": its shape is not shown).
 *
 * Secrets are covered before anything is tidied or cut: afterwards a part of one could be left.
 */
export function describeBody(body: unknown, secrets: readonly string[] = []): string {
  const told = messages(body, (text) => redact(text, secrets));
  const text = told.join("; ").replace(/\s+/g, " ").trim();
  const line = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
  return line.replace(/\.$/, "");
}

const messageKeys = ["message", "error_description", "detail", "error", "title", "errors", "msg", "reason"];

function messages(body: unknown, cover: (text: string) => string): string[] {
  if (typeof body === "string") {
    return body === "" ? [] : [withoutMarkup(cover(body))];
  }
  if (Array.isArray(body)) {
    return body.flatMap((item) => messages(item, cover));
  }
  if (!isJsonObject(body)) {
    return [];
  }
  const known = messageKeys.filter((key) => key in body);
  const found = (known.length > 0 ? known : Object.keys(body)).flatMap((key) =>
    messages(body[key], cover).map((message) => (known.length > 0 ? message : `${cover(key)}: ${message}`)),
  );
  const place = body.path ?? body.field ?? body.param;
  const where = Array.isArray(place) ? place.join(".") : place;
  return typeof where === "string" && found.length > 0 ? [`${cover(where)}: ${found.join("; ")}`] : found;
}

function withoutMarkup(text: string): string {
  return /^\s*</.test(text)
    ? text.replace(/<(style|script)[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ")
    : text;
}
