import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { Console } from "../../../e2e/support/console.ts";
import { exampleApplied, likeProd } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";

/** Something was changed on the gateway, and something is there that nobody declared: 8 + 32. */
const changedAndUndeclared = 40;

export const drift: PageWalk = {
  page: "docs/drift.md",
  async begin(place) {
    await exampleApplied(place, "gitops");
    await likeProd(place, "staging", '"budget": 500', '"budget": 600');
    await place.earlier("pulumi stack init shared --no-select");
    const [tone] = place.gateway.rows("prompts");
    const people = new Console(place.gateway);
    const team = { id: String(tone?.workspace_id), gateway_name: "" };
    await people.change("/prompts", team, { id: String(tone?.id) }, { content: "Be long." });
    await people.prompt(team, "draft-1", "Not yet.");
  },
  commands: {
    "npx workspace-gateway drift": {
      exit: changedAndUndeclared,
      prints: "Prompt tone Support assistant … content",
    },
    "npx workspace-gateway drift --stack prod --stack shared": {
      exit: changedAndUndeclared,
      prints: "draft-1",
    },
    "npx workspace-gateway drift --markdown drift.md --json": {
      exit: changedAndUndeclared,
      async after(place) {
        expect(await readFile(path.join(place.folder, "drift.md"), "utf8")).toContain("draft-1");
        await place.write("gateway-drift.yaml", place.printed("yaml"));
        const { code, output } = await place.shell.run("workspace-gateway drift");
        expect([code, output]).toEqual([8, expect.not.stringContaining("draft-1")]);
      },
    },
    "npx workspace-gateway compare --from staging --to prod": { prints: "budget `cap`: `budget` 500 → 600" },
    "npx workspace-gateway compare --from prod.json --to live --json": {
      prints: "draft-1",
      async after(place) {
        await place.write("gateway-drift.yaml", place.printed("yaml", 1));
        const compared = await place.earlier("workspace-gateway compare --from staging --to prod");
        expect(compared).not.toContain("cap");
      },
    },
  },
};
