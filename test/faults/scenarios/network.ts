import { withinMemory } from "../proxy/memory.ts";
import { type ProxyFault, struck } from "../proxy/struck.ts";
import type { Scenario } from "../scenario.ts";

/** Creates of the kinds that have a name: what was made can be found by it. */
export const createOfNamed = {
  method: "POST",
  path: /^\/(workspaces|providers|models|prompts|mappings|indexes|configs)$/,
} as const;

/** Creates of the kinds that have no name to be found by. */
const createOfNameless = { method: "POST", path: /^\/workspaces\/[^/]+\/(members|gate-token)$/ } as const;

/** Long enough for a busy machine, and short enough to be waited for. */
const impatient = { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "5" };

/** Hit by everything that changes something, all of it carried out. */
const writes: readonly ProxyFault[] = ["POST", "PATCH", "DELETE"].map((method) => ({
  kind: "reset",
  commits: true,
  ...(method === "POST" ? createOfNamed : { method, count: 2 }),
}));

/** Connections that are refused, lost, and never answered. */
export const network: readonly Scenario[] = [
  {
    name: "refused",
    what: "nobody listens for 20 s in the middle of a run",
    run: (stage) =>
      struck(stage, [{ kind: "refuse", ms: 20_000, skip: 6, count: 1 }], {
        ends: "either", // a create may have been under way
        failsWith: [
          /It is not known whether (.* was created\. No new object .* Run `pulumi up` again|.* it cannot be looked up)/,
        ],
      }),
  },
  {
    name: "refused-for-long",
    what: "nobody listens for 20 s, and retries end after 3 s (`retryBudget`)",
    run: async (stage) => {
      stage.env.WORKSPACE_GATEWAY_RETRY_BUDGET = "3";
      const failsWith = [/ECONNREFUSED at http:\/\/127\.0\.0\.1:\d+\. Is the gateway up, and /];
      await struck(stage, [{ kind: "refuse", ms: 20_000, skip: 6, count: 1 }], { ends: "failed", failsWith });
      await stage.repair("wait until the gateway answers", () => stage.proxy.opened());
    },
  },
  {
    name: "reset-before",
    what: "the connection is reset before the gateway hears of 3 creates",
    run: (stage) =>
      struck(stage, [{ kind: "reset", count: 3, ...createOfNamed }], {
        ends: "failed",
        failsWith: [
          /ECONNRESET at .* It is not known whether .* was created\. No new object .* was found, so none was recorded/,
          /Run `pulumi up` again/,
        ],
      }),
  },
  {
    name: "reset-after",
    what: "the connection is reset after every create, update and delete was carried out",
    run: (stage) => struck(stage, writes, { ends: "done" }),
  },
  {
    name: "reset-nameless",
    what: "the connection is reset after an invitation and a key were made, which nobody can find again",
    run: (stage) =>
      struck(stage, [{ kind: "reset", commits: true, ...createOfNameless }], {
        ends: "failed",
        failsWith: [
          /It is not known whether the gateway made it, and it cannot be looked up: the next `pulumi up` makes another/,
        ],
      }),
  },
  {
    name: "flaky",
    what: "three of ten requests are reset, half of them after they were carried out",
    run: (stage) => {
      const { seed } = stage;
      const reset = { kind: "reset", probability: 0.15 } as const;
      return struck(
        stage,
        [
          { ...reset, seed },
          { ...reset, commits: true, seed: seed + 1000 },
        ],
        { ends: "either", failsWith: [/Run `pulumi up` again|the next `pulumi up` makes another/] },
      );
    },
  },
  {
    name: "time-out",
    what: "no answer to 2 creates that were carried out, to a change and to a list",
    env: impatient,
    run: (stage) =>
      struck(
        stage,
        [
          { kind: "hang", commits: true, count: 2, ...createOfNamed },
          { kind: "hang", commits: true, count: 1, method: "PATCH" },
          { kind: "hang", count: 1, method: "GET", path: "/mappings" },
        ],
        { ends: "done" },
      ),
  },
  {
    name: "slow-body",
    what: "answers that never end, a byte at a time, to 2 creates that were carried out, to a change and to a list",
    env: impatient,
    run: (stage) =>
      withinMemory(stage, { words: "4 answers without end", most: 400 }, () =>
        struck(
          stage,
          [
            { kind: "drip", ms: 20, commits: true, count: 2, ...createOfNamed },
            { kind: "drip", ms: 20, commits: true, count: 1, method: "PATCH" },
            { kind: "drip", ms: 20, count: 1, method: "GET", path: "/mappings" },
          ],
          { ends: "done" },
        ),
      ),
  },
  {
    name: "informational",
    what: "`103 Early Hints` without end instead of an answer to a create that was carried out",
    env: impatient,
    run: (stage) =>
      struck(
        stage,
        [
          {
            kind: "informational",
            status: 103,
            times: Number.POSITIVE_INFINITY,
            commits: true,
            ...createOfNamed,
            count: 1,
          },
        ],
        { ends: "done" },
      ),
  },
];
