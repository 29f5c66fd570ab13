import { isJsonObject } from "../../text/json.js";
import { describeBody } from "../http/describe-body.js";
import { type Failure, RequestError } from "../http/errors.js";
import type { Exchange, Reply, Send } from "../http/exchange.js";

interface Options {
  /** What the user can do if the server refuses, in one sentence. */
  readonly remedy: string;
  /** Secret values in the request. No error may show them. */
  readonly secrets: readonly string[];
}

interface Request {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | undefined;
}

/**
 * A `fetch` for the OAuth library. It sends through the client's own chain, with its time-outs, retries and
 * limits, and follows no redirects.
 */
export function oauthFetch(send: Send, { remedy, secrets }: Options) {
  return async (url: string, { method, headers, body }: Request): Promise<Response> => {
    const { pathname: path, search } = new URL(url);
    const form = body === undefined ? {} : { form: body.toString(), repeatable: true };
    const exchange: Exchange = { method, path: path + search, headers, secrets, ...form };
    const reply = await send(exchange).catch((error: unknown) => {
      throw error instanceof RequestError ? notCarriedOut({ remedy, ...error.failure, path }, error) : error;
    });
    if (reply.status !== 200) {
      const said = explanation(reply, secrets);
      throw notCarriedOut({ method, path, status: reply.status, said, remedy });
    }
    // Nobody uses the identity token. It is removed, because the library would refuse an invalid one.
    return Response.json(isJsonObject(reply.body) ? { ...reply.body, id_token: undefined } : null);
  };
}

function explanation({ status, body }: Reply, secrets: readonly string[]): string {
  return status >= 300 && status < 400
    ? "a redirect, which is not followed"
    : describeBody(body, secrets) || "no reason given";
}

/**
 * The error of a call to the gateway for which no token could be got. The call was not carried out, even if
 * it is unknown what became of the request for the token.
 */
export function notCarriedOut(failure: Omit<Failure, "outcome">, cause?: unknown): RequestError {
  const { status } = failure;
  const answered = status !== undefined && status < 500 && status !== 429;
  return new RequestError({ ...failure, outcome: answered ? "rejected" : "not-sent" }, { cause });
}
