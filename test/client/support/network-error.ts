import { type Exchange, type Outcome, RequestError } from "../../../provider/client/exchange.js";

export function networkError({ method, path }: Exchange, outcome: Outcome): RequestError {
  return new RequestError({ method, path, outcome, said: "no answer" });
}
