import { deepestJson, isJsonObject, type JsonObject } from "../../text/json.js";
import { printable } from "../../text/printable.js";
import { redact } from "../../text/redact.js";
import type { Reply } from "./exchange.js";
import { GatewayError } from "./gateway-error.js";

/** What happened to a request; described at {@link GatewayError}. */
export type Outcome = GatewayError["outcome"];

export interface Failure {
  readonly method: string;
  /** Path below the base URL, without query. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly status?: number;
  readonly requestId?: string;
  /** What the gateway or the network answered, in one line and without secrets. */
  readonly said: string;
  /** What the failure means for the caller. This sentence comes first in the message. */
  readonly meaning?: string;
  /** What the reader can do, in one sentence. It comes last. */
  readonly remedy?: string;
  /**
   * The answer, if the gateway has carried out the request but something is wrong with its answer.
   * It is a function, so that printing the error does not show it.
   */
  readonly answer?: () => Reply;
  /** True if we could not get a token. Then the failure says nothing about the request itself. */
  readonly signIn?: true;
}

/**
 * The only error of the client: which request failed, how, and what to do next. Programs see it as a
 * {@link GatewayError}. The rest is for this package, and printing the error does not show it.
 */
export class RequestError extends GatewayError {
  static override readonly name = "GatewayError";
  readonly #failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(sentence(failure), failure, options);
    this.#failure = failure;
  }

  get failure(): Failure {
    return this.#failure;
  }
}

export function hasStatus(error: unknown, ...statuses: number[]): error is RequestError {
  return isOfGateway(error) && error.status !== undefined && statuses.includes(error.status);
}

function isOfGateway(error: unknown): error is RequestError {
  return error instanceof RequestError && error.failure.signIn !== true;
}

/** Whether the gateway has answered with a refusal or a failure. Otherwise the network failed. */
export function isAnswer(error: unknown): error is RequestError {
  return isOfGateway(error) && error.status !== undefined && error.outcome !== "not-sent";
}

/** The error of a request as a result, to look at; any other error stays one. */
export function asResult(error: unknown): Promise<RequestError> | RequestError {
  return error instanceof RequestError ? error : Promise.reject(error);
}

/** Undefined in place of a refusal or a failure of the gateway. Where the network failed, there is no answer. */
export function unlessAnswer(error: unknown): undefined {
  if (!isAnswer(error)) {
    throw error;
  }
}

/** Whether a write has failed in such a way that the gateway may have carried it out. */
export function mayHaveHappened(error: unknown): boolean {
  return isOfGateway(error) && error.outcome === "unknown" && error.method !== "GET";
}

function sentence({ meaning, method, path, status, requestId, said, remedy }: Failure): string {
  const first = meaning === undefined ? "" : `${meaning} `;
  const answer = status === undefined ? "failed" : `answered ${status}`;
  const id = requestId === undefined ? "" : ` (request id ${requestId})`;
  return printable(
    `${first}${method} ${path} ${answer}: ${said}${id}.${remedy === undefined ? "" : ` ${remedy}`}`,
  );
}

const longestQuote = 300;

/** A line with more messages than this is too long to read. */
const mostMessages = 20;

/** How many characters of a text are read. After this place, the text may have been cut inside a secret. */
const longestText = 16_384;

/**
 * Makes one readable line from an error body of any shape, because the API does not show its shape (the API's
 * section "Errors").
 *
 * Secrets are covered first. After a text is cut or changed, a part of a secret could be left in it.
 */
export function describeBody(body: unknown, secrets: readonly string[] = []): string {
  return quote(new Reader(secrets).messages(body).join("; ")).replace(/\.$/, "");
}

function quote(text: string): string {
  const line = printable(text).replace(/\s+/g, " ").trim();
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}

const messageKeys = ["message", "error_description", "detail", "error", "title", "errors", "msg", "reason"];

/**
 * Collects the texts of a body. It stops when it has enough, because a line is short and a body may be long.
 */
class Reader {
  private read = 0;

  constructor(private readonly secrets: readonly string[]) {}

  messages(body: unknown, depth = 0): string[] {
    if (this.read >= longestText || depth > deepestJson) {
      return [];
    }
    if (typeof body === "string") {
      this.read += body.length;
      return body === "" ? [] : [quote(withoutMarkup(this.cover(body)))];
    }
    if (Array.isArray(body)) {
      return body.slice(0, mostMessages).flatMap((item) => this.messages(item, depth + 1));
    }
    return isJsonObject(body) ? this.messagesOf(body, depth) : [];
  }

  private messagesOf(body: JsonObject, depth: number): string[] {
    const known = messageKeys.filter((key) => key in body);
    const found: string[] = [];
    for (const key of known.length > 0 ? known : Object.keys(body)) {
      const messages = this.messages(body[key], depth + 1);
      if (known.length > 0 || messages.length === 0) {
        found.push(...messages);
        continue;
      }
      this.read += key.length;
      const name = quote(this.cover(key));
      found.push(...messages.map((message) => quote(`${name}: ${message}`)));
    }
    const place = body.path ?? body.field ?? body.param;
    const where = Array.isArray(place) ? place.filter((step) => typeof step !== "object").join(".") : place;
    const told = found.slice(0, mostMessages);
    if (typeof where !== "string" || told.length === 0) {
      return told;
    }
    this.read += where.length;
    return [quote(`${this.cover(where)}: ${told.join("; ")}`)];
  }

  private cover(text: string): string {
    return redact(text.slice(0, 4 * longestText), this.secrets, longestText);
  }
}

function withoutMarkup(text: string): string {
  return /^\s*</.test(text) ? withoutScripts(text).replace(/<[^<>]*>/g, " ") : text;
}

/**
 * Each step looks only at its own part of the text, because a page may be long, and an element may have no
 * end.
 */
function withoutScripts(page: string): string {
  const [before = "", ...parts] = page.split(/<(?=style\b|script\b)/i);
  return [before, ...parts.map((part) => part.replace(/^[\s\S]*?(?:<\/(?:style|script)>|$)/i, ""))].join(" ");
}
