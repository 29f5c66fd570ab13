import { type Outcome, RequestError } from "../../../provider/client/http/errors.js";
import type { Exchange } from "../../../provider/client/http/exchange.js";

/** What the transport throws when no answer came. */
export function networkError({ method, path }: Exchange, outcome: Outcome): RequestError {
  return new RequestError({ method, path, outcome, said: "no answer" });
}
