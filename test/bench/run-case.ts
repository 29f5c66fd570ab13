import { FloorLane } from "./floor-lane.ts";
import { BenchGateway } from "./gateway.ts";
import type { Lane, Task } from "./lane.ts";
import { objectsOf } from "./mixes.ts";
import { type Profile, profiles } from "./profiles.ts";
import { PulumiLane } from "./pulumi-lane.ts";
import type { Case, Contestant, Row } from "./results.ts";

interface Entrant {
  readonly contestant: Contestant;
  readonly gateway: BenchGateway;
  readonly lane: Lane;
}

/** One run of a case: each phase by all contestants in turn, so that what disturbs the machine disturbs them alike. */
export async function runCase(
  which: Case & { run: number },
  only: readonly Contestant[],
  latencyMs: number,
): Promise<Row[]> {
  const profile: Profile = profiles[which.profile];
  const rows: Row[] = [];
  const entrants: Entrant[] = [];
  try {
    for (const contestant of only) entrants.push(await enter(contestant, which, profile, latencyMs));
    for (const [index, phase] of profile.phases.entries()) {
      for (const entrant of rotated(entrants, which.run + index)) {
        const { contestant, gateway, lane } = entrant;
        const failedBefore = rows.some((row) => row.contestant === contestant && row.failure !== undefined);
        if (failedBefore) continue;
        const sample = await lane.run(phase);
        rows.push({ ...which, phase, contestant, ...sample, requests: await gateway.takeRequests() });
      }
    }
  } finally {
    for (const { lane, gateway } of entrants) {
      await lane.dispose();
      await gateway.close();
    }
  }
  return rows;
}

async function enter(
  contestant: Contestant,
  which: Case,
  profile: Profile,
  latencyMs: number,
): Promise<Entrant> {
  const gateway = await BenchGateway.start({ latencyMs, ...profile.gateway });
  const lane = await open(contestant, { objects: objectsOf(which.mix, which.size), profile, gateway });
  return { contestant, gateway, lane };
}

async function open(contestant: Contestant, task: Task): Promise<Lane> {
  return contestant === "floor" ? new FloorLane(task) : PulumiLane.open(`${contestant}.ts`, task);
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
