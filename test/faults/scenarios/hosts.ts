import { struck } from "../proxy/struck.ts";
import { startWitness } from "../proxy/witness.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { createOfNamed } from "./network.ts";

const statuses = [301, 302, 303, 307, 308] as const;

/** Redirects to another host: no request may follow, and so no credential. */
export const hosts: readonly Scenario[] = [
  {
    name: "redirect",
    what: "in the middle of a run, a redirect to another host (307) in answer to everything",
    run: (stage) =>
      unheard(stage, (to) =>
        // It keeps the method and the body, and a careless client sends the token along.
        struck(stage, [{ kind: "redirect", status: 307, to, skip: 6 }], {
          ends: "failed",
          failsWith: [
            /answered 30\d: a redirect to http:\/\/127\.0\.0\.1:\d+, which is not followed/,
            /Check WORKSPACE_GATEWAY_BASE_URL/,
          ],
        }),
      ),
  },
  {
    name: "redirect-after",
    what: "redirects to another host (301, 302, 303, 307, 308) in answer to creates that were carried out",
    run: (stage) =>
      unheard(stage, (to) =>
        struck(
          stage,
          statuses.map((status) => ({
            kind: "redirect",
            status,
            to,
            commits: true,
            ...createOfNamed,
            count: 1,
          })),
          { ends: "done" },
        ),
      ),
  },
];

/** Gives the URL of another host, and writes down whatever reached it. */
async function unheard(stage: Stage, work: (url: string) => Promise<void>): Promise<void> {
  const witness = await startWitness();
  try {
    await work(`${witness.origin}/api/v1/workspaces`);
    if (witness.heard.length > 0)
      stage.untrue.push(
        `${witness.heard.length} requests followed: ${witness.heard[0]?.split("\n", 2).join(" ")}`,
      );
  } finally {
    await witness.close();
  }
}
