import { expect } from "vitest";
import { parse } from "yaml";
import { exampleStack } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import { printedCommands } from "../printed-commands.ts";

const page = "docs/evaluations.md";
/** The script that evaluates is the reader's own. */
const evaluate = printedCommands(page).at(-1)?.key ?? "";

export const evaluations: PageWalk = {
  page,
  async begin(place) {
    await exampleStack(place, "gitops");
    await place.write("evaluate.sh", 'jq -e ".prompts[0].models == [\\"openai/gpt-4.1-mini\\"]" "$1"\n');
  },
  commands: {
    [evaluate]: {
      before: (place) => place.earlier("chmod +x evaluate.sh"),
      async after(place) {
        await place.write("prompts.json", JSON.stringify({ prompts: [{ open: ["its text is a secret"] }] }));
        expect((await place.shell.run(evaluate)).code).not.toBe(0);
      },
    },
  },
  async end(place) {
    const { jobs } = parse(place.printed("yaml"));
    const runs = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap(({ steps }) =>
      steps.map(({ run }) => run),
    );
    expect(runs).toContain(printedCommands(page)[0]?.text);
    expect(runs.some((run) => run?.includes(evaluate))).toBe(true);
  },
};
