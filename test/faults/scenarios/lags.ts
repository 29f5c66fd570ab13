import type { RequestLogEntry } from "../../gateway/index.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { createOfNamed } from "./network.ts";
import { onTheWay } from "./on-the-way.ts";

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

const staleLists = (stage: Stage) => staleReads(stage, ({ path }) => collectionOf(path) === path);
const lateReads = (stage: Stage) => staleReads(stage, () => true);

/** Objects whose time on the gateway is that far from the one at which they were made. */
function skewed({ gateway }: Stage, skew: number): number {
  const rows = (["models", "prompts", "mappings"] as const).flatMap((table) => gateway.rows(table));
  const off = rows.map(({ created_at }) => Date.parse(String(created_at)) - Date.now());
  return off.filter((each) => Math.abs(each - skew) < hour / 2).length;
}

/** The answers to up to 4 creates of what has a name never come, though the gateway has made the objects. */
const lost = { kind: "reset-after", ...createOfNamed, count: 4 } as const;
const losing = {
  faults: [lost],
  mayFail: [/may have been created/, /pulumi up/],
} as const;

export const lags: readonly Scenario[] = [
  onTheWay({
    name: "stale-lists",
    what: "lists show the state of 2 s ago",
    variants: { listLagMs: lagMs },
    seen: staleLists,
  }),
  onTheWay({
    name: "stale-lists-and-lost-answers",
    what: "lists show the state of 2 s ago, and up to 4 answers to creates are lost",
    variants: { listLagMs: lagMs },
    ...losing,
    seen: staleLists,
  }),
  onTheWay({
    name: "late-reads",
    what: "all reads show the state of 2 s ago: a new object is 404 that long",
    variants: { staleMs: lagMs },
    short: true,
    mayFail: [/pulumi up/],
    seen: lateReads,
  }),
  onTheWay({
    name: "late-reads-twins-allowed",
    what: "the same with up to 4 lost answers, where the gateway lets names come twice",
    variants: { staleMs: lagMs, twins: true },
    ...losing,
    seen: lateReads,
  }),
  ...[1, -1, 24, -24].map((hours) => {
    const [way, size] = [hours < 0 ? "behind" : "ahead", Math.abs(hours)];
    const what = `the server's clock is ${size} h ${way}, and up to 4 answers to creates are lost`;
    const skew = hours * hour;
    const row = { name: `clock-${way}-${size}h`, what, variants: { dateSkewMs: skew } };
    return onTheWay({ ...row, ...losing, seen: (stage) => skewed(stage, skew) });
  }),
  {
    name: "lists-cut",
    what: "lists stop after 1 row, names may come twice, and up to 4 answers to creates are lost",
    variants: { twins: true },
    run: async (stage) => {
      stage.gateway.faults.add(lost);
      stage.gateway.variants.cut = 1;
      const began = new Date();
      const failsWith = [/the part of the list that the gateway returned, so select the object by its id/];
      // It goes on to the creates, whatever fails first: what was made, and is not in a list that is cut, nobody can know.
      await stage.up({ ends: "failed", failsWith }, { args: ["--continue-on-error"] });
      stage.gateway.variants.cut = null;
      await stage.repair("`recover --since`", () => stage.recover(began));
    },
    // These have more rows than they show: everybody's workspace has its owner and somebody who has joined.
    seen: ({ gateway }) =>
      gateway.log.entries({ method: "GET", path: /^\/workspaces\/[^/]+\/members$/ }).length,
  },
];
