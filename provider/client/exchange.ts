import { snakeCase } from "../spec/field.js";
import type { Parent } from "../spec/kind.js";
import { defined, isJsonObject, type JsonObject } from "../text/json.js";
import { printable } from "../text/words.js";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface Exchange {
  readonly method: Method;
  /** The path below the base URL, with every segment encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** A form, sent instead of a JSON body (token endpoints, RFC 6749, 3.2). */
  readonly form?: string;
  /** True for a POST that creates nothing and can therefore be repeated. */
  readonly repeatable?: boolean;
  /** Sends the request only once, whatever the outcome. The caller does not depend on the response. */
  readonly once?: boolean;
  /** The scope that the call requires (API document, section "Authentication"), for the 403 message. */
  readonly scope?: string;
  /** The object that the call operates in, for the 404 message. */
  readonly within?: Holder | undefined;
  /** `app`: the app's own credentials instead of a bearer token (API document, "Authentication", item 5). */
  readonly auth?: "app";
  /** Secrets that the gateway may know. They are masked in its responses. */
  readonly secrets?: readonly string[];
  /** Translates a field name in a response to the program's name for the field. */
  readonly inProgram?: (field: string) => string;
  /** Called with the milliseconds that the exchange waited in the queue. */
  readonly waited?: (milliseconds: number) => void;
}

export interface Reply {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or the text if it is not JSON; undefined if the body is empty. */
  readonly body: unknown;
}

/** Sends one exchange. The client is a chain of these functions, each of which adds one concern. */
export type Send = (exchange: Exchange) => Promise<Reply>;

/** `named`: how the user sets the URL. */
export interface Server {
  readonly url: string;
  readonly named: string;
}

/** The object that a request operates in: a workspace. */
export interface Holder extends Parent {
  readonly id: string;
}

export function missing({ what, field, id }: Holder): string {
  return `The ${what} ${id} does not exist, or this account cannot see it. Check \`${field}\`. If it was deleted, run \`pulumi refresh\`.`;
}

/**
 * Ids may contain any character (API document, section "Resources and their fields"). `.` and `..` are
 * rejected: percent-encoding does not change them, and URL parsers would remove them from the path.
 */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((built, part, index) => built + segment(values[index - 1] ?? "") + part);
}

export function isSegment(value: string): boolean {
  return value !== "" && value !== "." && value !== ".." && value.isWellFormed();
}

function segment(value: string): string {
  if (!isSegment(value)) {
    throw new Error(`${JSON.stringify(value)} is not a valid id, because it cannot be part of a path`);
  }
  return encodeURIComponent(value);
}

export function queryOf(values: object): Record<string, string> {
  const given = Object.entries(defined(values));
  return Object.fromEntries(given.map(([name, value]) => [snakeCase(name), String(value)]));
}

export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_place, name: string) => segment(String(values[name] ?? "")));
}

/** `complete` is false if the gateway reports more rows than it sent. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  readonly complete: boolean;
}

/** `total`: the number of rows that the gateway reports. */
export interface Listing extends Rows {
  readonly total?: number;
}

export const noRows: Rows = { rows: [], complete: true };

/** Reads `{data: [...], total?}` or a bare array (API document, section "Response shape"). */
export function listOf({ body }: Reply): Listing | undefined {
  const data = isJsonObject(body) ? body.data : body;
  if (!Array.isArray(data)) {
    return undefined;
  }
  const rows = data.filter(isJsonObject);
  const total = numberIn(body, "total");
  return { rows, complete: (total ?? 0) <= rows.length, ...defined({ total }) };
}

