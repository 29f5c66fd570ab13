import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { edit, exampleStack } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";
import { printedCommands } from "../printed-commands.ts";

const page = "docs/evidence.md";
/** The last command of the page is a program of its own. */
const fromPromptfoo = printedCommands(page).at(-1)?.key ?? "";

export const evidence: PageWalk = {
  page,
  async begin(place) {
    await exampleStack(place, "gitops");
  },
  commands: {
    "npx workspace-gateway prompts sign results.json --key evidence.key --out evidence.json": {
      prints: "1 result signed: evidence.json",
    },
    "npx workspace-gateway review --guard --evidence evidence.json preview.json > comment.md": {
      async after(place) {
        expect(await textIn(place, "comment.md")).toContain("Passes the guard");
        await place.write("gateway-guard.yaml", place.printed("yaml"));
        await edit(place, "preview.json", "Be brief", "Be rude");
        const { code, output } = await place.shell.run(
          "workspace-gateway review --guard --evidence evidence.json preview.json",
        );
        expect([code, output]).toEqual([3, expect.stringContaining("prompts-evaluated tone")]);
      },
    },
    [fromPromptfoo]: {
      async before(place) {
        const { prompts } = JSON.parse(await textIn(place, "prompts.json"));
        const [tone] = prompts;
        // One that passes, one of whose tests fails, and one without a test.
        await place.write(
          "prompts.json",
          JSON.stringify({ prompts: [{ ...tone, models: ["a", "b", "c"] }] }),
        );
        const tried = [
          tested(tone.sha256, "a", true),
          tested(tone.sha256, "b", true),
          tested(tone.sha256, "b", false),
        ];
        await place.write("promptfoo.json", JSON.stringify({ results: { timestamp: "…", results: tried } }));
      },
      async after(place) {
        const { results }: { results: Result[] } = JSON.parse(await textIn(place, "results.json"));
        expect(results.map(({ models, passed }) => [...models, passed])).toEqual([
          ["a", true],
          ["b", false],
          ["c", false],
        ]);
      },
    },
  },
};

interface Result {
  readonly models: readonly string[];
  readonly passed: boolean;
}

/** A test as promptfoo writes it. */
function tested(digest: string, model: string, success: boolean) {
  return { prompt: { label: digest, raw: "…" }, provider: { id: "openai:chat:x", label: model }, success };
}

function textIn({ folder }: Place, file: string): Promise<string> {
  return readFile(path.join(folder, file), "utf8");
}
