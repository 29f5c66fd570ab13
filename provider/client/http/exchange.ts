import type { JsonObject } from "../../text/json.js";
import type { Holder } from "./holder.js";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** One HTTP request to the gateway. */
export interface Exchange {
  readonly method: Method;
  /** Below the base URL, every segment encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** A form, sent instead of a JSON body (token endpoints, RFC 6749, 3.2). */
  readonly form?: string;
  /** True for a POST that makes nothing, so that it may be sent again. */
  readonly repeatable?: boolean;
  /** The scope that the call needs (api.md, "Authentication"), for the message of a 403. */
  readonly scope?: string;
  /** What the call looks into, for the message of a 404. */
  readonly within?: Holder | undefined;
  /** `app`: with the app's own credentials instead of a bearer token (api.md, "Authentication" 5). */
  readonly auth?: "app";
  /** Secrets that the gateway may know: an answer that repeats them is never shown with them. */
  readonly secrets?: readonly string[];
  /** Told how many milliseconds the exchange has waited for its turn. */
  readonly waited?: (milliseconds: number) => void;
}

/** One answer, whatever its status. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed if it was JSON, else text; an empty body is undefined. */
  readonly body: unknown;
}

/** Sends one exchange; the client is a chain of these, each adding one concern. */
export type Send = (exchange: Exchange) => Promise<Reply>;
