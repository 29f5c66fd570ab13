import { expect } from "vitest";
import { append, readmeProgram, stack } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import { inQuickstart, inReadme } from "../reasons.ts";

export const start: PageWalk = {
  page: "docs/start.md",
  async begin(place) {
    await readmeProgram(place);
    await stack(place, "dev");
  },
  commands: {
    "pulumi up": {
      prints: "+ 3 created",
      after({ gateway }) {
        expect(gateway.rows("providers").map(({ name }) => name)).toEqual(["openai"]);
      },
    },
    "pulumi config set workspace-gateway:native true": {
      before: (place) => append(place, "Pulumi.yaml", place.printed("yaml")),
      async after(place) {
        expect(await place.earlier("pulumi preview")).toContain("3 unchanged");
      },
    },
  },
  left: {
    "npm install pulumi-workspace-gateway @pulumi/pulumi": inReadme,
    "npm install --save-dev workspace-gateway": inReadme,
    "npm ci && npm start": inQuickstart,
    "npm run pulumi -- preview --diff": { page: "examples/quickstart/README.md" },
    "npm run pulumi -- up": { page: "examples/quickstart/README.md" },
  },
};
