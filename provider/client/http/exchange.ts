import type { JsonObject } from "../../text/json.js";
import type { Holder } from "./holder.js";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** One HTTP request to the gateway. */
export interface Exchange {
  readonly method: Method;
  /** The path below the base URL, with every segment encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** A form, sent instead of a JSON body (token endpoints, RFC 6749, 3.2). */
  readonly form?: string;
  /** True for a POST that creates nothing: it may be sent again. */
  readonly repeatable?: boolean;
  /** Sent only once, whatever the outcome: whoever asks can do without an answer. */
  readonly once?: boolean;
  /** The scope that the call needs (the API's section "Authentication"), for the message of a 403. */
  readonly scope?: string;
  /** The object that the call works in, for the message of a 404. */
  readonly within?: Holder | undefined;
  /** `app`: the app's own credentials are sent instead of a bearer token (the API's section "Authentication", 5). */
  readonly auth?: "app";
  /** Secrets that the gateway may know. If an answer repeats them, they are covered before it is shown. */
  readonly secrets?: readonly string[];
  /** The program's name of a field that an answer names. */
  readonly inProgram?: (field: string) => string;
  /** Called with the milliseconds that the exchange has waited for its turn. */
  readonly waited?: (milliseconds: number) => void;
}

/** One answer, of any status. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or the text if it is not JSON; undefined if the body is empty. */
  readonly body: unknown;
}

/** Sends one exchange. The client is a chain of these functions; each of them adds one concern. */
export type Send = (exchange: Exchange) => Promise<Reply>;

/** A server to send requests to: its URL, and how the user sets this URL. */
export interface Server {
  readonly url: string;
  readonly named: string;
}
