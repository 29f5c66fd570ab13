import { expect } from "vitest";
import { Console } from "../../../e2e/support/console.ts";
import { project } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

/** Something on the gateway is not declared. */
const undeclared = 32;

export const importExport: PageWalk = {
  page: "docs/import-export.md",
  async begin({ gateway }) {
    const people = new Console(gateway);
    await people.prompt(await people.workspace("Support assistant"), "tone", "Be brief.");
  },
  commands: {
    "npx workspace-gateway export account --import": {
      async after(place) {
        await place.earlier("cd account; pulumi preview --expect-no-changes; cd ..");
        expect(writes(place)).toEqual([]);
      },
    },
    "npx workspace-gateway drift --adopt new.ts": {
      exit: undeclared,
      async before(place) {
        await place.earlier("cd account");
        const people = new Console(place.gateway);
        await people.prompt(await people.workspace("Second team"), "style", "Be kind.");
      },
      async after(place) {
        expect(await place.earlier("cat new.ts; cd ..")).toContain("Be kind.");
      },
    },
    "npx workspace-gateway import-file Prompt tone --id … --workspace-id … --out tone.json": {
      async before(place) {
        await project(place, "");
        await place.earlier("pulumi stack init dev");
      },
      filled({ gateway }) {
        const [prompt] = gateway.rows("prompts");
        return {
          "--id …": `--id ${prompt?.id}`,
          "--workspace-id …": `--workspace-id ${prompt?.workspace_id}`,
        };
      },
      async after(place, { stderr }) {
        const [declaration = ""] = /^new gateway\.[\s\S]*?\);$/m.exec(stderr) ?? [];
        await place.write(
          "index.ts",
          `import * as gateway from "pulumi-workspace-gateway";\n${declaration}\n`,
        );
      },
    },
    "pulumi import --file tone.json --generate-code=false --protect=false --yes": {
      async after(place) {
        await place.earlier("pulumi preview --expect-no-changes");
        expect(writes(place)).toEqual([]);
      },
    },
  },
};

/** What was asked of the gateway that is no reading. */
function writes({ gateway }: Place): string[] {
  return gateway.log.entries().flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));
}
