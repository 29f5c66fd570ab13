import { any } from "../any.ts";
import type { Group } from "../exchange.ts";
import { absent } from "../template.ts";
import { aWorkspace } from "./setup.ts";

const row = "Gateway token, POST /workspaces/{id}/gate-token";

export const gateToken: Group = {
  about: "gate-token",
  setup: [aWorkspace],
  life: [
    {
      law: "the app's own credentials mint a key, unwrapped",
      row: `${row}; Authentication 5`,
      as: "app",
      request: { method: "POST", path: "/workspaces/{ws}/gate-token" },
      response: { status: 200, body: { data: absent, gate_key: any.text } },
    },
  ],
  further: [
    {
      law: "without credentials there is no key",
      row: `${row}; Errors, 401`,
      as: "nobody",
      request: { method: "POST", path: "/workspaces/{ws}/gate-token" },
      response: { status: 401 },
    },
    {
      law: "a bearer token mints no key",
      row: `${row}: not a bearer token (status not shown)`,
      request: { method: "POST", path: "/workspaces/{ws}/gate-token" },
      response: { status: any.refusal },
    },
    {
      law: "a missing workspace has no key",
      row: `${row}; Errors, 404`,
      as: "app",
      request: { method: "POST", path: "/workspaces/no-such-item/gate-token" },
      response: { status: 404 },
    },
  ],
};
