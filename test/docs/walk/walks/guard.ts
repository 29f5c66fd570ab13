import { append, applied, edit } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import { inReadme } from "../reasons.ts";

const oldTeam = 'new gateway.Workspace("old-team", { name: "Old team" });';

export const guard: PageWalk = {
  page: "docs/guard.md",
  async begin(place) {
    await place.copy("gitops");
    await append(place, "index.ts", oldTeam);
    await applied(place, "prod");
    await edit(place, "index.ts", oldTeam, "");
  },
  commands: {
    "npx workspace-gateway review --guard -- --stack prod": { exit: 3, prints: "workspace-delete" },
    "npx workspace-gateway review --guard --allow workspace-delete:old-team -- --stack prod": {
      async after(place) {
        await place.write("gateway-guard.yaml", place.printed("yaml"));
        await place.earlier("workspace-gateway review --guard -- --stack prod");
      },
    },
  },
  left: {
    "npm install --save-dev workspace-gateway @pulumi/policy": inReadme,
    "pulumi preview --policy-pack node_modules/workspace-gateway/policy":
      "the language host that the tests build starts no packs of nodejs: test/e2e/policy.test.ts runs the pack by another host",
  },
};
