import { onTheWay, struck } from "../proxy/struck.ts";
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

const refused = { kind: "refuse", ms: 20_000, skip: 6, count: 1 } as const;

export const network: readonly Scenario[] = [
  onTheWay({
    name: "refused",
    what: "nobody listens for 20 s in the middle of a run",
    up: [refused],
    // A create may have been under way.
    mayFail: [
      /It is not known whether (.* was created\. No new object .* Run `pulumi up` again|.* it cannot be looked up)/,
    ],
  }),
  {
    name: "refused-for-long",
    what: "nobody listens for 20 s, and retries end after 3 s (`retryBudget`)",
    run: async (stage) => {
      stage.env.WORKSPACE_GATEWAY_RETRY_BUDGET = "3";
      const failsWith = [
        /127\.0\.0\.1:\d+ refuses the connection \(ECONNREFUSED\)\. Is the gateway running, and is /,
      ];
      await struck(stage, [refused], { ends: "failed", failsWith });
      await stage.repair("wait until the gateway answers", () => stage.proxy.opened());
    },
  },
  onTheWay({
    name: "reset-before",
    what: "the connection is reset before the gateway hears of 3 creates",
    up: [{ kind: "reset", count: 3, ...createOfNamed }],
    fails: [
      /ECONNRESET at .* It is not known whether .* was created\. No new object .* was found, so none was recorded/,
      /Run `pulumi up` again/,
    ],
  }),
  onTheWay({
    name: "reset-after",
    what: "the connection is reset after every create, update and delete was carried out",
    up: [
      { kind: "reset", commits: true, ...createOfNamed },
      { kind: "reset", commits: true, method: "PATCH", count: 2 },
      { kind: "reset", commits: true, method: "DELETE", count: 2 },
    ],
  }),
  onTheWay({
    name: "reset-nameless",
    what: "the connection is reset after an invitation and a key were made, which nobody can find again",
    up: [{ kind: "reset", commits: true, ...createOfNameless }],
    fails: [
      /It is not known whether the gateway created it, and it cannot be looked up. The next `pulumi up` creates another/,
    ],
  }),
  onTheWay({
    name: "flaky",
    what: "three of ten requests are reset, half of them after they were carried out",
    up: [
      { kind: "reset", probability: 0.15 },
      { kind: "reset", probability: 0.15, commits: true },
    ],
    mayFail: [/Run `pulumi up` again|The next `pulumi up` creates another/],
  }),
  onTheWay({
    name: "time-out",
    what: "no answer to 2 creates that were carried out, to a change and to a list",
    env: impatient,
    up: [
      { kind: "hang", commits: true, count: 2, ...createOfNamed },
      { kind: "hang", commits: true, count: 1, method: "PATCH" },
      { kind: "hang", count: 1, method: "GET", path: "/mappings" },
    ],
  }),
  onTheWay({
    name: "slow-body",
    what: "answers that never end, a byte at a time, to 2 creates that were carried out, to a change and to a list",
    env: impatient,
    memory: { words: "4 answers without end", most: 400 },
    up: [
      { kind: "drip", ms: 20, commits: true, count: 2, ...createOfNamed },
      { kind: "drip", ms: 20, commits: true, count: 1, method: "PATCH" },
      { kind: "drip", ms: 20, count: 1, method: "GET", path: "/mappings" },
    ],
  }),
  onTheWay({
    name: "informational",
    what: "`103 Early Hints` without end instead of an answer to a create that was carried out",
    env: impatient,
    up: [{ kind: "hints", commits: true, ...createOfNamed, count: 1 }],
  }),
];
