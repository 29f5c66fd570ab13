import type { Scenario } from "../scenario.ts";

/** Some requests are answered with an error of the server, before or after it did what was asked. */
function burst(status: number, kind: "status" | "status-after"): Scenario {
  const done = kind === "status" ? "and not done" : "though done";
  return {
    name: kind === "status" ? `burst-of-${status}` : `burst-of-${status}-though-done`,
    what: `${status} to one request of three, ${done}, up to 12 times`,
    run: async (stage) => {
      stage.gateway.faults.add({ kind, status, count: 12, probability: 0.33, seed: stage.seed });
      await stage.up({ ends: "either", failsWith: [new RegExp(`answered ${status}`)] });
    },
  };
}

/** Errors of the server. */
export const bursts: readonly Scenario[] = [500, 502, 503, 504].flatMap((status) => [
  burst(status, "status"),
  burst(status, "status-after"),
]);
