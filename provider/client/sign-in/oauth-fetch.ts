import { isJsonObject } from "../../text/json.js";
import { describeBody, type Failure, GatewayError } from "../http/errors.js";
import type { Exchange, Reply, Send } from "../http/exchange.js";

interface Manner {
  /** What the reader can do if the server refuses, one sentence. */
  readonly remedy: string;
  /** What the request carries and no error may show. */
  readonly secrets: readonly string[];
}

interface Request {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | undefined;
}

/** `fetch` as the OAuth library wants it, over the client's own chain: its time-outs, retries and limits, no redirects. */
export function oauthFetch(send: Send, { remedy, secrets }: Manner) {
  return async (url: string, { method, headers, body }: Request): Promise<Response> => {
    const { pathname: path, search } = new URL(url);
    const form = body === undefined ? {} : { form: body.toString(), repeatable: true };
    const exchange: Exchange = { method, path: path + search, headers, secrets, ...form };
    const reply = await send(exchange).catch((error: unknown) => {
      throw error instanceof GatewayError ? notCarriedOut({ remedy, ...error.failure, path }, error) : error;
    });
    if (reply.status !== 200) {
      const said = explanation(reply, secrets);
      throw notCarriedOut({ method, path, status: reply.status, said, remedy });
    }
    // Who the person is, is not asked: an identity token is not looked at, so it need not be valid.
    return Response.json(isJsonObject(reply.body) ? { ...reply.body, id_token: undefined } : null);
  };
}

function explanation({ status, body }: Reply, secrets: readonly string[]): string {
  return status >= 300 && status < 400
    ? "a redirect, which is not followed"
    : describeBody(body, secrets) || "no reason given";
}

/** A call to the gateway that got no token was not carried out, whatever became of the request for the token. */
export function notCarriedOut(failure: Omit<Failure, "outcome">, cause?: unknown): GatewayError {
  const { status } = failure;
  const answered = status !== undefined && status < 500 && status !== 429;
  return new GatewayError({ ...failure, outcome: answered ? "rejected" : "not-sent" }, { cause });
}
