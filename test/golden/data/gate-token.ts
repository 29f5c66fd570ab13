import { any } from "../any.ts";
import { exchange, type Group, ok, post } from "../exchange.ts";
import { absent } from "../template.ts";
import { aWorkspace } from "./setup.ts";

const row = "Gateway token, POST /workspaces/{id}/gate-token";
const mint = post("/workspaces/{ws}/gate-token");

export const gateToken: Group = {
  about: "gate-token",
  setup: [aWorkspace],
  life: [
    exchange(
      "the app's own credentials mint a key, unwrapped",
      `${row}; Authentication 5`,
      mint,
      ok({ data: absent, gate_key: any.text }),
      "app",
    ),
  ],
  further: [
    exchange("without credentials there is no key", `${row}; Errors, 401`, mint, 401, "nobody"),
    exchange(
      "a bearer token mints no key",
      `${row}: not a bearer token (status not shown)`,
      mint,
      any.refusal,
    ),
    exchange(
      "a missing workspace has no key",
      `${row}; Errors, 404`,
      post("/workspaces/no-such-item/gate-token"),
      404,
      "app",
    ),
  ],
};
