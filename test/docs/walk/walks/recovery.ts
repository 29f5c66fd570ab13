import { expect } from "vitest";
import { exampleStack } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

/** Nobody is at the terminal to say yes. */
const answered = { "workspace-gateway recover": "workspace-gateway recover --yes" };

export const recovery: PageWalk = {
  page: "docs/recovery.md",
  async begin(place) {
    await exampleStack(place, "gitops");
    await killUp(place);
  },
  filled: () => answered,
  commands: {
    "npx workspace-gateway recover": { prints: "tone" },
    "pulumi up": {
      after({ gateway }) {
        expect(gateway.rows("prompts")).toHaveLength(1);
        expect(gateway.rows("mappings")).toHaveLength(1);
      },
    },
  },
};

/** Kills an `up` after the gateway has made a prompt, and before anybody was told so. */
async function killUp({ gateway, shell }: Place): Promise<void> {
  gateway.faults.add({ kind: "hang-after", method: "POST", path: "/prompts", count: 1 });
  const up = await shell.leaveRunning("pulumi up --skip-preview", /./);
  await expect.poll(() => gateway.rows("prompts").length, { timeout: 60_000 }).toBe(1);
  // A kill while the engine writes its checkpoint would cut that. Once the engine only waits for this answer, it writes nothing.
  const exported = async () => (await shell.run("pulumi stack export")).stdout;
  const isSettled = async () => {
    const text = await exported();
    return text !== "" && text === (await exported());
  };
  await expect.poll(isSettled, { timeout: 120_000 }).toBe(true);
  up.signalGroup("SIGKILL");
  await up.done;
  gateway.faults.clear();
}

export const performance: PageWalk = {
  page: "docs/performance.md",
  begin: (place) => exampleStack(place, "gitops"),
  filled: () => answered,
};
