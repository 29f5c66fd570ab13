import { FloorLane } from "./floor-lane.ts";
import { BenchGateway } from "./gateway.ts";
import type { Lane, Sample, Task } from "./lane.ts";
import { objectsOf } from "./mixes.ts";
import { OpenTofuLane } from "./opentofu/lane.ts";
import { type Phase, type Profile, phases, profiles } from "./profiles.ts";
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
  wantedPhases: readonly Phase[] = phases,
): Promise<Row[]> {
  const profile: Profile = profiles[which.profile];
  const rows: Row[] = [];
  const entrants: Entrant[] = [];
  try {
    for (const contestant of only) entrants.push(await enter(contestant, which, profile, latencyMs));
    const chosen = profile.phases.filter((phase) => wantedPhases.includes(phase));
    for (const [index, phase] of chosen.entries()) {
      for (const entrant of rotated(entrants, which.run + index)) {
        const { contestant, gateway, lane } = entrant;
        const failedBefore = rows.some((row) => row.contestant === contestant && row.failure !== undefined);
        if (failedBefore) continue;
        const sample = await lane.run(phase);
        const { requests, objects } = await gateway.look();
        rows.push({
          ...which,
          phase,
          contestant,
          ...judged(sample, objects, wanted(contestant, phase, which.size)),
          requests,
        });
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
  if (contestant === "floor") return new FloorLane(task);
  if (contestant === "opentofu") return OpenTofuLane.open(task);
  if (contestant === "native") return PulumiLane.open("ours.ts", task, "native");
  return PulumiLane.open(`${contestant}.ts`, task);
}

/** How many objects the gateway holds after a phase. */
export function wanted(contestant: Contestant, phase: Phase, size: number): number {
  return phase === "destroy" || contestant === "bare" ? 0 : size;
}

/** Who says that all is well while the gateway holds something else has not done the work. */
export function judged<S extends Sample>(
  sample: S,
  objects: number,
  expected: number,
): S & Pick<Sample, "failure"> {
  if (sample.failure !== undefined || objects === expected) return sample;
  return { ...sample, failure: `the gateway holds ${objects} objects, not ${expected}` };
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
