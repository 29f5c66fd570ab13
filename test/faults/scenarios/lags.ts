import type { RequestLogEntry } from "../../gateway/index.ts";
import { recover } from "../kills/recover.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { createOfNamed } from "./network.ts";

/** The answers to the first creates of what has a name never come, though the gateway has made the objects. */
function loseAnswers({ gateway }: Stage): void {
  gateway.faults.add({ kind: "reset-after", ...createOfNamed, count: 4 });
}

const lost = [/It is not known whether/, /pulumi up/];
const hour = 3_600_000;
const lagMs = 2000;

/** Where a list of objects is, or of those of one workspace. */
function collectionOf(path: string): string {
  return /^\/workspaces\/[^/]+\/\w+|^\/\w+/.exec(path)?.[0] ?? path;
}

/** Reads that came so soon after a write of the same sort that they showed what was there before it. */
function staleReads({ gateway }: Stage, isRead: (entry: RequestLogEntry) => boolean): number {
  const entries = gateway.log.entries();
  const writes = entries.filter(({ method, status }) => method !== "GET" && status < 300);
  return entries
    .filter((entry) => entry.method === "GET" && isRead(entry))
    .filter(({ path, at }) =>
      writes.some(
        (write) => collectionOf(write.path) === collectionOf(path) && write.at < at && at < write.at + lagMs,
      ),
    ).length;
}

const isList = ({ path }: RequestLogEntry) => collectionOf(path) === path;
const staleLists = (stage: Stage) => staleReads(stage, isList);
const lateReads = (stage: Stage) => staleReads(stage, () => true);

/** Objects whose time on the gateway is that far from the one at which they were made. */
function skewed({ gateway }: Stage, skew: number): number {
  const off = ({ created_at }: Readonly<Record<string, unknown>>) =>
    Date.parse(String(created_at)) - Date.now();
  const rows = (["models", "prompts", "mappings"] as const).flatMap((table) => gateway.rows(table));
  return rows.filter((row) => Math.abs(off(row) - skew) < hour / 2).length;
}

/** Lists of members that had more rows than they showed: everybody's workspace has its owner and somebody who has joined. */
function cutLists({ gateway }: Stage): number {
  return gateway.log.entries({ method: "GET", path: /^\/workspaces\/[^/]+\/members$/ }).length;
}

/** Reads that lag behind writes, clocks that disagree, and lists that are cut, where names may come twice. */
export const lags: readonly Scenario[] = [
  {
    name: "stale-lists",
    what: "lists show the state of 2 s ago",
    variants: { listLagMs: lagMs },
    run: async (stage) => {
      await stage.up({ ends: "done" });
    },
    seen: staleLists,
  },
  {
    name: "stale-lists-and-lost-answers",
    what: "lists show the state of 2 s ago, and up to 4 answers to creates are lost",
    variants: { listLagMs: lagMs },
    run: async (stage) => {
      loseAnswers(stage);
      await stage.up({ ends: "either", failsWith: lost });
    },
    seen: staleLists,
  },
  {
    name: "late-reads",
    what: "all reads show the state of 2 s ago: a new object is 404 that long",
    variants: { staleMs: lagMs },
    short: true,
    run: async (stage) => {
      await stage.up({ ends: "either", failsWith: [/pulumi up/] });
    },
    seen: lateReads,
  },
  {
    name: "late-reads-twins-allowed",
    what: "the same with up to 4 lost answers, where the gateway lets names come twice",
    variants: { staleMs: lagMs, twins: true },
    run: async (stage) => {
      loseAnswers(stage);
      await stage.up({ ends: "either", failsWith: lost });
    },
    seen: lateReads,
  },
  ...[hour, -hour, 24 * hour, -24 * hour].map(
    (skew): Scenario => ({
      name: `clock-${skew < 0 ? "behind" : "ahead"}-${Math.abs(skew) / hour}h`,
      what: `the server's clock is ${Math.abs(skew) / hour} h ${skew < 0 ? "behind" : "ahead"}, and up to 4 answers to creates are lost`,
      variants: { dateSkewMs: skew },
      run: async (stage) => {
        loseAnswers(stage);
        await stage.up({ ends: "either", failsWith: lost });
      },
      seen: (stage) => skewed(stage, skew),
    }),
  ),
  {
    name: "lists-cut",
    what: "lists stop after 1 row, names may come twice, and up to 4 answers to creates are lost",
    variants: { twins: true },
    run: async (stage) => {
      loseAnswers(stage);
      stage.gateway.variants.cut = 1;
      const began = new Date();
      const failsWith = [/the list, which it cut; an id finds one for sure/];
      // It goes on to the creates, whatever fails first: what was made, and is not in a list that is cut, nobody can know.
      await stage.up({ ends: "failed", failsWith }, { args: ["--continue-on-error"] });
      stage.gateway.variants.cut = null;
      await stage.repair("`recover --since`", () => recover(stage, began));
    },
    seen: cutLists,
  },
];
