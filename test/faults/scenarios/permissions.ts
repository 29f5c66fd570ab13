import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** Somewhere in a run that takes 28 requests by itself, before the second workspace and the model are looked for. */
function middle({ chance }: Stage): number {
  return 3 + chance.below(4);
}

const everyScope = "(SELECT json_group_array(value) FROM json_each(scopes) WHERE value <> ?)";

async function upAsService(stage: Stage): Promise<void> {
  const { app, tokenUrl } = stage.gateway;
  const service = {
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "",
    WORKSPACE_GATEWAY_CLIENT_ID: app.clientId,
    WORKSPACE_GATEWAY_CLIENT_SECRET: app.clientSecret,
    WORKSPACE_GATEWAY_TOKEN_URL: tokenUrl,
  };
  await stage.repair("the run itself", () => Object.assign(stage.env, service));
  await stage.up({ ends: "done" });
}

function renewals({ gateway }: Stage): number {
  return gateway.log.entries({ path: "/oauth/token" }).length - 1;
}

export const permissions: readonly Scenario[] = [
  {
    name: "token-expires",
    what: "access tokens of the service flow live for 2 s, and every request takes 0.4 s",
    variants: { accessTokenSeconds: 2 },
    run: async (stage) => {
      stage.gateway.latencyMs = 400;
      await upAsService(stage);
    },
    seen: renewals,
  },
  {
    name: "token-expires-in-queue",
    what: "tokens live for 2 s, and a create is answered with 429 and `Retry-After: 3`, and so is a repetition after a 401",
    variants: { accessTokenSeconds: 2 },
    run: async (stage) => {
      const { faults } = stage.gateway;
      const create = { method: "POST", path: /^\/workspaces$/, count: 1 } as const;
      const refusal = { kind: "status", status: 429, headers: { "retry-after": "3" } } as const;
      faults.add({ ...create, ...refusal });
      // Hits a request with a token that was got after a 401: there is none if the token is taken when the request leaves.
      stage.spare.add(faults.add({ ...create, ...refusal, skip: 1 }));
      await upAsService(stage);
    },
    seen: renewals,
  },
  {
    name: "token-revoked",
    what: "the token is revoked in the middle of the run",
    short: true,
    run: async (stage) => {
      stage.gateway.latencyMs = 100;
      const up = stage.up({ ends: "failed", failsWith: [/answered 401/, /WORKSPACE_GATEWAY_ACCESS_TOKEN/] });
      await stage.atRequest(middle(stage), up, () => stage.gateway.revoke(stage.world.token));
      await stage.repair("a new token", () => {
        const token = stage.gateway.token();
        stage.secrets.add(token);
        stage.env.WORKSPACE_GATEWAY_ACCESS_TOKEN = token;
      });
    },
    seen: (stage) => stage.answered(401),
  },
  ...["prompts:write", "models:read", "workspaces:read"].map(
    (scope): Scenario => ({
      name: `scope-withdrawn-${scope.replace(":", "-")}`,
      what: `the token loses the scope \`${scope}\` in the middle of the run`,
      run: async (stage) => {
        const { gateway } = stage;
        gateway.latencyMs = 100;
        const before = gateway.db.prepare("SELECT id, scopes FROM tokens WHERE kind = 'access'").all();
        const up = stage.up({ ends: "failed", failsWith: [/answered 403/, new RegExp(scope)] });
        await stage.atRequest(middle(stage), up, () => {
          gateway.db.prepare(`UPDATE tokens SET scopes = ${everyScope} WHERE kind = 'access'`).run(scope);
        });
        await stage.repair("the scope given back", () => {
          const back = gateway.db.prepare("UPDATE tokens SET scopes = ? WHERE id = ?");
          for (const { id = null, scopes = null } of before) back.run(scopes, id);
        });
      },
      seen: (stage) => stage.answered(403),
    }),
  ),
];
