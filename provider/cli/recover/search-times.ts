import { momentsBefore } from "../../recover/backend/first-moment.js";
import { earliest } from "../../recover/earliest.js";
import type { Period } from "../../recover/lost-create.js";
import type { Deployment } from "../../recover/state/deployment.js";
import { begunFile, forgetBegun, rememberBegun, sinceOfBegun } from "./begun-recovery.js";
import type { StaleLocks } from "./cancel-locks.js";
import {
  begunAfter,
  isAfterAll,
  lastSuccess,
  type PastRun,
  pastRuns,
  runsThatWrote,
  runsToSearch,
  unlistedSince,
} from "./past-runs.js";
import type { Recovery } from "./recovery-steps.js";

/** What the steps before have shown of the run that was killed. */
export interface KillSigns {
  readonly locks: StaleLocks;
  /** When the copy was written that took the place of a state that was cut short, in milliseconds. */
  readonly restoredFrom: number | undefined;
}

/** When it may have been created what is looked for. */
export interface SearchTimes {
  /** When a pending operation on a URN began at the earliest, in milliseconds. Undefined if nothing tells. */
  began(urn: string): number | undefined;
  /** When runs were under way that may have created something that nobody recorded. */
  readonly runs: readonly Period[];
  /** When runs were under way that may have changed or deleted something that nobody recorded. */
  readonly writes: readonly Period[];
  /** To be called before the lock is taken away: it is the only sign of a run that was killed. */
  remember(): Promise<void>;
  /** To be called when all is done. */
  forget(): Promise<void>;
}

export async function searchTimes(
  recovery: Recovery,
  { deployment }: Deployment,
  signs: KillSigns,
): Promise<SearchTimes> {
  const { wish, place } = recovery;
  const listed = await pastRuns(recovery);
  const pending = (deployment.pending_operations ?? []).map(({ resource }) => resource.urn);
  const before = place.files === undefined ? new Map() : await momentsBefore(pending, place.files);
  const recorded = pending.some((urn) => isAfterAll(place, listed ?? [], before.get(urn)));
  const file = begunFile(place);
  const unlisted = wish.since ?? (await unlistedFrom(recovery, file, listed ?? [], { ...signs, recorded }));
  const open = wish.since === undefined ? (listed ?? []) : []; // whoever names a time knows of no other
  const first = begunAfter(listed, stackMade(deployment)) ?? signs.locks.since;
  return {
    began: (urn) => before.get(urn) ?? first,
    runs: runsToSearch(open, unlisted),
    writes: runsThatWrote(open, unlisted),
    remember: async () => {
      if (unlisted !== undefined) {
        await rememberBegun(file, unlisted, new Date());
      }
    },
    forget: () => forgetBegun(file),
  };
}

/** Since when a run that is in no history may have created something that nobody recorded. */
async function unlistedFrom(
  recovery: Recovery,
  file: string,
  listed: readonly PastRun[],
  signs: Parameters<typeof unlistedSince>[2],
): Promise<number | undefined> {
  const begun = await sinceOfBegun(file, lastSuccess(listed));
  const signed = await unlistedSince(recovery, listed, signs);
  return earliest(begun, signed);
}

function stackMade({ resources }: Deployment["deployment"]): number | undefined {
  const root = (resources ?? []).find(({ type }) => type === "pulumi:pulumi:Stack");
  const made = Date.parse(root?.created ?? "");
  return Number.isNaN(made) ? undefined : made;
}
