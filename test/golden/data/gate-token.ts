import { any } from "../any.ts";
import { asks, exchange, type Group, ok, post } from "../exchange.ts";
import { absent } from "../template.ts";
import { aWorkspace } from "./setup.ts";

const row = "Gateway token, POST /workspaces/{id}/gate-token";
const mint = asks(`${row}; Authentication 5; Errors, 401`, post("/workspaces/{ws}/gate-token"));

export const gateToken: Group = {
  about: "gate-token",
  setup: [aWorkspace],
  life: [
    mint("the app's own credentials mint a key, unwrapped", ok({ data: absent, gate_key: any.text }), "app"),
  ],
  further: [
    mint("without credentials there is no key", 401, "nobody"),
    // "not a bearer token": which status it gets is not shown.
    mint("a bearer token mints no key", any.refusal),
    exchange(
      "a missing workspace has no key",
      `${row}; Errors, 404`,
      post("/workspaces/no-such-item/gate-token"),
      404,
      "app",
    ),
  ],
};
