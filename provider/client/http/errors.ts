import { printable } from "../../text/printable.js";
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

/** The same error with one more sentence about what the reader can do. */
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
  const answer = status === undefined ? "failed" : `answered ${status}`;
  const id = requestId === undefined ? "" : ` (request id ${requestId})`;
  return printable(
    `${first}${method} ${path} ${answer}: ${said}${id}.${remedy === undefined ? "" : ` ${remedy}`}`,
  );
}
