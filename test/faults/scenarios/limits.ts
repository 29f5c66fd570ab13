import type { Scenario } from "../scenario.ts";
import { onTheWay } from "./on-the-way.ts";

const waits = [/Waiting for the rate limit/];
const tooLong = [/rate limit/, /maxWait/];

/** Requests are refused, with this `Retry-After` or with none. */
function refusal(retryAfter: string | undefined) {
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return { kind: "status", status: 429, headers } as const;
}

/** One request of two is refused, up to 20 times, and the run has to end well all the same. */
function storm(name: string, retryAfter: string | undefined, short?: true): Scenario {
  const said = retryAfter === undefined ? "no `Retry-After`" : `\`Retry-After: ${retryAfter}\``;
  const what = `429 to one request of two, up to 20 times, with ${said}`;
  return onTheWay({ name, what, short, faults: [{ ...refusal(retryAfter), count: 20, probability: 0.5 }] });
}

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
    seen: (stage) => stage.answered(429),
  };
}

/** Some requests are answered with an error of the server, before or after it did what was asked. */
function burst(status: number, kind: "status" | "status-after"): Scenario {
  const done = kind === "status" ? "and not done" : "though done";
  return onTheWay({
    name: kind === "status" ? `burst-of-${status}` : `burst-of-${status}-though-done`,
    what: `${status} to one request of three, ${done}, up to 12 times`,
    faults: [{ kind, status, count: 12, probability: 0.33 }],
    mayFail: [new RegExp(`returned ${status}`)],
  });
}

export const limits: readonly Scenario[] = [
  onTheWay({ name: "calm", what: "nothing: what a run takes by itself", calm: true }),
  storm("storm-of-seconds", "1", true),
  storm("storm-without-header", undefined),
  quota("quota-in-seconds", "a quota of 8 requests in 4 s, `Retry-After` in seconds", {
    retryAfter: "seconds",
  }),
  quota("quota-in-dates", "the same, `Retry-After` as HTTP date, the server's clock 1 h ahead", {
    retryAfter: "date",
    dateSkewMs: 3_600_000,
  }),
  onTheWay({
    name: "wait-of-ages",
    what: "one 429 with `Retry-After: 1000000000`",
    faults: [{ ...refusal("1000000000"), count: 1 }],
    fails: tooLong,
  }),
  onTheWay({
    name: "endless-429",
    what: "429 to every request, without end, `Retry-After: 1`; `maxWait` is 6 s",
    env: { WORKSPACE_GATEWAY_MAX_WAIT: "6" },
    faults: [refusal("1")],
    says: waits,
    fails: tooLong,
  }),
  ...[500, 503].flatMap((status) => [burst(status, "status"), burst(status, "status-after")]),
];
