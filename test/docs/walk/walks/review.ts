import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { edit, exampleApplied } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";

export const review: PageWalk = {
  page: "docs/review.md",
  async begin(place) {
    await exampleApplied(place, "gitops");
    await edit(place, "prompts/tone.md", "Be brief", "Be very brief");
  },
  commands: {
    "npx workspace-gateway review -- --stack prod --refresh": { prints: "Be very brief" },
    "npx workspace-gateway apply gateway.pin": {
      after({ gateway }) {
        expect(gateway.rows("prompts").map(({ content }) => content)).toEqual([
          expect.stringContaining("Be very brief"),
        ]);
      },
    },
    "npx workspace-gateway review preview.json --html review.html": {
      async after({ folder }) {
        expect(await readFile(path.join(folder, "review.html"), "utf8")).toMatch(/^<!doctype html>/i);
      },
    },
  },
  left: {
    "npx workspace-gateway apply gateway.pin --markdown applied.md":
      "test/e2e/gitops.test.ts applies pins so, by examples/gitops/pipeline.sh",
  },
};