export function numberIn(body: unknown, key: string): number | undefined {
  const value = isJsonObject(body) ? Number(body[key] ?? Number.NaN) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Reads `{data: {...}}` or the bare object (API document, section "Response shape"). */
export function itemOf({ body }: Reply): JsonObject | undefined {
  const item = isJsonObject(body) && isJsonObject(body.data) ? body.data : body;
  return isJsonObject(item) && Object.keys(item).length > 0 ? item : undefined;
}

/** An id is a string (API document, section "Resources"). A number is converted to a string. */
export function idOf(row: JsonObject | undefined): string | undefined {
  const id = row?.id;
  return (typeof id === "string" && id !== "") || Number.isFinite(id) ? String(id) : undefined;
}

/**
 * The error of a failed request to the gateway. Functions such as {@link getWorkspace} throw it when the
 * gateway rejects the request, fails or cannot be reached. Its `message` is one line without secrets. It
 * names the request, the reason and what to do next.
 *
 * For all other problems, functions throw a plain `Error`: invalid arguments, missing settings, a name that
 * matches no object or several objects, or a list that the gateway did not send completely.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * async function find(id: string): Promise<gateway.GetWorkspaceResult | undefined> {
 *   try {
 *     return await gateway.getWorkspace({ id });
 *   } catch (error) {
 *     if (error instanceof gateway.GatewayError && error.status === 404) {
 *       return undefined; // it does not exist
 *     }
 *     if (error instanceof gateway.GatewayError && error.outcome === "not-sent") {
 *       console.error("The gateway cannot be reached.");
 *     }
 *     throw error;
 *   }
 * }
 *
 * export const name = find("the-workspace-id").then((workspace) => workspace?.name ?? "none");
 * ```
 */
export class GatewayError extends Error {
  /** HTTP method of the request, for example `GET`. */
  readonly method: string;
  /**
   * Path below the base URL, without the query, such as `/workspaces/the-id`. If the sign-in failed, the path
   * of the token endpoint.
   */
  readonly path: string;
  /**
   * HTTP status of the response; undefined if there was no response. 401: the token is not valid. 403: a
   * scope or a permission is missing. 404: the object does not exist. 429: the rate limit was exceeded, even
   * after waiting. 500 and above: the gateway failed, even after all retries. Below 400: the response is
   * unusable, for example a web page.
   */
  readonly status: number | undefined;
  /**
   * What happened to the request. `rejected`: nothing was done, and the same request would fail in the same
   * way. `not-sent`: it was never sent, so it can be retried. `unknown`: it was sent, and the gateway may
   * have carried it out.
   */
  readonly outcome: "rejected" | "not-sent" | "unknown";
  /** Request id from the gateway, for its operators; undefined if the response has none. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    request: {
      readonly method: string;
      readonly path: string;
      readonly outcome: "rejected" | "not-sent" | "unknown";
      readonly status?: number | undefined;
      readonly requestId?: string | undefined;
    },
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "GatewayError";
    this.method = request.method;
    this.path = request.path;
    this.status = request.status;
    this.outcome = request.outcome;
    this.requestId = request.requestId;
  }
}

export type Outcome = GatewayError["outcome"];

export interface Failure {
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly status?: number;
  readonly requestId?: string;
  /** The reason given by the gateway or the network, on one line and without secrets. */
  readonly said: string;
  /** What the failure means for the caller. Comes first in the message. */
  readonly meaning?: string;
  /** What the user can do, in one sentence. Comes last in the message. */
  readonly remedy?: string;
  /** A wrong response to a request that was carried out. A function, so that printing an error hides it. */
  readonly answer?: () => Reply;
  /** True if the sign-in failed. The failure is then unrelated to the request itself. */
  readonly signIn?: true;
}

/** The only error that the client throws. Printing it does not show `failure`, which is for this package. */
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

/** Whether the gateway responded with a rejection or a failure. Otherwise, the network failed. */
export function isAnswer(error: unknown): error is RequestError {
  return isOfGateway(error) && error.status !== undefined && error.outcome !== "not-sent";
}

export function asResult(error: unknown): Promise<RequestError> | RequestError {
  return error instanceof RequestError ? error : Promise.reject(error);
}

export function unlessAnswer(error: unknown): undefined {
  if (!isAnswer(error)) {
    throw error;
  }
}

/** Whether a write failed but may have been carried out. */
export function mayHaveHappened(error: unknown): boolean {
  return isOfGateway(error) && error.outcome === "unknown" && error.method !== "GET";
}

export function withAdvice(error: RequestError, advice: string): RequestError {
  const { failure } = error;
  const { remedy } = failure;
  return new RequestError(
    { ...failure, remedy: remedy === undefined ? advice : `${remedy} ${advice}` },
    { cause: error },
  );
}

function sentence({ meaning, method, path, status, requestId, said, remedy }: Failure): string {
  const first = meaning === undefined ? "" : `${meaning} `;
  const answer = status === undefined ? "failed" : `returned ${status}`;
  const id = requestId === undefined ? "" : ` (request id ${requestId})`;
  return printable(
    `${first}${method} ${path} ${answer}: ${said}${id}.${remedy === undefined ? "" : ` ${remedy}`}`,
  );
}
