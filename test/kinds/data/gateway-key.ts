import { ref } from "../../e2e/support/declaration.ts";
import { any } from "../../golden/any.ts";
import { asks, exchange, type Group, ok, post } from "../../golden/exchange.ts";
import { aWorkspace } from "../../golden/shared.ts";
import { absent } from "../../golden/template.ts";
import { type KindData, notEmpty, nothingGiven, wrong } from "../kind-data.ts";

const row = "Gateway token, POST /workspaces/{id}/gate-token";
const mint = asks(`${row}; Authentication 5; Errors, 401`, post("/workspaces/{ws}/gate-token"));

const gateToken: Group = {
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

export default {
  kind: "GatewayKey",
  readme: "a key for sending requests through the gateway | works until it expires",
  golden: { groups: [gateToken], outputs: ["gateKey"], inputs: { workspaceId: "{ws}" } },
  samples: () => ({ triggers: [{ release: 1 }, { release: 2 }] }),
  wrong: [
    wrong("wrong types", { workspaceId: ["", notEmpty], triggers: ["daily", "must be an object"] }),
    nothingGiven("workspaceId"),
  ],
  declared: { name: "key", args: { workspaceId: ref("team"), triggers: { release: 1 } } },
} satisfies KindData;
