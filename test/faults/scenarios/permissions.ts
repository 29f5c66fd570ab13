import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** Somewhere in a run that takes 28 requests by itself, before the second workspace and the model are looked for. */
function middle({ chance }: Stage): number {
  return 3 + chance.below(4);
}

const everyScope = "(SELECT json_group_array(value) FROM json_each(scopes) WHERE value <> ?)";

export const permissions: readonly Scenario[] = [
  {
    name: "token-revoked",
    what: "the token is revoked in the middle of the run",
    short: true,
    run: async (stage) => {
      stage.gateway.latencyMs = 100;
      const up = stage.up({ ends: "failed", failsWith: [/returned 401/, /WORKSPACE_GATEWAY_ACCESS_TOKEN/] });
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
        const up = stage.up({ ends: "failed", failsWith: [/returned 403/, new RegExp(scope)] });
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
