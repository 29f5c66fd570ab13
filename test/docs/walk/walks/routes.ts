import { expect } from "vitest";
import { applied, edit } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

const shown = { exit: 3, prints: (place: Place) => place.printed("text") };

export const routes: PageWalk = {
  page: "docs/routes.md",
  async begin(place) {
    await place.copy("tested");
    // What the page shows is of an account that has no budget, a smaller model, and a mapping that is called what it takes.
    await edit(place, "index.ts", /^new gateway\.Budget.*$/m, "");
    await edit(place, "index.ts", /(large = [^}]*)/, "$1  contextWindow: 64_000,\n");
    await edit(place, "index.ts", '"older-gpt"', '"gpt-4.*"');
    await place.earlier("rm gateway-routes.yaml");
    await applied(place, "prod");
  },
  commands: {
    "npx workspace-gateway check --live --write": {
      async after(place) {
        await place.earlier("workspace-gateway check --live");
        await place.write("gateway-routes.yaml", place.printed("yaml"));
      },
    },
    "npx workspace-gateway check": shown,
    "npx workspace-gateway check --live": shown,
  },
  async end(place) {
    const [schema = ""] = /\.\/node_modules\/\S+/.exec(place.printed("yaml", 1)) ?? [];
    expect(JSON.parse(await place.earlier(`cat ${schema}`))).toHaveProperty("$schema");
  },
};
