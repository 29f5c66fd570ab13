import type { Gateway } from "../../gateway/index.ts";
import { answered } from "../judge/answered.ts";
import type { Scenario } from "../scenario.ts";

const waits = [/Waiting for the rate limit/];

/** Requests are refused, some of them or all, with this `Retry-After` or with none. */
function refuse(
  gateway: Gateway,
  retryAfter: string | undefined,
  more: { count?: number; probability?: number; seed?: number },
) {
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  gateway.faults.add({ kind: "status", status: 429, headers, ...more });
}

/** One request of two is refused, up to 20 times, and the run has to end well all the same. */
function storm(name: string, retryAfter: string | undefined, short?: true): Scenario {
  const said = retryAfter === undefined ? "no `Retry-After`" : `\`Retry-After: ${retryAfter}\``;
  return {
    name,
    what: `429 to one request of two, up to 20 times, with ${said}`,
    ...(short && { short }),
    run: async (stage) => {
      refuse(stage.gateway, retryAfter, { count: 20, probability: 0.5, seed: stage.seed });
      await stage.up({ ends: "done" });
    },
  };
}

/** A quota that is used up again and again. */
function quota(name: string, what: string, variants: NonNullable<Scenario["variants"]>): Scenario {
  return {
    name,
    what,
    variants,
    run: async (stage) => {
      stage.gateway.rateLimit = { limit: 8, windowSeconds: 4 };
      await stage.up({ ends: "done", says: waits });
      stage.gateway.rateLimit = { limit: 100_000, windowSeconds: 60 };
    },
    seen: (stage) => answered(stage, 429),
  };
}

/** Nothing, for comparison; and rate limits. */
export const limits: readonly Scenario[] = [
  {
    name: "calm",
    what: "nothing: what a run takes by itself",
    calm: true,
    run: async (stage) => {
      await stage.up({ ends: "done" });
    },
  },
  storm("storm-of-seconds", "1", true),
  storm("storm-of-zeros", "0"),
  storm("storm-of-negatives", "-5"),
  storm("storm-without-header", undefined),
  quota("quota-in-seconds", "a quota of 8 requests in 4 s, `Retry-After` in seconds", {
    retryAfter: "seconds",
  }),
  quota("quota-in-dates", "the same, `Retry-After` as HTTP date, the server's clock 1 h ahead", {
    retryAfter: "date",
    dateSkewMs: 3_600_000,
  }),
  {
    name: "wait-of-ages",
    what: "one 429 with `Retry-After: 1000000000`",
    run: async (stage) => {
      refuse(stage.gateway, "1000000000", { count: 1 });
      await stage.up({ ends: "failed", failsWith: [/rate limit/, /maxWait/] });
    },
  },
  {
    name: "endless-429",
    what: "429 to every request, without end, `Retry-After: 1`; `maxWait` is 6 s",
    env: { WORKSPACE_GATEWAY_MAX_WAIT: "6" },
    run: async (stage) => {
      refuse(stage.gateway, "1", {});
      await stage.up({ ends: "failed", says: waits, failsWith: [/rate limit/, /maxWait/] });
    },
  },
];
