import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** The answers to some creates never come, though the gateway has made the objects. */
function loseAnswers({ gateway, seed }: Stage): void {
  gateway.faults.add({ kind: "reset-after", method: "POST", count: 4, probability: 0.5, seed });
}

const lost = [/It is not known whether/, /pulumi up/];
const hour = 3_600_000;

/** Reads that lag behind writes, clocks that disagree, and lists that are cut, where names may come twice. */
export const lags: readonly Scenario[] = [
  {
    name: "stale-lists",
    what: "lists show the state of 2 s ago",
    variants: { listLagMs: 2000 },
    run: async (stage) => {
      await stage.up({ ends: "done" });
    },
  },
  {
    name: "stale-lists-and-lost-answers",
    what: "lists show the state of 2 s ago, and 4 answers to creates are lost",
    variants: { listLagMs: 2000 },
    run: async (stage) => {
      loseAnswers(stage);
      await stage.up({ ends: "either", failsWith: lost });
    },
  },
  {
    name: "late-reads",
    what: "all reads show the state of 2 s ago: a new object is 404 that long",
    variants: { staleMs: 2000 },
    short: true,
    run: async (stage) => {
      await stage.up({ ends: "either", failsWith: [/pulumi up/] });
    },
  },
  {
    name: "late-reads-twins-allowed",
    what: "the same with 4 lost answers, where the gateway lets names come twice",
    variants: { staleMs: 2000, twins: true },
    run: async (stage) => {
      loseAnswers(stage);
      await stage.up({ ends: "either", failsWith: lost });
    },
  },
  ...[hour, -hour, 24 * hour, -24 * hour].map(
    (skew): Scenario => ({
      name: `clock-${skew < 0 ? "behind" : "ahead"}-${Math.abs(skew) / hour}h`,
      what: `the server's clock is ${Math.abs(skew) / hour} h ${skew < 0 ? "behind" : "ahead"}, and 4 answers to creates are lost`,
      variants: { dateSkewMs: skew },
      run: async (stage) => {
        loseAnswers(stage);
        await stage.up({ ends: "either", failsWith: lost });
      },
    }),
  ),
  {
    name: "lists-cut",
    what: "lists stop after 1 row, names may come twice, and 4 answers to creates are lost",
    variants: { twins: true },
    run: async (stage) => {
      loseAnswers(stage);
      stage.gateway.variants.cut = 1;
      await stage.up({ ends: "either", failsWith: [/cut|It is not known whether/, /pulumi up/] });
      stage.gateway.variants.cut = null;
    },
  },
];
