import { withArgs } from "../../e2e/support/declaration.ts";
import { after } from "../declared.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** It fails, also after a refresh, until the gateway takes what is sent. */
async function refusedUntilLifted(stage: Stage, failsWith: readonly RegExp[], lift: () => unknown) {
  await stage.up({ ends: "failed", failsWith });
  stage.watch(await stage.project.refresh({ skipPreview: true, env: stage.env }));
  await stage.up({ ends: "failed", failsWith });
  await stage.repair("the gateway takes what is sent", lift);
}

const storedDifferently = /stored other values than the ones sent/;

export const altered: readonly Scenario[] = [
  {
    name: "ignored-on-create",
    what: "creates ignore the position of a prompt and the pattern of a mapping",
    short: true,
    variants: { ignoredOnCreate: ["position", "is_pattern"] },
    run: (stage) => stage.up({ ends: "done" }),
    seen: ({ gateway }) =>
      gateway.log.entries({ method: "PATCH", path: /^\/(prompts|mappings)\/[^/]+$/ }).length,
  },
  {
    name: "capped-and-cut",
    what: "numbers above 500 are stored as 500, and texts are cut at 30 characters",
    run: (stage) => {
      const { variants } = stage.gateway;
      Object.assign(variants, { largestNumber: 500, longestText: 30 });
      const lift = () => Object.assign(variants, { largestNumber: null, longestText: null });
      return refusedUntilLifted(
        stage,
        [storedDifferently, /(contextWindow|maxRequests): \d+ was sent/],
        lift,
      );
    },
    seen: (stage) => stage.said(storedDifferently),
  },
  {
    name: "null-ignored",
    what: "changes ignore null, so that what is cleared stays",
    run: async (stage) => {
      await stage.up({ ends: "done" });
      await stage.declare(withArgs(after, { tone: { environment: null } }));
      stage.gateway.variants.nulls = "ignored";
      const failsWith = [storedDifferently, /environment: null was sent, "PRODUCTION" is stored/];
      await refusedUntilLifted(stage, failsWith, () => {
        stage.gateway.variants.nulls = "cleared";
      });
    },
    seen: (stage) => stage.said(storedDifferently),
  },
];
